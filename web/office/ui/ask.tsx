import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';

interface Question {
  title: string;
  text: string;
  /** What the confirming button says: a verb ("Anular venta"). */
  confirm: string;
  /** Destroys or cannot be taken back. */
  danger?: boolean;
}

/** Asks before acting. Resolves false when closed any other way. */
export function askConfirm({ title, text, confirm, danger = false }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm, cancel: 'Cancelar' },
      // The focus begins at Cancelar.
      withCloseButton: false,
      confirmProps: danger ? { color: 'red' } : {},
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}

interface ReasonQuestion extends Question {
  /** Label of the field: "Motivo", "Comentario". */
  label: string;
  /** false: may be left empty. */
  required: boolean;
  /** Ready sentences to take with one press. */
  suggestions?: readonly string[];
}

/** Asks for the reason of an act. Resolves null when given up, else the text (empty where not required). */
export function askReason(question: ReasonQuestion): Promise<string | null> {
  return new Promise((resolve) => {
    const id = modals.open({
      title: question.title,
      children: (
        <ReasonForm
          question={question}
          onDone={(reason) => {
            resolve(reason);
            modals.close(id);
          }}
        />
      ),
      onClose: () => resolve(null),
    });
  });
}

function ReasonForm({
  question,
  onDone,
}: {
  question: ReasonQuestion;
  onDone: (reason: string | null) => void;
}) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = question.required && reason.trim() === '';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!missing) onDone(reason.trim());
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{question.text}</Text>
        {question.suggestions && (
          <Group gap={6}>
            {question.suggestions.map((one) => (
              <Button key={one} size="compact-sm" variant="default" onClick={() => setReason(one)}>
                {one}
              </Button>
            ))}
          </Group>
        )}
        <Textarea
          label={question.label}
          required={question.required}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={tried && missing ? 'Escribe el motivo para continuar.' : undefined}
          autosize
          minRows={3}
          maxLength={1000}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onDone(null)}>
            Cancelar
          </Button>
          <Button type="submit" {...(question.danger && { color: 'red' })}>
            {question.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
