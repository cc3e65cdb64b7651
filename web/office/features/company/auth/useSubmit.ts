import { useRef, useState } from 'react';
import { applyServerErrors, type Form } from '#web/office/lib/formErrors.ts';

interface Submit<Values> {
  sending: boolean;
  /** What the last submit raised; null when it went well or has not been. */
  refused: Error | null;
  onSubmit: (values: Values) => void;
}

/** The submit of a form outside the office's frame: one at a time, its refusal at the fields. */
export function useSubmit<Values>(
  form: Pick<Form<Values>, 'setErrors'>,
  send: (values: Values) => Promise<unknown>,
): Submit<Values> {
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<Error | null>(null);
  const busy = useRef(false);
  const submit = async (values: Values) => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setRefused(null);
    try {
      await send(values);
    } catch (error) {
      applyServerErrors(form, error);
      setRefused(error as Error);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };
  return { sending, refused, onSubmit: (values) => void submit(values) };
}
