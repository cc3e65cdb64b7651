import { and, eq, inArray, sql } from 'drizzle-orm';
import { accountingAccounts, ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import type { AdjustForm } from '#contract/money/bankReconciliations/model.ts';
import {
  ADJUSTMENTS,
  adjustmentOf,
  isVoucherAdjustment,
  VOUCHER_ADJUSTMENTS,
  type Adjustment,
  type VoucherAdjustment,
} from '#contract/money/bankReconciliations/rules.ts';
import { VOUCHER_STATE, type VoucherLine } from '#contract/money/ledger/vouchers.ts';
import { showDay } from '#contract/dates.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { row as firstRow, rows } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { openDay } from '#server/modules/money/ledger/posting.service.ts';
import { changeVoucherState, createVoucher } from '#server/modules/money/ledger/vouchers.service.ts';
import { returnLine } from '#server/modules/money/paymentBatches/returned.service.ts';
import { reversePayment } from '#server/modules/money/payments/reversal.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { lockOpen, RECORD, touched } from './bankReconciliations.service.ts';
import { setAside } from './matches.service.ts';
import { bankReconciliationAdjustments } from './bankReconciliations.table.ts';
import { returnable, toReverse } from './records.queries.ts';
import { sheetOf, type Row, type SheetLine } from './worksheet.service.ts';

export type Offer = { kind: Adjustment; label: string; of: number | null };

/** What one tap enters for each open line of the bank: by its sign and words, and by what the bank may have returned. */
export async function offersFor(
  ctx: Context,
  row: Row,
  open: readonly SheetLine[],
): Promise<Map<string, Offer[]>> {
  const incoming = open.filter(({ cents }) => cents > 0);
  const payments = await returnable(ctx.db, row.accountId, [...new Set(incoming.map(({ cents }) => cents))]);
  const receipts = await toReverse(
    ctx.db,
    open.filter(({ key }) => key.startsWith('l')).map(({ key }) => Number(key.slice(1))),
  );
  return new Map(
    open.map((line) => {
      const kind = adjustmentOf(line.cents, line.description);
      const back: Offer[] = payments
        .filter(({ cents, paidOn }) => cents === line.cents && paidOn <= line.day)
        .slice(0, 3)
        .map(({ id, label }) => ({ kind: 'pago_devuelto', label: `Volvió el pago a ${label}`, of: id }));
      const reversed: Offer[] = receipts
        .filter(({ lineId }) => `l${lineId}` === line.key)
        .map(({ paymentId, label }) => ({
          kind: 'cobro_devuelto',
          label: `Reversar el ${label}`,
          of: paymentId,
        }));
      const voucher: Offer[] =
        kind && line.status !== 'proposed' && back.length + reversed.length === 0
          ? [{ kind, label: `Registrar como ${VOUCHER_ADJUSTMENTS[kind].title.toLowerCase()}`, of: null }]
          : [];
      return [line.key, [...reversed, ...back, ...voucher]];
    }),
  );
}

/**
 * Enters into the books what a line of the bank brings: a voucher that another person approves, or what the record of the
 * returned money does. Raises 404, 403, 409 LINE_TAKEN, 422.
 */
export async function adjustLine(ctx: Context, id: number, form: AdjustForm): Promise<void> {
  const row = await lockOpen(ctx, id);
  const sheet = await sheetOf(ctx, row);
  const line = sheet.list.find(({ key }) => key === `l${form.line_id}`);
  if (!line) throw notFound();
  if ((line.group !== null && !line.waits) || line.adjustment !== null)
    throw conflict('LINE_TAKEN', 'Esa línea ya está conciliada o ajustada. Actualiza la página.');
  await endVoided(ctx, form.line_id);
  const made = isVoucherAdjustment(form.kind)
    ? { voucherId: await voucherFor(ctx, row, line, form.kind, form.account_id) }
    : await recordFor(ctx, row, line, form);
  await ctx.db.insert(bankReconciliationAdjustments).values({
    reconciliationId: id,
    statementLineId: form.line_id,
    kind: form.kind,
    ...made,
    madeBy: staffOf(ctx).userId,
    madeAt: ctx.now,
  });
  if (line.waits || line.cents > 0) await setAside(ctx, [line.key], ADJUSTMENTS[form.kind]);
  await touched(ctx, row);
  await audit(ctx, 'ajustar', RECORD, id, { line: form.line_id, kind: form.kind });
}

/** An adjustment whose voucher was voided is no adjustment any more. */
const endVoided = (ctx: Context, lineId: number) =>
  ctx.db
    .update(bankReconciliationAdjustments)
    .set({ ended: true })
    .where(
      and(
        eq(bankReconciliationAdjustments.statementLineId, lineId),
        inArray(
          bankReconciliationAdjustments.voucherId,
          sql`(select id from vouchers where state_id = ${VOUCHER_STATE.voided})`,
        ),
      ),
    );

/** The company whose books have the account: the one with its last entry, or the promotora of its projects. */
async function bookOf(ctx: Context, accountId: number): Promise<number> {
  const found = await firstRow<{ id: number | null }>(
    ctx.db,
    sql`select coalesce(
        (select book_id from journal_lines where bank_account_id = ${accountId} order by day desc, id desc limit 1),
        (select min(p.promoter_id) from project_bank_accounts a join projects p on p.id = a.project_id where a.account_id = ${accountId})) id`,
  );
  if (!found?.id)
    throw transitionRefused(
      'Ninguna empresa usa todavía esta cuenta en sus libros: escribe el comprobante en Comprobantes.',
    );
  return found.id;
}

async function voucherFor(
  ctx: Context,
  row: Row,
  line: SheetLine,
  kind: VoucherAdjustment,
  other: number | null,
): Promise<number> {
  if (line.cents > 0 !== (kind === 'interes_ganado'))
    throw invalid([{ field: 'kind', message: 'Ese ajuste es para dinero en el otro sentido.' }]);
  const account = other ?? VOUCHER_ADJUSTMENTS[kind].account;
  if (!(await isOffered(ctx.db, accountingAccounts, account)))
    throw invalid([{ field: 'account_id', message: 'Elige la cuenta contable.' }]);
  const [bank] = await ctx.db.select().from(bankAccounts).where(eq(bankAccounts.id, row.accountId));
  const bookId = await bookOf(ctx, row.accountId);
  const side = (account_id: number, cents: number, bank_account_id: number | null): VoucherLine => ({
    account_id,
    debit_centavos: cents > 0 ? cents : null,
    credit_centavos: cents < 0 ? -cents : null,
    project_id: null,
    lot_id: null,
    partner_id: null,
    bank_account_id,
    note: line.reference.slice(0, 200) || null,
  });
  const day = await openDay(ctx.db, bookId, line.day);
  const words = `${VOUCHER_ADJUSTMENTS[kind].title}: ${line.description}`;
  const id = await createVoucher(ctx, {
    book_id: bookId,
    kind: 'comprobante',
    day,
    // The month of the bank's day may be closed: the entry says both days.
    description: (day === line.day ? words : `${words} (del ${showDay(line.day)})`).slice(0, 200),
    lines: [
      side(bank!.accountingAccountId ?? ACCOUNT.operatingBanks, line.cents, row.accountId),
      side(account, -line.cents, null),
    ],
  });
  await changeVoucherState(ctx, id, { estado_id: VOUCHER_STATE.sent });
  return id;
}

/** What the records do with returned money: the books follow them. */
async function recordFor(ctx: Context, row: Row, line: SheetLine, form: AdjustForm) {
  const offer = (await offersFor(ctx, row, [line]))
    .get(line.key)
    ?.find(({ kind, of }) => kind === form.kind && of === form.of);
  if (!offer || form.of === null)
    throw invalid([
      { field: 'of', message: 'Ese movimiento no es el que el banco devolvió. Actualiza la página.' },
    ]);
  const reason = `${line.description} ${line.reference}`.trim().slice(0, 280);
  if (form.kind === 'cobro_devuelto') {
    await reversePayment(ctx, form.of, { motivo: `El banco lo devolvió: ${reason}` });
    return { sourceRecord: 'pago', sourceId: form.of };
  }
  const [paid] = await rows<{ batchId: number }>(
    ctx.db,
    sql`select batch_id "batchId" from payment_batch_lines where id = ${form.of}`,
  );
  await returnLine(ctx, paid!.batchId, form.of, { returned_on: line.day, reason });
  return { sourceRecord: 'pago_proveedor', sourceId: form.of };
}
