import { LOT_STATE } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { createPerson } from '#server/modules/sales/people/people.service.ts';
import { and, asc, eq, isNull, max, sql } from 'drizzle-orm';
import {
  ALREADY_WAITING,
  LOT_FREE,
  LOT_SOLD,
  type JoinForm,
  type WaitingForm,
} from '#contract/sales/waitlist/waitlist.ts';
import { normalizePhone } from '#contract/phone.ts';
import { inTransaction } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { countAttempt, networkOf } from '#server/kernel/throttle.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { fitsSaleModel } from '#server/modules/sales/claims/claims.scope.ts';
import { claimOf, releaseClaim } from '#server/modules/sales/claims/claims.service.ts';
import { lengthOfLine, waiting } from './line.ts';
import { lotsInReach, soldType } from '#server/modules/projects/lots/lots.scope.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { lotWaitlist } from './waitlist.table.ts';
import { mailJoined } from './waitlist.mail.ts';
import { waitingInReach } from './waitlist.queries.ts';

/**
 * Limit for sending the link again to a telephone that already waits, so that nobody floods another person's mailbox.
 */
const MAILS_AGAIN = { name: 'espera-correo', max: 2, seconds: 3600 } as const;

const PLACES_A_DAY = { name: 'espera-red', seconds: 86_400 } as const;

/** Signs the link to a waitlist entry. */
const signerOf = (ctx: Pick<Context, 'sign'>) => ctx.sign('espera');
export const keyOf = (ctx: Pick<Context, 'sign'>, id: number) => `${id}.${signerOf(ctx).sign(String(id))}`;
/** The entry id of a signed key; null if the signature is wrong. */
export function entryOfKey(ctx: Pick<Context, 'sign'>, key: string): number | null {
  const [id = '', signature = ''] = key.split('.');
  return signerOf(ctx).verify(id, signature) ? Number(id) : null;
}

/**
 * Loads the lot and locks it: claims and the waitlist cannot change meanwhile. Raises 404 if the caller may not see it.
 */
async function lockLot(ctx: Context, lotId: number) {
  const reach = ctx.staff
    ? lotsInReach(ctx, 'proyectos.ver')
    : sql`exists (select from ${projects} p where p.id = ${lots.projectId} and p.published and p.archived_at is null)`;
  const [lot] = await ctx.db
    .select({ stateId: lots.stateId, sold: sql<boolean>`(${soldType})` })
    .from(lots)
    .where(and(eq(lots.id, lotId), reach))
    .for('no key update');
  if (!lot) throw notFound();
  return lot;
}

/** Raises 409 LOT_FREE if the lot is free, 409 LOT_SOLD if it can no longer be sold. */
function checkWaitable({ stateId, sold }: Awaited<ReturnType<typeof lockLot>>): void {
  if (!sold || stateId >= LOT_STATE.deeded)
    throw conflict(LOT_SOLD, 'Ese lote ya no está a la venta. Elige otro.');
  if (stateId === LOT_STATE.available)
    throw conflict(LOT_FREE, 'Ese lote está libre: se puede apartar ahora mismo.');
}

interface Joining {
  lotId: number;
  personId: number;
  phone: string;
  saleId?: number | null;
  modelId?: number | null;
  adviserId?: number | null;
}

/** Adds an entry at the end. Unique indexes guarantee the order and one entry per telephone. The lot must be locked. */
async function append(ctx: Context, joining: Joining): Promise<{ id: number; place: number }> {
  const [last] = await ctx.db
    .select({ place: max(lotWaitlist.place) })
    .from(lotWaitlist)
    .where(eq(lotWaitlist.lotId, joining.lotId));
  const [made] = await ctx.db
    .insert(lotWaitlist)
    .values({
      ...joining,
      place: (last?.place ?? 0) + 1,
      joinedBy: ctx.staff?.userId ?? null,
      joinedAt: ctx.now,
      consentAt: ctx.now,
    })
    .returning({ id: lotWaitlist.id });
  await audit(ctx, 'esperar lote', 'lote', joining.lotId, { entry: made!.id });
  return { id: made!.id, place: await lengthOfLine(ctx.db, joining.lotId) };
}

/** The entry that waits for a lot under this telephone; undefined if there is none. */
async function findWaiting(ctx: Pick<Context, 'db'>, lotId: number, phone: string) {
  const [found] = await ctx.db
    .select({ id: lotWaitlist.id })
    .from(lotWaitlist)
    .where(and(eq(lotWaitlist.lotId, lotId), eq(lotWaitlist.phone, phone), waiting));
  return found;
}

/**
 * A buyer joins the waitlist of a taken lot; returns the place. A telephone that already waits keeps its place: its
 * owner gets the link again, and the response looks like that of a new entry. Raises 404, 409 LOT_FREE and LOT_SOLD,
 * 429 above the daily limit of a network.
 */
export async function joinLine(ctx: Context, lotId: number, form: JoinForm): Promise<number> {
  checkWaitable(await lockLot(ctx, lotId));
  // Limits entries per day and network: invented people in the waitlist would block a lot for everybody.
  const { claims } = await readSettings(ctx.db);
  await countAttempt(ctx, { ...PLACES_A_DAY, max: claims.perAddress }, networkOf(ctx.ip));
  const phone = normalizePhone(form.celular) ?? '';
  const known = await findWaiting(ctx, lotId, phone);
  if (known) {
    const mayMail = await countAttempt(ctx, MAILS_AGAIN, known.id).then(
      () => true,
      () => false,
    );
    if (mayMail) await mailJoined(ctx, known.id, keyOf(ctx, known.id));
    return (await lengthOfLine(ctx.db, lotId)) + 1;
  }
  const personId = await createPerson(ctx, { name: form.nombre, email: form.email, phone });
  const { id, place } = await append(ctx, { lotId, personId, phone });
  await mailJoined(ctx, id, keyOf(ctx, id));
  return place;
}

