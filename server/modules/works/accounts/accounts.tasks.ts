import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { ACCOUNT_STATE } from '#contract/works/accounts/rules.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { builtBy, contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';

const S = ACCOUNT_STATE;

/** Accounts whose next step the caller may take: send, countersign, approve or pay. */
export function accountTasks(ctx: Context): TaskQuery | null {
  const { userId } = staffOf(ctx);
  const may = (permission: Permission) => contractsInReach(ctx, permission) ?? sql`true`;
  const step = (permission: Permission, state: number, text: string, when: SQL): SQL[] =>
    scopeOf(ctx, permission)
      ? [
          sql`select a.id, contracts.name || ', cuenta ' || a.number title, ${text}::text what,
              coalesce(a.approved_at, a.countersigned_at, a.created_at) since,
              case when ${may('contratos.montos')} then a.net_cents end cents
            from progress_accounts a join contracts on contracts.id = a.contract_id
            where a.state_id = ${idOf(state)} and ${when} and ${may(permission)}`,
        ]
      : [];
  const steps = [
    ...step('contratos.aprobar', S.draft, 'Enviar la cuenta al contratista', sql`a.made_by = ${userId}`),
    ...step('contratos.ver', S.sent, 'Refrendar la cuenta', builtBy(userId)),
    ...step('contratos.aprobar', S.countersigned, 'Aprobar la cuenta', sql`a.made_by <> ${userId}`),
    ...step(
      'contabilidad.aprobar',
      S.approved,
      'Pagar la cuenta',
      sql`a.made_by <> ${userId} and a.approved_by <> ${userId}`,
    ),
  ];
  if (steps.length === 0) return null;
  return {
    rows: sql`select * from (${sql.join(steps, sql` union all `)}) steps`,
    id: sql`w.id`,
    title: sql`w.title`,
    text: sql`w.what`,
    due: sql`null::date`,
    since: sql`w.since`,
    cents: sql`w.cents`,
  };
}
