import type { Upload } from '#web/customer/lib/upload.ts';
import type { FormState } from './formState.ts';

/** The pre-contract form, one decision at a time. `fields`: what is checked before going on. */
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

/** Whether a fault is of a step's own fields: `grupo_familiar[0][cedula]` is of grupo_familiar. */
export const isOfStep = (field: string, id: StepId) => {
  const own: readonly string[] = STEPS.find((step) => step.id === id)?.fields ?? [];
  return own.includes(field.split('[')[0]!);
};

/** What a step needs to know of the files. */
export interface FormFiles {
  /** Every paper that the checklist requires has its file. */
  papersComplete: boolean;
  proof: boolean;
  signature: boolean;
}

/** The steps that need nothing more. Family is never required: it counts once somebody is in it. */
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

/** Where to begin: the first of the steps that the form cannot do without that is open; else the end. */
export function firstOpenStep(done: Record<StepId, boolean>): StepId {
  return (['datos', 'trabajo', 'papeles', 'pago'] as const).find((id) => !done[id]) ?? 'firma';
}

/** Of files on their way: those that would be left behind if the form were sent now. */
export const isStuck = ({ phase }: Upload) =>
  phase === 'paused' || phase === 'failed' || phase === 'interrupted';
