import { POLICY } from './policy.ts';

/**
 * A text that a buyer accepts with a checkbox or signature. Never edited once someone may have accepted it: a change is
 * a new version.
 */
export interface ConsentText {
  version: string;
  text: string;
}

/** The texts in force (Ley 81 de 2019; Ley 24 de 2002; Ley 51 de 2008). */
export const CONSENT_TEXTS = {
  /** consentimiento_datos; the privacy page of the same version explains it. */
  datos: {
    version: POLICY.version,
    text: 'Acepto que mis datos personales se usen para atender mi compra, hacer mi contrato y tramitar mi hipoteca, como explica la página de privacidad. Puedo retirar este permiso cuando quiera.',
  },
  /** consentimiento_apc; separate and optional. */
  apc: {
    version: '2026-01',
    text: 'Autorizo que se consulte mi historial de crédito en la APC (Ley 24 de 2002) para precalificar mi hipoteca. Puedo retirar esta autorización cuando quiera.',
  },
  /** For booking a visit to a project. */
  visita: {
    version: '2026-11',
    text: 'Acepto que mis datos se usen para atender mi visita y escribirme sobre ella y sobre este proyecto, como explica la página de privacidad. Puedo retirar este permiso cuando quiera.',
  },
  /** Accepted by signing. */
  firma: {
    version: '2026-01',
    text: 'He leído este pre-contrato y lo acepto. Entiendo que esta firma electrónica me identifica y vale como mi firma (Ley 51 de 2008).',
  },
} as const satisfies Record<string, ConsentText>;

/** Consents stored on their own; the consent of a signature is part of its evidence. */
export const CONSENT_KINDS = ['datos', 'apc'] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];
