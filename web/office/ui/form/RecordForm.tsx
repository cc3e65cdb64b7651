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
}

/** A form within a page. Leaving with unsaved changes asks, as in a drawer. */
export function RecordForm<Values>({ submitLabel, children, beside, ...state }: RecordFormProps<Values>) {
  useUnsavedGuard(state.form.isDirty() && !state.loading);
  return (
    <FormBody
      {...state}
      foot={
        <Group justify="flex-end" gap="xs" mt="md">
          {beside}
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
