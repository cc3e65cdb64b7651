import { SALE } from '#contract/sales/sale/rules.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addBusinessDays } from '#contract/banking/applications/businessDays.ts';
import { panamaDay, panamaInstant, panamaTime } from '#contract/dates.ts';
import {
  LOT_TAKEN,
  LOT_UNFIT_TEXT,
  LOT_WITHHELD_TEXT,
  type ClaimKind,
} from '#contract/sales/claims/claims.ts';
import { type Follower, announce } from '#server/kernel/changes.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { networkOf } from '#server/kernel/throttle.ts';
import { together } from '#server/kernel/together.ts';
import { isFirstSession } from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { fitsModel } from '#server/modules/projects/houses/houses.scope.ts';
import { tellFree } from '#server/modules/projects/lots/free.service.ts';
import { soldType } from '#server/modules/projects/lots/lots.scope.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { buyerBehind, withinCaps } from './claims.caps.ts';
import { claimColumns, claimOf, holderOf, lastLotOf, type Claim } from './claims.queries.ts';
import { lotTaken, waitingFor } from './taken.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { lotClaims } from './claims.table.ts';
import { lockLots, releaseClaims } from './release.ts';

export { buyerBehind } from './claims.caps.ts';
export { claimById, claimOf, lastLotOf, lotChoices, type Claim } from './claims.queries.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const after = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds);

/** What the job at a claim's end is told; the job itself is in claims.jobs.ts. */
export const ExpireClaim = { name: 'lots.expireClaim', payload: z.object({ claimId: z.number().int() }) };

/** After each claim of somebody whom nobody knows; the job itself is in alarm.jobs.ts. */
export const WatchClaims = {
  name: 'lots.watchClaims',
  payload: z.object({ projectId: z.number().int() }),
};

/**
 * Holds a lot for a draft while its form is filled in (30 minutes, a setting). The same lot again changes nothing,
 * another lot moves the claim with what is left of its time. Raises 409 LOT_TAKEN, 422 at lote_id when the lot does
 * not suit the model, 409 CONFIRM_FIRST and CLAIMS_LIMIT beyond the caps; then nothing has changed.
 */
export async function holdLot(
  ctx: Acting,
  { saleId, lotId }: { saleId: number; lotId: number },
): Promise<Claim> {
  await lockSale(ctx, saleId);
  const live = await claimOf(ctx.db, saleId);
  if (live?.lotId === lotId) return live;
  if (live) return moveClaim(ctx, { saleId, lotId });
  const { claims, unconfirmed } = await readSettings(ctx.db);
  await withinCaps(ctx, { saleId, lotId }, unconfirmed);
  return take(ctx, { saleId, lotId, kind: 'hold', until: after(ctx.now, claims.holdMinutes * MINUTE) });
}

/**
 * Refuses a lot that another browser has before anything is written: of many who come at once, the losers cost little, for they are
 * looked up for together. What is free here is still decided by the claim itself. Raises 409 LOT_TAKEN.
 */
export async function refuseTaken(
  ctx: Pick<Context, 'db' | 'client' | 'visitor' | 'sign' | 'knows'>,
  lotId: number,
): Promise<void> {
  const holder = await together(ctx.db, `holder: ${lotId}`, () => holderOf(ctx.db, lotId));
  if (!holder || ctx.client?.saleIds.includes(holder.saleId)) return;
  if (holder.tokenHash !== null && isFirstSession(ctx, holder.tokenHash)) return;
  throw await lotTaken(ctx, lotId);
}

/**
 * Reserves the sale's lot from now, for 48 hours, or for 2 while nobody knows whether its buyer is who the form names (settings,
 * rulings 38): the one it holds, or, when the hold has ended meanwhile,
 * `lotId` or its last one again if nobody has taken it. Null when the sale never had a lot. A claim that is more than
 * a hold stays as it is. Raises 409 LOT_TAKEN.
 */
