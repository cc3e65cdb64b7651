import '#contract/zodSpanish.ts';

import type { FormEvent, ReactNode } from 'react';
import type { z } from 'zod';
import { Refusal } from './refusal.ts';

/** The part of Mantine's useForm that the kit uses. */
export interface Form<Values> {
  setErrors: (errors: Record<string, ReactNode>) => void;
  isDirty: () => boolean;
  reset: () => void;
  getValues: () => Values;
  getInitialValues: () => Values;
  setInitialValues: (values: Values) => void;
  setValues: (values: Values) => void;
  onSubmit: (
    onValid: (values: Values) => void,
    onInvalid?: () => void,
  ) => (event?: FormEvent<HTMLFormElement>) => void;
}

/** The form path of a field from its request name: `grupo_familiar[0][cedula]` → `grupo_familiar.0.cedula`. */
export const pathOf = (name: string) =>
  name.replace(/\[(\w*)\]/g, (_, key: string) => (key ? `.${key}` : ''));

/** The form's labels, by the request name of each field in the error. Skips fields that the form does not show. */
export function labelsIn(form: HTMLElement | null, error: unknown): Record<string, string> {
  if (!form || !(error instanceof Refusal)) return {};
  const found: [string, string][] = [];
  for (const { field } of error.fields) {
    // Mantine's getInputProps marks each control with its path.
    const control = form.querySelector(`[data-path="${CSS.escape(pathOf(field))}"]`);
    const label = control?.id ? form.querySelector(`label[for="${CSS.escape(control.id)}"]`) : null;
    const text = (label?.textContent ?? control?.getAttribute('aria-label') ?? '')
      .replace(/\s*\*\s*$/, '')
      .trim();
    if (text) found.push([field, text]);
  }
  return Object.fromEntries(found);
}

/** Shows each message of a 422 at its field. Joins several messages of one field. */
export function applyServerErrors(form: Pick<Form<unknown>, 'setErrors'>, error: unknown): void {
  if (!(error instanceof Refusal)) return;
  const errors: Record<string, string> = {};
  for (const { field, message } of error.fields) {
    const path = pathOf(field);
    errors[path] = errors[path] ? `${errors[path]} ${message}` : message;
  }
  if (Object.keys(errors).length > 0) form.setErrors(errors);
}

/** Validates a form with the schema that the server uses too, so both give the same messages. */
export const zodErrors =
  <Values>(schema: z.ZodType) =>
  (values: Values): Record<string, string> => {
    const read = schema.safeParse(values);
    if (read.success) return {};
    const errors: Record<string, string> = {};
    for (const issue of read.error.issues) errors[issue.path.join('.')] ??= issue.message;
    return errors;
  };
