import { sql } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { INVOICE_STATE as S } from '#contract/money/invoices/rules.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import { stepRows, type TaskQuery } from '#server/kernel/tasks.ts';
import { invoicesInReach } from './invoices.scope.ts';
import { supplierInvoices } from './invoices.table.ts';

/** Invoices to approve, to pay within a week, and to correct. */
export function invoiceTasks(ctx: Context): TaskQuery | null {
  const { userId } = staffOf(ctx);
  const soon = addDays(panamaDay(ctx.now), 7);
  const waiting = stepRows(ctx, supplierInvoices, invoicesInReach, [
    [
      'contabilidad.aprobar',
      'Aprobar la factura',
      sql`state_id = ${idOf(S.toApprove)} and made_by <> ${userId}`,
    ],
    [
      'contabilidad.crear',
      'Pagar la factura',
      sql`state_id = ${idOf(S.approved)} and kind = 'factura' and progress_account_id is null and due_on <= ${soon}`,
    ],
    [
      'contabilidad.crear',
      'Corregir la factura rechazada',
      sql`state_id = ${idOf(S.rejected)} and made_by = ${userId}`,
    ],
  ]);
  if (!waiting) return null;
  return {
    rows: waiting,
    joins: sql`join partners s on s.id = w.partner_id`,
    id: sql`w.id`,
    title: sql`concat_ws(' · ', w.number, s.name)`,
    text: sql`w.what`,
    due: sql`w.due_on`,
    since: sql`w.created_at`,
    cents: sql`w.total_cents - w.withheld_cents - w.settled_cents`,
  };
}
