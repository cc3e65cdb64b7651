import { Button, Group, Text } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { useEffect } from 'react';
import { z } from 'zod';
import { LongTextField } from './form/fields.tsx';
import { FormBody } from './form/FormBody.tsx';
import { useFields } from './form/useFields.ts';

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
    const modalId = randomId();
    modals.open({
      modalId,
      title: question.title,
      withCloseButton: false,
      children: (
        <ReasonForm
          question={question}
          modalId={modalId}
          onDone={(reason) => {
            resolve(reason);
            modals.close(modalId);
          }}
        />
      ),
      onClose: () => resolve(null),
    });
  });
}

interface ReasonFormProps {
  question: ReasonQuestion;
  modalId: string;
  onDone: (reason: string | null) => void;
}

const reasonOf = (required: boolean) =>
  z.object({
    reason: z
      .string()
      .trim()
      .min(required ? 1 : 0, { error: 'Escribe el motivo para continuar.' })
      .max(1000),
  });

function ReasonForm({ question, modalId, onDone }: ReasonFormProps) {
  const form = useFields({ schema: reasonOf(question.required), initial: {} });
  // What is typed goes with Cancelar only, not with a slip beside the dialog.
  const typed = form.form.isDirty();
  useEffect(
    () => modals.updateModal({ modalId, closeOnEscape: !typed, closeOnClickOutside: !typed }),
    [modalId, typed],
  );
  return (
    <FormBody
      form={form.form}
      loading={false}
      submitError={null}
      onSubmit={({ reason }) => onDone(reason?.trim() ?? '')}
      foot={
        <Group justify="flex-end" gap="xs" mt="sm">
          <Button variant="default" onClick={() => onDone(null)}>
            Cancelar
          </Button>
          <Button type="submit" {...(question.danger && { color: 'red' })}>
            {question.confirm}
          </Button>
        </Group>
      }
    >
      <Text size="sm">{question.text}</Text>
      {question.suggestions && (
        <Group gap={6}>
          {question.suggestions.map((one) => (
            <Button
              key={one}
              size="compact-sm"
              variant="default"
              onClick={() => form.form.setFieldValue('reason', one)}
            >
              {one}
            </Button>
          ))}
        </Group>
      )}
      <LongTextField
        of={form}
        name="reason"
        label={question.label}
        minRows={3}
        maxLength={1000}
        data-autofocus
      />
    </FormBody>
  );
}
