import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { formatMoney } from '#contract/money.ts';
import { splitBy } from '#contract/money/ledger/allocations.ts';
import { BANK_WAY, DEPOSIT_STATE as S } from '#contract/money/onlineDeposits/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound, transitionRefused } from '#server/kernel/errors.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { setLinesAside } from '#server/modules/money/statements/aside.service.ts';
import { chosenLine } from '#server/modules/money/statements/bankLine.service.ts';
import { bankStatementLines } from '#server/modules/money/statements/statements.table.ts';
import { changePaymentState } from '#server/modules/money/verification/review.service.ts';
import { ENTITY } from './news.service.ts';
import { onlineDeposits } from './onlineDeposits.table.ts';

/** No provider keeps more than this share. */
const MOST_FEE = 0.1;

/** Open lines with money that a provider may have paid out, the newest first. */
export const settlementLines = (ctx: Context) =>
  ctx.db
    .select({
      id: bankStatementLines.id,
      day: bankStatementLines.postedOn,
      text: bankStatementLines.description,
      cents: bankStatementLines.cents,
      account: bankAccounts.name,
    })
    .from(bankStatementLines)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatementLines.accountId))
    .where(
      and(
        eq(bankStatementLines.state, 'open'),
        sql`${bankStatementLines.cents} > 0`,
        accountsInReach(ctx, 'pagos.aprobar'),
      ),
    )
    .orderBy(desc(bankStatementLines.postedOn), desc(bankStatementLines.id))
    .limit(200);

/**
 * Settles paid deposits with the line of a statement: each payment is confirmed with its whole amount, the line is set aside as
 * their sum, and what is missing is the provider's commission. All or nothing. Raises 404, 409 LINE_TAKEN, 422.
 */
export async function settleDeposits(
  ctx: Context,
  { line_id, deposit_ids }: { line_id: number; deposit_ids: readonly number[] },
): Promise<{ settled: number; fee_centavos: number }> {
  const ids = [...new Set(deposit_ids)];
  const mine = await ctx.db
    .select({ id: onlineDeposits.id, saleId: onlineDeposits.saleId })
    .from(onlineDeposits)
    .innerJoin(sales, eq(sales.id, onlineDeposits.saleId))
    .where(and(inArray(onlineDeposits.id, ids), salesInReach(ctx, 'pagos.aprobar')));
  if (mine.length < ids.length) throw notFound();
  for (const saleId of [...new Set(mine.map((one) => one.saleId))].toSorted((a, b) => a - b))
    await lockSale(ctx.db, saleId);
  const deposits = await ctx.db
    .select()
    .from(onlineDeposits)
    .where(inArray(onlineDeposits.id, ids))
    .orderBy(asc(onlineDeposits.id))
    .for('no key update');
  if (deposits.some(({ stateId, lineId }) => stateId !== S.paid || lineId !== null))
    throw transitionRefused('Uno de los pagos ya se liquidó o no está pagado: elige de nuevo.');
  const line = await chosenLine(ctx, line_id);
  const gross = deposits.reduce((sum, { cents }) => sum + cents, 0);
  const fee = gross - line.bankCents;
  if (fee < 0 || fee > gross * MOST_FEE)
    throw transitionRefused(
      `Los pagos suman ${formatMoney(gross)} y la línea dice ${formatMoney(line.bankCents)}: la diferencia no es una comisión.`,
    );
  const fees = splitBy(
    fee,
    deposits.map(({ cents }) => cents),
  );
  for (const [at, one] of deposits.entries()) {
    await changePaymentState(ctx, one.paymentId, {
      estado_id: PAYMENT.confirmed,
      banco_id: line.bankId,
      referencia: one.reference,
      fecha: line.bankDate,
      monto: one.cents,
      tipo: BANK_WAY[one.way],
    });
    await ctx.db
      .update(onlineDeposits)
      .set({ lineId: line_id, settledOn: line.bankDate, feeCents: fees[at]!, version: one.version + 1 })
      .where(eq(onlineDeposits.id, one.id));
    await announce(ctx, { record: ENTITY, id: one.id, verb: 'liquidar', of: ['precontrato', one.saleId] });
    await audit(ctx, 'liquidar', ENTITY, one.id, { line: line_id, fee: fees[at] });
  }
  const motivo = `Liquidación de ${deposits.length === 1 ? 'un pago en línea' : `${deposits.length} pagos en línea`}, comisión ${formatMoney(fee)}`;
  const aside = await setLinesAside(ctx, { lineas: [line_id], motivo });
  if (aside.done !== 1) throw transitionRefused('No puedes apartar esa línea del extracto.');
  return { settled: deposits.length, fee_centavos: fee };
}
