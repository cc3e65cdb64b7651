import { and, eq } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import type { BatchForm, BatchStatusChange } from '#contract/money/paymentBatches/model.ts';
import { BATCH_STATE as S, batchMachine, type BatchFacts } from '#contract/money/paymentBatches/rules.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { nextOfYear } from '#server/kernel/yearly.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { passesLimit } from '#server/modules/money/invoices/lock.service.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { maySeeBank } from './batches.scope.ts';
import { giveCheques } from './cheques.service.ts';
import { accountsInForce, owed, paperStops } from './payables.service.ts';
import {
  announceLine,
  batchCode,
  columnOf,
  ENTITY,
  LINE,
  lockBatch,
  moveSource,
  sourceOf,
  touch,
  type Batch,
  type Line,
} from './lines.service.ts';
import { paymentBatches, paymentBatchLines } from './paymentBatches.table.ts';

const activeOf = (lines: readonly Line[]) => lines.filter(({ active }) => active);

/** What stops each line now: papers, a missing or changed bank account. */
export async function stopsOf(
  ctx: Context,
  batch: Batch,
  lines: readonly Line[],
): Promise<Map<number, string[]>> {
  const active = activeOf(lines).filter(({ state }) => state === 'pendiente');
  const papers = await paperStops(
    ctx,
    active.map((line) => ({ ...sourceOf(line), partnerId: line.partnerId })),
  );
  const inForce = await accountsInForce(
    ctx,
    active.flatMap(({ partnerId }) => (partnerId === null ? [] : [partnerId])),
  );
  const sent = batch.stateId === S.sent;
  return new Map(
    active.map((line) => {
      const account = line.partnerId === null ? undefined : inForce.get(line.partnerId);
      const bank =
        batch.kind !== 'ach' || sent || line.interimPaymentId !== null
          ? []
          : !account
            ? [`${line.beneficiary} no tiene una cuenta bancaria confirmada.`]
            : batch.stateId === S.approved && account.id !== line.supplierBankAccountId
              ? [
                  `La cuenta bancaria de ${line.beneficiary} cambió después de aprobar: saca su pago del lote.`,
                ]
              : [];
      return [line.id, [...papers({ ...sourceOf(line), partnerId: line.partnerId }), ...bank]];
    }),
  );
}

/** What the transitions of a batch depend on. */
export async function factsOf(ctx: Context, batch: Batch, lines: readonly Line[]): Promise<BatchFacts> {
  const active = activeOf(lines);
  return {
    madeByCaller: batch.madeBy === ctx.staff?.userId,
    aboveLimit: await passesLimit(
      ctx,
      active.reduce((sum, { cents }) => sum + cents, 0),
    ),
    lines: active.length,
    stops: [...new Set([...(await stopsOf(ctx, batch, lines)).values()].flat())],
    returned: lines.some(({ state }) => state === 'devuelto'),
  };
}

async function addLines(ctx: Context, batch: Batch, items: BatchForm['items']): Promise<void> {
  const wanted = [...new Map(items.map((one) => [`${one.kind} ${one.id}`, one])).values()].toSorted(
    (a, b) => a.kind.localeCompare(b.kind) || a.id - b.id,
  );
  const found = await owed(ctx, wanted);
  const taken = () =>
    conflict('PAYMENT_TAKEN', 'Algo de lo elegido ya está en otro lote o ya se pagó: vuelve a elegir.');
  const missing = wanted.some(({ kind, id }) => !found.some((one) => one.kind === kind && one.id === id));
  if (missing) throw taken();
  const cash = found.find(({ kind }) => kind === 'caja');
  if (batch.kind === 'ach' && cash)
    throw invalid([{ field: 'items', message: `${cash.title} se paga con cheque a quien la custodia.` }]);
  const elsewhere = found.find(
    ({ fromAccountId = batch.bankAccountId }) => fromAccountId !== batch.bankAccountId,
  );
  if (elsewhere)
    throw invalid([
      { field: 'items', message: `${elsewhere.title} sale de la cuenta del préstamo: elige esa.` },
    ]);
  const stops = await paperStops(ctx, found);
  const why = [...new Set(found.flatMap((one) => stops(one)))];
  if (why.length > 0) throw conflict('PAYMENT_STOPPED', why.join(' '));
  try {
    for (const one of found.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.id - b.id)) {
      const [line] = await ctx.db
        .insert(paymentBatchLines)
        .values({
          batchId: batch.id,
          ...columnOf(one),
          partnerId: one.partnerId,
          beneficiary: one.beneficiary,
          cents: one.cents,
          bankAccountId: batch.bankAccountId,
        })
        .returning();
      await moveSource(ctx, line!, 'en_pago');
      await announceLine(ctx, line!, null, LINE.pendiente);
    }
  } catch (error) {
    if (violatedConstraint(error)?.startsWith('payment_batch_lines_')) throw taken();
    throw error;
  }
}

