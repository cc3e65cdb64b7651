import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormBody, type FormState } from '#web/office/ui/form/FormBody.tsx';

interface CardFormProps<Values> extends FormState<Values> {
  submitLabel: string;
  children: ReactNode;
  /** Below the submit. */
  below?: ReactNode;
}

/** The form of a card before the office: leaving it asks nothing, as nothing in it is work. */
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
