import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { businessDaysBetween } from '#contract/banking/applications/businessDays.ts';
import { panamaDay, showDay } from '#contract/dates.ts';
import { CLOCK_COMPLAINTS, COMPLAINT } from '#contract/legal/complaints/rules.ts';
import { anyOf, rows } from '#server/kernel/db.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { lockSalesOf } from '#server/modules/sales/sale/states.service.ts';
import { lawyersOf } from '#server/modules/sales/workers/told.service.ts';
import { writeComplaintState } from './complaints.service.ts';

/** Working days before the end on which it is told; after a missed night the nearest one. */
const WARNINGS = [5, 2, 0];

interface Running {
  id: number;
  saleId: number;
  projectId: number;
  stateId: number;
  version: number;
  name: string;
  filedOn: string;
  askedOn: string | null;
  dueOn: string;
}

/** Each night: tells the lawyers before the company's clock ends, and makes what ended No sustentado. Safe to run twice. */
export const complaintsNight = job({
  name: 'complaints.night',
  payload: z.object({}),
  cron: '15 0 * * *',
  async run(ctx) {
    const today = panamaDay(ctx.now);
    const ofClock = sql`(select sale_id from complaints where state_id in ${anyOf(CLOCK_COMPLAINTS)})`;
    let ended = 0;
    for await (const batch of lockSalesOf(ctx.db, ofClock))
      for (const one of await findRunning(ctx, batch)) {
        if (one.dueOn < today) {
          await writeComplaintState(
            ctx,
            one,
            COMPLAINT.unsupported,
            { resolvedOn: today },
            `El plazo terminó el ${showDay(one.dueOn)}.`,
          );
          ended += 1;
          await tell(
            ctx,
            one,
            `No se respondió a ACODECO a tiempo: el reclamo de ${one.name} cuenta como no sustentado.`,
            'fin',
          );
          continue;
        }
        const alert = WARNINGS.findLast((days) => businessDaysBetween(today, one.dueOn) <= days);
        if (alert !== undefined)
          await tell(
            ctx,
            one,
            `El reclamo de ${one.name} se responde a ACODECO hasta el ${showDay(one.dueOn)}.`,
            `${one.dueOn}:${alert}`,
          );
      }
    ctx.log.info({ ended }, 'complaints');
  },
});

const findRunning = ({ db }: JobContext, saleIds: readonly number[]) =>
  rows<Running>(
    db,
    sql`select k.id, k.sale_id "saleId", s.project_id "projectId", k.state_id "stateId", k.version, p.name, k.filed_on "filedOn",
        k.asked_on "askedOn", k.due_on "dueOn"
      from complaints k join sales s on s.id = k.sale_id join people p on p.id = s.person_id
      where k.sale_id = any(${sql.param([...saleIds])}::bigint[]) and k.state_id in ${anyOf(CLOCK_COMPLAINTS)}
      order by k.sale_id, k.id for no key update of k`,
  );

async function tell(ctx: JobContext, one: Running, text: string, event: string): Promise<void> {
  await notify(ctx, {
    kind: 'reclamo_plazo',
    to: await lawyersOf(ctx.db, { id: one.saleId, projectId: one.projectId }),
    text,
    url: `/oficina/reclamos-acodeco?reclamo=${one.id}`,
    event: `reclamo_acodeco:${one.id}:${event}`,
  });
}
