import { and, inArray, lt } from 'drizzle-orm';
import { z } from 'zod';
import { isOpen, NO_SHOW_MINUTES, OPEN } from '#contract/sales/appointments/rules.ts';
import { job } from '#server/kernel/jobs.ts';
import { mailAppointment } from './appointments.mail.ts';
import { lockAppointment } from './appointments.queries.ts';
import { appointments } from './appointments.table.ts';
import { markNoShow, MissAppointment, RemindOfAppointment } from './change.service.ts';

const overdue = (now: Date) => new Date(now.getTime() - NO_SHOW_MINUTES * 60_000);

/** Reminds the customer, unless the appointment was moved or closed meanwhile. */
const remind = job({
  ...RemindOfAppointment,
  async run(ctx, { id, sequence }) {
    const one = await lockAppointment(ctx.db, id);
    if (!one || one.sequence !== sequence || !isOpen(one.stateId) || one.startsAt <= ctx.now) return;
    await mailAppointment(ctx, id, 'cita_recordatorio');
  },
});

/** Marks a no-show one hour after the start, if no user recorded the visit. */
const miss = job({
  ...MissAppointment,
  async run(ctx, { id, sequence }) {
    const one = await lockAppointment(ctx.db, id);
    if (!one || one.sequence !== sequence || !isOpen(one.stateId) || one.startsAt > overdue(ctx.now)) return;
    await markNoShow(ctx, one);
  },
});

/** Handles open appointments whose own job was lost. */
const sweep = job({
  name: 'appointments.sweep',
  payload: z.object({}),
  cron: '*/15 * * * *',
  async run(ctx) {
    const found = await ctx.db
      .select()
      .from(appointments)
      .where(and(inArray(appointments.stateId, [...OPEN]), lt(appointments.startsAt, overdue(ctx.now))))
      .orderBy(appointments.id)
      .limit(500)
      .for('no key update', { skipLocked: true });
    for (const one of found) await markNoShow(ctx, one);
    if (found.length > 0) ctx.log.info({ missed: found.length }, 'appointments that nobody came to');
  },
});

export const appointmentJobs = [remind, miss, sweep];
