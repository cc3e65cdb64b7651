import type { Machine } from '#contract/transitions.ts';

/** States of a seal. */
export const SEAL = { waiting: 1, sealed: 2, failed: 3 } as const;

export const SEAL_LABELS: Readonly<Record<number, string>> = {
  1: 'Por sellar',
  2: 'Sellado',
  3: 'Falló',
};

/** The job seals and fails; a colleague only asks for one more try. */
export const sealMachine: Machine<null> = {
  entity: 'sello',
  transitions: [
    { from: [SEAL.waiting], to: SEAL.sealed, label: 'Sellar', permission: null },
    { from: [SEAL.waiting], to: SEAL.failed, label: 'Marcar como fallido', permission: null },
    { from: [SEAL.failed], to: SEAL.waiting, label: 'Sellar otra vez', permission: 'legal.editar' },
  ],
};

/**
 * Why a document is not sealed yet. `waits`: the job tries again by itself until it can; the others need somebody.
 * (Nothing leaves unsealed: issue 14, "Shows".)
 */
export const SEAL_FAULTS = {
  CERTIFICATE_MISSING: {
    waits: true,
    text: 'No se puede leer el certificado de la empresa. Revisa SEAL_P12, o SEAL_CERT y SEAL_KEY.',
  },
  CERTIFICATE_EXPIRED: {
    waits: true,
    text: 'El certificado de la empresa no está vigente. Hay que renovarlo.',
  },
  CERTIFICATE_REVOKED: {
    waits: true,
    text: 'El certificado de la empresa fue revocado por su emisor. Hay que reemplazarlo.',
  },
  REVOCATION_AWAY: {
    waits: true,
    text: 'El emisor del certificado no responde si sigue vigente. Se intenta otra vez solo.',
  },
  TSA_AWAY: {
    waits: true,
    text: 'El servicio de sellos de tiempo no responde. Se intenta otra vez solo.',
  },
  TSA_WRONG: {
    waits: true,
    text: 'El servicio de sellos de tiempo respondió algo que no corresponde a este documento.',
  },
  DOCUMENT_REFUSED: {
    waits: false,
    text: 'El PDF firmado no se puede sellar.',
  },
  FAULT: { waits: false, text: 'Algo falló al sellar. Si se repite, avisa a quien cuida el sistema.' },
} as const;
export type SealFault = keyof typeof SEAL_FAULTS;

/** Levels of a PAdES signature: B no time of others, T with a time stamp, LT with chain and revocation inside. */
export const SEAL_LEVELS = { 'B-B': 'B', 'B-T': 'B-T', 'B-LT': 'B-LT' } as const;
export type SealLevel = keyof typeof SEAL_LEVELS;

/** How a signer signed, as it is printed. Unknown words are printed as they are. */
export const SIGNING_METHODS: Readonly<Record<string, string>> = {
  codigo: 'En línea, con un código de un solo uso',
  documento: 'Subió el documento firmado por su cuenta',
  tableta: 'En la tableta de la oficina, con un código en su propio celular',
  tinta: 'A mano, en papel; dos personas de la empresa certifican el escaneo',
};
