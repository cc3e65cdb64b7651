import type { ConsentText } from '#contract/sales/consents/consents.ts';

/** What every signer of a document accepts. Never edited once somebody may have accepted it: a change is a new version. */
export const SIGN_CONSENT: ConsentText = {
  version: '2026-11',
  text: 'He leído este documento y lo acepto. Entiendo que esta firma electrónica me identifica y vale como mi firma (Ley 51 de 2008).',
};
