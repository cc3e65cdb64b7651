import { giveOrigin } from '#server/modules/sales/sale/begun.service.ts';
import { sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { NewContact } from '#contract/sales/prospects/model.ts';
import {
  isAnswer,
  nextFollowUp,
  OPEN_STAGES,
  PROSPECT,
  prospectMachine,
  stageAfter,
} from '#contract/sales/prospects/rules.ts';
import { audit, auditMany } from '#server/kernel/audit.ts';
import { type Acting, scopeOf, type Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { forbidden, invalid } from '#server/kernel/errors.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { isContactAction } from './prospects.queries.ts';
import { prospectsInReach } from './prospects.scope.ts';
import {
  checkAdviser,
  followUpFault,
  loadProspect,
  refuseEnded,
  touchProspect,
  writeStage,
} from './prospects.service.ts';
import { prospectContacts, prospects } from './prospects.table.ts';

/** Records a contact and the day of the next one: three days later by default. Raises 404, 422. */
export async function addContact(ctx: Context, id: number, input: NewContact): Promise<void> {
  const one = await loadProspect(ctx, id);
  refuseEnded(one);
  const today = panamaDay(ctx.now);
  const faults = followUpFault(input.proximo_seguimiento, today);
  if (!isContactAction(input.accion_id))
    faults.push({ field: 'accion_id', message: 'Elige lo que pasó de la lista.' });
  if (faults.length > 0) throw invalid(faults);
  const next = input.proximo_seguimiento ?? nextFollowUp(today);
  await writeContact(ctx, one, input.accion_id, { note: input.nota ?? null, next });
  await audit(ctx, 'contactar', prospectMachine.entity, id, { action: input.accion_id });
}

interface Held {
  id: number;
  version: number;
  stageId: number;
}

async function writeContact(
  ctx: Acting,
  one: Held,
  actionId: number,
  { note, next }: { note: string | null; next: string },
): Promise<void> {
  await ctx.db.insert(prospectContacts).values({
    prospectId: one.id,
    actionId,
    note,
    nextFollowUpOn: next,
    userId: ctx.staff?.userId ?? null,
    at: ctx.now,
  });
  const set = {
    lastActionId: actionId,
    lastActionAt: ctx.now,
    nextFollowUpOn: next,
    contactedAt: sql`coalesce(${prospects.contactedAt}, ${ctx.now})` as never,
    ...(isAnswer(actionId) && { answeredAt: ctx.now }),
  };
  const to = stageAfter(one.stageId, actionId);
  if (to === null) await touchProspect(ctx, one, set);
  else await writeStage(ctx, one, to, set);
}

/**
 * Records an event elsewhere (appointment booked, visit, quote (`stage`), message) as the last contact of the person's
 * open prospects (in that project), and moves them to a later stage. `next` is the day of the next follow-up. Runs in the
 * caller's transaction; safe to repeat. Returns the number of open prospects.
 */
export async function noteProspectAction(
  ctx: Acting,
  { personId, projectId }: { personId: number; projectId?: number },
  actionId: number,
  {
    note = null,
    stage,
    next = nextFollowUp(panamaDay(ctx.now)),
  }: { note?: string | null; stage?: number; next?: string } = {},
): Promise<number> {
  const found = await rows<Held>(
    ctx.db,
    sql`select id, version, stage_id "stageId" from prospects where person_id = ${personId}
      and stage_id in (${sql.raw(OPEN_STAGES.join(', '))})
      ${projectId === undefined ? sql`` : sql`and project_id = ${projectId}`} order by id for no key update`,
  );
  for (const one of found) {
    await writeContact(ctx, one, actionId, { note, next });
    const at = Math.max(one.stageId, stageAfter(one.stageId, actionId) ?? 0);
    if (stage !== undefined && stage > at)
      await writeStage(ctx, { ...one, version: one.version + 1, stageId: at }, stage);
  }
  return found.length;
}

/**
 * A sale of the person began outside the prospect's page: the open prospects of that person and project become won and
 * link to the sale, and the sale gets the origin of the latest one. Runs in the caller's transaction; safe to repeat.
 */
export async function winProspects(
  ctx: Acting,
  { personId, projectId, saleId }: { personId: number; projectId: number; saleId: number },
): Promise<void> {
  const found = await rows<Held & { origin: string | null; campaign: string | null }>(
    ctx.db,
    sql`select id, version, stage_id "stageId", origin, campaign_number campaign from prospects where person_id = ${personId}
      and project_id = ${projectId} and stage_id in (${sql.raw(OPEN_STAGES.join(', '))}) order by id for no key update`,
  );
  const latest = found.at(-1);
  if (!latest) return;
  for (const one of found) await writeStage(ctx, one, PROSPECT.won, { saleId, nextFollowUpOn: null });
  await giveOrigin(ctx, saleId, latest);
}

/** Assigns open prospects to an adviser; ended ones and those out of scope stay. Returns the assigned ids. */
export async function assignProspects(
  ctx: Context,
  { ids, asesor_id }: { ids: readonly number[]; asesor_id: number },
): Promise<number[]> {
  if (!scopeOf(ctx, 'ventas.aprobar')) throw forbidden();
  await checkAdviser(ctx, asesor_id);
  const reach = prospectsInReach(ctx, 'ventas.aprobar') ?? sql`true`;
  const held = await rows<{ id: number; adviserId: number | null; version: number }>(
    ctx.db,
    sql`select id, adviser_id "adviserId", version from prospects where id = any(${sql.param([...ids])}::bigint[])
      and stage_id in (${sql.raw(OPEN_STAGES.join(', '))}) and adviser_id is distinct from ${asesor_id}
      and ${reach} order by id for no key update`,
  );
  const passed = held.map(({ id }) => id);
  if (passed.length === 0) return [];
  await ctx.db.execute(
    sql`update prospects set adviser_id = ${asesor_id}, version = version + 1 where id = any(${sql.param(passed)}::bigint[])`,
  );
  await auditMany(
    ctx,
    'reasignar',
    prospectMachine.entity,
    held.map(({ id, adviserId }) => ({ id, data: { from: adviserId, to: asesor_id } })),
  );
  const [first] = held;
  await notify(ctx, {
    kind: 'prospecto_asignado',
    to: [asesor_id],
    text: passed.length === 1 ? 'Te pasaron un prospecto.' : `Te pasaron ${passed.length} prospectos.`,
    url: passed.length === 1 ? `/oficina/prospectos/${passed[0]}` : '/oficina/prospectos?hoy=1',
    event: `prospecto:${first!.id}:asignado:${asesor_id}:${first!.version + 1}`,
  });
  return passed;
}
