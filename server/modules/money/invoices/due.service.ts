import { sql, type SQL } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import { DUE_WITHIN, OWED_STATES, type Due } from '#contract/money/invoices/rules.ts';
import { anyOf } from '#server/kernel/db.ts';

/** Condition over `supplier_invoices`: those that are owed and past their day, or due within so many days. */
export const dueInvoices = (due: Due, today: string): SQL =>
  sql`supplier_invoices.kind = 'factura' and supplier_invoices.state_id in ${anyOf(OWED_STATES)} and ${
    due === 'vencidas'
      ? sql`supplier_invoices.due_on < ${today}`
      : sql`supplier_invoices.due_on between ${today} and ${addDays(today, DUE_WITHIN[due])}`
  }`;

/** What is left to pay of a row of `supplier_invoices`. */
export const OWED_CENTS = sql.raw(
  'supplier_invoices.total_cents - supplier_invoices.withheld_cents - supplier_invoices.settled_cents',
);