/**
 * A staff user adds a person, or a sale in scope, to the waitlist of a taken lot; returns the place. Raises 404, 409
 * LOT_FREE, LOT_SOLD and ALREADY_WAITING, 422 at venta_id.
 */
export async function addWaiting(ctx: Context, lotId: number, form: WaitingForm): Promise<number> {
  checkWaitable(await lockLot(ctx, lotId));
  const joining =
    form.venta_id === null ? await newPerson(ctx, form) : await personOfSale(ctx, form.venta_id, lotId);
  try {
    const { id, place } = await inTransaction(ctx, (inside) => append(inside, { lotId, ...joining }));
    await mailJoined(ctx, id, keyOf(ctx, id));
    return place;
  } catch (error) {
    if (violatedConstraint(error) !== 'lot_waitlist_phone') throw error;
    throw conflict(ALREADY_WAITING, 'Ese celular ya está en la lista de espera de este lote.');
  }
}

async function newPerson(ctx: Context, form: WaitingForm): Promise<Omit<Joining, 'lotId'>> {
  const phone = form.celular ?? '';
  const personId = await createPerson(ctx, { name: form.nombre, email: form.email, phone });
  return { personId, phone, adviserId: staffOf(ctx).userId };
}

async function personOfSale(ctx: Context, saleId: number, lotId: number): Promise<Omit<Joining, 'lotId'>> {
  const [sale] = await ctx.db
    .select({
      personId: sales.personId,
      phone: people.phone,
      modelId: sales.modelId,
      adviserId: sales.adviserId,
      open: sql<boolean>`${sales.stateId} between ${SALE.draft} and ${SALE.promiseSigned}`,
      fits: fitsSaleModel(lotId),
    })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .where(and(eq(sales.id, saleId), salesInReach(ctx, 'ventas.crear')));
  const fault = (message: string) => invalid([{ field: 'venta_id', message }]);
  if (!sale) throw fault('Elige una de tus ventas.');
  if ((await claimOf(ctx.db, saleId))?.lotId === lotId) throw fault('Esa venta ya tiene este lote.');
  if (!sale.open) throw fault('Esa venta ya terminó.');
  if (!sale.fits) throw fault('Ese lote no es para el modelo de la venta.');
  const { personId, phone, modelId, adviserId } = sale;
  return { personId, phone, modelId, saleId, adviserId: adviserId ?? staffOf(ctx).userId };
}

/** Loads an entry after locking its lot, in the usual lock order; undefined if it does not exist. */
async function lockEntry(ctx: Context, id: number) {
  const [named] = await ctx.db
    .select({ lotId: lotWaitlist.lotId })
    .from(lotWaitlist)
    .where(eq(lotWaitlist.id, id));
  if (!named) return undefined;
  await ctx.db.select({ id: lots.id }).from(lots).where(eq(lots.id, named.lotId)).for('no key update');
  const [entry] = await ctx.db.select().from(lotWaitlist).where(eq(lotWaitlist.id, id)).for('no key update');
  return entry;
}

/**
 * Leaves the waitlist; an open offer goes to the next entry. Does nothing if the entry has left already, and does not
 * touch a lot that was taken.
 */
async function leave(ctx: Context, id: number, reason: string): Promise<boolean> {
  const entry = await lockEntry(ctx, id);
  if (!entry || entry.leftAt) return false;
  if (entry.claimId !== null) {
    const [offer] = await ctx.db
      .select({ saleId: lotClaims.saleId })
      .from(lotClaims)
      .where(and(eq(lotClaims.id, entry.claimId), isNull(lotClaims.releasedAt), eq(lotClaims.kind, 'offer')));
    if (!offer) return false;
    await releaseClaim(ctx, offer.saleId, 'Dejó la lista de espera');
  }
  await ctx.db.update(lotWaitlist).set({ leftAt: ctx.now, leftReason: reason }).where(eq(lotWaitlist.id, id));
  await audit(ctx, 'dejar lista de espera', 'lote', entry.lotId, { entry: id, reason });
  return true;
}

/** Leaves by the link in the mail. Raises 404 for an invalid link. */
export async function leaveByKey(ctx: Context, key: string): Promise<void> {
  const id = entryOfKey(ctx, key);
  if (id === null) throw notFound();
  await leave(ctx, id, 'Salió con su enlace');
}

/** A staff user removes an entry. Raises 404 outside the caller's scope, 409 if the entry no longer waits. */
export async function removeWaiting(ctx: Context, id: number, reason: string): Promise<void> {
  const [mine] = await ctx.db
    .select({ id: lotWaitlist.id })
    .from(lotWaitlist)
    .innerJoin(lots, eq(lots.id, lotWaitlist.lotId))
    .where(and(eq(lotWaitlist.id, id), waitingInReach(ctx, 'ventas.editar')))
    .orderBy(asc(lotWaitlist.id));
  if (!mine) throw notFound();
  if (!(await leave(ctx, id, reason))) throw conflict('CONFLICT', 'Esa persona ya no está en la lista.');
}
