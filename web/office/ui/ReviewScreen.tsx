import { Button, Group, Modal, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { BesideButtons, type Beside } from './RecordDrawer.tsx';
import { useNarrowReview } from './ReviewPane.tsx';
import type { ReactNode } from 'react';
import { UnsavedWithin, useUnsavedWithin } from '../lib/useUnsavedGuard.ts';

interface ReviewScreenProps {
  /** Whose documents these are. */
  title: string;
  /** How many more wait, as words; none or missing: not said. */
  waiting?: string;
  /** The button that leads back, which Escape does too: "Todos los documentos". */
  back: string;
  onClose: () => void;
  /** The documents before and after this one in their list. */
  beside?: Beside | undefined;
  /** A ReviewPane with `whole`, keyed by its document. */
  children: ReactNode;
}

/** The whole screen for reviewing one document after the other: the document gets all the room that there is. */
export function ReviewScreen({ title, waiting, back, onClose, beside, children }: ReviewScreenProps) {
  const narrow = useNarrowReview();
  const { unsaved, mayLeave } = useUnsavedWithin();
  const leave = async (go: () => void) => {
    if (await mayLeave()) go();
  };
  return (
    <Modal
      opened
      fullScreen
      onClose={() => void leave(onClose)}
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
          onClick={() => void leave(onClose)}
          // On a phone the date is far below, so the focus would scroll the document away.
          {...(narrow && { 'data-autofocus': true })}
        >
          {back}
        </Button>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Group gap="xs">
          {beside && <BesideButtons {...beside} onGo={(id) => void leave(() => beside.onGo(id))} />}
          <Text size="sm" c="dimmed" aria-live="polite">
            {waiting}
          </Text>
        </Group>
      </Group>
      <UnsavedWithin value={unsaved}>{children}</UnsavedWithin>
    </Modal>
  );
}
