import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  children: ReactNode;
  /** The purpose of the section, if the title does not say it. */
  text?: string;
  actions?: ReactNode;
  /** Anchor for links to this section. */
  id?: string;
}

/** A part of a page with a title and its own background. */
export function Section({ title, children, text, actions, id }: SectionProps) {
  return (
    <Paper component="section" withBorder p="md" {...(id && { id })}>
      <Group justify="space-between" align="flex-start" mb="sm" gap="xs">
        <div>
          <Title order={2}>{title}</Title>
          {text && (
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </Paper>
  );
}
