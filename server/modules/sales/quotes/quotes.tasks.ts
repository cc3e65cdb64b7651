import { sql, type SQL } from 'drizzle-orm';
import { QUOTE } from '#contract/sales/quotes/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { quotesInReach } from './quotes.scope.ts';

const inState = (stateId: number, reach: SQL | undefined) =>
  sql`select * from quotes where state_id = ${idOf(stateId)} and ${reach ?? sql`true`}`;

const shown = {
  joins: sql`join people p on p.id = w.person_id`,
  id: sql`w.id`,
  title: sql`p.name`,
  phone: sql`p.phone`,
  cents: sql`w.price_cents - w.discount_cents`,
};

/** Proformas that their buyers accepted, and that are no pre-contract yet. */
export function acceptedTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'ventas.crear')) return null;
  return {
    ...shown,
    rows: inState(QUOTE.accepted, quotesInReach(ctx, 'ventas.crear')),
    text: sql`'Aceptó la proforma ' || w.code || ': convertirla en pre-contrato'`,
    due: sql`w.valid_until`,
    since: sql`w.accepted_at`,
  };
}

/** Proformas whose discount the caller decides. */
export function discountTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'ventas.aprobar')) return null;
  return {
    ...shown,
    rows: inState(QUOTE.toApprove, quotesInReach(ctx, 'ventas.aprobar')),
    text: sql`'Decidir el descuento de la proforma ' || w.code`,
    cents: sql`w.discount_cents`,
    due: sql`w.valid_until`,
    since: sql`w.created_at`,
  };
}
