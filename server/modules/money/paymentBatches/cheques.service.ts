import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { amountInWords } from '#contract/amountInWords.ts';
import { dayText, panamaDay } from '#contract/dates.ts';
import { moneyText } from '#contract/money.ts';
import { BATCH_STATE as S } from '#contract/money/paymentBatches/rules.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { composePdf } from '#server/kernel/pdf/compose.ts';
import type { Paper } from '#server/kernel/pdf/paper.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { GREY, letterPage } from '#server/modules/company/settings/letterhead.service.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { batchesInReach } from './batches.scope.ts';
import { chequeSeries, paymentBatches, paymentBatchLines } from './paymentBatches.table.ts';

/** Gives the next numbers of an account's cheques to lines. Raises 422 without a series, or when it ends. */
export async function giveCheques(
  ctx: Context,
  bankAccountId: number,
  lineIds: readonly number[],
): Promise<void> {
  const [series] = await ctx.db
    .select()
    .from(chequeSeries)
    .where(eq(chequeSeries.bankAccountId, bankAccountId))
    .for('no key update');
  if (!series)
    throw transitionRefused('Esta cuenta no tiene chequera: escribe sus números en Pagos, Chequeras.');
  const left = series.lastNumber - series.nextNumber + 1;
  if (left < lineIds.length)
    throw transitionRefused(`En la chequera quedan ${left} cheques y el lote necesita ${lineIds.length}.`);
  try {
    for (const [at, id] of lineIds.entries())
      await ctx.db
        .update(paymentBatchLines)
        .set({ chequeNumber: series.nextNumber + at })
        .where(eq(paymentBatchLines.id, id));
  } catch (error) {
    if (violatedConstraint(error) !== 'payment_batch_lines_cheque') throw error;
    throw conflict('CHEQUE_USED', 'Un número de esa chequera ya se usó: revisa sus números.');
  }
  await ctx.db
    .update(chequeSeries)
    .set({ nextNumber: series.nextNumber + lineIds.length, version: series.version + 1 })
    .where(eq(chequeSeries.bankAccountId, bankAccountId));
}

/** The cheque series of the bank accounts within reach. */
export async function listOfSeries(ctx: Context) {
  const found = await ctx.db
    .select({ id: bankAccounts.id, name: bankAccounts.name, series: chequeSeries })
    .from(bankAccounts)
    .leftJoin(chequeSeries, eq(chequeSeries.bankAccountId, bankAccounts.id))
    .where(and(accountsInReach(ctx, 'contabilidad.ver'), isNull(bankAccounts.archivedAt)))
    .orderBy(asc(bankAccounts.name), asc(bankAccounts.id));
  return found.map(({ id, name, series }) => ({
    bank_account_id: id,
    name,
    next_number: series && series.nextNumber <= series.lastNumber ? series.nextNumber : null,
    last_number: series?.lastNumber ?? null,
  }));
}

/** Begins a series. Raises 404, 409 CHEQUE_USED when one of its numbers was given. */
export async function changeSeries(
  ctx: Context,
  bankAccountId: number,
  { next_number, last_number }: { next_number: number; last_number: number },
) {
  const [account] = await ctx.db
    .select({ id: bankAccounts.id })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.id, bankAccountId), accountsInReach(ctx, 'contabilidad.editar')));
  if (!account) throw notFound();
  const used = await ctx.db.$count(
    paymentBatchLines,
    sql`bank_account_id = ${bankAccountId} and cheque_number between ${next_number} and ${last_number}`,
  );
  if (used > 0) throw conflict('CHEQUE_USED', 'Uno de esos números ya se usó.');
  const values = { nextNumber: next_number, lastNumber: last_number };
  await ctx.db
    .insert(chequeSeries)
    .values({ bankAccountId, ...values })
    .onConflictDoUpdate({
      target: chequeSeries.bankAccountId,
      set: { ...values, version: sql`${chequeSeries.version} + 1` },
    });
  await announce(ctx, { record: 'formato_archivo', id: bankAccountId, verb: 'cambiar' });
  await audit(ctx, 'cambiar', 'formato_archivo', bankAccountId, { cheques: values });
  return (await listOfSeries(ctx)).find((one) => one.bank_account_id === bankAccountId)!;
}

/** A cheque to print, with its stub. Raises 404. */
export async function chequePaper(ctx: Context, batchId: number, lineId: number): Promise<Paper> {
  const [found] = await ctx.db
    .select({ line: paymentBatchLines, batch: paymentBatches, account: bankAccounts })
    .from(paymentBatchLines)
    .innerJoin(paymentBatches, eq(paymentBatches.id, paymentBatchLines.batchId))
    .innerJoin(bankAccounts, eq(bankAccounts.id, paymentBatches.bankAccountId))
    .where(and(eq(paymentBatchLines.id, lineId), eq(paymentBatches.id, batchId), batchesInReach(ctx)));
  if (
    !found ||
    found.line.chequeNumber === null ||
    !([S.approved, S.sent, S.confirmed] as number[]).includes(found.batch.stateId)
  )
    throw notFound();
  const { line, batch, account } = found;
  const bank = (await catalogLabels(ctx.db, banks)).get(account.bankId) ?? '';
  const number = String(line.chequeNumber).padStart(6, '0');
  const amount = moneyText(line.cents);
  const day = batch.payOn >= panamaDay(batch.createdAt) ? batch.payOn : panamaDay(batch.createdAt);
  const bytes = await composePdf(
    letterPage(
      `Cheque ${number}`,
      [
        {
          columns: [
            { text: `${account.holder}\n${bank}`, bold: true },
            { text: `Cheque ${number}`, alignment: 'right', bold: true },
          ],
        },
        { text: `Panamá, ${dayText(day)}`, alignment: 'right', margin: [0, 14, 0, 0] },
        {
          margin: [0, 14, 0, 0],
          columns: [
            { text: 'Páguese a la orden de', width: 120, color: GREY },
            { text: line.beneficiary, bold: true },
            { text: `B/. ***${amount}***`, alignment: 'right', bold: true, width: 130 },
          ],
        },
        {
          margin: [0, 10, 0, 0],
          columns: [
            { text: 'La suma de', width: 120, color: GREY },
            { text: `***${amountInWords(line.cents)}***` },
          ],
        },
        {
          margin: [0, 40, 0, 0],
          columns: [
            { text: `Cuenta ${account.number}`, color: GREY },
            { text: '______________________________\nFirma autorizada', alignment: 'center' },
          ],
        },
        {
          canvas: [{ type: 'line', x1: 0, y1: 0, x2: 516, y2: 0, dash: { length: 4 }, lineColor: '#c9d2cc' }],
          margin: [0, 24, 0, 16],
        },
        { text: `Comprobante del cheque ${number}`, bold: true },
        { text: `${line.beneficiary} · B/. ${amount}`, margin: [0, 6, 0, 0] },
        {
          text: 'Recibido por: ______________________________   Cédula: ____________________',
          margin: [0, 30, 0, 0],
          color: GREY,
        },
      ],
      line.active ? {} : { watermark: { text: 'ANULADO', color: '#a32020', opacity: 0.15, bold: true } },
    ),
  );
  return { name: `cheque-${number}.pdf`, bytes };
}
