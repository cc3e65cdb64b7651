import { DAY_MS, endOfDay, HOUR_MS, panamaDay } from '#contract/dates.ts';
import { downPayment } from '#contract/money/payments/plan.ts';
import { planParts } from '#contract/sales/quotes/parts.ts';
import { addMonths } from '#contract/dates.ts';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { accountOf } from './frame.ts';
import { one } from './people.ts';
import { fileId, iso, type Telling, type ToldSale } from './telling.ts';

/** Of the price; without a bank all of it. */
const PERCENT = 5;
const WHOLE = 100;
const MONTHS = [0, 3, 3, 6];

/** The down payment plan of a sale whose promise was signed, with its installments and their payments. */
export function tellPlan(telling: Telling, sale: ToldSale): void {
  const { sheets, counters, random } = telling;
  const signed = sale.times[sale.way.indexOf(SALE.promiseSigned)];
  if (signed === undefined) return;
  const months = one(MONTHS, random);
  const percent = sale.cash ? WHOLE : PERCENT;
  const totalCents = downPayment(sale.cents, percent);
  const firstOn = addMonths(panamaDay(new Date(signed)), 1);
  const parts = planParts({ cents: totalCents - sale.separationCents, months, firstOn });
  const planId = (counters.plan += 1);
  const who = sale.adviser ?? telling.frame.coordinator;
  sheets.plans.add(planId, sale.id, totalCents, percent, sale.separationCents, months, firstOn, who, iso(signed)); // prettier-ignore
  const typeId = months === 0 ? PAYMENT_TYPE.downPayment : PAYMENT_TYPE.installment;
  for (const { part, dueOn, cents } of parts)
    tellInstallment(telling, sale, { typeId, planId, part, cents, dueAt: endOfDay(dueOn).getTime(), made: signed }); // prettier-ignore
}

interface Part {
  typeId: number;
  planId: number;
  part: number;
  cents: number;
  dueAt: number;
  made: number;
}

/** Future installments are pending. Of the due ones, most are paid, the latest are reported, and some are overdue. */
function stateOf({ random, now, course }: Telling, sale: ToldSale, dueAt: number): number {
  const ended = sale.state >= SALE.withdrawn;
  if (sale.state >= SALE.registered && !ended) return PAYMENT.confirmed;
  if (ended && dueAt > sale.times.at(-1)!) return PAYMENT.voided;
  if (dueAt > now) return PAYMENT.pending;
  if (random() < course.missed) return ended ? PAYMENT.voided : PAYMENT.overdue;
  return now - dueAt < 4 * DAY_MS ? PAYMENT.reported : PAYMENT.confirmed;
}

function tellInstallment(
  telling: Telling,
  sale: ToldSale,
  { typeId, planId, part, cents, dueAt, made }: Part,
): void {
  const { sheets, counters, frame, random, now } = telling;
  const id = (counters.payment += 1);
  const stateId = stateOf(telling, sale, dueAt);
  const confirmed = stateId === PAYMENT.confirmed;
  const reported = stateId === PAYMENT.reported;
  // What was due later was paid for the deed.
  const deed = sale.times[sale.way.indexOf(SALE.registered)] ?? now;
  const paidAt = Math.max(made, Math.min(dueAt, deed, now) - 2 * DAY_MS);
  const confirmedAt = Math.min(paidAt + 20 * HOUR_MS, now);
  let proof: string | null = null;
  if (reported) {
    const file = one(frame.proofs, random);
    proof = fileId(counters);
    sheets.files.add(proof, file.sha256, file.mime, file.size, file.name, 'pago', id, 'client', false, iso(paidAt)); // prettier-ignore
  }
  const bankId = confirmed ? 1 + (id % 5) : null;
  const day = panamaDay(new Date(confirmedAt));
  sheets.payments.add(
    id, sale.id, typeId, stateId, confirmed ? 4 : stateId === PAYMENT.pending ? 1 : 2, cents, iso(dueAt), confirmed || reported ? cents : null, proof,
    confirmed || reported ? iso(paidAt) : null, confirmed ? 1 : null, bankId, confirmed ? `TR${10_000_000 + id}` : null,
    confirmed ? day : null, confirmed ? cents : null, confirmed ? accountOf(frame, id) : null, confirmed ? frame.accountant : null, confirmed ? iso(confirmedAt) : null,
    confirmed ? (counters.receipt += 1) : null, planId, part, confirmed ? (sale.processor ?? frame.coordinator) : null,
    stateId === PAYMENT.voided ? iso(sale.times.at(-1)!) : null, iso(made),
  ); // prettier-ignore
  const way = confirmed ? [1, 2, 3, 4] : stateId === PAYMENT.pending ? [1] : [1, stateId];
  const ends = stateId === PAYMENT.overdue ? dueAt : stateId === PAYMENT.voided ? sale.times.at(-1)! : paidAt;
  way.forEach((to, at) => {
    const staff = confirmed && at > 0;
    const when = at === 0 ? made : to >= PAYMENT.verifying && confirmed ? confirmedAt : ends;
    const actor = at === 0 || staff ? 'staff' : stateId === PAYMENT.reported ? 'client' : 'system';
    sheets.changes.add('pago', id, way[at - 1] ?? null, to, actor, actor === 'staff' ? String(frame.accountant) : null, iso(when)); // prettier-ignore
  });
}

/** The bank's disbursement for a delivered house, confirmed by accounting. */
export function tellDisbursement(
  { sheets, counters, frame }: Telling,
  sale: ToldSale,
  { applicationId, bankId, cents, at }: { applicationId: number; bankId: number; cents: number; at: number },
): void {
  const id = (counters.payment += 1);
  const day = panamaDay(new Date(at));
  const who = sale.processor ?? frame.coordinator;
  const reference = `DS${10_000_000 + id}`;
  sheets.payments.add(
    id, sale.id, PAYMENT_TYPE.disbursement, PAYMENT.confirmed, 3, cents, null, cents, null, iso(at - HOUR_MS), 1, bankId, reference, day,
    cents, accountOf(frame, id), frame.accountant, iso(at), (counters.receipt += 1), null, null, who, null, iso(at - HOUR_MS),
  ); // prettier-ignore
  const way = [PAYMENT.reported, PAYMENT.verifying, PAYMENT.confirmed];
  way.forEach((to, step) =>
    sheets.changes.add('pago', id, way[step - 1] ?? null, to, 'staff', String(step ? frame.accountant : who), iso(at)),
  ); // prettier-ignore
  sheets.disbursements.add(
    (counters.disbursement += 1), applicationId, sale.id, panamaDay(new Date(at - 5 * DAY_MS)), who, day, cents, reference,
    frame.accountant, iso(at), id, iso(at - 5 * DAY_MS),
  ); // prettier-ignore
}
