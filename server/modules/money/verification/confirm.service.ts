import { and, asc, eq, inArray } from 'drizzle-orm';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { isOpen, isOwed, paysPrice, TWO_PEOPLE } from '#contract/money/payments/rules.ts';
import { sharesOf, type Share } from '#contract/money/reconciliation/ranking.ts';
import { inTransaction } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, notFound, Refused, transitionRefused } from '#server/kernel/errors.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { suspendExpiry } from '#server/modules/sales/claims/claims.service.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { SEPARATION } from '#server/modules/money/payments/locks.service.ts';
import { movePayment } from '#server/modules/money/payments/payments.service.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { exactPairs } from '#server/modules/money/statements/matching.service.ts';
import { splitLine } from '#server/modules/money/statements/parts.service.ts';
import { bankStatementLines } from '#server/modules/money/statements/statements.table.ts';
import { changePaymentState } from './review.service.ts';

type Due = typeof payments.$inferSelect;

export interface ChosenPair {
  line_id: number;
  payment_id: number;
  payment_version: number;
}
export interface Left {
  line_id: number;
  payment_id: number;
  reason: string;
}

/**
 * Confirms the selected pairs, each in its own step. A pair that no longer matches, or that the caller may not
 * confirm, stays unchanged and returns its reason.
 */
export async function confirmPairs(
  ctx: Context,
  pairs: readonly ChosenPair[],
): Promise<{ confirmed: number; left: Left[] }> {
  const exact = new Map(
    (await exactPairs(ctx)).map((one) => [`${one.line_id}-${one.suggestion.payment_id}`, one]),
  );
  const left: Left[] = [];
  let confirmed = 0;
  // A fixed order prevents deadlocks between two rounds.
  const ordered = pairs
    .map((pair) => ({ pair, found: exact.get(`${pair.line_id}-${pair.payment_id}`) }))
    .toSorted((a, b) => (a.found?.suggestion.sale.id ?? 0) - (b.found?.suggestion.sale.id ?? 0));
  for (const { pair, found } of ordered) {
    const { line_id, payment_id } = pair;
    const reason = !found
      ? 'Ya no coincide con una sola línea: revísalo aparte.'
      : (found.suggestion.disabled ??
        (found.suggestion.payment_version === pair.payment_version
          ? null
          : 'El pago cambió: míralo otra vez.'));
    if (reason) {
      left.push({ line_id, payment_id, reason });
      continue;
    }
    try {
      await inTransaction(ctx, (inside) =>
        assignLine(inside, { lineId: line_id, dues: [{ id: payment_id }] }, found!.suggestion.score),
      );
      confirmed += 1;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      left.push({ line_id, payment_id, reason: error.details.errors?.[0]?.message ?? error.message });
    }
  }
  return { confirmed, left };
}

/** A due that the caller saw, in the order in which the money pays it. */
export interface ChosenDue {
  id: number;
  version?: number | undefined;
}

/**
 * Gives a bank line to dues, in one transaction: all or nothing. Of one sale and one side, the price or other charges,
 * the first due gets the receipt, whole or in part, and its surplus pays the others and then the next dues. Dues of
 * several sales or of both sides share the line, and each share has its own receipt. A due that nobody reported, or
 * that is only reported, is moved to verifying first. Returns the payment with the first receipt. Raises 404, 409
 * STALE, LINE_TAKEN or BANK_LINE_USED, 422 with the reason.
 */
export async function assignLine(
  ctx: Context,
  { lineId, dues }: { lineId: number; dues: readonly ChosenDue[] },
  score?: number,
): Promise<number> {
  const chosen = await lockDues(ctx, dues);
  const [line] = await ctx.db
    .select({ cents: bankStatementLines.cents })
    .from(bankStatementLines)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatementLines.accountId))
    .where(and(eq(bankStatementLines.id, lineId), accountsInReach(ctx, 'pagos.aprobar')));
  if (!line) throw notFound();
  const reason = whyNotTogether(chosen, staffOf(ctx).userId);
  if (reason) throw transitionRefused(reason);
  const shares = sharesOf(
    line.cents,
    chosen.map((due) => ({ ...due, cents: due.dueCents, ofPrice: paysPrice(due.typeId) })),
  );
  if (shares.some((one) => !reaches(one)))
    throw transitionRefused('El depósito no alcanza para tantos cobros: quita alguno.');
  const parts =
    shares.length === 1 ? [lineId] : await splitLine(ctx, lineId, shares.map(({ cents }) => cents)); // prettier-ignore
  for (const [at, share] of shares.entries()) await settleShare(ctx, share, parts[at]!, score);
  return shares[0]!.dues[0]!.id;
}

/** Gives a line to the dues of one share. */
async function settleShare(ctx: Context, { dues, cents }: Share<Due>, lineId: number, score?: number) {
  const [first, ...others] = dues;
  const { id, stateId, dueCents } = first!;
  if (stateId === PAYMENT.reported) await changePaymentState(ctx, id, { estado_id: PAYMENT.verifying });
  if (isOpen(stateId)) await findInBank(ctx, first!);
  // changePaymentState checks the permission and locks the line.
  const change = { estado_id: cents < dueCents ? PAYMENT.partial : PAYMENT.confirmed, linea_id: lineId };
  await changePaymentState(ctx, id, change, { score, covers: others.map((one) => one.id) });
}

/** Locks the sales and then the chosen dues, in the order in which the money pays them: a separation first. */
async function lockDues(ctx: Context, dues: readonly ChosenDue[]): Promise<Due[]> {
  const ids = dues.map(({ id }) => id);
  const saleIds = await ctx.db
    .selectDistinct({ saleId: payments.saleId })
    .from(payments)
    .innerJoin(sales, eq(sales.id, payments.saleId))
    .where(and(inArray(payments.id, ids), salesInReach(ctx, 'pagos.aprobar')))
    .orderBy(asc(payments.saleId));
  for (const { saleId } of saleIds) await lockSale(ctx.db, saleId);
  const found = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.id, ids),
        inArray(
          payments.saleId,
          saleIds.map(({ saleId }) => saleId),
        ),
      ),
    )
    .orderBy(asc(payments.id))
    .for('no key update');
  const chosen = dues.map(({ id, version }) => {
    const due = found.find((one) => one.id === id);
    if (!due) throw notFound();
    if (version !== undefined && version !== due.version)
      throw conflict('STALE', undefined, { estado_id: due.stateId, version: due.version });
    return due;
  });
  return chosen.toSorted((a, b) => Number(b.typeId === SEPARATION) - Number(a.typeId === SEPARATION));
}

/** Why money cannot pay these dues together; null when it can. */
function whyNotTogether(chosen: readonly Due[], userId: number): string | null {
  if (new Set(chosen.map(({ id }) => id)).size < chosen.length) return 'Elige cada cobro una sola vez.';
  if (chosen.some(({ stateId }) => !isOwed(stateId)))
    return 'Uno de los cobros ya no se debe: elige de nuevo.';
  return chosen.some(({ enteredBy }) => enteredBy === userId) ? TWO_PEOPLE : null;
}

/** The share begins to pay each of its dues. */
const reaches = ({ dues, cents }: Share<Due>): boolean =>
  dues.slice(0, -1).reduce((sum, { dueCents }) => sum + dueCents, 0) < cents;

/** A deposit that nobody reported: the due is under verification, and the lot's clock stops as for a report. */
async function findInBank(ctx: Context, due: Due): Promise<void> {
  if (due.typeId === SEPARATION) await suspendExpiry(ctx, due.saleId);
  await movePayment(ctx, due, PAYMENT.verifying, {}, 'El depósito está en el extracto del banco');
}
