import type { PrecontractData } from '#contract/sales/purchase/pages.ts';
import type { PaperField } from '#contract/sales/purchase/rules.ts';
import type { FormState } from './formState.ts';

/** The documents of the documents step, in order. */
export const PAPERS_STEP = [
  'archivo_cedula',
  'archivo_cedula_reverso',
  'ficha',
  'talonario',
  'carta_trabajo',
  'recibo',
] as const satisfies readonly PaperField[];

/** Hints for a document that passes the review at once. */
export const HINTS: Partial<Record<PaperField, string>> = {
  archivo_cedula: 'Que se vean las cuatro esquinas, sin reflejos. También sirve tu pasaporte.',
  archivo_cedula_reverso: 'El lado de atrás, igual de claro.',
  ficha: 'Completa y que se lean la fecha y tu nombre.',
  talonario: 'El más reciente, completo.',
  carta_trabajo: 'Con firma y fecha de los últimos 30 días.',
  recibo: 'De luz o agua, de los últimos 60 días.',
  archivo_comprobante: 'Foto o captura de tu ACH, depósito o Yappy. Que se lean el monto y la fecha.',
  cedula_beneficiario: 'Su cédula por el frente.',
};

/** True for documents that are photographed with the card-shaped frame. */
export const isCard = (field: PaperField) =>
  field === 'archivo_cedula' || field === 'archivo_cedula_reverso' || field === 'cedula_beneficiario';

export interface AskedPaper {
  field: (typeof PAPERS_STEP)[number];
  label: string;
  required: boolean;
}

/**
 * The documents to show, with the labels of the chosen sector; those that the sector or the payment form does not
 * need come last. Without a sector: the documents that every sector needs, with their general labels.
 */
export function askedPapers(data: PrecontractData, fields: FormState['fields']): AskedPaper[] {
  const lists = data.checklists.filter(({ forma_pago }) => forma_pago === fields.forma_pago);
  const own = lists.find(({ sector }) => sector === fields.sector_trabajo);
  const asked = PAPERS_STEP.map((field): AskedPaper => {
    const found = (own ? [own] : lists).map(({ papers }) => papers.find((one) => one.field === field));
    const general = data.papers.find((slot) => slot.field === field)?.label ?? field;
    return {
      field,
      label: (own && found[0]?.label) || general,
      required: found.length > 0 && found.every((one) => one?.required === true),
    };
  });
  return [...asked.filter(({ required }) => required), ...asked.filter(({ required }) => !required)];
}

/** The required documents of the pre-contract. */
export const neededPapers = (data: PrecontractData, fields: FormState['fields']): PaperField[] =>
  askedPapers(data, fields).flatMap(({ field, required }) => (required ? [field] : []));
