/** Rules of the pre-contract form: pure and without zod, so that phone and server share them. */
import { CEDULA_MAX_ENTRY, CEDULA_ERROR, formatCedula, parseCedula } from '#contract/cedula.ts';
import { documentError, readDocument, type DocumentType } from '#contract/identity.ts';
import { parseMoney } from '#contract/money.ts';
import { nameFault } from '#contract/names.ts';
import { EMPLOYMENT, PAYMENT_FORMS, SECTORS } from '#contract/sales/sale/values.ts';
import { normalizePhone, PHONE_ERROR } from '#contract/phone.ts';

/** Spec §9: maximum number of beneficiaries' identity documents. */
export const MAX_BENEFICIARIES = 5;

/**
 * Spec §5 and §9: the browser resizes images of these types to fit the square and renames them; others stay unchanged.
 */
export const RESIZED_TYPES = ['image/png', 'image/x-png', 'image/jpeg', 'image/pjpeg'] as const;
export const PICTURE_EDGE = 1000;
/** 0-1 for canvas.toBlob: quality 100. */
export const PICTURE_QUALITY = 1;
export const RANDOM_NAME_LENGTH = 10;

export const DOCUMENT_TYPES = ['cedula', 'pasaporte', 'ruc'] as const;

/** Whether employment statuses are offered for a sector; otherwise all are disabled and unchecked (spec §2.1). */
export const offersEmployment = (sector: string | null | undefined) =>
  sector !== 'Independiente' && sector !== 'Jubilado';

/** Upload fields of the form (spec §2.1, §3), in page order. */
export const PAPER_FIELDS = [
  'archivo_cedula',
  'archivo_cedula_reverso',
  'ficha',
  'talonario',
  'carta_trabajo',
  'recibo',
  'archivo_comprobante',
  'cedula_beneficiario',
  'archivo_firma',
] as const;
export type PaperField = (typeof PAPER_FIELDS)[number];