export async function reserveLot(
  ctx: Acting,
  { saleId, lotId }: { saleId: number; lotId?: number },
): Promise<Claim | null> {
  await lockSale(ctx, saleId);
  const { claims, unconfirmed } = await readSettings(ctx.db);
  const hours = (await isStranger(ctx, saleId)) ? unconfirmed.hours : claims.reservationHours;
  const until = after(ctx.now, hours * HOUR);
  const live = await claimOf(ctx.db, saleId);
  if (live && live.kind !== 'hold' && live.kind !== 'offer') return live;
  if (live) return become(ctx, live, 'reservation', until);
  const wanted = lotId ?? (await lastLotOf(ctx.db, saleId));
  return wanted === null ? null : take(ctx, { saleId, lotId: wanted, kind: 'reservation', until });
}

/**
 * The separation is paid and confirmed: the claim becomes a separation of 15 days from now (rulings.md 21). When it
 * had ended, the last lot is claimed again if it is free. Null when the sale never had a lot. Raises 409 LOT_TAKEN.
 */
export async function separateLot(ctx: Acting, { saleId }: { saleId: number }): Promise<Claim | null> {
  await lockSale(ctx, saleId);
  const { claims } = await readSettings(ctx.db);
  const until = after(ctx.now, claims.separationDays * DAY);
  const live = await claimOf(ctx.db, saleId);
  if (live?.kind === 'separation' || live?.kind === 'sale') return live;
  if (live) return become(ctx, live, 'separation', until);
  const lotId = await lastLotOf(ctx.db, saleId);
  return lotId === null ? null : take(ctx, { saleId, lotId, kind: 'separation', until });
}

/** Nobody of the office acts, and its buyer on the web has not confirmed mail or phone. */
const isStranger = async (ctx: Acting, saleId: number): Promise<boolean> =>
  !ctx.staff && ((await buyerBehind(ctx.db, saleId))?.unconfirmed ?? false);

/** The same time of day, one working day of accounting later. */
const workingDayLater = (now: Date) => panamaInstant(addBusinessDays(panamaDay(now), 1), panamaTime(now));

/**
 * A payment was reported: the claim's clock stands still until accounting answers; of a stranger for one working day, after which it
 * goes on with what was left (rulings 38). Does nothing without a claim.
 */
export async function suspendExpiry(ctx: Acting, saleId: number): Promise<void> {
  await lockSale(ctx, saleId);
  const live = await claimOf(ctx.db, saleId);
  if (!live?.until) return;
  const left = Math.max(0, Math.round((live.until.getTime() - ctx.now.getTime()) / 1000));
  const until = (await isStranger(ctx, saleId)) ? after(workingDayLater(ctx.now), left * 1000) : null;
  await ctx.db.update(lotClaims).set({ until, remainingSeconds: left }).where(eq(lotClaims.id, live.id));
  await endAt(ctx, { ...live, until });
}

/**
 * The buyer is confirmed: an unpaid reservation lasts 48 hours (a setting) from when it was made, and with a payment reported until
 * accounting answers. Null when there is none.
 */
export async function confirmReservation(ctx: Acting, saleId: number): Promise<Claim | null> {
  await lockSale(ctx, saleId);
  const live = await claimOf(ctx.db, saleId);
  if (live?.kind !== 'reservation') return null;
  const { claims } = await readSettings(ctx.db);
  const made = Math.max(
    live.since.getTime(),
    (await buyerBehind(ctx.db, saleId))?.receivedAt?.getTime() ?? 0,
  );
  const end = new Date(Math.max(made + claims.reservationHours * HOUR, ctx.now.getTime()));
  if (live.remainingSeconds === null)
    return live.until && live.until >= end ? live : become(ctx, live, 'reservation', end);
  const standing = {
    until: null,
    remainingSeconds: Math.round((end.getTime() - ctx.now.getTime()) / 1000),
  };
  await ctx.db.update(lotClaims).set(standing).where(eq(lotClaims.id, live.id));
  return { ...live, ...standing };
}

