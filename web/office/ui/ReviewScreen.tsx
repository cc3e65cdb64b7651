import { Button, Group, Modal, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useNarrowReview } from './ReviewPane.tsx';
import type { ReactNode } from 'react';

interface ReviewScreenProps {
  /** Whose documents these are. */
  title: string;
  /** How many more wait, as words; empty if none. */
  waiting: string;
  /** The button that leads back, which Escape does too: "Todos los documentos". */
  back: string;
  onClose: () => void;
  /** A ReviewPane with `whole`, keyed by its document. */
  children: ReactNode;
}

/** The whole screen for reviewing one document after the other: the document gets all the room that there is. */
export function ReviewScreen({ title, waiting, back, onClose, children }: ReviewScreenProps) {
  const narrow = useNarrowReview();
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      withCloseButton={false}
      padding="sm"
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': `Revisión: ${title}` } }}
    >
      <Group justify="space-between" mb="xs" gap="xs">
        <Button
          variant="subtle"
          px="xs"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onClose}
          // On a phone the date is far below, so the focus would scroll the document away.
          {...(narrow && { 'data-autofocus': true })}
        >
          {back}
        </Button>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="sm" c="dimmed" aria-live="polite">
          {waiting}
        </Text>
      </Group>
      {children}
    </Modal>
  );
}
