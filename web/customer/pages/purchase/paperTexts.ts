import type { PaperSlot, PrecontractData } from '#contract/purchase/pages.ts';
import type { PaperField } from '#contract/purchase/rules.ts';
import type { FormState } from './formState.ts';

/** The papers of the form's fourth step, in their order. */
export const PAPERS_STEP = [
  'archivo_cedula',
  'archivo_cedula_reverso',
  'ficha',
  'talonario',
  'carta_trabajo',
  'recibo',
] as const satisfies readonly PaperField[];

/** What makes a paper good at the first try. */
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

/** Photographed through a frame in the shape of a card. */
export const isCard = (field: PaperField) =>
  field === 'archivo_cedula' || field === 'archivo_cedula_reverso' || field === 'cedula_beneficiario';

/** The checklist that follows from the radios; undefined before a sector is chosen. */
const checklistOf = ({ checklists }: PrecontractData, { sector_trabajo, forma_pago }: FormState['fields']) =>
  checklists.find((one) => one.sector === sector_trabajo && one.forma_pago === forma_pago)?.papers;

/** What the pre-contract's file needs, by field. */
export function neededPapers(data: PrecontractData, fields: FormState['fields']): PaperField[] {
  const list = checklistOf(data, fields) ?? data.papers;
  return list
    .filter(({ field, required }) => required && PAPERS_STEP.some((one) => one === field))
    .map(({ field }) => field);
}

export interface AskedPaper {
  field: (typeof PAPERS_STEP)[number];
  label: string;
  required: boolean;
}

/** The papers to show, called as the sector calls them; those that this sector or payment does without come last. */
export function askedPapers(data: PrecontractData, fields: FormState['fields']): AskedPaper[] {
  const list = checklistOf(data, fields);
  const slotOf = (field: PaperField): PaperSlot | undefined =>
    data.papers.find((slot) => slot.field === field && slot.position === 0);
  const asked = PAPERS_STEP.map((field): AskedPaper => {
    const own = list?.find((one) => one.field === field);
    const slot = slotOf(field);
    return {
      field,
      label: own?.label ?? slot?.label ?? field,
      required: list ? (own?.required ?? false) : (slot?.required ?? false),
    };
  });
  return [...asked.filter(({ required }) => required), ...asked.filter(({ required }) => !required)];
}
