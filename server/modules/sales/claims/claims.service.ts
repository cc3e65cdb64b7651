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

/** Payload of the job that runs at the end of a claim. The job itself is in claims.jobs.ts. */
export const ExpireClaim = { name: 'lots.expireClaim', payload: z.object({ claimId: z.number().int() }) };

/** Sent after each claim of an unconfirmed buyer. The job itself is in alarm.jobs.ts. */
export const WatchClaims = {
  name: 'lots.watchClaims',
  payload: z.object({ projectId: z.number().int() }),
};

/**
 * Holds a lot for a draft while the buyer fills in the form (30 minutes, a setting). The same lot again changes
 * nothing. Another lot moves the claim and keeps the remaining time. Raises 409 LOT_TAKEN, 422 at lote_id when the lot
 * does not fit the model, 409 CONFIRM_FIRST and CLAIMS_LIMIT above the caps; after an error nothing has changed.
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
 * Refuses a lot that another browser holds, before anything is written. Requests that come at the same time share one
 * query, so a rush on one lot stays cheap. The claim itself still decides which sale gets a free lot. Raises 409
 * LOT_TAKEN.
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
 * Reserves the sale's lot from now for 48 hours, or for 2 hours while the buyer's identity is unconfirmed (settings,
 * rulings 38). Without a live claim it takes `lotId`, or the sale's last lot, if that lot is free. Returns null if the
 * sale never had a lot. Does not change a reservation, separation or sale claim. Raises 409 LOT_TAKEN.
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
 * The separation payment is confirmed: the claim becomes a separation of 15 days from now (rulings.md 21). If the claim
 * has ended, claims the last lot again if it is free. Returns null if the sale never had a lot. Raises 409 LOT_TAKEN.
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

/** No staff user acts, and the buyer on the web has not confirmed an email or a phone. */
const isStranger = async (ctx: Acting, saleId: number): Promise<boolean> =>
  !ctx.staff && ((await buyerBehind(ctx.db, saleId))?.unconfirmed ?? false);

/** The same time of day, one working day of accounting later. */
const workingDayLater = (now: Date) => panamaInstant(addBusinessDays(panamaDay(now), 1), panamaTime(now));

/**
 * A payment was reported: stops the claim's clock until accounting answers. For an unconfirmed buyer the clock stops
 * only for one working day and then continues with the remaining time (rulings 38). Does nothing without a claim.
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
 * The buyer confirmed: an unpaid reservation lasts 48 hours (a setting) from when it was made. With a reported payment
 * it lasts until accounting answers. Returns null if there is no reservation.
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

/** The sale has moved past the state "complete": its claim no longer expires. */
export const keepLot = (ctx: Acting, saleId: number) =>
  ctx.db
    .update(lotClaims)
    .set({ until: null, remainingSeconds: null })
    .where(and(eq(lotClaims.saleId, saleId), isNull(lotClaims.releasedAt)));

/**
 * Accounting rejected the payment: the clock continues with the remaining time, at least `atLeast` seconds. For an
 * unconfirmed buyer, at least the hours of a form's reservation. Does nothing if the clock was not stopped.
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

/**
 * Frees the lot of a sale and offers it to the waitlist. `reason` is for the history. Does nothing if the sale has no
 * lot.
 */
export async function releaseClaim(ctx: Acting, saleId: number, reason: string): Promise<void> {
  await releaseClaims(ctx, eq(lotClaims.saleId, saleId), reason);
}

/**
 * Moves the claim to another lot; its kind and its end stay the same. Raises 409 LOT_TAKEN and 422 at lote_id; then the
 * sale keeps its old lot.
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
  await ctx.db.update(lotClaims).set({ releasedAt: ctx.now, releaseReason: 'Eligió otro lote' }).where(mine);
  // An offer is only for its own lot. On another lot it becomes a hold with the remaining time.
  const taken = await insertFree(ctx, { ...live, lotId, kind: live.kind === 'offer' ? 'hold' : live.kind });
  if (taken) {
    await tellFree(ctx, live.lotId, ['precontrato', saleId]);
    return taken;
  }
  // Restores the old claim. No other transaction saw the lot as free.
  await ctx.db.update(lotClaims).set({ releasedAt: null, releaseReason: null }).where(mine);
  throw await lotTaken(ctx, lotId);
}

/** Passes the lot of a ceded sale to the sale that follows it: it is free at no moment. Both are locked. */
export async function passClaim(ctx: Acting, { from, to }: { from: number; to: number }): Promise<void> {
  const live = await claimOf(ctx.db, from);
  if (!live) return;
  await lockLots(ctx.db, [live.lotId]);
  await ctx.db
    .update(lotClaims)
    .set({ releasedAt: ctx.now, releaseReason: 'Cesión' })
    .where(eq(lotClaims.id, live.id));
  if (!(await insert(ctx, { ...live, saleId: to }))) throw await lotTaken(ctx, live.lotId);
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

/** Checks in a job, outside the buyer's request, whether unconfirmed buyers hold too many lots of the project. */
async function watch(ctx: Acting, saleId: number): Promise<void> {
  if (ctx.staff) return;
  const buyer = await buyerBehind(ctx.db, saleId);
  if (buyer?.unconfirmed) await ctx.jobs.send(ctx.db, WatchClaims, { projectId: buyer.projectId });
}

/**
 * A free lot with a waitlist is not free for others. The lot's row is locked, so the waitlist cannot change meanwhile.
 */
const insertFree = async (ctx: Acting, wanted: Wanted): Promise<Claim | undefined> =>
  (await waitingFor(ctx, wanted.lotId)) > 0 ? undefined : insert(ctx, wanted);

/**
 * Offers a free lot to one sale of the waitlist until an instant. Returns undefined if the lot is not free. Locks the
 * sale and the lot.
 */
export async function offerLot(
  ctx: Acting,
  { saleId, lotId, until }: { saleId: number; lotId: number; until: Date },
): Promise<Claim | undefined> {
  await lockSale(ctx, saleId);
  await lockLots(ctx.db, [lotId]);
  return insert(ctx, { saleId, lotId, kind: 'offer', until });
}

/** The unique indexes decide. A conflict does not abort the transaction. */
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

/** Changes the end of a live claim and sends its job. The sale must be locked. */
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

/**
 * Sends one delayed job per end. A job that runs before the current end does nothing. Announces the new end to
 * followers.
 */
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

/** Keeps the lot of a sale that goes on to the banks. Releases the lot on withdrawal or rescission. */
export const claimFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id, from, to }) {
    if (to === SALE.withdrawn) await releaseClaim(ctx, id, 'Desistimiento');
    else if (to === SALE.rescinded) await releaseClaim(ctx, id, 'Rescisión');
    else if (from && to && from <= SALE.complete && to > SALE.complete && to < SALE.withdrawn)
      await keepLot(ctx, id);
  },
};
