import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { FormBody, type FormState } from './FormBody.tsx';

interface RecordFormProps<Values> extends FormState<Values> {
  /** A verb: "Guardar horario". */
  submitLabel: string;
  children: ReactNode;
  /** Beside the submit, to its left. */
  beside?: ReactNode;
  /** Puts the form away; asks first while there is unsaved work. Without it, there is no such button. */
  onCancel?: (() => void) | undefined;
}

/** A form within a page or a record's drawer. Leaving with unsaved changes asks, as in a FormDrawer. */
export function RecordForm<Values>({
  submitLabel,
  children,
  beside,
  onCancel,
  ...state
}: RecordFormProps<Values>) {
  const mayLeave = useUnsavedGuard(state.form.isDirty() && !state.loading);
  return (
    <FormBody
      {...state}
      foot={
        <Group justify="flex-end" gap="xs" mt="md">
          {beside}
          {onCancel && (
            <Button
              variant="default"
              disabled={state.loading}
              onClick={() => void mayLeave().then((may) => may && onCancel())}
            >
              Cancelar
            </Button>
          )}
          <Button type="submit" loading={state.loading}>
            {submitLabel}
          </Button>
        </Group>
      }
    >
      {children}
    </FormBody>
  );
}
