import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { permitTypes } from '#contract/company/catalogs/permitLists.ts';
import { addDays, daysBetween, panamaDay, showDay } from '#contract/dates.ts';
import { PERMIT, PERMIT_WARNING_DAYS } from '#contract/works/permits/rules.ts';
import { idOf, rows } from '#server/kernel/db.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { writeState } from './permits.service.ts';

interface Ending {
  id: number;
  version: number;
  stateId: number;
  typeId: number;
  projectId: number;
  of: string;
  expiresOn: string;
}

/**
 * Each night: permits past their last day expire, and who works on the project's permits hears of those that end in 30, 15
 * or 7 days, once each (domain.md §3, Notify). Safe to run twice.
 */
export const permitsNight = job({
  name: 'permits.night',
  payload: z.object({}),
  cron: '15 0 * * *',
  async run(ctx) {
    const today = panamaDay(ctx.now);
    const types = await catalogLabels(ctx.db, permitTypes);
    let expired = 0;
    for (const one of await findEnding(ctx, today)) {
      const what = `${types.get(one.typeId) ?? 'Un permiso'}, ${one.of}`;
      if (one.expiresOn < today) {
        await writeState(ctx, one, PERMIT.expired, {}, `Su último día fue el ${showDay(one.expiresOn)}.`);
        await tell(ctx, one, `Venció: ${what}.`, 'fin');
        expired += 1;
        continue;
      }
      const left = daysBetween(today, one.expiresOn);
      const warning = PERMIT_WARNING_DAYS.findLast((days) => left <= days)!;
      await tell(ctx, one, `Vence el ${showDay(one.expiresOn)}: ${what}.`, String(warning));
    }
    ctx.log.info({ expired }, 'permits');
  },
});

const findEnding = ({ db }: JobContext, today: string) =>
  rows<Ending>(
    db,
    sql`select p.id, p.version, p.state_id "stateId", p.type_id "typeId", p.project_id "projectId",
        concat_ws(' de ', coalesce(h.name, m.name), r.name) "of", p.expires_on::text "expiresOn"
      from permits p join projects r on r.id = p.project_id left join house_models m on m.id = p.model_id
      left join houses h on h.id = p.house_id
      where p.state_id = ${idOf(PERMIT.approved)} and p.expires_on <= ${addDays(today, PERMIT_WARNING_DAYS[0])}
        and (h.id is null or h.archived_at is null)
      order by p.id for no key update of p skip locked`,
  );

async function tell(ctx: JobContext, one: Ending, text: string, event: string): Promise<void> {
  await notify(ctx, {
    kind: 'permiso_por_vencer',
    to: await whoMay(ctx.db, 'permisos.editar', one.projectId),
    text,
    url: `/oficina/permisos?permiso=${one.id}`,
    event: `permiso:${one.id}:${one.expiresOn}:${event}`,
  });
}
