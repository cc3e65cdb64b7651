import { and, eq, isNull, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { receiverFaults, type Receiver } from '#contract/money/issuedInvoices/model.ts';
import {
  ISSUED_STATE as S,
  itbmsOf,
  NO_PROVIDER,
  type IssuedKind,
  type Operation,
} from '#contract/money/issuedInvoices/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { conflict } from '#server/kernel/errors.ts';
import { issuedInvoiceLines, issuedInvoices, invoiceSeries } from './issuedInvoices.table.ts';
import { SendIssued } from './names.ts';
import { pacOf } from './pac.client.ts';

export type Issued = typeof issuedInvoices.$inferSelect;
export const ENTITY = 'factura_emitida';

interface NewIssued {
  kind: IssuedKind;
  operation: Operation;
  companyId: number;
  source?: { record: string; id: number; event: string; entryId: number | null };
  projectId: number | null;
  saleId: number | null;
  receiver: Receiver;
  concept: string;
  lines: readonly { description: string; cents: number; rate: number; accountId?: number | null }[];
  corrects?: { id: number; reason: string };
  madeBy: number | null;
}

/** What a receiver lacks, as one sentence; null: nothing. */
export function missingOf(receiver: Omit<Receiver, 'receiver_email'>): string | null {
  const faults = receiverFaults(receiver);
  return faults.length === 0
    ? null
    : `Faltan datos del cliente: ${faults.map(({ message }) => message).join(' ')}`;
}

export const receiverOf = (one: Issued): Receiver => ({
  receiver_type: one.receiverType,
  receiver_name: one.receiverName,
  receiver_document: one.receiverDocument,
  receiver_dv: one.receiverDv,
  receiver_address: one.receiverAddress,
  receiver_email: one.receiverEmail,
});
export const receiverColumns = (one: Receiver) => ({
  receiverType: one.receiver_type,
  receiverName: one.receiver_name,
  receiverDocument: one.receiver_document,
  receiverDv: one.receiver_dv,
  receiverAddress: one.receiver_address,
  receiverEmail: one.receiver_email,
});

/**
 * Makes a document with the next number of the company's point of emission and puts it in the outbox. One that lacks data of
 * its receiver waits as rejected. Returns its id. Raises 409 NO_SERIES.
 */
export async function issue(ctx: Acting, one: NewIssued): Promise<number> {
  // The row's lock makes the next one wait; without a commit the number is not taken.
  const [series] = await ctx.db
    .update(invoiceSeries)
    .set({ lastNumber: sql`${invoiceSeries.lastNumber} + 1` })
    .where(and(eq(invoiceSeries.companyId, one.companyId), isNull(invoiceSeries.closedOn)))
    .returning();
  if (!series)
    throw conflict('NO_SERIES', 'Esta empresa no tiene punto de emisión: ábrelo en Puntos de emisión.');
  const lines = one.lines.map((line) => ({ ...line, itbmsCents: itbmsOf(line.cents, line.rate) }));
  const missing = missingOf(one.receiver);
  const to = missing === null ? S.queued : S.rejected;
  const [made] = await ctx.db
    .insert(issuedInvoices)
    .values({
      kind: one.kind,
      operation: one.operation,
      seriesId: series.id,
      number: series.lastNumber,
      stateId: to,
      sourceRecord: one.source?.record ?? null,
      sourceId: one.source?.id ?? null,
      event: one.source?.event ?? null,
      entryId: one.source?.entryId ?? null,
      projectId: one.projectId,
      saleId: one.saleId,
      ...receiverColumns(one.receiver),
      issuedOn: panamaDay(ctx.now),
      concept: one.concept,
      subtotalCents: lines.reduce((sum, { cents }) => sum + cents, 0),
      itbmsCents: lines.reduce((sum, { itbmsCents }) => sum + itbmsCents, 0),
      correctsId: one.corrects?.id ?? null,
      reason: one.corrects?.reason ?? null,
      remark: missing,
      madeBy: one.madeBy,
      createdAt: ctx.now,
    })
    .returning({ id: issuedInvoices.id });
  const { id } = made!;
  await ctx.db.insert(issuedInvoiceLines).values(
    lines.map(({ description, cents, rate, itbmsCents, accountId }, position) => ({
      invoiceId: id,
      position,
      description,
      cents,
      rate,
      itbmsCents,
      accountingAccountId: accountId ?? null,
    })),
  );
  await announce(ctx, { record: ENTITY, id, from: null, to, reason: one.corrects?.reason, ...ofSale(one) });
  await audit(ctx, 'crear', ENTITY, id, { number: series.lastNumber, kind: one.kind });
  if (to === S.queued) await queue(ctx, id);
  return id;
}

export const ofSale = ({ saleId }: { saleId: number | null }) =>
  saleId === null ? {} : { of: ['precontrato', saleId] as const };

/** Without a provider the documents wait; the sweep finds them when there is one. */
export async function queue(ctx: Acting, id: number): Promise<void> {
  if (pacOf(ctx.config)) await ctx.jobs.send(ctx.db, SendIssued, { id });
}

export const lockIssued = async ({ db }: Pick<Acting, 'db'>, id: number): Promise<Issued | undefined> =>
  (await db.select().from(issuedInvoices).where(eq(issuedInvoices.id, id)).for('no key update'))[0];

/** Voids a document that was never authorized. */
export async function voidIssued(ctx: Acting, one: Issued, reason: string): Promise<void> {
  await ctx.db
    .update(issuedInvoices)
    .set({ stateId: S.voided, reason, endedOn: panamaDay(ctx.now), dueAt: null, version: one.version + 1 })
    .where(eq(issuedInvoices.id, one.id));
  await announce(ctx, {
    record: ENTITY,
    id: one.id,
    from: one.stateId,
    to: S.voided,
    reason,
    ...ofSale(one),
  });
}

/**
 * An invoice that stands for nothing any more: one that the provider cannot have is voided, every other gets its credit note,
 * which waits until the invoice is authorized. The caller holds its lock. Returns the credit note's id.
 */
export async function takeBack(ctx: Acting, one: Issued, reason: string): Promise<number | null> {
  if (one.stateId === S.rejected || (one.stateId === S.queued && one.attempts === 0)) {
    await voidIssued(ctx, one, reason);
    return null;
  }
  const [series] = await ctx.db.select().from(invoiceSeries).where(eq(invoiceSeries.id, one.seriesId));
  const lines = await ctx.db
    .select()
    .from(issuedInvoiceLines)
    .where(eq(issuedInvoiceLines.invoiceId, one.id))
    .orderBy(issuedInvoiceLines.position);
  await ctx.db
    .update(issuedInvoices)
    .set({ endedOn: panamaDay(ctx.now), version: one.version + 1 })
    .where(eq(issuedInvoices.id, one.id));
  const credit = await issue(ctx, {
    kind: 'nota_credito',
    operation: one.operation,
    companyId: series!.companyId,
    projectId: one.projectId,
    saleId: one.saleId,
    receiver: receiverOf(one),
    concept: one.concept,
    lines: lines.map(({ accountingAccountId, ...line }) => ({ ...line, accountId: accountingAccountId })),
    corrects: { id: one.id, reason },
    madeBy: ctx.staff?.userId ?? null,
  });
  await announce(ctx, { record: ENTITY, id: one.id, verb: 'acreditar', reason, ...ofSale(one) });
  return credit;
}

/** Why a document waits, for those who look at it. */
export const remarkOf = (ctx: Pick<Acting, 'config'>, one: Pick<Issued, 'stateId' | 'remark'>) =>
  one.stateId === S.queued && !pacOf(ctx.config) ? NO_PROVIDER : one.remark;