/** Prepares a batch. Returns its id. Raises 409 PAYMENT_TAKEN or PAYMENT_STOPPED, 422 at the field. */
export async function createBatch(ctx: Context, form: BatchForm): Promise<number> {
  const [account] = await ctx.db
    .select()
    .from(bankAccounts)
    .where(and(eq(bankAccounts.id, form.bank_account_id), accountsInReach(ctx, 'contabilidad.crear')));
  if (!account || account.archivedAt)
    throw invalid([{ field: 'bank_account_id', message: 'Elige una cuenta bancaria de la lista.' }]);
  const today = panamaDay(ctx.now);
  if (form.pay_on < today)
    throw invalid([{ field: 'pay_on', message: 'El día del pago no puede ser anterior a hoy.' }]);
  const year = Number(today.slice(0, 4));
  const [batch] = await ctx.db
    .insert(paymentBatches)
    .values({
      year,
      number: await nextOfYear(ctx, 'payment_batches', year),
      bankAccountId: account.id,
      kind: form.kind,
      payOn: form.pay_on,
      note: form.note,
      madeBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning();
  await announce(ctx, { record: ENTITY, id: batch!.id, from: null, to: S.prepared });
  await addLines(ctx, batch!, form.items);
  await audit(ctx, 'preparar', ENTITY, batch!.id, { items: form.items.length });
  await notify(ctx, {
    kind: 'lote_por_aprobar',
    to: await whoMay(ctx.db, 'contabilidad.aprobar'),
    text: `El lote ${batchCode(batch!)} espera aprobación.`,
    url: `/oficina/egresos/${batch!.id}`,
    event: `lote_pago:${batch!.id}:1`,
  });
  return batch!.id;
}

/** Adds payments to a prepared batch. Raises 404, 403, 409, 422. */
export async function addToBatch(ctx: Context, id: number, items: BatchForm['items']): Promise<void> {
  const { batch } = await lockBatch(ctx, id);
  if (batch.stateId !== S.prepared) throw transitionRefused('Solo se agrega a un lote preparado.');
  await addLines(ctx, batch, items);
  await touch(ctx, batch, 'agregar');
}

async function withdraw(ctx: Context, line: Line, reason?: string): Promise<void> {
  await ctx.db
    .update(paymentBatchLines)
    .set({ state: 'retirado', active: false })
    .where(eq(paymentBatchLines.id, line.id));
  await moveSource(ctx, line, 'pendiente', { reason });
  await announceLine(ctx, line, LINE.pendiente, LINE.retirado, reason);
}

/** Takes a payment out of a batch that was not sent. Raises 404, 422. */
export async function removeFromBatch(ctx: Context, id: number, lineId: number): Promise<void> {
  const { batch, lines } = await lockBatch(ctx, id);
  const line = lines.find((one) => one.id === lineId);
  if (!line) throw notFound();
  if (!([S.prepared, S.approved] as number[]).includes(batch.stateId) || !line.active)
    throw transitionRefused('Un pago se saca mientras el lote no se ha enviado.');
  await withdraw(ctx, line);
  await touch(ctx, batch, 'quitar');
}

/** Approves, sends, confirms or voids a batch. Raises 404, 403, 409 STALE, 422 with the reason or at `params[…]`. */
export async function changeBatchState(ctx: Context, id: number, change: BatchStatusChange): Promise<void> {
  const { batch, lines } = await lockBatch(ctx, id);
  const { fecha, referencia, ...asked } = change;
  checkTransition(batchMachine, batch, asked, await factsOf(ctx, batch, lines), (permission) =>
    maySeeBank(ctx, permission),
  );
  const to = asked.estado_id;
  if (to === S.sent) {
    const changed = [...(await stopsOf(ctx, batch, lines)).values()].flat();
    if (changed.length > 0) throw transitionRefused([...new Set(changed)].join(' '));
  }
  const { userId } = staffOf(ctx);
  const today = panamaDay(ctx.now);
  const payment = to === S.confirmed ? paymentOf(batch, today, { fecha, referencia }) : null;
  if (to === S.approved) await freeze(ctx, batch, activeOf(lines));
  await ctx.db
    .update(paymentBatches)
    .set({
      stateId: to,
      version: batch.version + 1,
      ...(to === S.approved && { approvedBy: userId, approvedOn: today }),
      ...(to === S.sent && { sentBy: userId, sentOn: today }),
      ...(payment && { confirmedBy: userId, confirmedOn: payment.paidOn, reference: payment.reference }),
      ...(to === S.voided && { endReason: asked.motivo }),
    })
    .where(eq(paymentBatches.id, id));
  await announce(ctx, { record: ENTITY, id, from: batch.stateId, to, reason: asked.motivo });
  await audit(ctx, 'cambiar_estado', ENTITY, id, { from: batch.stateId, to });
  if (to === S.voided) for (const line of activeOf(lines)) await withdraw(ctx, line, asked.motivo);
  if (payment) await pay(ctx, batch, activeOf(lines), payment);
}

function paymentOf(
  batch: Batch,
  today: string,
  { fecha, referencia }: Pick<BatchStatusChange, 'fecha' | 'referencia'>,
): { paidOn: string; reference: string } {
  const faults: FieldError[] = [];
  if (!fecha) faults.push({ field: 'params[fecha]', message: 'Escribe el día en que el banco pagó.' });
  else if (fecha > today)
    faults.push({ field: 'params[fecha]', message: 'La fecha no puede ser posterior a hoy.' });
  else if (batch.approvedOn && fecha < batch.approvedOn)
    faults.push({ field: 'params[fecha]', message: 'No puede ser antes de aprobar el lote.' });
  if (!referencia) faults.push({ field: 'params[referencia]', message: 'Escribe la referencia del banco.' });
  if (faults.length > 0) throw invalid(faults);
  return { paidOn: fecha!, reference: referencia! };
}

/** Where the money goes does not change after the approval. */
async function freeze(ctx: Context, batch: Batch, active: readonly Line[]): Promise<void> {
  if (batch.kind === 'cheque')
    return giveCheques(
      ctx,
      batch.bankAccountId,
      active.map(({ id }) => id),
    );
  const inForce = await accountsInForce(
    ctx,
    active.flatMap(({ partnerId }) => (partnerId === null ? [] : [partnerId])),
  );
  for (const { id, partnerId } of active)
    await ctx.db
      .update(paymentBatchLines)
      .set({ supplierBankAccountId: inForce.get(partnerId ?? 0)?.id ?? null })
      .where(eq(paymentBatchLines.id, id));
}

async function pay(
  ctx: Context,
  batch: Batch,
  active: readonly Line[],
  { paidOn, reference }: { paidOn: string; reference: string },
): Promise<void> {
  const [account] = await ctx.db.select().from(bankAccounts).where(eq(bankAccounts.id, batch.bankAccountId));
  const bank = (await catalogLabels(ctx.db, banks)).get(account!.bankId) ?? account!.name;
  for (const line of active) {
    await ctx.db
      .update(paymentBatchLines)
      .set({ state: 'pagado', paidOn })
      .where(eq(paymentBatchLines.id, line.id));
    await moveSource(ctx, line, 'pagado', {
      paidOn,
      bank,
      reference:
        line.chequeNumber === null
          ? `${batchCode(batch)} ${reference}`.slice(0, 60)
          : `Cheque ${line.chequeNumber}`,
    });
    await announceLine(ctx, line, LINE.pendiente, LINE.pagado);
  }
}
