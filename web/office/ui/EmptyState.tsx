import { Stack, Text, Title } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** What the user can do, in one sentence. */
  text: string;
  icon?: ReactNode;
  /** The main action: a button or a link. */
  action?: ReactNode;
}

/** Replaces the rows of an empty list: says why it is empty and what to do. */
export function EmptyState({
  title,
  text,
  icon = <IconInbox size={40} stroke={1.25} />,
  action,
}: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <Text c="dimmed" aria-hidden lh={1}>
        {icon}
      </Text>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text c="dimmed" size="sm" maw={440}>
        {text}
      </Text>
      {action}
    </Stack>
  );
}
