import { sql, type SQL } from 'drizzle-orm';
import { QUOTE } from '#contract/sales/quotes/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { quotesInReach } from './quotes.scope.ts';

const inState = (stateId: number, reach: SQL | undefined) =>
  sql`quotes join people p on p.id = quotes.person_id where quotes.state_id = ${idOf(stateId)} and ${reach ?? sql`true`}`;

const shown = {
  id: sql`quotes.id`,
  title: sql`p.name`,
  saleId: sql`quotes.sale_id`,
  phone: sql`p.phone`,
  cents: sql`quotes.price_cents - quotes.discount_cents`,
  version: sql`quotes.version`,
  stateId: sql`quotes.state_id`,
};

/** Proformas that their buyers accepted, and that are no pre-contract yet. */
export function acceptedTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'ventas.crear')) return null;
  return {
    ...shown,
    from: inState(QUOTE.accepted, quotesInReach(ctx, 'ventas.crear')),
    text: sql`'Aceptó la proforma ' || quotes.code || ': convertirla en pre-contrato'`,
    due: sql`quotes.valid_until`,
    since: sql`quotes.accepted_at`,
  };
}

/** Proformas whose discount the caller decides. */
export function discountTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'ventas.aprobar')) return null;
  return {
    ...shown,
    from: inState(QUOTE.toApprove, quotesInReach(ctx, 'ventas.aprobar')),
    text: sql`'Decidir el descuento de la proforma ' || quotes.code`,
    cents: sql`quotes.discount_cents`,
    due: sql`quotes.valid_until`,
    since: sql`quotes.created_at`,
  };
}
