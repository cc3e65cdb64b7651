import type { FieldError } from '#contract/errors.ts';
import {
  familyErrors,
  fieldError,
  isEmptyRow,
  TEXT_FIELDS,
  type FamilyRow,
} from '#contract/sales/purchase/rules.ts';
import { MAX_FAMILY } from '#contract/sales/sale/values.ts';

/** The form as a draft stores it: as typed, under the wire's names (contract/sales/purchase/model.ts). */
export type Draft = Readonly<Record<string, unknown>>;

/** When a complete form without consents was stored. Without consents it is purged after some days (rulings 37). */
export const ASKED_AT = 'pedido_en';

export const typedOf = (draft: Draft, field: string): string => {
  const value = draft[field];
  return typeof value === 'string' ? value : '';
};

/** Family rows as sent, as a list or as an object keyed by number; omits empty rows. */
export function familySent(value: unknown): FamilyRow[] {
  const rows: unknown[] = Array.isArray(value)
    ? value
    : value && typeof value === 'object'
      ? Object.entries(value)
          .toSorted(([a], [b]) => Number(a) - Number(b))
          .map(([, row]): unknown => row)
      : [];
  return rows.map(rowOf).filter((row) => !isEmptyRow(row));
}

function rowOf(value: unknown): FamilyRow {
  const row: Draft = value && typeof value === 'object' ? (value as Draft) : {};
  return {
    nombre: typedOf(row, 'nombre'),
    cedula: typedOf(row, 'cedula'),
    parentesco: typedOf(row, 'parentesco'),
  };
}

export interface Lists {
  /** Setting cedula_max_asiento. */
  maxEntry: number;
  /** Labels of the offered kinships, by id. */
  kinships: ReadonlyMap<number, string>;
}

/** Whether a text is a kinship: its id, or its label in upper or lower case (rulings.md 24). */
const isKinship = (kinships: ReadonlyMap<number, string>, text: string) => {
  const said = text.trim().toLocaleLowerCase('es');
  return [...kinships].some(([id, label]) => said === String(id) || said === label.toLocaleLowerCase('es'));
};

/** Malformed values of a draft, each at its field as sent. Missing values are not errors. */
export function draftErrors(draft: Draft, { maxEntry, kinships }: Lists): FieldError[] {
  const errors: FieldError[] = [];
  for (const field of TEXT_FIELDS) {
    const rules = { documentType: typedOf(draft, 'tipo_documento'), maxEntry };
    const message = fieldError(field, typedOf(draft, field), rules);
    if (message) errors.push({ field, message });
  }
  const family = familySent(draft['grupo_familiar']);
  if (family.length > MAX_FAMILY)
    errors.push({ field: 'grupo_familiar', message: `Escribe como máximo ${MAX_FAMILY} familiares.` });
  for (const [at, row] of family.entries()) {
    const faults = familyErrors(row, maxEntry);
    if (!faults.parentesco && !isKinship(kinships, row.parentesco))
      faults.parentesco = 'Elige el parentesco de la lista.';
    for (const [column, message] of Object.entries(faults))
      errors.push({ field: `grupo_familiar[${at}][${column}]`, message });
  }
  return errors;
}

/** A lote_id from text; null if it is not a valid id. */
export const lotIdOf = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