/** Text fields of the form; the server stores each one separately. */
export const TEXT_FIELDS = [
  'nombre',
  'email',
  'celular',
  'tipo_documento',
  'cedula',
  'sector_trabajo',
  'estatus_laboral',
  'forma_pago',
  'origen',
  'numero_camp',
  'monto_pagado',
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/**
 * Stored without the data consent: name, telephone, mail, and data about the sale instead of the person (rulings.md
 * 17).
 */
export const NEEDS_NO_CONSENT: readonly string[] = [
  'nombre',
  'email',
  'celular',
  'origen',
  'numero_camp',
  'forma_pago',
  'lote_id',
  'consentimiento_datos',
  'consentimiento_apc',
];

export interface FamilyRow {
  nombre: string;
  cedula: string;
  /** Id or label of a kinship. */
  parentesco: string;
}

export interface FieldRules {
  /** Decides the format of `cedula`. */
  documentType?: string | null | undefined;
  /** Setting cedula_max_asiento. */
  maxEntry?: number | undefined;
}

const ONE_LINE = /^\P{Cc}*$/u;
const EMAIL = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+\.[^\s@<>"(),:;[\]\\.]{2,}$/;
const LENGTHS: Partial<Record<TextField, number>> = { nombre: 120, email: 120, origen: 40, numero_camp: 40 };
const oneOf = (list: readonly string[], text: string, sentence: string) =>
  list.includes(text) ? null : sentence;

/** Error message of a malformed field; null when valid or empty: `missingFields` reports missing values. */
export function fieldError(field: TextField, typed: string, rules: FieldRules = {}): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const most = LENGTHS[field] ?? 60;
  if (text.length > most) return `Escribe como máximo ${most} caracteres.`;
  if (!ONE_LINE.test(text)) return 'Escribe una sola línea de texto.';
  switch (field) {
    case 'nombre':
      return /\p{L}/u.test(text) ? nameFault(text) : 'Escribe tu nombre con letras.';
    case 'email':
      return EMAIL.test(text) ? null : 'Escribe un correo válido, por ejemplo ana@correo.com.';
    case 'celular':
      return normalizePhone(text) ? null : PHONE_ERROR;
    case 'tipo_documento':
      return oneOf(DOCUMENT_TYPES, text, 'Elige el tipo de documento: cédula, pasaporte o RUC.');
    case 'cedula':
      return documentNumberError(typed, rules);
    case 'sector_trabajo':
      return oneOf(SECTORS, text, 'Elige el sector: Público, Privado, Independiente o Jubilado.');
    case 'estatus_laboral':
      return oneOf(EMPLOYMENT, text, 'Elige el estatus laboral de la lista.');
    case 'forma_pago':
      return oneOf(PAYMENT_FORMS, text, 'Elige hipoteca o contado.');
    case 'monto_pagado':
      return amountError(text);
    default:
      return null;
  }
}

/** The buyer's document number in the format of its type; not trimmed (domain.md §5). */
function documentNumberError(text: string, { documentType, maxEntry }: FieldRules): string | null {
  const type: DocumentType = documentType === 'pasaporte' || documentType === 'ruc' ? documentType : 'cedula';
  return readDocument(type, text, maxEntry) === undefined ? documentError(type) : null;
}

function amountError(text: string): string | null {
  const read = parseMoney(text);
  if ('error' in read) return read.error;
  return read.cents > 0 ? null : 'Escribe un monto mayor que cero.';
}

/** Errors of one family row by column. An empty row is skipped. */
export function familyErrors(
  row: FamilyRow,
  maxEntry = CEDULA_MAX_ENTRY,
): Partial<Record<keyof FamilyRow, string>> {
  if (isEmptyRow(row)) return {};
  const name = row.nombre.trim();
  const errors: Partial<Record<keyof FamilyRow, string>> = {};
  if (name === '') errors.nombre = 'Escribe el nombre.';
  else if (name.length > 120 || !ONE_LINE.test(name)) errors.nombre = 'Escribe como máximo 120 caracteres.';
  else {
    const fault = nameFault(name);
    if (fault) errors.nombre = fault;
  }
  if (row.cedula !== '' && parseCedula(row.cedula, maxEntry) === undefined) errors.cedula = CEDULA_ERROR;
  if (row.parentesco.trim() === '') errors.parentesco = 'Elige el parentesco.';
  else if (row.parentesco.length > 80) errors.parentesco = 'Elige el parentesco de la lista.';
  return errors;
}

export const isEmptyRow = ({ nombre, cedula, parentesco }: FamilyRow) =>
  `${nombre}${cedula}${parentesco}`.trim() === '';

/** A family member's cédula in stored form. */
export const familyCedula = (text: string, maxEntry = CEDULA_MAX_ENTRY) => {
  const parts = parseCedula(text, maxEntry);
  return parts ? formatCedula(parts) : null;
};

export interface Missing {
  /** The form field to focus. */
  field: string;
  /** As in "Falta: tu nombre". */
  label: string;
}

/** What the form needs before the pre-contract can be received (rulings.md 18). */
export function missingFields(form: {
  nombre?: string | null | undefined;
  celular?: string | null | undefined;
  cedula?: string | null | undefined;
  dataConsent: boolean;
  /** The sale has a model. */
  hasModel: boolean;
}): Missing[] {
  const missing: Missing[] = [];
  if (!form.hasModel) missing.push({ field: 'lote_id', label: 'el modelo o el lote de tu casa' });
  if (!form.nombre) missing.push({ field: 'nombre', label: 'tu nombre' });
  if (!form.celular) missing.push({ field: 'celular', label: 'tu celular' });
  if (!form.dataConsent)
    missing.push({ field: 'consentimiento_datos', label: 'tu permiso para usar tus datos' });
  if (!form.cedula) missing.push({ field: 'cedula', label: 'tu cédula, pasaporte o RUC' });
  return missing;
}

/** Proof and amount of a payment belong together (rulings.md 21): the missing field, with its message. */
export function paymentPairError(has: { proof: boolean; amount: boolean }): Missing | null {
  if (has.proof && !has.amount) return { field: 'monto_pagado', label: 'Escribe el monto que pagaste.' };
  if (has.amount && !has.proof)
    return { field: 'archivo_comprobante', label: 'Adjunta el comprobante de ese pago.' };
  return null;
}
