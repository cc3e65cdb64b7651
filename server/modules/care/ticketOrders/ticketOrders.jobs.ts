import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { OUT_ORDERS } from '#contract/care/ticketOrders/rules.ts';
import { dayText, panamaDay } from '#contract/dates.ts';
import { anyOf, rows } from '#server/kernel/db.ts';
import { job } from '#server/kernel/jobs.ts';
import type { FoundOrder } from './ticketOrders.queries.ts';
import { tellContractor, tellTeam } from './told.service.ts';

type Late = Pick<
  FoundOrder,
  | 'id'
  | 'code'
  | 'version'
  | 'dueOn'
  | 'contractorId'
  | 'contractor'
  | 'assigneeId'
  | 'departmentId'
  | 'projectId'
>;
/** Orders that one run tells. */
const BATCH = 200;

/** Each morning: tells the contractor and the team of orders whose day has passed, once per day that was set. Safe to run twice. */
export const tellLateOrders = job({
  name: 'care.lateOrders',
  payload: z.object({}),
  cron: '10 8 * * *',
  async run(ctx) {
    const today = panamaDay(ctx.now);
    const late = await rows<Late>(
      ctx.db,
      sql`update ticket_orders o set told_on = o.due_on from tickets t, partners a
        where t.id = o.ticket_id and a.id = o.contractor_id and o.id in (select id from ticket_orders x
          where x.state_id in ${anyOf(OUT_ORDERS)} and x.due_on < ${today}::date and x.told_on is distinct from x.due_on
          order by x.due_on, x.id limit ${sql.raw(String(BATCH))} for no key update skip locked)
        returning o.id, o.code, o.version, o.due_on::text "dueOn", o.contractor_id "contractorId", a.name contractor,
          t.assignee_id "assigneeId", t.department_id "departmentId", t.project_id "projectId"`,
    );
    for (const one of late) {
      const event = `vencida:${one.dueOn}`;
      const since = `venció el ${dayText(one.dueOn)}`;
      await tellContractor(ctx, one, `${since} y sigue por hacer.`, event, 'orden_trabajo_vencida');
      await tellTeam(ctx, one, `${since} y la tiene ${one.contractor}.`, event, 'orden_trabajo_vencida');
    }
  },
});
