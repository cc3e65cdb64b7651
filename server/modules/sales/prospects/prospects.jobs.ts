import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { DAY_MS, panamaDay } from '#contract/dates.ts';
import { PROSPECT, prospectMachine, SILENCE, SILENT_DAYS } from '#contract/sales/prospects/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import { rows, idOf } from '#server/kernel/db.ts';
import { job } from '#server/kernel/jobs.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';

/**
 * Each night: discards prospects with no answer for 30 days (domain.md §1), and removes the adviser from prospects of
 * users who left, so that a coordinator sees them. One statement each; safe to repeat.
 */
export const sweepProspects = job({
  name: 'prospects.sweep',
  payload: z.object({}),
  cron: '15 0 * * *',
  async run(ctx) {
    const limit = new Date(ctx.now.getTime() - SILENT_DAYS * DAY_MS);
    const discarded = await rows<{ id: number; from: number }>(
      ctx.db,
      sql`with silent as (
          select id, stage_id from prospects where stage_id < ${PROSPECT.won} and answered_at < ${limit} for no key update skip locked
        )
        update prospects p set stage_id = ${PROSPECT.discarded}, stage_since = ${ctx.now}, version = p.version + 1,
          next_follow_up_on = null, discard_reason = ${SILENCE} from silent where p.id = silent.id
          returning p.id, silent.stage_id "from"`,
    );
    await announce(
      ctx,
      ...discarded.map(({ id, from }) => ({
        record: prospectMachine.entity,
        id,
        from,
        to: PROSPECT.discarded,
        reason: SILENCE,
      })),
    );
    const left = await rows<{ projectId: number; total: number }>(
      ctx.db,
      sql`with freed as (
          update prospects p set adviser_id = null, version = p.version + 1 from users u
          where u.id = p.adviser_id and not u.active and p.stage_id < ${PROSPECT.won} returning p.project_id
        ) select project_id "projectId", count(*)::int total from freed group by 1`,
    );
    for (const { projectId, total } of left)
      await notify(ctx, {
        kind: 'prospecto_asignado',
        to: await whoMay(ctx.db, 'ventas.aprobar', projectId),
        text: total === 1 ? 'Un prospecto quedó sin asesor.' : `${total} prospectos quedaron sin asesor.`,
        url: `/oficina/prospectos?asesor_id=0&proyecto_id=${projectId}`,
        event: `prospectos:sin_asesor:${projectId}:${panamaDay(ctx.now)}`,
      });
    ctx.log.info({ discarded: discarded.length, projects: left.length }, 'prospects swept');
  },
});

/** Each morning before the sales office opens: notifies each adviser how many follow-ups are due today. */
export const remindAdvisers = job({
  name: 'prospects.remind',
  payload: z.object({}),
  cron: '30 7 * * 1-6',
  async run(ctx) {
    const today = panamaDay(ctx.now);
    const due = await rows<{ adviserId: number; total: number }>(
      ctx.db,
      sql`select adviser_id "adviserId", count(*)::int total from prospects
        where stage_id < ${idOf(PROSPECT.won)} and next_follow_up_on <= ${today} and adviser_id is not null group by 1`,
    );
    for (const { adviserId, total } of due)
      await notify(ctx, {
        kind: 'seguimiento_pendiente',
        to: [adviserId],
        text: total === 1 ? 'Hoy te toca un seguimiento.' : `Hoy te tocan ${total} seguimientos.`,
        url: '/oficina/prospectos?hoy=1',
        event: `seguimientos:${today}`,
      });
  },
});
