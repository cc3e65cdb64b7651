import type { FieldError } from '#contract/errors.ts';
import { fieldError } from '#contract/sales/purchase/rules.ts';
import { typed } from './typed.ts';

const EMPTY = {
  nombre: 'Escribe tu nombre.',
  celular: 'Escribe tu celular.',
  email: 'Escribe tu correo.',
} as const;
export type ContactField = keyof typeof EMPTY;
const FIELDS = Object.keys(EMPTY) as ContactField[];

/** The contact field with this name, or undefined. */
export const contactField = (name: string) => FIELDS.find((field) => field === name);

/** The error of one contact field (all are required), or null. */
export const contactFault = (field: ContactField, text: string) =>
  text.trim() === '' ? EMPTY[field] : fieldError(field, text);

/** The errors of name, phone and mail in a form. */
export const contactErrors = (form: FormData) =>
  FIELDS.flatMap((field): FieldError[] => {
    const message = contactFault(field, typed(form, field));
    return message ? [{ field, message }] : [];
  });
