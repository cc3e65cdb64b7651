import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { isBusinessTime } from '#contract/care/tickets/hours.ts';
import { CLOSE_HOURS, TICKET } from '#contract/care/tickets/rules.ts';
import { HOUR_MS, showInstant } from '#contract/dates.ts';
import { rows } from '#server/kernel/db.ts';
import { job } from '#server/kernel/jobs.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { headsOf } from './assign.service.ts';
import { hoursOf } from './deadlines.service.ts';
import { lockTicketRow } from './tickets.queries.ts';
import { writeTicket, writeTicketState } from './write.service.ts';

const BATCH = 200;

/**
 * Every five minutes of the office's hours: tells the assignee and the head at 80 % of a deadline, and again when it has passed.
 * Outside the hours it tells nobody: what passed then is told in the morning. Paused, ended and merged tickets have no `alert_at`.
 */
export const watchDeadlines = job({
  name: 'tickets.deadlines',
  payload: z.object({}),
  cron: '*/5 * * * *',
  async run(ctx) {
    if (!isBusinessTime(ctx.now, await hoursOf(ctx))) return;
    const due = await rows<{ id: number }>(
      ctx.db,
      sql`select id from tickets where alert_at <= ${ctx.now} order by id limit ${sql.raw(String(BATCH))} for no key update skip locked`,
    );
    for (const { id } of due) {
      const one = (await lockTicketRow(ctx.db, id))!;
      const late = (dueAt: string) => ctx.now >= new Date(dueAt);
      const asks =
        one.answeredAt === null && one.dueOn === null && !(late(one.solveDue) && one.solveAlert < 2);
      const [what, dueAt] = asks
        ? (['responder', one.answerDue] as const)
        : (['resolver', one.solveDue] as const);
      const level = late(dueAt) ? 2 : 1;
      await writeTicket(ctx, one, asks ? { answerAlert: level } : { solveAlert: level });
      const heads = await headsOf(ctx.db, one);
      await notify(ctx, {
        kind: 'ticket_plazo',
        to: [one.assigneeId, ...heads],
        text:
          level === 2
            ? `${one.code} pasó su plazo para ${what}: ${one.title}.`
            : `${one.code} se debe ${what} hasta el ${showInstant(dueAt)}: ${one.title}.`,
        url: `/oficina/tickets/${id}`,
        event: `ticket:${id}:${what}:${level}:${new Date(dueAt).toISOString()}`,
      });
    }
    ctx.log.info({ told: due.length }, 'ticket deadlines');
  },
});

/** Each hour: closes what was solved 72 hours ago and nobody contradicted (domain.md §3). */
export const closeSolved = job({
  name: 'tickets.close',
  payload: z.object({}),
  cron: '10 * * * *',
  async run(ctx) {
    const limit = new Date(ctx.now.getTime() - CLOSE_HOURS * HOUR_MS);
    const quiet = await rows<{ id: number }>(
      ctx.db,
      sql`select id from tickets where state_id = ${TICKET.solved} and merged_into_id is null and solved_at <= ${limit}
        order by id limit ${sql.raw(String(BATCH))} for no key update skip locked`,
    );
    for (const { id } of quiet)
      await writeTicketState(
        ctx,
        (await lockTicketRow(ctx.db, id))!,
        TICKET.closed,
        {},
        `Sin respuesta en ${CLOSE_HOURS} horas.`,
      );
    ctx.log.info({ closed: quiet.length }, 'solved tickets');
  },
});
