import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { totalText } from '#contract/paging.ts';
import { useCrumb } from '../lib/crumbs.ts';

interface PageHeaderProps {
  title: string;
  /** Number of rows; null if it is unknown or has no meaning. */
  count: number | null;
  /** The purpose of the page, if the title does not say it. */
  text?: string;
  /** The buttons of the page, the primary one last. */
  actions?: ReactNode;
}

/** Title and count of a list page, or of another page that is not a record. */
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
