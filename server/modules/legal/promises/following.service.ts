import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { panamaDay } from '#contract/dates.ts';
import { renderClauses } from '#contract/legal/contractTemplates/clauses.ts';
import { clauseNamedIn } from '#contract/legal/contractTemplates/compare.ts';
import { ENVELOPE, SIGNER } from '#contract/legal/envelopes/rules.ts';
import { isLive, LIVE_PROMISES, PROMISE } from '#contract/legal/promises/rules.ts';
import { holdingOf } from '#contract/legal/promises/values.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Follower } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { transitionRefused } from '#server/kernel/errors.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { counselOf } from '#server/modules/legal/counsel/counsel.service.ts';
import { voidEnvelope } from '#server/modules/legal/envelopes/close.service.ts';
import { envelopeOf } from '#server/modules/legal/envelopes/current.service.ts';
import { advanceSale } from '#server/modules/sales/sale/advance.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { movePromise } from './move.service.ts';
import { lastPromise, saleColumns, type PromiseRow } from './last.service.ts';
import { promises } from './promises.table.ts';

const OfPromise = z.object({ record: z.literal('promesa'), recordId: z.number().int() });

const lockRow = async (ctx: Acting, id: number): Promise<PromiseRow | undefined> =>
  (await ctx.db.select().from(promises).where(eq(promises.id, id)).for('no key update'))[0];

/**
 * What happens to the envelope of a promise happens to the promise and its sale, in the same transaction: signed by all (9 →
 * 10), rejected, expired or voided (9 → where it came from). The envelope's service has locked the sale.
 */
export const envelopeFollower: Follower = {
  record: 'sobre',
  async follow(ctx, { id: envelopeId, to, reason, values }) {
    const { data: of } = OfPromise.safeParse(values);
    const promise = of && (await lockRow(ctx, of.recordId));
    if (!promise) return;
    if (to === ENVELOPE.open) return reopened(ctx, promise, envelopeId);
    if (promise.stateId !== PROMISE.signing) return;
    switch (to) {
      case ENVELOPE.signed:
        return signed(ctx, promise);
      case ENVELOPE.rejected:
        return rejected(ctx, promise, reason);
      case ENVELOPE.expired:
        await movePromise(ctx, promise, PROMISE.expired);
        await sendSaleBack(ctx, promise, 'Venció el plazo para firmar la promesa.');
        return tell(ctx, promise, `Venció el plazo para firmar la promesa ${promise.code}.`, 'vencida');
      case ENVELOPE.voided:
        await movePromise(ctx, promise, PROMISE.draft, UNSENT, reason);
        return sendSaleBack(ctx, promise, reason ?? 'La promesa se retiró de la firma.');
      default:
    }
  },
};

/** What a promise forgets when it is a draft again; an approval of its text stands. */
const UNSENT = { fileId: null, envelopeId: null, sentAt: null, sentBy: null };

/** The same document was sent again from the signatures' page: only one that expired, with a sale that still waits. */
async function reopened(ctx: Acting, promise: PromiseRow, envelopeId: number): Promise<void> {
  if (promise.stateId === PROMISE.signing) return;
  const last = await lastPromise(ctx.db, promise.saleId);
  if (promise.stateId !== PROMISE.expired || last?.id !== promise.id)
    throw transitionRefused(
      'Este documento ya no se envía desde aquí: abre la promesa y empieza una versión nueva.',
    );
  const [sale] = await ctx.db.select(saleColumns).from(sales).where(eq(sales.id, promise.saleId));
  if (!(await advanceSale(ctx, promise.saleId, SALE.promiseSigning)))
    throw transitionRefused('La venta ya no espera su promesa: revisa su estado.');
  await movePromise(ctx, promise, PROMISE.signing, { envelopeId, saleStateId: sale!.stateId });
}

async function signed(ctx: Acting, promise: PromiseRow): Promise<void> {
  await movePromise(ctx, promise, PROMISE.signed, { signedOn: panamaDay(ctx.now) });
  await advanceSale(ctx, promise.saleId, SALE.promiseSigned);
  await audit(ctx, 'firmar', 'promesa', promise.id);
  await tell(ctx, promise, `Todos firmaron la promesa ${promise.code}.`, 'firmada');
}

async function rejected(ctx: Acting, promise: PromiseRow, reason: string | undefined): Promise<void> {
  const found = await envelopeOf(ctx.db, 'promesa', promise.id);
  const by = found?.signers.find(({ stateId }) => stateId === SIGNER.rejected)?.name ?? null;
  const rendered = promise.frozen ? renderClauses(promise.clauses, {}, holdingOf(promise.frozen)) : [];
  const clause = reason ? clauseNamedIn(reason, rendered) : null;
  await movePromise(
    ctx,
    promise,
    PROMISE.rejected,
    { rejectedReason: reason ?? null, rejectedBy: by, rejectedClause: clause },
    reason,
  );
  await sendSaleBack(ctx, promise, reason ?? 'El cliente no quiso firmar la promesa.');
  const about = rendered.find(({ key }) => key === clause);
  await tell(
    ctx,
    promise,
    `${by ?? 'Un firmante'} no quiso firmar la promesa ${promise.code}${about ? `, por la cláusula «${about.title}»` : ''}${reason ? `: ${reason}` : '.'}`,
    'rechazada',
  );
}

/** 9 → 8 or 5: the sale returns to the state in which the promise was sent (domain.md §3). */
const sendSaleBack = (ctx: Acting, promise: PromiseRow, reason: string) =>
  advanceSale(ctx, promise.saleId, promise.saleStateId ?? SALE.complete, reason).then(() => undefined);

/** The sale's lawyer, who sent it, its adviser and its processor. */
async function tell(ctx: Acting, promise: PromiseRow, text: string, event: string): Promise<void> {
  const [sale] = await ctx.db.select(saleColumns).from(sales).where(eq(sales.id, promise.saleId));
  if (!sale) return;
  await notify(ctx, {
    kind: 'promesa_cambio',
    to: [...(await counselOf(ctx.db, sale)), promise.sentBy, sale.adviserId, sale.processorId],
    text,
    url: `/oficina/promesas/${promise.id}`,
    event: `promesa:${promise.id}:${event}:${promise.version}`,
  });
}

/** A sale that ends takes its promise along: one that is written or in signing is voided, a signed one has no effect any more. */
export const endedFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id, to, reason }) {
    if (to === undefined || !hasEnded(to)) return;
    const [found] = await ctx.db
      .select()
      .from(promises)
      .where(and(eq(promises.saleId, id), inArray(promises.stateId, [...LIVE_PROMISES])))
      .for('no key update');
    if (!found || !isLive(found.stateId)) return;
    const next = found.stateId === PROMISE.signed ? PROMISE.ended : PROMISE.voided;
    await movePromise(ctx, found, next, {}, reason ?? 'La venta terminó.');
    await audit(ctx, 'quedar_sin_efecto', 'promesa', found.id, { saleId: id });
    if (found.stateId === PROMISE.signing && found.envelopeId !== null)
      await voidEnvelope(ctx, found.envelopeId, reason ?? 'La venta terminó.');
  },
};
