import type { FieldError } from '#contract/errors.ts';
import {
  familyErrors,
  fieldError,
  missingFields,
  paymentPairError,
  TEXT_FIELDS,
  type FieldRules,
} from '#contract/sales/purchase/rules.ts';
import type { FormState } from './formState.ts';

/** Messages for missing required fields (rulings.md 18). */
const MISSING: Record<string, string> = {
  nombre: 'Escribe tu nombre.',
  celular: 'Escribe tu celular.',
  cedula: 'Escribe el número de tu documento.',
  consentimiento_datos: 'Marca la casilla para permitir el uso de tus datos.',
  lote_id: 'Elige tu lote.',
};

export interface FormFacts {
  hasModel: boolean;
  /** The proof of payment is attached or uploading. */
  proof: boolean;
  /** The setting cedula_max_asiento. */
  maxEntry: number;
}

const rulesOf = ({ fields }: FormState, { maxEntry }: Pick<FormFacts, 'maxEntry'>): FieldRules => ({
  documentType: fields.tipo_documento,
  maxEntry,
});

/** All errors that prevent the submit, in the order of the page. */
export function checkForm(state: FormState, facts: FormFacts): FieldError[] {
  const { fields, family, dataConsent } = state;
  const missing = missingFields({ ...fields, dataConsent, hasModel: facts.hasModel }).map(
    ({ field }): FieldError => ({ field, message: MISSING[field] ?? 'Falta este dato.' }),
  );
  const malformed = TEXT_FIELDS.flatMap((field): FieldError[] => {
    const message = fieldError(field, fields[field], rulesOf(state, facts));
    return message ? [{ field, message }] : [];
  });
  const rows = family.flatMap((row, at) =>
    Object.entries(familyErrors(row, facts.maxEntry)).map(([column, message]): FieldError => ({
      field: `grupo_familiar[${at}][${column}]`,
      message,
    })),
  );
  const pair = paymentPairError({ proof: facts.proof, amount: fields.monto_pagado.trim() !== '' });
  return [...missing, ...malformed, ...rows, ...(pair ? [{ field: pair.field, message: pair.label }] : [])];
}
