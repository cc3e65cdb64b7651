import { Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { applyServerErrors, labelsIn, type Form } from '#web/office/lib/formErrors.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { ErrorTable } from '../ErrorTable.tsx';
import { Meanwhile } from '../Meanwhile.tsx';

const INVALID = '[aria-invalid="true"]';
/** Codes of a 409 that says that somebody else changed the record. */
const CHANGED = ['STALE', 'CONFLICT'];
const FIRST = 'input:not([type="hidden"]), select, textarea';

/** What every frame needs of its form; `useRecordForm` answers it whole. */
export interface FormState<Values> {
  form: Form<Values>;
  onSubmit: (values: Values) => void;
  /** The submit is under way: a spinner, and it cannot be pressed twice. */
  loading: boolean;
  /** What the last submit raised; null when it went well or has not been. */
  submitError: Error | null;
  /**
   * The record's values as they are now, fetched anew (and its version with it): where the form keeps a version, a change
   * made meanwhile is shown, and what one typed is kept.
   */
  reload?: (() => Promise<Values>) | undefined;
}

interface FormBodyProps<Values> extends FormState<Values> {
  children: ReactNode;
  /** The buttons. */
  foot: ReactNode;
}

/**
 * The `<form>` of every frame. Ctrl-Enter sends; the first refused field has the focus; the server's answer lands on its field, and
 * what belongs to no field stands above.
 */
export function FormBody<Values>(props: FormBodyProps<Values>) {
  const { form, onSubmit, loading, submitError, reload, children, foot } = props;
  const [labels, setLabels] = useState<Record<string, string>>({});
  const body = useRef<HTMLFormElement>(null);
  const stale = submitError instanceof Refusal && CHANGED.includes(submitError.code);

  /** After the error is drawn. */
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
        // Where a drawer's focus trap begins, instead of its close button: a field that asks for it, else the first.
        if (!form?.querySelector('[data-autofocus]'))
          form?.querySelector(FIRST)?.setAttribute('data-autofocus', '');
      }}
      noValidate
      onKeyDown={(event) => {
        // From anywhere in the form, also from a text of several lines.
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || loading) return;
        event.preventDefault();
        // In a dialog over another form it is not the other's.
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
        {stale && reload ? (
          <Meanwhile key={submitError?.message} form={form} reload={reload} frame={body} />
        ) : (
          <ErrorTable error={submitError} labels={labels} />
        )}
        {children}
      </Stack>
      {foot}
    </form>
  );
}
