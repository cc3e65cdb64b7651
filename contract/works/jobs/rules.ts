import { bpOf, itemCents, shares } from '#contract/works/contracts/allocation.ts';

/** states_jobs (domain.md §2). */
export const JOB_STATE = {
  pending: 1,
  programmed: 2,
  running: 3,
  reported: 4,
  inspecting: 5,
  toCorrect: 6,
  approved: 7,
  inAccount: 8,
  paid: 9,
  suspended: 10,
  voided: 11,
} as const;

/** 100 %, in basis points. */
export const WHOLE_BP = 10_000;

/** What is approved of a job, in centavos: by percent, or by the quantity of an item. The database computes the same. */
export const certifiedOf = (job: {
  amountCents: number;
  approvedBp: number;
  priceCents: number | null;
  approvedQuantity: number | null;
}): number =>
  job.priceCents === null
    ? bpOf(job.amountCents, job.approvedBp)
    : itemCents(job.approvedQuantity ?? 0, job.priceCents);

/** Basis points of an item by its quantity, rounded down: only the whole quantity is 100 %. */
export const bpOfQuantity = (done: number, quantity: number): number =>
  quantity === 0 ? WHOLE_BP : Math.floor((Math.round(done * 1000) * WHOLE_BP) / Math.round(quantity * 1000));

export interface Movable {
  amountCents: number;
  weightBp: number;
  approvedBp: number;
  /** In the accounts that stand: more than what is approved after a fall. */
  billedCents: number;
}

/**
 * The amounts of a house's jobs after its amount changes by `delta` centavos. Jobs with approved or billed progress keep
 * theirs, so that what is certified and what the accounts took never change: more is spread by weight over the others, less is taken from their amounts. Null:
 * the others cannot take the change.
 */
export function moveAmounts(jobs: readonly Movable[], delta: number): number[] | null {
  const free = jobs.map(({ approvedBp, billedCents }) => approvedBp === 0 && billedCents === 0);
  const room = jobs.reduce((sum, { amountCents }, at) => sum + (free[at] ? amountCents : 0), 0);
  if (!free.includes(true) || room + delta < 0) return null;
  const weights = jobs
    .filter((_, at) => free[at])
    .map(({ amountCents, weightBp }) => (delta < 0 ? amountCents : weightBp));
  const moves = shares(Math.abs(delta), weights).map((part) => part * Math.sign(delta));
  let next = 0;
  return jobs.map(({ amountCents }, at) => (free[at] ? amountCents + moves[next++]! : amountCents));
}
