import { Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { applyServerErrors, labelsIn, type Form } from '#web/office/lib/formErrors.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { ErrorTable } from '../ErrorTable.tsx';
import { Meanwhile } from '../Meanwhile.tsx';

const INVALID = '[aria-invalid="true"]';
/** Codes of a 409: another user changed the record. */
const CHANGED = ['STALE', 'CONFLICT'];
const FIRST = 'input:not([type="hidden"]), select, textarea';

/** The state that a form container needs; `useRecordForm` returns it. */
export interface FormState<Values> {
  form: Form<Values>;
  onSubmit: (values: Values) => void;
  /** The submit is in progress: a spinner, and no second submit. */
  loading: boolean;
  /** The error of the last submit; null if there is none. */
  submitError: Error | null;
  /**
   * Fetches the record's current values and version. For a form with a version: after a conflict it shows what others
   * changed and keeps what the user typed.
   */
  reload?: (() => Promise<Values>) | undefined;
  /** The version that somebody else saved while there are unsaved changes here. */
  meanwhile?: number | undefined;
}

interface FormBodyProps<Values> extends FormState<Values> {
  children: ReactNode;
  /** The buttons. */
  foot: ReactNode;
}

/**
 * The `<form>` of every form container. Ctrl-Enter submits; the first invalid field gets the focus; server errors
 * appear at their fields, and errors without a field above the form.
 */
export function FormBody<Values>(props: FormBodyProps<Values>) {
  const { form, onSubmit, loading, submitError, reload, meanwhile, children, foot } = props;
  const [labels, setLabels] = useState<Record<string, string>>({});
  const body = useRef<HTMLFormElement>(null);
  const stale = submitError instanceof Refusal && CHANGED.includes(submitError.code);

  /** Waits for the next frame, when the error is in the DOM. */
  const focusInvalid = () =>
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(INVALID)?.focus());
  const place = useEffectEvent((error: Error) => {
    applyServerErrors(form, error);
    setLabels(labelsIn(body.current, error));
    focusInvalid();
  });
  useEffect(() => {
    if (submitError) place(submitError);
  }, [submitError]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl-Enter is beside the button
    <form
      ref={(form) => {
        body.current = form;
        // Initial focus of a drawer: a field that asks for it, else the first field, instead of the close button.
        if (!form?.querySelector('[data-autofocus]'))
          form?.querySelector(FIRST)?.setAttribute('data-autofocus', '');
      }}
      noValidate
      onKeyDown={(event) => {
        // Works in every field, also in a textarea.
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || loading) return;
        event.preventDefault();
        // A dialog over another form must not submit that form.
        event.stopPropagation();
        event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!loading) form.onSubmit(onSubmit, focusInvalid)(event);
      }}
    >
      <Stack gap="md">
        {reload && (stale || meanwhile !== undefined) ? (
          <Meanwhile
            key={`${submitError?.message} ${meanwhile}`}
            form={form}
            reload={reload}
            frame={body}
            refused={stale}
          />
        ) : (
          <ErrorTable error={submitError} labels={labels} />
        )}
        {children}
      </Stack>
      {foot}
    </form>
  );
}
