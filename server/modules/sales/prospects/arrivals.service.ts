import { sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { CONTACT, PROSPECT, prospectMachine } from '#contract/sales/prospects/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { holdName, idOf, row } from '#server/kernel/db.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { away, isOwnAdviser } from '#server/modules/sales/workers/processors.service.ts';
import { prospects } from './prospects.table.ts';

export interface Arrival {
  personId: number;
  /** A value of `origen`. */
  origin: string;
  campaign: string | null;
  interest: string | null;
}

/**
 * A person who wrote for the first time becomes a prospect of the adviser with the fewest open ones, in that adviser's
 * newest project, else the company's. Null if the company sells nothing yet. Returns the prospect's id.
 */
export async function welcomeProspect(
  ctx: Acting,
  { personId, origin, campaign, interest }: Arrival,
): Promise<number | null> {
  // Arrivals at once spread evenly.
  await holdName(ctx.db, 'prospects: welcome');
  const adviser = await row<{ id: number }>(
    ctx.db,
    sql`select u.id from users u where u.active and ${isOwnAdviser} and not ${away(panamaDay(ctx.now))}
      order by (select count(*) from prospects t where t.adviser_id = u.id and t.stage_id < ${idOf(PROSPECT.won)}),
        (select max(t.id) from prospects t where t.adviser_id = u.id) nulls first, u.id limit 1`,
  );
  const project = await row<{ id: number }>(
    ctx.db,
    sql`select p.id from projects p where p.archived_at is null
      order by exists (select from project_team t where t.project_id = p.id and t.user_id = ${adviser?.id ?? 0}) desc, p.published desc, p.id desc limit 1`,
  );
  if (!project) return null;
  const [made] = await ctx.db
    .insert(prospects)
    .values({
      personId,
      projectId: project.id,
      stageId: PROSPECT.fresh,
      stageSince: ctx.now,
      origin,
      campaignNumber: campaign,
      interest,
      adviserId: adviser?.id ?? null,
      lastActionId: CONTACT.none,
      lastActionAt: ctx.now,
      answeredAt: ctx.now,
      nextFollowUpOn: panamaDay(ctx.now),
      createdAt: ctx.now,
    })
    .returning({ id: prospects.id });
  const id = made!.id;
  await announce(ctx, { record: prospectMachine.entity, id, from: null, to: PROSPECT.fresh });
  await notify(ctx, {
    kind: 'prospecto_asignado',
    to: [adviser?.id],
    text: 'Nuevo prospecto: escribió por primera vez.',
    url: `/oficina/prospectos/${id}`,
    event: `prospecto:${id}:asignado:${adviser?.id ?? 0}:1`,
  });
  return id;
}
