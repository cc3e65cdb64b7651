import { passSales } from '#server/modules/sales/sale/hands.service.ts';
import { eq, sql, type SQL } from 'drizzle-orm';
import {
  WORK_KINDS,
  type HandedOver,
  type Handover,
  type OpenWork,
  type Receiver,
  type WorkKind,
} from '#contract/company/users/handover.ts';
import { WHY_NOT } from '#contract/company/roles/rules.ts';
import { audit, auditMany } from '#server/kernel/audit.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { deactivate } from '#server/modules/company/users/accounts.service.ts';
import { countOpenWork, findCandidates, findOpenWork, openOf } from './leaving.queries.ts';
import { mailHandedOver } from './workers.mail.ts';
import { ASSIGNMENT, waitForAssignments } from './processors.service.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';

/** The caller's scope for a handover: all sales for administrators, otherwise those the caller may reassign. */
const reachOf = (ctx: Pick<Context, 'staff'>): SQL =>
  ctx.staff?.grants.has('administracion.editar') || ctx.staff?.grants.has('administracion.anular')
    ? sql`true`
    : (salesInReach(ctx, 'ventas.aprobar') ?? sql`true`);

/** A user's open sales by project, and the candidates to take them over. Raises 404. */
export async function openWorkOf(ctx: Context, userId: number): Promise<OpenWork> {
  if ((await ctx.db.$count(users, eq(users.id, userId))) === 0) throw notFound();
  const reach = ctx.staff?.grants.has('administracion.ver') ? sql`true` : reachOf(ctx);
  return findOpenWork(ctx.db, ctx.now, userId, reach);
}

/**
 * Deactivates a user and hands over the open sales in one transaction. Raises 403 SELF; 409 HAS_WORK with the open
 * sales if no receiver was given, LAST_ADMINISTRATOR, STALE.
 */
export const leave = (
  ctx: Context,
  id: number,
  { handover, version }: { handover?: Handover | undefined; version?: number | undefined },
): Promise<void> =>
  deactivate(ctx, id, version, async (user) => {
    await waitForAssignments(ctx.db);
    const open = await countOpenWork(ctx.db, id);
    const left = WORK_KINDS.filter((kind) => open[kind] > 0);
    if (left.some((kind) => !handover?.[kind])) throw conflict('HAS_WORK', WHY_NOT.hasWork, open);
    return left.length > 0 && handover ? handOver(ctx, user, handover) : null;
  });

/** Moves a user's open sales without deactivating the user. Raises 404, 409 NO_WORK, 422. */
export async function handOverOf(ctx: Context, id: number, plan: Handover): Promise<HandedOver> {
  if (WORK_KINDS.every((kind) => !plan[kind]))
    throw invalid([{ field: 'processor[to]', message: 'Elige quién sigue con las ventas.' }]);
  const [user] = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(eq(users.id, id))
    .for('no key update');
  if (!user) throw notFound();
  const handed = await handOver(ctx, user, plan);
  await audit(ctx, 'handed_over', 'user', id, { ...handed, motivo: plan.motivo, temporal: plan.temporal });
  return handed;
}

interface Moved {
  id: number;
  projectId: number;
  to: number | null;
}

/**
 * Moves a user's open sales in one transaction: each kind of work to one user, to the user with the lowest load per
 * project, or to nobody. Waits for running assignments, so that no sale is missed. Of two concurrent calls the second
 * raises 409 NO_WORK. Raises 422 at `processor[user_id]`, `adviser[user_id]`, and at `…[to]` if a project has no other
 * candidate.
 */
export async function handOver(
  ctx: Acting,
  leaver: { id: number; name: string },
  plan: Handover,
): Promise<HandedOver> {
  await waitForAssignments(ctx.db);
  const candidates = await findCandidates(ctx.db, ctx.now, leaver.id);
  const moved = { processor: 0, adviser: 0 };
  const got = new Map<number, number>();
  for (const kind of WORK_KINDS) {
    const receiver = plan[kind];
    if (!receiver) continue;
    const sales = await lockOpen(ctx, kind, leaver.id);
    const given = give(kind, receiver, sales, candidates);
    await write(ctx, kind, leaver.id, given, plan);
    moved[kind] = given.length;
    for (const { to } of given) if (to !== null) got.set(to, (got.get(to) ?? 0) + 1);
  }
  if (moved.processor + moved.adviser === 0) throw conflict('NO_WORK', WHY_NOT.noWork);
  const receivers = candidates
    .filter(({ id }) => got.has(id))
    .map(({ id, name }) => ({ id, name, total: got.get(id)! }));
  await mailHandedOver(ctx, receivers, leaver.name, plan.motivo);
  return { ...moved, receivers };
}

const lockOpen = (ctx: Pick<Context, 'db' | 'staff'>, kind: WorkKind, userId: number) =>
  rows<{ id: number; projectId: number }>(
    ctx.db,
    sql`select id, project_id "projectId" from sales where ${openOf(kind, userId)} and ${reachOf(ctx)}
      order by id for no key update`,
  );

function give(
  kind: WorkKind,
  receiver: Receiver,
  sales: readonly { id: number; projectId: number }[],
  candidates: OpenWork['candidates'],
): Moved[] {
  const able = candidates.filter((one) => one[kind] && !one.away);
  if (receiver.to === 'nadie') return sales.map((sale) => ({ ...sale, to: null }));
  if (receiver.to === 'persona') {
    const to = able.find(({ id }) => id === receiver.user_id);
    if (!to)
      throw invalid([
        { field: `${kind}[user_id]`, message: 'Elige una persona activa de la lista, que no esté ausente.' },
      ]);
    return sales.map((sale) => ({ ...sale, to: to.id }));
  }
  const load = new Map(able.map(({ id, open }) => [id, open[kind]]));
  return sales.map((sale) => {
    const [least] = able
      .filter(({ project_ids }) => project_ids.includes(sale.projectId))
      .toSorted((a, b) => load.get(a.id)! - load.get(b.id)! || a.id - b.id);
    if (!least)
      throw invalid([
        {
          field: `${kind}[to]`,
          message: 'En alguno de sus proyectos no hay otra persona en el equipo. Elige a una, o a nadie.',
        },
      ]);
    load.set(least.id, load.get(least.id)! + 1);
    return { ...sale, to: least.id };
  });
}

/** One statement for all sales, because there may be thousands. */
async function write(
  ctx: Acting,
  kind: WorkKind,
  from: number,
  moved: readonly Moved[],
  { motivo, temporal }: Pick<Handover, 'motivo' | 'temporal'>,
): Promise<void> {
  if (moved.length === 0) return;
  const ids = sql.param(moved.map(({ id }) => id));
  const to = sql.param(moved.map((one) => one.to));
  const given = sql`unnest(${ids}::bigint[], ${to}::bigint[]) given(id, receiver)`;
  await passSales(ctx, kind, moved);
  const typeId = temporal ? ASSIGNMENT.temporary : ASSIGNMENT.reassigned;
  if (kind === 'processor')
    await ctx.db.execute(
      sql`insert into assignments (sale_id, processor_id, type_id, assigned_by, reason, at)
        select id, receiver, ${typeId}, ${ctx.staff?.userId ?? null}, ${motivo}, ${ctx.now} from ${given}
        where receiver is not null`,
    );
  await auditMany(
    ctx,
    kind === 'processor' ? 'reasignar' : 'cambiar_asesor',
    'precontrato',
    moved.map((one) => ({ id: one.id, data: { from, to: one.to, handover: true } })),
  );
}
