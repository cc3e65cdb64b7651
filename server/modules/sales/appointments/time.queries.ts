import { APPOINTMENT, OPEN } from '#contract/sales/appointments/rules.ts';
import { sql } from 'drizzle-orm';
import { addDays, panamaInstant } from '#contract/dates.ts';
import type { Agent, DayException, WeekHours } from '#contract/sales/appointments/slots.ts';
import { preparedRows, type Db, anyOf } from '#server/kernel/db.ts';

interface Row {
  id: number;
  hours: WeekHours[];
  exceptions: DayException[];
  awayFrom: string | null;
  awayTo: string | null;
  busy: { from: string; to: string }[];
}

/** The agents of a project between two days (both included), with everything that takes their time. One statement. */
export async function findAgentsAtWork(
  db: Db,
  projectId: number,
  from: string,
  to: string,
): Promise<Agent[]> {
  const begin = panamaInstant(from);
  const end = panamaInstant(addDays(to, 1));
  const found = await preparedRows<Row>(
    db,
    sql`select u.id, coalesce(t.hours, '[]') hours, u.away_from "awayFrom", u.away_to "awayTo",
        coalesce((select json_agg(json_build_object('day', e.day, 'kind', e.kind, 'from', e.from_time, 'to', e.to_time))
          from appointment_exceptions e where e.agent_id = u.id and e.day between ${from} and ${to}
            and (e.project_id is null or e.project_id = ${projectId})), '[]') exceptions,
        coalesce((select json_agg(json_build_object('from', a.starts_at, 'to', a.ends_at)) from appointments a
          where a.agent_id = u.id and a.state_id in ${anyOf([...OPEN, APPOINTMENT.attended])} and a.starts_at < ${end} and a.ends_at > ${begin}
            and a.starts_at > ${begin}::timestamptz - interval '1 day'), '[]') busy
      from users u left join appointment_templates t on t.agent_id = u.id and t.project_id = ${projectId}
      where u.active and (t.id is not null or exists (select from appointment_exceptions e where e.agent_id = u.id
        and e.project_id = ${projectId} and e.day between ${from} and ${to}))
      order by u.id`,
  );
  return found.map(({ busy, ...one }) => ({
    ...one,
    busy: busy.map((taken) => ({ from: new Date(taken.from), to: new Date(taken.to) })),
  }));
}
