import { Button, Group, Text } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { useEffect, type ReactNode } from 'react';
import { z } from 'zod';
import { LongTextField } from './form/fields.tsx';
import { FormBody } from './form/FormBody.tsx';
import { useFields } from './form/useFields.ts';

interface Question {
  title: string;
  text: string;
  /** Label of the confirm button: a verb ("Anular venta"). */
  confirm: string;
  /** Destructive, or cannot be undone. */
  danger?: boolean;
}

/** Asks for confirmation. Resolves to false if the dialog closes in any other way. */
export function askConfirm({ title, text, confirm, danger = false }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm, cancel: 'Cancelar' },
      // So that the initial focus is on Cancelar.
      withCloseButton: false,
      confirmProps: danger ? { color: 'red' } : {},
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}

interface ReasonQuestion extends Omit<Question, 'text'> {
  text: ReactNode;
  /** Label of the field: "Motivo", "Comentario". */
  label: string;
  /** false: the text may be empty. */
  required: boolean;
  /** Suggested texts; one click takes one. */
  suggestions?: readonly string[];
}

/** Asks for a reason. Resolves to null if the user cancels, else to the text (may be empty if not required). */
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
  // Only Cancelar discards a typed text, not Escape or a click outside.
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
      <Text size="sm" component="div">
        {question.text}
      </Text>
      {question.suggestions && question.suggestions.length > 0 && (
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
