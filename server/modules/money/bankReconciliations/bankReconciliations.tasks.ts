import { sql } from 'drizzle-orm';
import { DEFAULTS } from '#contract/company/settings/model.ts';
import { RECONCILIATION_STATE as S } from '#contract/money/bankReconciliations/rules.ts';
import { panamaDay } from '#contract/dates.ts';
import { periodOf } from '#contract/money/ledger/rules.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';
import { stepRows, type TaskQuery } from '#server/kernel/tasks.ts';
import { reconciliationsInReach } from './bankReconciliations.scope.ts';
import { bankReconciliations } from './bankReconciliations.table.ts';

/** The day of the next month until which a month should be reconciled: a setting. */
const RECONCILE_DAY = sql`coalesce((select (value ->> 'reconcileDay')::int from settings where key = 'payables'),
  ${DEFAULTS.payables.reconcileDay}::int)`;

/** Months to reconcile until a day of the next one, which is a setting, and what another person finished or asked to reopen. */
export function reconciliationTasks(ctx: Context): TaskQuery | null {
  const { userId } = staffOf(ctx);
  const now = periodOf(panamaDay(ctx.now));
  const waiting = stepRows(ctx, bankReconciliations, reconciliationsInReach, [
    [
      'contabilidad.crear',
      'Conciliar el mes',
      sql`state_id in ${anyOf([S.draft, S.reopened])} and period < ${now}`,
    ],
    [
      'contabilidad.aprobar',
      'Revisar la conciliación',
      sql`state_id = ${idOf(S.finished)} and finished_by <> ${userId}`,
    ],
    [
      'contabilidad.aprobar',
      'Decidir si se reabre la conciliación',
      sql`state_id = ${idOf(S.asked)} and asked_by <> ${userId}`,
    ],
  ]);
  if (!waiting) return null;
  return {
    rows: waiting,
    joins: sql`join bank_accounts a on a.id = w.account_id and a.archived_at is null`,
    id: sql`w.id`,
    title: sql`a.name || ', ' || to_char(to_date(w.period::text, 'YYYYMM'), 'MM-YYYY')`,
    text: sql`w.what`,
    due: sql`(to_date(w.period::text, 'YYYYMM') + interval '1 month' + (${RECONCILE_DAY} - 1) * interval '1 day')::date`,
    since: sql`coalesce(w.asked_at, w.finished_at, (to_date(w.period::text, 'YYYYMM') + interval '1 month') at time zone 'America/Panama')`,
  };
}
