import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { totalText } from '#contract/paging.ts';
import { useCrumb } from '../lib/crumbs.ts';

interface PageHeaderProps {
  title: string;
  /** How many there are; null while it is not known or where it means nothing. */
  count: number | null;
  /** What this page is for, where the title does not say it. */
  text?: string;
  /** The buttons of the page; the primary one last. */
  actions?: ReactNode;
}

/** Title and count of a list or of a page that is no record. */
export function PageHeader({ title, count, text, actions }: PageHeaderProps) {
  useCrumb(title);
  return (
    <Group justify="space-between" align="flex-start" gap="sm" mb="md">
      <Stack gap={2}>
        <Title order={1}>
          {title}
          {count !== null && (
            <Text span c="dimmed" fw={400} size="md" ml={8} className="figures">
              {totalText(count)}
            </Text>
          )}
        </Title>
        {text && (
          <Text c="dimmed" size="sm">
            {text}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
