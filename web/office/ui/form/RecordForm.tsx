import { Button, Group } from '@mantine/core';
import { use, type ReactNode } from 'react';
import { DraftContext, LATER } from '#web/office/lib/outbox/draftContext.ts';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { FormBody, type FormState } from './FormBody.tsx';

interface RecordFormProps<Values> extends FormState<Values> {
  /** A verb: "Guardar horario". */
  submitLabel: string;
  children: ReactNode;
  /** Another button of the page or the drawer is the main one. */
  quiet?: boolean;
  /** Content to the left of the submit button. */
  beside?: ReactNode;
  /** Closes the form; asks first if there are unsaved changes. Without it there is no cancel button. */
  onCancel?: (() => void) | undefined;
}

/** A form in a page or in a record's drawer. Leaving with unsaved changes asks first, as in a FormDrawer. */
export function RecordForm<Values>({
  submitLabel,
  quiet = false,
  children,
  beside,
  onCancel,
  ...state
}: RecordFormProps<Values>) {
  const drafted = use(DraftContext) !== null;
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
              {drafted ? LATER : 'Cancelar'}
            </Button>
          )}
          <Button type="submit" loading={state.loading} {...(quiet && { variant: 'default' })}>
            {submitLabel}
          </Button>
        </Group>
      }
    >
      {children}
    </FormBody>
  );
}
