import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormBody, type FormState } from '#web/office/ui/form/FormBody.tsx';

interface CardFormProps<Values> extends FormState<Values> {
  submitLabel: string;
  children: ReactNode;
  /** Shown below the submit button. */
  below?: ReactNode;
}

/** The form of a page before sign-in. Leaving it does not ask for confirmation, because no work can be lost. */
export function CardForm<Values>({ submitLabel, children, below, ...state }: CardFormProps<Values>) {
  return (
    <FormBody
      {...state}
      foot={
        <>
          <Button type="submit" loading={state.loading} fullWidth mt="md">
            {submitLabel}
          </Button>
          {below}
        </>
      }
    >
      {children}
    </FormBody>
  );
}
