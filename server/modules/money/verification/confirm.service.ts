import { eq } from 'drizzle-orm';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { inTransaction } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound, Refused } from '#server/kernel/errors.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { exactPairs } from '#server/modules/money/statements/matching.service.ts';
import { bankStatementLines } from '#server/modules/money/statements/statements.table.ts';
import { changePaymentState } from './review.service.ts';

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
        confirmWithLine(inside, { lineId: line_id, paymentId: payment_id }, found!.suggestion.score),
      );
      confirmed += 1;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      left.push({ line_id, payment_id, reason: error.details.errors?.[0]?.message ?? error.message });
    }
  }
  return { confirmed, left };
}

/**
 * Confirms a payment with the bank line shown next to it, whole or in part; a payment that is only reported is moved
 * to verifying first. All or nothing. Raises 404, 409 STALE, LINE_TAKEN or BANK_LINE_USED, 422 with the reason.
 */
export async function confirmWithLine(
  ctx: Context,
  { lineId, paymentId, version }: { lineId: number; paymentId: number; version?: number | undefined },
  score?: number,
): Promise<void> {
  const [payment] = await ctx.db
    .select({ stateId: payments.stateId, dueCents: payments.dueCents })
    .from(payments)
    .where(eq(payments.id, paymentId));
  const [line] = await ctx.db
    .select({ cents: bankStatementLines.cents })
    .from(bankStatementLines)
    .where(eq(bankStatementLines.id, lineId));
  if (!payment || !line) throw notFound();
  const reported = payment.stateId === PAYMENT.reported;
  if (reported) await changePaymentState(ctx, paymentId, { estado_id: PAYMENT.verifying, version });
  // changePaymentState locks both and checks the permissions again.
  const estado_id = line.cents < payment.dueCents ? PAYMENT.partial : PAYMENT.confirmed;
  const change = { estado_id, linea_id: lineId, ...(!reported && { version }) };
  await changePaymentState(ctx, paymentId, change, score);
}
