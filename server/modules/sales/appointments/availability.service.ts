import { clockTime, HOUR_MS, longDay, panamaInstant } from '#contract/dates.ts';
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

/** The last computed slots, cached for half a second. */
const lately = new Lately<Slot[]>({ ms: 500 });

/**
 * The times that guests may book in a project, in order. Concurrent callers share one computation. The database decides
 * at booking whether a time is really free.
 */
export const slotsOf = (ctx: Looking, projectId: number): Promise<Slot[]> =>
  together(ctx.db, `slots:${projectId}`, () => compute(ctx, projectId));

/** Drops cached and running answers, because the data they read has just been committed. */
export function forgetSlots(db: Db): void {
  lookAnew(db);
  lately.forget();
}

/** Like `slotsOf`, but at most half a second old: for callers whose booking checks the time again. */
export const slotsLately = (ctx: Looking, projectId: number): Promise<Slot[]> =>
  lately.read(String(projectId), () => slotsOf(ctx, projectId));

async function compute({ db, now }: Looking, projectId: number): Promise<Slot[]> {
  const { appointments: rules, ownHolidays } = await readSettings(db);
  const { from, to } = bookableDays(now, rules.daysAhead);
  return freeSlots({
    agents: await findAgentsAtWork(db, projectId, from, to),
    ownHolidays,
    slotMinutes: rules.slotMinutes,
    earliest: new Date(now.getTime() + rules.noticeHours * HOUR_MS),
    from,
    to,
  });
}

/**
 * The times of one day that staff may choose, without the notice that guests must give: of one agent, or of all agents
 * that the caller may book for. A booking does not refuse an offered time while it is free.
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

/** A free time in the format of the response. */
export const presentSlot = (projectId: number, { day, from, to }: Slot): FreeTime => ({
  fecha: day,
  fecha_legible: longDay(day),
  hora_inicio: from,
  hora_final: to,
  diaCitaProyectoId: dayIdOf(projectId, day),
});

/** The error 409 SLOT_TAKEN with the nearest free times. */
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
