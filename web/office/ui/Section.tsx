import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  children: ReactNode;
  /** What it is for, where the title does not say it. */
  text?: string;
  actions?: ReactNode;
  /** For links that lead here. */
  id?: string;
}

/** A titled part of a page, on its own ground. */
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
