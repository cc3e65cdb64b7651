import type { Machine } from '#contract/transitions.ts';

/** States of an envelope (sobre): a document with everybody who signs it. */
export const ENVELOPE = { open: 1, rejected: 2, expired: 3, voided: 4, signed: 5, sealed: 6 } as const;
export type EnvelopeState = (typeof ENVELOPE)[keyof typeof ENVELOPE];

export const ENVELOPE_LABELS: Readonly<Record<number, string>> = {
  1: 'Esperando firmas',
  2: 'Rechazado',
  3: 'Vencido',
  4: 'Anulado',
  5: 'Firmado',
  6: 'Sellado',
};

/** The verb with which each state is announced, for followers of `sobre`. */
export const ENVELOPE_VERBS = {
  1: 'abierto',
  2: 'rechazado',
  3: 'vencido',
  4: 'anulado',
  5: 'firmado',
  6: 'sellado',
} as const satisfies Record<EnvelopeState, string>;

/** States of one signer. */
export const SIGNER = { waiting: 1, asked: 2, toCertify: 3, signed: 4, rejected: 5 } as const;

export const SIGNER_LABELS: Readonly<Record<number, string>> = {
  1: 'Espera su turno',
  2: 'Le toca firmar',
  3: 'Por certificar',
  4: 'Firmó',
  5: 'No quiso firmar',
};

/** Who a signer is. */
export const SIGNER_ROLES = { comprador: 'Comprador', promotora: 'Promotora' } as const;
export type SignerRole = keyof typeof SIGNER_ROLES;

/** How a signature was made, as the evidence names it. */
export const SIGN_METHODS = {
  codigo: 'En línea, con un código enviado a su correo o celular',
  tableta: 'En una tableta de la oficina, con el código en su propio celular',
  documento: 'Con un PDF firmado con su certificado',
  mano: 'Con un PDF firmado a mano, que certificó un colega',
  tinta: 'En papel, con tinta; lo certificaron dos colegas',
} as const;
export type SignMethod = keyof typeof SIGN_METHODS;
export const SIGN_METHOD_NAMES = Object.keys(SIGN_METHODS) as [SignMethod, ...SignMethod[]];

/** Why somebody signs for a buyer: with a power (buyers abroad), or for a company. */
export const CAPACITIES = {
  apoderado: 'Apoderado de',
  representante_legal: 'Representante legal de',
} as const;

/** Hours after the link was sent at which a signer is reminded (domain.md §3, Notify). */
export const REMIND_HOURS = [24, 72] as const;
/** Hours after which a waiting signature becomes a task of the office. */
export const LATE_HOURS = 72;
/** Wrong codes after which a signer's link is closed. */
export const WRONG_CODES = 5;
/** Days that an envelope may wait for its signatures: the usual, and the most. */
export const ENVELOPE_DAYS = { usual: 15, most: 90 } as const;
export const SIGNERS_MOST = 12;

export interface EnvelopeFacts {
  /** A newer envelope of the same document exists. */
  replaced: boolean;
  /** The document belongs to no other record, whose own page would send it. */
  own: boolean;
}

/** What the office may do with an envelope; the rest happens by itself. */
export const envelopeMachine: Machine<EnvelopeFacts> = {
  entity: 'sobre',
  transitions: [
    {
      from: [ENVELOPE.open],
      to: ENVELOPE.voided,
      label: 'Anular el envío',
      permission: 'legal.anular',
      reason: 'required',
    },
    {
      from: [ENVELOPE.rejected],
      to: ENVELOPE.voided,
      label: 'Cerrar sin firmar',
      permission: 'legal.crear',
      reason: 'optional',
    },
  ],
};

/** Why an envelope cannot be sent again; null when it can. */
export const whyNotAgain = (stateId: number, { replaced, own }: EnvelopeFacts): string | null =>
  stateId === ENVELOPE.open
    ? 'Este documento todavía espera firmas: anula el envío antes de enviarlo otra vez.'
    : stateId === ENVELOPE.signed || stateId === ENVELOPE.sealed
      ? 'Este documento ya está firmado por todos.'
      : replaced
        ? 'Este documento ya se envió otra vez: mira el envío nuevo.'
        : own
          ? null
          : 'Este documento se envía otra vez desde su propia página.';

/**
 * What a closed envelope means for the signatures it already has, as a sentence; null when there is nothing to say.
 * `signed` of `all` had signed.
 */
export const signaturesLost = (stateId: number, signed: number, all: number): string | null =>
  signed === 0 || signed === all
    ? null
    : stateId === ENVELOPE.expired
      ? `Venció con ${signed} de ${all} firmas. Esas firmas no valen: al enviarlo otra vez, firman todos de nuevo.`
      : stateId === ENVELOPE.rejected || stateId === ENVELOPE.voided
        ? `Se cerró con ${signed} de ${all} firmas. Esas firmas no valen: al enviarlo otra vez, firman todos de nuevo.`
        : null;

/** The initials of a name for every page: "María de los Ángeles Díaz" is M.Á.D. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => !/^(de|del|la|las|los|y|da|dos)$/i.test(word))
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .filter((letter) => /\p{L}/u.test(letter))
    .slice(0, 5)
    .map((letter) => `${letter}.`)
    .join('');

/** A name for comparing what a signer typed with the name on the document: case, accents and spaces do not count. */
export const sameName = (typed: string, name: string): boolean => plain(typed) === plain(name);

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What happened to an envelope, as the office and the audit page read it. */
export const EVENT_LABELS: Readonly<Record<string, string>> = {
  enviado: 'Se envió a firmar',
  pedido: 'Se le envió el enlace',
  abierto: 'Abrió el documento',
  codigo: 'Se le envió un código',
  identificado: 'Confirmó quién es',
  bloqueado: 'Se cerró el enlace por códigos equivocados',
  entregado: 'Un colega tomó el enlace para entregarlo a mano',
  tableta: 'Se abrió en una tableta de la oficina',
  firmado: 'Firmó',
  rechazado: 'No quiso firmar',
  recordado: 'Se le recordó',
  papel: 'Llegó el documento firmado, por certificar',
  certificado: 'Se certificó el documento firmado',
  devuelto: 'Se devolvió el documento firmado',
  vencido: 'Venció sin todas las firmas',
  anulado: 'Se anuló el envío',
  completo: 'Firmaron todos',
  sellado: 'Se selló',
};
