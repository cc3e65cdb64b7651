import type { PERIOD_STATE } from './rules.ts';

/** What made an entry: a record, or a voucher that people typed. */
export const ENTRY_KINDS = {
  registro: 'De un registro',
  comprobante: 'Comprobante de diario',
  apertura: 'Apertura',
  cierre: 'Cierre del año',
  reparto: 'Reparto de costos',
} as const;
export type EntryKind = keyof typeof ENTRY_KINDS;

export type PeriodState = (typeof PERIOD_STATE)[keyof typeof PERIOD_STATE];

export type VoucherKind = Exclude<EntryKind, 'registro'>;

/** How a pool of costs reaches the houses. */
export const ALLOCATION_BASES = {
  area: 'Por área',
  precio: 'Por precio',
  igual: 'En partes iguales',
} as const;
export type AllocationBasis = keyof typeof ALLOCATION_BASES;
