import type { FastifyInstance } from 'fastify';
import { PROSPECT } from '#contract/sales/prospects/rules.ts';
import { addDays, panamaDay, panamaInstant } from '#contract/dates.ts';
import { idOf, rows, sql, type Db } from '#server/kernel/db.ts';
import { insertTasks } from '#server/modules/company/tasks/taskRows.service.ts';
import { inProgress } from '#server/modules/sales/sale/standing.service.ts';
import { contextAt } from './actors.ts';

/** Days from today; `done`: how many days ago. */
interface DemoTask {
  who: 'asesor' | 'procesador' | 'procesador2' | 'coordinador';
  by?: 'coordinador' | 'asesor';
  on: 'precontrato' | 'prospecto';
  text: string;
  day: number;
  time?: string;
  done?: number;
}

const TASKS: readonly DemoTask[] = [
  {
    who: 'asesor',
    on: 'precontrato',
    text: 'Confirmar la visita de la familia al lote',
    day: -2,
    time: '10:00',
  },
  {
    who: 'asesor',
    by: 'coordinador',
    on: 'precontrato',
    text: 'Explicar el plan de abonos',
    day: 0,
    time: '15:30',
  },
  { who: 'asesor', on: 'prospecto', text: 'Enviar el plano y la lista de acabados', day: 0 },
  { who: 'asesor', on: 'prospecto', text: 'Preguntar si ya habló con su banco', day: 3 },
  { who: 'asesor', on: 'precontrato', text: 'Llamar para felicitar por la aprobación', day: -6, done: 5 },
  {
    who: 'procesador',
    by: 'coordinador',
    on: 'precontrato',
    text: 'Pedir otra vez la carta de trabajo',
    day: -1,
  },
  { who: 'procesador', on: 'precontrato', text: 'Llamar a la ejecutiva del banco', day: 0, time: '11:00' },
  {
    who: 'procesador',
    by: 'asesor',
    on: 'precontrato',
    text: 'Revisar si el talonario es del último mes',
    day: 5,
  },
  {
    who: 'procesador2',
    on: 'precontrato',
    text: 'Coordinar el avalúo con la familia',
    day: 1,
    time: '09:00',
  },
  {
    who: 'procesador2',
    by: 'coordinador',
    on: 'precontrato',
    text: 'Actualizar la proforma del banco',
    day: -3,
    done: 2,
  },
  { who: 'coordinador', on: 'precontrato', text: 'Decidir sobre el descuento que pidió', day: -4 },
  {
    who: 'coordinador',
    on: 'precontrato',
    text: 'Hablar con el abogado sobre la promesa',
    day: 2,
    time: '14:00',
  },
];

const ROLES = {
  asesor: 'asesor',
  procesador: 'procesador',
  procesador2: 'procesador',
  coordinador: 'coordinador',
} as const;

/** What colleagues still have to do, late, today and later, and some of what they did: on their own sales and prospects. */
export async function makeTasks(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const today = panamaDay(now);
  const records = await rows<{ on: DemoTask['on']; id: number; people: number[] }>(
    db,
    sql`select 'precontrato' "on", s.id::int, array_remove(array[s.adviser_id, s.processor_id], null) people from sales s
        where ${inProgress(sql`s.state_id`)}
      union all select 'prospecto', t.id::int, array_remove(array[t.adviser_id], null) from prospects t where t.stage_id < ${idOf(PROSPECT.won)}
      order by 1, 2 desc`,
  );
  const taken = new Set<object>();
  for (const by of new Set(TASKS.map((task) => task.by ?? task.who))) {
    const made = TASKS.filter((task) => (task.by ?? task.who) === by).flatMap(
      ({ who, on, text, day, time, done }) => {
        const assigneeId = staff.get(who)!;
        // A coordinator sees all of them.
        const record = records.find(
          (one) =>
            one.on === on &&
            !taken.has(one) &&
            (who === 'coordinador' || one.people.map(Number).includes(assigneeId)),
        );
        if (!record) return [];
        taken.add(record);
        const createdAt = panamaInstant(addDays(today, Math.min(day, 0) - 3), '09:15');
        return {
          reference: on,
          referenceId: record.id,
          text,
          assigneeId,
          dueOn: addDays(today, day),
          dueTime: time ?? null,
          createdBy: staff.get(by)!,
          createdAt,
          doneAt: done === undefined ? null : panamaInstant(addDays(today, -done), '16:40'),
          doneBy: done === undefined ? null : assigneeId,
        };
      },
    );
    await insertTasks(contextAt(app, db, staff, now, { signIn: by, role: ROLES[by] }), made);
  }
}
