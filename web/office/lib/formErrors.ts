import '#contract/zodSpanish.ts';

import type { FormEvent, ReactNode } from 'react';
import type { z } from 'zod';
import { Refusal } from './refusal.ts';

/** The part of Mantine's useForm that the kit uses; every form made with it fits. */
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

/** Path of a field as forms name it, from the name as it was sent: `grupo_familiar[0][cedula]` → `grupo_familiar.0.cedula`. */
export const pathOf = (name: string) =>
  name.replace(/\[(\w*)\]/g, (_, key: string) => (key ? `.${key}` : ''));

/** Labels as the form shows them, by the name of the field as it was sent; what stands nowhere in the form is left out. */
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

/** Puts each sentence of a 422 at its field. Several for one field stand together. */
export function applyServerErrors(form: Pick<Form<unknown>, 'setErrors'>, error: unknown): void {
  if (!(error instanceof Refusal)) return;
  const errors: Record<string, string> = {};
  for (const { field, message } of error.fields) {
    const path = pathOf(field);
    errors[path] = errors[path] ? `${errors[path]} ${message}` : message;
  }
  if (Object.keys(errors).length > 0) form.setErrors(errors);
}

/** Checks of a form from the schema that the server uses too, so that both say the same sentence. */
export const zodErrors =
  <Values>(schema: z.ZodType) =>
  (values: Values): Record<string, string> => {
    const read = schema.safeParse(values);
    if (read.success) return {};
    const errors: Record<string, string> = {};
    for (const issue of read.error.issues) errors[issue.path.join('.')] ??= issue.message;
    return errors;
  };