/** The sale has gone further than its file: its lot is no longer its own for only so long. */
export const keepLot = (ctx: Acting, saleId: number) =>
  ctx.db
    .update(lotClaims)
    .set({ until: null, remainingSeconds: null })
    .where(and(eq(lotClaims.saleId, saleId), isNull(lotClaims.releasedAt)));

/**
 * Accounting rejected the payment: the clock goes on with what was left, `atLeast` seconds; of a buyer who is not confirmed at least
 * what a form reserves. Does nothing when it was not standing.
 */
export async function resumeExpiry(ctx: Acting, saleId: number, atLeast = 0): Promise<void> {
  await lockSale(ctx, saleId);
  const live = await claimOf(ctx.db, saleId);
  if (!live || live.remainingSeconds === null) return;
  const buyer = await buyerBehind(ctx.db, saleId);
  const { unconfirmed } = await readSettings(ctx.db);
  const least = buyer?.unconfirmed ? unconfirmed.hours * 3600 : atLeast;
  const left = Math.max(live.remainingSeconds, least);
  await become(ctx, live, live.kind, after(ctx.now, left * 1000));
}

/** Frees the lot of a sale, for the first who waits for it; `reason` is for the history. Does nothing when it has none. */
export async function releaseClaim(ctx: Acting, saleId: number, reason: string): Promise<void> {
  await releaseClaims(ctx, eq(lotClaims.saleId, saleId), reason);
}

/**
 * Takes another lot instead, with the same kind of claim and the same end. Raises 409 LOT_TAKEN and 422 at lote_id;
 * then the sale still has the lot that it had.
 */
export async function moveClaim(
  ctx: Acting,
  { saleId, lotId }: { saleId: number; lotId: number },
): Promise<Claim> {
  await lockSale(ctx, saleId);
  const live = await claimOf(ctx.db, saleId);
  if (live?.lotId === lotId) return live;
  if (!live) return holdLot(ctx, { saleId, lotId });
  await lockLots(ctx.db, [live.lotId, lotId]);
  await checkLot(ctx, saleId, lotId);
  const mine = eq(lotClaims.id, live.id);
  await ctx.db.update(lotClaims).set({ releasedAt: ctx.now, releaseReason: 'Escogió otro lote' }).where(mine);
  // An offer is for its own lot: elsewhere it is a hold like any other, with the time that is left.
  const taken = await insertFree(ctx, { ...live, lotId, kind: live.kind === 'offer' ? 'hold' : live.kind });
  if (taken) {
    await tellFree(ctx, live.lotId, ['precontrato', saleId]);
    return taken;
  }
  // Nobody can have seen it free: it was, only inside this transaction.
  await ctx.db.update(lotClaims).set({ releasedAt: null, releaseReason: null }).where(mine);
  throw await lotTaken(ctx, lotId);
}

type Wanted = Pick<Claim, 'saleId' | 'lotId' | 'kind' | 'until'> & { remainingSeconds?: number | null };

async function take(ctx: Acting, wanted: Wanted): Promise<Claim> {
  await lockLots(ctx.db, [wanted.lotId]);
  await checkLot(ctx, wanted.saleId, wanted.lotId);
  const taken = await insertFree(ctx, wanted);
  if (!taken) throw await lotTaken(ctx, wanted.lotId);
  await watch(ctx, wanted.saleId);
  return taken;
}

/** Whether strangers take too much of a project is looked at apart from the buyer's request. */
async function watch(ctx: Acting, saleId: number): Promise<void> {
  if (ctx.staff) return;
  const buyer = await buyerBehind(ctx.db, saleId);
  if (buyer?.unconfirmed) await ctx.jobs.send(ctx.db, WatchClaims, { projectId: buyer.projectId });
}

