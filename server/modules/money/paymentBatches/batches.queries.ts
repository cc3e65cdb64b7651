import { and, asc, eq, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { recordUrl } from '#contract/company/comments/recordUrl.ts';
import {
  BATCH_FILE,
  changeBatchStatus,
  CHEQUE_PAPER,
  type BatchFilter,
} from '#contract/money/paymentBatches/endpoints.ts';
import type { Batch, BatchLine, BatchRow } from '#contract/money/paymentBatches/model.ts';
import { BATCH_STATE as S, BATCH_STATES, batchMachine } from '#contract/money/paymentBatches/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import { offersOf } from '#contract/transitions.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { idOf, inOrder, rows } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { stepRows, type TaskQuery } from '#server/kernel/tasks.ts';
import { yearlyCodeOf } from '#server/kernel/yearly.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { batchesInReach, maySeeBank } from './batches.scope.ts';
import { factsOf, stopsOf } from './batches.service.ts';
import { batchCode, sourceOf, type Line } from './lines.service.ts';
import { tail } from './payables.service.ts';
import { paymentBatches, paymentBatchLines, supplierBankAccounts } from './paymentBatches.table.ts';

const selectBatches = (ctx: Context) =>
  ctx.db
    .select({
      batch: paymentBatches,
      account: { id: bankAccounts.id, name: bankAccounts.name },
      by: users.name,
      lines: sql<number>`(select count(*) from payment_batch_lines l where l.batch_id = payment_batches.id and l.state <> 'retirado')::int`,
      returned: sql<number>`(select count(*) from payment_batch_lines l where l.batch_id = payment_batches.id and l.state = 'devuelto')::int`,
      total:
        sql<number>`(select coalesce(sum(l.cents), 0) from payment_batch_lines l where l.batch_id = payment_batches.id and l.active)`.mapWith(
          Number,
        ),
    })
    .from(paymentBatches)
    .innerJoin(bankAccounts, eq(bankAccounts.id, paymentBatches.bankAccountId))
    .innerJoin(users, eq(users.id, paymentBatches.madeBy));
type Found = Awaited<ReturnType<typeof selectBatches>>[number];

const presentRow = ({ batch, account, lines, returned, total }: Found): BatchRow => ({
  id: batch.id,
  version: batch.version,
  code: batchCode(batch),
  kind: batch.kind,
  bank_account: account,
  state: { id: batch.stateId, name: BATCH_STATES[batch.stateId] ?? '' },
  pay_on: batch.payOn,
  confirmed_on: batch.confirmedOn,
  lines,
  returned,
  total_centavos: total,
});

/** A page of batches, the last first, and the total. */
export async function pageOfBatches(ctx: Context, query: BatchFilter) {
  const where = and(
    batchesInReach(ctx),
    query.estado_id === undefined ? undefined : eq(paymentBatches.stateId, query.estado_id),
    query.tipo === undefined ? undefined : eq(paymentBatches.kind, query.tipo),
  );
  const list = await selectBatches(ctx)
    .where(where)
    .orderBy(
      inOrder(query, { id: paymentBatches.id, pay_on: paymentBatches.payOn }, paymentBatches.id, [
        'id',
        'desc',
      ]),
    )
    .limit(query.per_page)
    .offset(offsetOf(query));
  return { list: list.map(presentRow), total: await ctx.db.$count(paymentBatches, where) };
}

/** Guards its comments and files. */
export const mayOpenBatch = async (ctx: Context, id: number): Promise<boolean> =>
  (await ctx.db.$count(paymentBatches, and(eq(paymentBatches.id, id), batchesInReach(ctx)))) > 0;

/** Names of what lines pay, and the page of each. */
async function namesOf(ctx: Context, batchId: number) {
  const found = await rows<{ id: number; name: string; page: number | null }>(
    ctx.db,
    sql`select l.id::int, coalesce('Factura ' || i.number, c.name || ', cuenta ' || a.number,
          'Anticipo ' || ${yearlyCodeOf('AN', 'v')}, f.name || ', reposición ' || r.number,
          'Préstamo ' || n.number || ', pago ' || p.number) name, coalesce(f.id, n.id)::int page
      from payment_batch_lines l left join supplier_invoices i on i.id = l.invoice_id
        left join progress_accounts a on a.id = l.progress_account_id left join contracts c on c.id = a.contract_id
        left join supplier_advances v on v.id = l.advance_id
        left join petty_replenishments r on r.id = l.replenishment_id left join petty_funds f on f.id = r.fund_id
        left join interim_payments p on p.id = l.interim_payment_id left join interim_loans n on n.id = p.loan_id
      where l.batch_id = ${batchId}`,
  );
  return new Map(found.map((one) => [one.id, one]));
}

const RECORDS = {
  factura: 'factura_proveedor',
  cuenta: 'cuenta_obra',
  anticipo: 'anticipo_proveedor',
  caja: 'caja_menuda',
  prestamo: 'prestamo_interino',
} as const;

/** A batch with its lines. Raises 404. */
export async function answerBatch(ctx: Context, id: number): Promise<Batch> {
  const [found] = await selectBatches(ctx).where(and(eq(paymentBatches.id, id), batchesInReach(ctx)));
  if (!found) throw notFound();
  const { batch } = found;
  const lines = await ctx.db
    .select({ line: paymentBatchLines, number: supplierBankAccounts.number })
    .from(paymentBatchLines)
    .leftJoin(supplierBankAccounts, eq(supplierBankAccounts.id, paymentBatchLines.supplierBankAccountId))
    .where(eq(paymentBatchLines.batchId, id))
    .orderBy(asc(paymentBatchLines.id));
  const own = lines.map(({ line }) => line);
  const names = await namesOf(ctx, id);
  const stops = await stopsOf(ctx, batch, own);
  const may = (permission: Parameters<typeof maySeeBank>[1]) => maySeeBank(ctx, permission);
  const open = batch.stateId === S.prepared || batch.stateId === S.approved;
  const gone = batch.stateId === S.sent || batch.stateId === S.confirmed;
  const present = (line: Line, number: string | null): BatchLine => {
    const source = sourceOf(line);
    const named = names.get(line.id);
    return {
      id: line.id,
      kind: source.kind,
      source: { id: source.id, name: named?.name ?? '' },
      url: recordUrl(RECORDS[source.kind], named?.page ?? source.id),
      beneficiary: line.beneficiary,
      cents: line.cents,
      account: number === null ? null : tail(number),
      cheque_number: line.chequeNumber,
      cheque_url:
        line.chequeNumber === null || batch.stateId === S.voided
          ? null
          : urlOf({ path: CHEQUE_PAPER }, { params: { id, line: line.id } }),
      state: line.state,
      paid_on: line.paidOn,
      returned_on: line.returnedOn,
      return_reason: line.returnReason,
      stops: stops.get(line.id) ?? [],
      may: {
        remove: open && line.active && may('contabilidad.crear'),
        give_back: gone && line.active && may('contabilidad.editar'),
      },
    };
  };
  const states = await statesOf(ctx.db, 'lote_pago', [id]);
  return {
    ...presentRow(found),
    note: batch.note,
    reference: batch.reference,
    end_reason: batch.endReason,
    made_by: found.by,
    lines_list: lines.map(({ line, number }) => present(line, number)),
    file_url:
      batch.kind === 'ach' && (batch.stateId === S.approved || gone) && may('contabilidad.exportar')
        ? urlOf({ path: BATCH_FILE }, { params: { id } })
        : null,
    transitions: offersOf(
      batchMachine,
      batch.stateId,
      await factsOf(ctx, batch, own),
      urlOf(changeBatchStatus, { params: { id } }),
      may,
    ),
    history: states.map((one) => ({
      id: one.id,
      at: one.at.toISOString(),
      who: one.who,
      from: one.from === null ? null : (BATCH_STATES[one.from] ?? null),
      to: BATCH_STATES[one.to] ?? null,
      reason: one.reason,
    })),
  };
}

/** Batches to approve, send and confirm, and payments that came back within a month. */
export function batchTasks(ctx: Context): TaskQuery | null {
  const { userId } = staffOf(ctx);
  const today = panamaDay(ctx.now);
  const waiting = stepRows(ctx, paymentBatches, batchesInReach, [
    [
      'contabilidad.aprobar',
      'Aprobar el lote de pago',
      sql`state_id = ${idOf(S.prepared)} and made_by <> ${userId}`,
    ],
    [
      'contabilidad.editar',
      'Enviar el lote al banco',
      sql`state_id = ${idOf(S.approved)} and pay_on <= ${today}`,
    ],
    [
      'contabilidad.aprobar',
      'Confirmar que el banco pagó',
      sql`state_id = ${idOf(S.sent)} and made_by <> ${userId}`,
    ],
    [
      'contabilidad.editar',
      'Volvió un pago: págalo de nuevo',
      sql`exists (select from payment_batch_lines l where l.batch_id = payment_batches.id and l.returned_on > ${today}::date - 30 and l.interim_payment_id is null
        and not exists (select from payment_batch_lines n where n.active and (n.invoice_id = l.invoice_id
          or n.progress_account_id = l.progress_account_id or n.advance_id = l.advance_id or n.replenishment_id = l.replenishment_id)))`,
    ],
  ]);
  if (!waiting) return null;
  return {
    rows: waiting,
    id: sql`w.id`,
    title: yearlyCodeOf('LP', 'w'),
    text: sql`w.what`,
    due: sql`w.pay_on`,
    since: sql`w.created_at`,
    cents: sql`(select sum(l.cents) from payment_batch_lines l where l.batch_id = w.id and l.state <> 'retirado')`,
  };
}
