import { z } from 'zod';
import { CEDULA_ERROR, CEDULA_MAX_ENTRY, cedulaKey, formatCedula, parseCedula } from './cedula.ts';

/** `tipo_documento`: identity document of a buyer. */
export const DocumentType = z.enum(['cedula', 'pasaporte', 'ruc'], {
  error: 'Elige el tipo de documento: cédula, pasaporte o RUC.',
});
export type DocumentType = z.infer<typeof DocumentType>;

const PASSPORT_ERROR = 'Pasaporte inválido. Escribe de 5 a 15 letras y números, sin espacios ni guiones.';
const RUC_ERROR = 'RUC inválido. Ejemplos: 155612345-2-2015 DV 59, 8-712-4567 DV 12';

const MAX_LENGTH = 40;
const PASSPORT = /^[A-Z0-9]{5,15}$/i;
/** A company's number, optionally with its DV (dígito verificador). A person's RUC is the cédula, also with DV. */
const RUC_COMPANY = /^(\d{1,9})-(\d{1,4})-(\d{1,7})$/;
/** A person without cédula: province, NT, volume, entry. */
const RUC_NT = /^(\d{1,2})-?NT-(\d{1,4})-(\d{1,6})$/i;
const DV = /\s+DV\s*(\d{1,2})$/i;

/**
 * The number in stored form (upper case, one space before DV), or undefined when it is invalid for its type. `maxEntry`
 * is the setting cedula_max_asiento.
 */
export function readDocument(
  type: DocumentType,
  text: string,
  maxEntry = CEDULA_MAX_ENTRY,
): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  if (type === 'pasaporte') return PASSPORT.test(text) ? text.toUpperCase() : undefined;
  if (type === 'ruc') {
    const dv = DV.exec(text)?.[1];
    const number = rucNumber(text.replace(DV, ''), maxEntry);
    return number && (dv ? `${number} DV ${dv.padStart(2, '0')}` : number);
  }
  const parts = parseCedula(text, maxEntry);
  return parts && formatCedula(parts);
}

function rucNumber(text: string, maxEntry: number): string | undefined {
  if (RUC_COMPANY.test(text) || RUC_NT.test(text)) return text.toUpperCase();
  const person = parseCedula(text, maxEntry);
  return person && formatCedula(person);
}

/** Error message for a number that is invalid for its type. */
export const documentError = (type: DocumentType) =>
  ({ cedula: CEDULA_ERROR, pasaporte: PASSPORT_ERROR, ruc: RUC_ERROR })[type];

/**
 * Key to find duplicates: without leading zeros and DV. Accepts any text; an unreadable number is compared in upper
 * case.
 */
export function documentKey(type: DocumentType, text: string): string {
  const number = text.slice(0, MAX_LENGTH).trim().replace(DV, '');
  const parts = type === 'pasaporte' ? undefined : parseCedula(number, MAX_LENGTH);
  if (parts) return cedulaKey(parts);
  return type === 'pasaporte' ? number.toUpperCase() : number.toUpperCase().replace(/(^|-)0+(?=\d)/g, '$1');
}

/** A cédula field of a form: stored in upper case. */
export const cedulaField = (maxEntry = CEDULA_MAX_ENTRY) =>
  z.string().transform((text, ctx) => readDocument('cedula', text, maxEntry) ?? refuse(ctx, CEDULA_ERROR));

const refuse = (ctx: z.RefinementCtx, message: string) => {
  ctx.addIssue({ code: 'custom', message });
  return z.NEVER;
};
