import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { withoutAccents } from '#contract/accents.ts';
import type { Machine } from '#contract/transitions.ts';

/** States of the reconciliation of a bank account's month. One whose reopening was asked for still stands. */
export const RECONCILIATION_STATE = {
  draft: 1,
  finished: 2,
  reviewed: 3,
  asked: 4,
  reopened: 5,
  voided: 6,
} as const;
export const RECONCILIATION_STATES: Readonly<Record<number, string>> = {
  1: 'En curso',
  2: 'Por revisar',
  3: 'Revisada',
  4: 'Reapertura pedida',
  5: 'Reabierta',
  6: 'Anulada',
};
const S = RECONCILIATION_STATE;
export type ReconciliationState = (typeof S)[keyof typeof S];
/** Those that are worked on: their lists follow the books and the bank. */
export const OPEN_STATES = [S.draft, S.reopened] as const;
/** Those whose frozen copy counts. */
export const STANDING_STATES = [S.finished, S.reviewed, S.asked] as const;
export const isOpenState = (stateId: number) => OPEN_STATES.some((one) => one === stateId);

/** A payment or deposit that the bank has not seen for longer than this needs an explanation. */
export const STALE_DAYS = 60;
/** A cheque is paid within six months of its date. */
export const STALE_CHEQUE_DAYS = 180;

export interface ReconciliationFacts {
  /** Why it cannot be finished; null: everything is explained to the cent. */
  missing: string | null;
  finishedByCaller: boolean;
  askedByCaller: boolean;
  /** A later month of the account stands on this one, as text. */
  later: string | null;
  /** A later month of the account was begun. */
  begun: boolean;
  /** It is the point from which the account is reconciled in Llave. */
  imported: boolean;
}

const standsOn = ({ later }: ReconciliationFacts) =>
  later === null ? null : `${later} empieza donde esta termina: reábrela primero.`;

/** Finished by one, reviewed by another; reopened by two, the last month first. */
export const reconciliationMachine: Machine<ReconciliationFacts> = {
  entity: 'conciliacion',
  transitions: [
    {
      from: OPEN_STATES,
      to: S.finished,
      label: 'Terminar',
      permission: 'contabilidad.crear',
      whyNot: ({ missing }) => missing,
    },
    {
      from: [S.finished],
      to: S.reviewed,
      label: 'Aprobar la revisión',
      permission: 'contabilidad.aprobar',
      whyNot: ({ finishedByCaller }) =>
        finishedByCaller ? 'Quien la terminó no puede revisarla: pídelo a otra persona.' : null,
    },
    {
      from: [S.finished],
      to: S.reopened,
      label: 'Devolver',
      permission: 'contabilidad.aprobar',
      reason: 'required',
      whyNot: (facts) =>
        facts.imported
          ? 'El punto de partida no se devuelve: anúlalo y regístralo de nuevo.'
          : standsOn(facts),
    },
    {
      from: [S.reviewed],
      to: S.asked,
      label: 'Pedir que se reabra',
      permission: 'contabilidad.crear',
      reason: 'required',
      whyNot: (facts) =>
        facts.imported ? 'El punto de partida no se reabre: anúlalo y regístralo de nuevo.' : standsOn(facts),
    },
    {
      from: [S.asked],
      to: S.reopened,
      label: 'Reabrir',
      permission: 'contabilidad.aprobar',
      whyNot: (facts) =>
        facts.askedByCaller ? 'Quien lo pidió no puede reabrirla: pídelo a otra persona.' : standsOn(facts),
    },
    {
      from: [S.asked],
      to: S.reviewed,
      label: 'Dejarla revisada',
      permission: 'contabilidad.aprobar',
    },
    {
      from: [S.finished, S.reviewed],
      to: S.voided,
      label: 'Anular',
      permission: 'contabilidad.anular',
      reason: 'required',
      whyNot: ({ imported, begun }) =>
        !imported
          ? 'Una conciliación se reabre, no se anula.'
          : begun
            ? 'Ya hay conciliaciones que empiezan en este punto.'
            : null,
    },
  ],
};

/** Why a line stands on one side only. */
export const EXPLANATIONS = {
  por_registrar: 'Falta registrarla en los libros',
  en_reclamo: 'Error del banco, en reclamo',
  en_transito: 'En tránsito: el banco aún no la muestra',
  por_corregir: 'Se corrige con un comprobante del mes siguiente',
  otro: 'Otro',
} as const;
export type Explanation = keyof typeof EXPLANATIONS;
export const EXPLANATION_NAMES = Object.keys(EXPLANATIONS) as [Explanation, ...Explanation[]];

/** Adjustments that are a voucher: the account of its other side. */
export const VOUCHER_ADJUSTMENTS = {
  cargo: { title: 'Cargo del banco', account: ACCOUNT.bankFees },
  interes_pagado: { title: 'Interés cobrado por el banco', account: ACCOUNT.interest },
  interes_ganado: { title: 'Interés ganado', account: ACCOUNT.otherIncome },
} as const;
export type VoucherAdjustment = keyof typeof VOUCHER_ADJUSTMENTS;
export const isVoucherAdjustment = (kind: string): kind is VoucherAdjustment => kind in VOUCHER_ADJUSTMENTS;

/** Adjustments by what the records themselves tell the books. */
export const ADJUSTMENTS = {
  cargo: VOUCHER_ADJUSTMENTS.cargo.title,
  interes_pagado: VOUCHER_ADJUSTMENTS.interes_pagado.title,
  interes_ganado: VOUCHER_ADJUSTMENTS.interes_ganado.title,
  pago_devuelto: 'Pago a un proveedor que el banco devolvió',
  cobro_devuelto: 'Cheque o ACH de un cliente que el banco devolvió',
} as const;
export type Adjustment = keyof typeof ADJUSTMENTS;
export const ADJUSTMENT_NAMES = Object.keys(ADJUSTMENTS) as [Adjustment, ...Adjustment[]];

const INTEREST = /INTERES|INTEREST/;
/** The voucher that a line of the bank asks for, by its sign and words. */
export const adjustmentOf = (cents: number, words: string): VoucherAdjustment | null => {
  const interest = INTEREST.test(withoutAccents(words).toUpperCase());
  if (cents > 0) return interest ? 'interes_ganado' : null;
  return interest ? 'interes_pagado' : 'cargo';
};

/** What an open line of the books is, until the bank shows it. */
export const transitOf = (cents: number, cheque: boolean): string =>
  cheque ? 'Cheque en tránsito' : cents > 0 ? 'Depósito en tránsito' : 'Pago en tránsito';

/** The parts of the equation between bank and books, in centavos. */
export interface Equation {
  closing: number;
  /** Open lines of the bank: what the books do not have. */
  bankOpen: number;
  /** Open lines of the books: what the bank does not have. */
  bookOpen: number;
  book: number;
}
/** What is not explained: zero when bank, books and open lines agree to the cent. */
export const unexplained = ({ closing, bankOpen, bookOpen, book }: Equation): number =>
  closing - bankOpen + bookOpen - book;