/** A free lot that somebody waits for is not free for anybody else (its row is locked: nobody joins or leaves meanwhile). */
const insertFree = async (ctx: Acting, wanted: Wanted): Promise<Claim | undefined> =>
  (await waitingFor(ctx, wanted.lotId)) > 0 ? undefined : insert(ctx, wanted);

/** Offers a free lot to a sale of the waiting list, alone, until an instant; undefined when it is not free. Locks both. */
export async function offerLot(
  ctx: Acting,
  { saleId, lotId, until }: { saleId: number; lotId: number; until: Date },
): Promise<Claim | undefined> {
  await lockSale(ctx, saleId);
  await lockLots(ctx.db, [lotId]);
  return insert(ctx, { saleId, lotId, kind: 'offer', until });
}

/** The unique indexes decide; a refusal leaves the transaction whole. */
async function insert(ctx: Acting, wanted: Wanted): Promise<Claim | undefined> {
  const [taken] = await ctx.db
    .insert(lotClaims)
    .values({
      saleId: wanted.saleId,
      lotId: wanted.lotId,
      kind: wanted.kind,
      since: ctx.now,
      until: wanted.until,
      remainingSeconds: wanted.remainingSeconds ?? null,
      visitor: ctx.staff ? null : (ctx.client?.sessionId ?? null),
      address: ctx.staff || !ctx.ip ? null : networkOf(ctx.ip),
    })
    .onConflictDoNothing()
    .returning(claimColumns);
  if (taken) await endAt(ctx, taken);
  return taken;
}

/** Gives a live claim another end, and its job. The sale must be locked. */
export const moveEnd = (ctx: Acting, live: Claim, until: Date): Promise<Claim> =>
  become(ctx, live, live.kind, until);

async function become(ctx: Acting, live: Claim, kind: ClaimKind, until: Date): Promise<Claim> {
  if (kind !== live.kind) await lockLots(ctx.db, [live.lotId]);
  await ctx.db
    .update(lotClaims)
    .set({ kind, until, remainingSeconds: null })
    .where(eq(lotClaims.id, live.id));
  const changed = { ...live, kind, until, remainingSeconds: null };
  await endAt(ctx, changed);
  return changed;
}

/** One delayed job per end; a job that comes before the end, because it was moved, does nothing. Who waits for the end is told. */
async function endAt(ctx: Acting, { id, saleId, until }: Claim): Promise<void> {
  await announce(ctx, { record: 'apartado', id, verb: 'plazo', of: ['precontrato', saleId] });
  if (until) await ctx.jobs.send(ctx.db, ExpireClaim, { claimId: id }, { after: until });
}

const lockSale = async (ctx: Acting, saleId: number) => {
  const found = await ctx.db
    .select({ id: sales.id })
    .from(sales)
    .where(eq(sales.id, saleId))
    .for('no key update');
  if (found.length === 0) throw notFound();
};

async function checkLot(ctx: Acting, saleId: number, lotId: number): Promise<void> {
  const [found] = await ctx.db
    .select({
      withheld: sql<boolean>`(${lots.withheld} or not ${soldType})`,
      fits: sql<boolean>`(${fitsModel})`,
    })
    .from(sales)
    .innerJoin(houseModels, eq(houseModels.id, sales.modelId))
    .innerJoin(lots, eq(lots.id, lotId))
    .where(eq(sales.id, saleId));
  if (!found?.fits) throw invalid([{ field: 'lote_id', message: LOT_UNFIT_TEXT }]);
  if (found.withheld) throw conflict(LOT_TAKEN, LOT_WITHHELD_TEXT);
}

/** A sale that goes on to the banks keeps its lot; one that is withdrawn or rescinded lets it go. */
export const claimFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id, from, to }) {
    if (to === SALE.withdrawn) await releaseClaim(ctx, id, 'Desistimiento');
    else if (to === SALE.rescinded) await releaseClaim(ctx, id, 'Rescisión');
    else if (from && to && from <= SALE.complete && to > SALE.complete && to < SALE.withdrawn)
      await keepLot(ctx, id);
  },
};
