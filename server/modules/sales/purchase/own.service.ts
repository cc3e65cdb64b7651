import { and, desc, eq, sql } from 'drizzle-orm';
import { SaleName } from '#contract/sales/purchase/model.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { customerSessionSales } from '#server/modules/sales/buyerAccess/buyerAccess.table.ts';
import { requireVerified } from '#server/modules/sales/buyerAccess/customerCodes.service.ts';
import { salesOfClient } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

type Asking = Pick<Context, 'db' | 'now' | 'client'>;
export type Sale = typeof sales.$inferSelect;

/** A sale that is open in this browser, by its id or code; `lock` for a change. Raises 404 for others. */
export async function ownSale(ctx: Asking, name: number | string, lock = false): Promise<Sale> {
  // The name is user input: a value that PostgreSQL cannot parse would abort the caller's transaction.
  const { data: text } = SaleName.safeParse(String(name));
  if (text === undefined) throw notFound();
  const named = /^\d+$/.test(text) ? eq(sales.id, Number(text)) : eq(sales.code, text);
  const query = ctx.db
    .select()
    .from(sales)
    .where(and(named, salesOfClient(ctx)));
  const [found] = await (lock ? query.for('no key update') : query);
  if (!found) throw notFound();
  return found;
}

/** The current sale of this browser: an open draft first, then the newest; undefined if there is none. */
export async function lastSaleHere(ctx: Asking): Promise<Sale | undefined> {
  const [found] = await ctx.db
    .select()
    .from(sales)
    .where(salesOfClient(ctx))
    .orderBy(desc(sql`${sales.stateId} = ${SALE.draft}`), desc(sales.id))
    .limit(1);
  return found;
}

/** The name of a sale in URLs: its code, or its id. */
export const nameOf = (sale: Pick<Sale, 'id' | 'code'>) => sale.code ?? String(sale.id);

/**
 * Whether this browser sent the form or recently entered a one-time code: it may see identity documents and sign
 * (rulings.md 11).
 */
export async function isTrustedHere(ctx: Asking, saleId: number): Promise<boolean> {
  if (!ctx.client) return false;
  const [here] = await ctx.db
    .select({
      submitted: sql<boolean>`${customerSessionSales.submitted} and ${customerSessionSales.buyerId} is null`,
      verifiedUntil: customerSessionSales.verifiedUntil,
    })
    .from(customerSessionSales)
    .where(
      and(eq(customerSessionSales.sessionId, ctx.client.sessionId), eq(customerSessionSales.saleId, saleId)),
    );
  return (
    here !== undefined && (here.submitted || (here.verifiedUntil !== null && here.verifiedUntil > ctx.now))
  );
}

/** Raises 403 CODE_NEEDED if this browser must enter a one-time code first. */
export const requireTrust = (ctx: Asking, saleId: number): Promise<void> =>
  requireVerified(ctx, saleId, { orSubmittedHere: true });
