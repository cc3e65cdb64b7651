import { roundHalfUp } from '#contract/money.ts';
import type { Machine } from '#contract/transitions.ts';

export const ISSUED_STATE = { queued: 1, sent: 2, authorized: 3, rejected: 4, voided: 5 } as const;
const S = ISSUED_STATE;
export const ISSUED_STATES: Readonly<Record<number, string>> = {
  [S.queued]: 'Por enviar',
  [S.sent]: 'En trámite',
  [S.authorized]: 'Autorizada',
  [S.rejected]: 'Rechazada',
  [S.voided]: 'Anulada',
};

/** Kinds of document with their code of the DGI (iDoc of the ficha técnica). */
export const ISSUED_KINDS = { factura: 'Factura', nota_credito: 'Nota de crédito' } as const;
export type IssuedKind = keyof typeof ISSUED_KINDS;
export const ISSUED_KIND_NAMES = Object.keys(ISSUED_KINDS) as [IssuedKind, ...IssuedKind[]];
export const DOCUMENT_CODES: Readonly<Record<IssuedKind, string>> = { factura: '01', nota_credito: '04' };

/** Rates of ITBMS in basis points, with their code of the DGI (dTasaITBMS). */
export const ITBMS_CODES: Readonly<Record<number, string>> = { 0: '00', 700: '01', 1000: '02', 1500: '03' };
export const ITBMS_RATES: Readonly<Record<number, string>> = {
  0: 'Exento',
  700: '7 %',
  1000: '10 %',
  1500: '15 %',
};
export const itbmsOf = (cents: number, rate: number): number => roundHalfUp((cents * rate) / 10_000);

/** Who receives an invoice, with the DGI's code (iTipoRec). */
export const RECEIVERS = {
  ruc: 'Contribuyente con RUC',
  cedula: 'Consumidor final',
  pasaporte: 'Extranjero',
} as const;
export type ReceiverType = keyof typeof RECEIVERS;
export const RECEIVER_NAMES = Object.keys(RECEIVERS) as [ReceiverType, ...ReceiverType[]];
export const RECEIVER_CODES: Readonly<Record<ReceiverType, string>> = {
  ruc: '01',
  cedula: '02',
  pasaporte: '04',
};

/** What the DGI calls the sale of a house, and everything else (iTipoTranVenta). */
export const OPERATIONS = { bienes_raices: '3', servicio: '4' } as const;
export type Operation = keyof typeof OPERATIONS;

/**
 * Income that the books know and that must be invoiced, by kind of event: the words and the ITBMS of each of its amounts. A
 * transfer of real estate pays no ITBMS.
 */
export const INVOICED_EVENTS: Readonly<
  Record<
    string,
    { operation: Operation; amounts: Readonly<Record<string, { description: string; rate: number }>> }
  >
> = {
  'entrega.venta': {
    operation: 'bienes_raices',
    amounts: {
      precio: { description: 'Vivienda con su lote', rate: 0 },
      extras: { description: 'Mejoras y extras de la vivienda', rate: 0 },
    },
  },
  'devolucion.aprobada': {
    operation: 'servicio',
    amounts: { penalidad: { description: 'Penalidad por desistir de la compra', rate: 0 } },
  },
};

/** The number of a document within its point of emission: ten digits. */
export const documentDigits = (number: number): string => String(number).padStart(10, '0');
/** A document's number as people and the XML of others say it: 001-0000000042. */
export const issuedNumber = ({ point, number }: { point: string; number: number }): string =>
  `${point}-${documentDigits(number)}`;

export const NO_PROVIDER = 'Sin proveedor configurado';

export interface IssuedFacts {
  /** What the receiver lacks, as a sentence. */
  missing: string | null;
  /** A credit note waits for it. */
  ended: boolean;
}

/** Sent by the outbox, answered by the provider; what was rejected is corrected and sent again under its number. */
export const issuedMachine: Machine<IssuedFacts> = {
  entity: 'factura_emitida',
  transitions: [
    { from: [S.queued], to: S.sent, label: 'Enviar', permission: null },
    { from: [S.sent], to: S.authorized, label: 'Autorizar', permission: null },
    { from: [S.sent], to: S.rejected, label: 'Rechazar', permission: null },
    { from: [S.queued], to: S.voided, label: 'Anular', permission: null },
    {
      from: [S.rejected],
      to: S.queued,
      label: 'Enviar de nuevo',
      permission: 'contabilidad.crear',
      whyNot: ({ missing }) => missing,
    },
    {
      from: [S.rejected],
      to: S.voided,
      label: 'Anular',
      permission: 'contabilidad.anular',
      reason: 'required',
    },
  ],
};
