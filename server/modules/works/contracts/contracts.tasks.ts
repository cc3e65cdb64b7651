import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import {
  GUARANTEE_WARNING_DAYS,
  CONTRACT_ADDENDUM,
  CONTRACT_STATE,
} from '#contract/works/contracts/rules.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { contractsInReach } from './construction.scope.ts';

const S = CONTRACT_STATE;

/** Contracts whose next step the caller may take: approve, sign, pay the advance, decide a rescission or an addendum. */
export function contractTasks(ctx: Context): TaskQuery | null {
  const { userId } = staffOf(ctx);
  const may = (permission: Permission) => contractsInReach(ctx, permission) ?? sql`true`;
  const step = (permission: Permission, text: string, when: SQL, cents: SQL): SQL[] =>
    scopeOf(ctx, permission)
      ? [
          sql`select contracts.id, contracts.name, ${text}::text what, coalesce(contracts.state_since, contracts.created_at) since,
              case when ${may('contratos.montos')} then ${cents} end cents
            from contracts where ${when} and ${may(permission)}`,
        ]
      : [];
  const amount = sql`contracts.amount_cents`;
  const addendum = (state: number) =>
    sql`exists (select from contract_addenda a where a.contract_id = contracts.id and a.state_id = ${idOf(state)}
      and contracts.state_id in (${idOf(S.inForce)}, ${idOf(S.suspended)}) ${state === CONTRACT_ADDENDUM.draft ? sql`and a.created_by <> ${userId}` : sql``})`;
  const steps = [
    ...step(
      'contratos.aprobar',
      'Aprobar el contrato',
      sql`contracts.state_id = ${idOf(S.inReview)} and contracts.created_by is distinct from ${userId}
        and contracts.submitted_by is distinct from ${userId}`,
      amount,
    ),
    ...step('legal.crear', 'Registrar la firma', sql`contracts.state_id = ${idOf(S.approved)}`, amount),
    ...step(
      'contabilidad.aprobar',
      'Pagar el anticipo',
      sql`contracts.state_id = ${idOf(S.signed)} and contracts.advance_bp > 0 and contracts.advance_cents is null`,
      sql`round(contracts.amount_cents * contracts.advance_bp / 10000.0)`,
    ),
    ...step('contratos.aprobar', 'Aprobar una adenda', addendum(CONTRACT_ADDENDUM.draft), sql`null::bigint`),
    ...step(
      'legal.crear',
      'Registrar la firma de una adenda',
      addendum(CONTRACT_ADDENDUM.approved),
      sql`null::bigint`,
    ),
    ...step(
      'contratos.anular',
      'Decidir la rescisión',
      sql`exists (select from contract_rescissions r where r.contract_id = contracts.id and r.withdrawn_at is null
        and r.decided_at is null and r.prepared_by <> ${userId})`,
      amount,
    ),
  ];
  if (steps.length === 0) return null;
  return {
    rows: sql`select * from (${sql.join(steps, sql` union all `)}) steps`,
    id: sql`w.id`,
    title: sql`w.name`,
    text: sql`w.what`,
    due: sql`null::date`,
    since: sql`w.since`,
    cents: sql`w.cents`,
  };
}

/** Bonds that expire soon or have expired, for who draws the contracts. */
export function guaranteeTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'contratos.crear')) return null;
  const soon = addDays(panamaDay(ctx.now), GUARANTEE_WARNING_DAYS[0]);
  return {
    rows: sql`select contracts.id, contracts.name, g.number, g.ends_on, g.created_at from contract_guarantees g
      join contracts on contracts.id = g.contract_id
      where g.replaced_at is null and g.ends_on <= ${soon}
        and contracts.state_id between ${idOf(S.approved)} and ${idOf(S.accepted)} and ${contractsInReach(ctx, 'contratos.crear') ?? sql`true`}`,
    id: sql`w.id`,
    title: sql`w.name`,
    text: sql`'Renovar la fianza ' || w.number`,
    due: sql`w.ends_on`,
    since: sql`w.created_at`,
  };
}
