import { clockTime, longDay, panamaInstant } from '#contract/dates.ts';
import type { FreeTime } from '#contract/sales/appointments/model.ts';
import { bookableDays, dayIdOf, NEAREST, SLOT_TAKEN } from '#contract/sales/appointments/rules.ts';
import { freeSlots, nearestTo, type Slot } from '#contract/sales/appointments/slots.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { Refused } from '#server/kernel/errors.ts';
import { Lately } from '#server/kernel/lately.ts';
import { lookAnew, together } from '#server/kernel/together.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { reachesAgent } from './appointments.scope.ts';
import { attendants } from './people.service.ts';
import { findAgentsAtWork } from './time.queries.ts';

type Looking = Pick<Context, 'db' | 'now'>;

/** What was computed last, good for who waited a moment. */
const lately = new Lately<Slot[]>({ ms: 500 });

/**
 * The times that guests may book in a project, in order. Computed afresh, but once for all who ask while it is: whether a time
 * is really free is the database's to say when it is booked.
 */
export const slotsOf = (ctx: Looking, projectId: number): Promise<Slot[]> =>
  together(ctx.db, `slots:${projectId}`, () => compute(ctx, projectId));

/** Acting asks from now on gets an answer that knows what was just committed. */
export function forgetSlots(db: Db): void {
  lookAnew(db);
  lately.forget();
}

/** As `slotsOf`, at most half a second old: for who is told again by the booking itself. */
export const slotsLately = (ctx: Looking, projectId: number): Promise<Slot[]> =>
  lately.read(String(projectId), () => slotsOf(ctx, projectId));

async function compute({ db, now }: Looking, projectId: number): Promise<Slot[]> {
  const { appointments: rules, ownHolidays } = await readSettings(db);
  const { from, to } = bookableDays(now, rules.daysAhead);
  return freeSlots({
    agents: await findAgentsAtWork(db, projectId, from, to),
    ownHolidays,
    slotMinutes: rules.slotMinutes,
    earliest: new Date(now.getTime() + rules.noticeHours * 3_600_000),
    from,
    to,
  });
}

/**
 * Times that a colleague may choose on one day, without the notice that guests must give: those of one agent where asked, else of
 * all who attend and for whom the caller may book. What is offered here is not refused when it is booked.
 */
export async function slotsOfDay(
  ctx: Looking & Pick<Context, 'staff'>,
  asked: { projectId: number; agentId?: number | undefined; day: string },
): Promise<Slot[]> {
  const { db, now } = ctx;
  const { appointments: rules, ownHolidays } = await readSettings(db);
  const attending = new Set((await attendants(ctx)).map(({ id }) => id));
  const agents = await findAgentsAtWork(db, asked.projectId, asked.day, asked.day);
  return freeSlots({
    agents: agents.filter(({ id }) =>
      asked.agentId === undefined
        ? attending.has(id) && reachesAgent(ctx, 'citas.crear', id, asked.projectId)
        : id === asked.agentId,
    ),
    ownHolidays,
    slotMinutes: rules.slotMinutes,
    earliest: now,
    from: asked.day,
    to: asked.day,
  });
}

/** A free time as it leaves the house. */
export const presentSlot = (projectId: number, { day, from, to }: Slot): FreeTime => ({
  fecha: day,
  fecha_legible: longDay(day),
  hora_inicio: from,
  hora_final: to,
  diaCitaProyectoId: dayIdOf(projectId, day),
});

/** The refusal of a time that is no longer free, with the nearest that are. */
export function slotTaken(
  projectId: number,
  slots: readonly Slot[],
  wanted: { fecha: string; hora_inicio: string },
): Refused {
  const free = nearestTo(slots, panamaInstant(wanted.fecha, wanted.hora_inicio), NEAREST).map((slot) =>
    presentSlot(projectId, slot),
  );
  const told = free.map((one) => `${one.fecha_legible}, ${clockTime(one.hora_inicio)}`).join(' · ');
  const message = 'Esa hora ya no está libre. Elige otra.';
  return new Refused(409, SLOT_TAKEN, message, {
    current: { libres: free },
    errors: [{ field: 'hora_inicio', message: told ? `Cerca están libres: ${told}` : message }],
  });
}
