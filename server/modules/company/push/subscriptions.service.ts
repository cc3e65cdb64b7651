import { and, desc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { MOST_DEVICES, type PushSubscription } from '#contract/company/push/model.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import { isPushEndpoint } from './address.ts';
import { pushSubscriptions } from './push.table.ts';

/** Whose browser it is: a colleague's, or that of a customer's session. */
export type Owner = { userId: number } | { sessionId: string };

export const ownedBy = (owner: Owner): SQL =>
  'userId' in owner
    ? eq(pushSubscriptions.userId, owner.userId)
    : eq(pushSubscriptions.sessionId, owner.sessionId);

type Callers = Pick<Context, 'staff' | 'client'>;

/** Everybody whom this browser's cookies name: a colleague first, whose browser may have a purchase open too. */
export const ownersHere = ({ staff, client }: Callers): Owner[] => [
  ...(staff ? [{ userId: staff.userId }] : []),
  ...(client ? [{ sessionId: client.sessionId }] : []),
];

/** The customer's session, for endpoints that let customers alone in. */
export function customerOf({ client }: Callers): { sessionId: string } {
  if (!client) throw new Error('the endpoint lets customers in only');
  return { sessionId: client.sessionId };
}

/** Who a subscription of this browser belongs to: to whom the one before belonged, else to the colleague, else to the customer. */
export async function ownerNow(ctx: Pick<Context, 'db'> & Callers, before?: string): Promise<Owner> {
  const owners = ownersHere(ctx);
  if (before !== undefined)
    for (const owner of owners)
      if (
        (await ctx.db.$count(
          pushSubscriptions,
          and(ownedBy(owner), eq(pushSubscriptions.endpoint, before)),
        )) > 0
      )
        return owner;
  return owners[0]!;
}

/** Whether notices could be sent to this browser. */
export const servesPush = ({ config }: Pick<Context, 'config'>, { endpoint }: PushSubscription): boolean =>
  isPushEndpoint(config, endpoint);

type Needs = Pick<Context, 'db' | 'now' | 'config'> & Partial<Pick<Context, 'userAgent'>>;

/**
 * Keeps a browser's subscription, once for each endpoint: the same browser again belongs to who uses it now, and begins
 * anew. Of more than MOST_DEVICES of one owner the longest silent goes. Raises 422 at `endpoint` for a host that is not
 * a public push service.
 */
export async function keepSubscription(
  ctx: Needs,
  { endpoint, keys }: PushSubscription,
  owner: Owner,
): Promise<number> {
  if (!servesPush(ctx, { endpoint, keys }))
    throw invalid([{ field: 'endpoint', message: 'La dirección de avisos de tu navegador no sirve.' }]);
  const whose = { userId: null, sessionId: null, ...owner };
  const [kept] = await ctx.db
    .insert(pushSubscriptions)
    .values({ endpoint, keys, ...whose, device: (ctx.userAgent ?? '').slice(0, 300), createdAt: ctx.now })
    .onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set: {
        keys,
        ...whose,
        device: (ctx.userAgent ?? '').slice(0, 300),
        failures: 0,
        trouble: null,
        endedAt: null,
        // The choice was the former owner's.
        isPrimary: sql`${pushSubscriptions.isPrimary} and ${ownedBy(owner)}`,
        confirmedAt: sql`case when ${ownedBy(owner)} then ${pushSubscriptions.confirmedAt} end`,
      },
    })
    .returning({ id: pushSubscriptions.id });
  await dropOldest(ctx.db, owner);
  return kept!.id;
}

/** Deletes the longest silent browsers of an owner beyond the most that are kept. */
const dropOldest = (db: Db, owner: Owner) =>
  db.delete(pushSubscriptions).where(
    inArray(
      pushSubscriptions.id,
      db
        .select({ id: pushSubscriptions.id })
        .from(pushSubscriptions)
        .where(ownedBy(owner))
        .orderBy(
          desc(isNull(pushSubscriptions.endedAt)),
          desc(sql`coalesce(${pushSubscriptions.lastSuccessAt}, ${pushSubscriptions.createdAt})`),
          desc(pushSubscriptions.id),
        )
        .offset(MOST_DEVICES),
    ),
  );

/** Forgets an own browser. Raises 404 by id; an unknown endpoint is forgotten already. */
export async function dropSubscription(
  ctx: Pick<Context, 'db'>,
  { id, endpoint }: { id?: number | undefined; endpoint?: string | undefined },
  owners: readonly Owner[],
): Promise<void> {
  if (id === undefined && endpoint === undefined)
    throw invalid([{ field: 'id', message: 'Elige el equipo.' }]);
  const which = id === undefined ? eq(pushSubscriptions.endpoint, endpoint!) : eq(pushSubscriptions.id, id);
  const gone = await ctx.db
    .delete(pushSubscriptions)
    .where(and(which, or(...owners.map(ownedBy))))
    .returning({ id: pushSubscriptions.id });
  if (id !== undefined && gone.length === 0) throw notFound();
}

/** The browsers of owners to which something may be sent. */
export const liveSubscriptions = (db: Db, whose: SQL) =>
  db
    .select()
    .from(pushSubscriptions)
    .where(and(whose, isNull(pushSubscriptions.endedAt)));

/** Of these users, those who ever switched notices on in a browser. */
export async function usersWithDevice(db: Db, userIds: readonly number[]): Promise<Set<number>> {
  const found = await db
    .selectDistinct({ userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.userId, [...userIds]));
  return new Set(found.flatMap(({ userId }) => userId ?? []));
}

/** Of these users, those who switched notices on in a browser that has stopped receiving them. */
export async function lostUsers(db: Db, userIds: readonly number[]): Promise<Set<number>> {
  const found = await db
    .selectDistinct({ userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(and(inArray(pushSubscriptions.userId, [...userIds]), isNotNull(pushSubscriptions.endedAt)));
  return new Set(found.flatMap(({ userId }) => userId ?? []));
}

/** The customer wants notices in this browser; `primary`: in this one above all. */
export async function confirmHere(
  ctx: Pick<Context, 'db' | 'now'>,
  sessionId: string,
  primary: boolean,
): Promise<void> {
  await ctx.db
    .update(pushSubscriptions)
    .set({ confirmedAt: ctx.now, isPrimary: primary })
    .where(ownedBy({ sessionId }));
}
