import { LOT_STATE } from '#contract/company/catalogs/states.ts';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { showInstant } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { workersOf } from '#server/modules/sales/workers/told.service.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { beginSale } from '#server/modules/sales/sale/begun.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { fitsModel } from '#server/modules/projects/houses/houses.scope.ts';
import { liveClaim } from '#server/modules/sales/claims/claims.scope.ts';
import { offerLot } from '#server/modules/sales/claims/claims.service.ts';
import { PromoteWaiting, waiting } from './line.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { lotWaitlist } from './waitlist.table.ts';
import { mailOffered } from './waitlist.mail.ts';

const MINUTE = 60_000;
type Entry = typeof lotWaitlist.$inferSelect;

/**
 * Offers a free lot to the first of its waitlist: an exclusive, temporary claim of the kind `offer`, on the waiting
 * sale or on a new draft. Sent for each lot that becomes free. Does nothing if the lot has a claim or nobody waits.
 * When the offer ends, the next one follows.
 */
export const promoteWaiting = job({
  ...PromoteWaiting,
  async run(ctx, { lotId }) {
    const [lot] = await ctx.db
      .select({ id: lots.id, name: lots.name, projectId: lots.projectId, withheld: lots.withheld })
      .from(lots)
      .where(eq(lots.id, lotId));
    const first = await firstOf(ctx, lotId);
    if (!lot || lot.withheld || !first) return;
    const saleId = (await saleThatWaits(ctx, first)) ?? (await beginDraft(ctx, first));
    if (saleId === null) {
      ctx.log.warn({ lot: lotId }, 'no model may be built on a lot that somebody waits for');
      return;
    }
    const { claims } = await readSettings(ctx.db);
    const until = new Date(ctx.now.getTime() + claims.offerMinutes * MINUTE);
    const claim = await offerLot(ctx, { saleId, lotId, until });
    // Checked again under the lot's lock: if the first entry has left meanwhile, the job is retried for the next one.
    const again = claim && (await firstOf(ctx, lotId, true));
    if (!claim || again?.id !== first.id) throw new NotNow();
    await ctx.db
      .update(lotWaitlist)
      .set({ offeredAt: ctx.now, claimId: claim.id, saleId })
      .where(eq(lotWaitlist.id, first.id));
    await audit(ctx, 'ofrecer lote', 'lote', lotId, { entry: first.id, saleId });
    await mailOffered(ctx, { entryId: first.id, saleId, until });
    await tellColleagues(ctx, { entry: first, lot, saleId, until });
  },
});

/** Each night: finds free lots whose job was lost. Normally finds none. */
export const sweepWaiting = job({
  name: 'lots.sweepWaiting',
  payload: z.object({}),
  cron: '20 0 * * *',
  ownTransactions: true,
  async run(ctx) {
    const stuck = await ctx.db
      .select({ lotId: lots.id })
      .from(lots)
      .leftJoin(lotClaims, liveClaim)
      .where(and(eq(lots.stateId, LOT_STATE.reserved), isNull(lotClaims.id)));
    for (const payload of stuck) await ctx.jobs.send(ctx.db, PromoteWaiting, payload);
    if (stuck.length > 0) ctx.log.warn({ lots: stuck.length }, 'free lots that somebody waits for');
  },
});

/** Rolls the job back. On the retry the lot is taken, or the next entry is first. */
class NotNow extends Error {
  constructor() {
    super('the line has moved meanwhile');
  }
}

async function firstOf(ctx: Pick<JobContext, 'db'>, lotId: number, lock = false): Promise<Entry | undefined> {
  const [taken] = lock
    ? []
    : await ctx.db
        .select({ id: lotClaims.id })
        .from(lotClaims)
        .where(and(eq(lotClaims.lotId, lotId), isNull(lotClaims.releasedAt)));
  if (taken) return undefined;
  const query = ctx.db
    .select()
    .from(lotWaitlist)
    .where(and(eq(lotWaitlist.lotId, lotId), waiting))
    .orderBy(asc(lotWaitlist.place))
    .limit(1);
  const [first] = await (lock ? query.for('no key update') : query);
  return first;
}

/** The sale of the entry, if it has no lot and is not past its documents; null otherwise. */
async function saleThatWaits(ctx: JobContext, { saleId, lotId }: Entry): Promise<number | null> {
  if (saleId === null) return null;
  const [sale] = await ctx.db
    .select({ id: sales.id })
    .from(sales)
    .innerJoin(houseModels, eq(houseModels.id, sales.modelId))
    .innerJoin(lots, and(eq(lots.id, lotId), fitsModel))
    .leftJoin(lotClaims, and(eq(lotClaims.saleId, sales.id), isNull(lotClaims.releasedAt)))
    .where(and(eq(sales.id, saleId), sql`${sales.stateId} <= ${SALE.complete}`, isNull(lotClaims.id)));
  return sale?.id ?? null;
}

/**
 * Begins a draft for an entry without a sale, with the requested model if it fits the lot, else the first model that
 * fits.
 */
async function beginDraft(ctx: JobContext, entry: Entry): Promise<number | null> {
  const [model] = await ctx.db
    .select({ id: houseModels.id, projectId: houseModels.projectId, priceCents: houseModels.priceCents })
    .from(houseModels)
    .innerJoin(projects, eq(projects.id, houseModels.projectId))
    .innerJoin(lots, and(eq(lots.id, entry.lotId), fitsModel))
    .where(isNull(houseModels.archivedAt))
    .orderBy(
      sql`${houseModels.id} = ${entry.modelId ?? 0} desc`,
      sql`${houseModels.published} desc`,
      houseModels.position,
      houseModels.id,
    )
    .limit(1);
  const [person] = await ctx.db.select().from(people).where(eq(people.id, entry.personId));
  if (!model || !person) return null;
  return beginSale(ctx, {
    personId: person.id,
    projectId: model.projectId,
    modelId: model.id,
    priceCents: model.priceCents,
    adviserId: entry.adviserId,
    draft: {
      nombre: person.name,
      email: person.email ?? '',
      celular: person.phone,
      lote_id: entry.lotId,
    },
  });
}

/**
 * Notifies the adviser, the user who added the entry and the staff who work on the sale; if there are none, the
 * coordinators.
 */
async function tellColleagues(
  ctx: JobContext,
  {
    entry,
    lot,
    saleId,
    until,
  }: { entry: Entry; lot: { name: string; projectId: number }; saleId: number; until: Date },
): Promise<void> {
  const own = [entry.adviserId, entry.joinedBy, ...(await workersOf(ctx.db, saleId))];
  const [person] = await ctx.db
    .select({ name: people.name })
    .from(people)
    .where(eq(people.id, entry.personId));
  await notify(ctx, {
    kind: 'lista_de_espera',
    to: own.some((one) => one !== null) ? own : await whoMay(ctx.db, 'ventas.aprobar', lot.projectId),
    text: `El lote ${lot.name} quedó libre y se le ofreció a ${person?.name ?? 'quien esperaba'}, hasta el ${showInstant(until)}.`,
    url: `/oficina/ventas/${saleId}`,
    event: `espera:${entry.id}:ofrecido`,
  });
}
