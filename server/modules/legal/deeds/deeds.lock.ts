import { sql } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import type { Acting } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { conflict, notFound } from '#server/kernel/errors.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { findDeed, type FoundDeed } from './deeds.queries.ts';
import { deedsInReach } from './deeds.scope.ts';

/** Locks a deed within the caller's scope after its sale, and loads it. Raises 404. */
export async function lockDeed(ctx: Acting, id: number, permission: Permission): Promise<FoundDeed> {
  const reach = deedsInReach(ctx, permission);
  const there = await row<{ saleId: number }>(
    ctx.db,
    sql`select d.sale_id "saleId" from deeds d join sales s on s.id = d.sale_id where d.id = ${id} and ${reach}`,
  );
  if (!there) throw notFound();
  await lockSale(ctx.db, there.saleId);
  await ctx.db.execute(sql`select from deeds where id = ${id} for no key update`);
  const deed = await findDeed(ctx.db, id, sql`true`);
  if (!deed) throw notFound();
  return deed;
}

/** Raises 409 STALE if somebody changed the deed since the caller read it. */
export function refuseStaleDeed(deed: FoundDeed, version: number | undefined): void {
  if (version !== undefined && version !== deed.version)
    throw conflict('STALE', undefined, { estado_id: deed.stateId, version: deed.version });
}
