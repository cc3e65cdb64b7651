import type { Upload } from '#web/customer/lib/upload.ts';
import type { FormState } from './formState.ts';

/** The steps of the pre-contract form. `fields`: validated before the next step. */
export const STEPS = [
  {
    id: 'datos',
    label: 'Tus datos',
    fields: ['nombre', 'celular', 'email', 'consentimiento_datos', 'tipo_documento', 'cedula'],
  },
  { id: 'trabajo', label: 'Trabajo', fields: ['sector_trabajo', 'estatus_laboral', 'forma_pago'] },
  { id: 'familia', label: 'Familia', fields: ['grupo_familiar'] },
  { id: 'papeles', label: 'Documentos', fields: [] },
  { id: 'pago', label: 'Pago', fields: ['monto_pagado', 'archivo_comprobante'] },
  { id: 'firma', label: 'Firma y envío', fields: [] },
] as const satisfies readonly { id: string; label: string; fields: readonly string[] }[];
export type StepId = (typeof STEPS)[number]['id'];

export const stepHash = (id: StepId) => `paso-${id}`;

/** True if an error belongs to a step: `grupo_familiar[0][cedula]` belongs to grupo_familiar. */
export const isOfStep = (field: string, id: StepId) => {
  const own: readonly string[] = STEPS.find((step) => step.id === id)?.fields ?? [];
  return own.includes(field.split('[')[0]!);
};

/** Which files the form has. */
export interface FormFiles {
  /** Every required document has its file. */
  papersComplete: boolean;
  proof: boolean;
  signature: boolean;
}

/** The completed steps. Family is optional and counts once it has a row. */
export function doneSteps(state: FormState, files: FormFiles): Record<StepId, boolean> {
  const { fields, family, dataConsent } = state;
  return {
    datos: Boolean(fields.nombre && fields.celular && fields.cedula) && dataConsent,
    trabajo: fields.sector_trabajo !== '',
    familia: family.length > 0,
    papeles: files.papersComplete,
    pago: files.proof && fields.monto_pagado !== '',
    firma: files.signature,
  };
}

/** The first required step that is not complete; else the last step. */
export function firstOpenStep(done: Record<StepId, boolean>): StepId {
  return (['datos', 'trabajo', 'papeles', 'pago'] as const).find((id) => !done[id]) ?? 'firma';
}

/** True if a submit now would leave this upload behind. */
export const isStuck = ({ phase }: Upload) =>
  phase === 'paused' || phase === 'failed' || phase === 'interrupted';
