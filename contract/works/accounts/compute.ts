import { bpOf } from '#contract/works/contracts/allocation.ts';

/** What the money of a progress account depends on; rates in basis points, as they are on its day. */
export interface AccountTerms {
  /** The contract with its addenda, without ITBMS. */
  contractCents: number;
  advanceBp: number;
  advanceCents: number;
  retentionBp: number;
  itbmsBp: number;
  /** The part of the ITBMS that the payer withholds; 0 where the payer is no agent of the DGI. */
  withholdingBp: number;
}

/** Sums over the contract's accounts that stand. */
export interface AccountsBefore {
  billedCents: number;
  amortisedCents: number;
  retainedCents: number;
}

export interface AccountMoney {
  grossCents: number;
  amortisedCents: number;
  retainedCents: number;
  itbmsCents: number;
  withheldCents: number;
  deductionsCents: number;
  netCents: number;
}

const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);

/**
 * The money of a progress account (cuenta de obra, domain.md §4.6), in centavos, each amount rounded half up.
 * Amortisation and retention are the difference to what they should be to date, so that their rounding never adds up.
 * The account that completes the contract amortises the rest of the advance, as far as it reaches.
 */
export function computeAccount(
  lineCents: readonly number[],
  terms: AccountTerms,
  before: AccountsBefore,
  deductionCents: readonly number[] = [],
): AccountMoney {
  const grossCents = sum(lineCents);
  const billed = before.billedCents + grossCents;
  const retainedCents = within(bpOf(billed, terms.retentionBp) - before.retainedCents, grossCents);
  const due =
    billed >= terms.contractCents
      ? terms.advanceCents
      : Math.min(terms.advanceCents, bpOf(billed, terms.advanceBp));
  const amortisedCents = within(due - before.amortisedCents, grossCents - retainedCents);
  const itbmsCents = bpOf(grossCents, terms.itbmsBp);
  const withheldCents = bpOf(itbmsCents, terms.withholdingBp);
  const deductionsCents = sum(deductionCents);
  return {
    grossCents,
    amortisedCents,
    retainedCents,
    itbmsCents,
    withheldCents,
    deductionsCents,
    netCents: grossCents - amortisedCents - retainedCents + itbmsCents - withheldCents - deductionsCents,
  };
}

const within = (cents: number, most: number) => Math.max(0, Math.min(cents, most));

/** Why lines make no account; null when they do. A fall of what was approved waits for more than itself. */
export function whyNotBill(lineCents: readonly number[]): string | null {
  if (lineCents.every((cents) => cents === 0)) return 'No hay nada aprobado que no esté ya en una cuenta.';
  return sum(lineCents) <= 0
    ? 'Lo aprobado bajó más de lo que subió: se descontará de la próxima cuenta que lo cubra.'
    : null;
}

/** How far a contract was received: half of the retention returns at the provisional reception, the rest at the final. */
export type Reception = 'ninguna' | 'provisional' | 'final';

/** The most that may be returned of a retention now, in centavos. `takenCents`: charged to it, for instance repairs. */
export function returnable(
  {
    retainedCents,
    returnedCents,
    takenCents,
  }: Record<'retainedCents' | 'returnedCents' | 'takenCents', number>,
  reception: Reception,
): number {
  const held = retainedCents - returnedCents - takenCents;
  if (reception === 'ninguna') return 0;
  if (reception === 'final') return Math.max(0, held);
  return within(Math.floor(retainedCents / 2) - returnedCents, held);
}
