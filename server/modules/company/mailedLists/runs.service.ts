import { and, asc, eq, lt, lte } from 'drizzle-orm';
import { nextSlot } from '#contract/company/mailedLists/rules.ts';
import { recordUrl } from '#contract/company/comments/recordUrl.ts';
import { DAY_MS } from '#contract/dates.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { exportedList } from '#server/kernel/exports/lists.ts';
import type { JobContext } from '#server/kernel/jobs.ts';
import { staffById } from '#server/modules/company/auth/staffById.service.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { makeCopy } from './mailedLists.jobs.names.ts';
import { mailedListCopies, mailedListRecipients, mailedListRuns, mailedLists } from './mailedLists.table.ts';
import { whyNotExport } from './rights.service.ts';

type Row = typeof mailedLists.$inferSelect;
/** History of sendings is kept this long. */
const KEPT_MS = 180 * DAY_MS;

/**
 * Starts every active list whose slot has come, in one transaction. One that was missed for days starts once. A list
 * whose owner left or lost it stops and tells so.
 */
export async function startDue(ctx: JobContext): Promise<void> {
  const due = await ctx.db
    .select()
    .from(mailedLists)
    .where(and(eq(mailedLists.state, 'activa'), lte(mailedLists.nextAt, ctx.now)))
    .orderBy(asc(mailedLists.id))
    .for('no key update', { skipLocked: true });
  for (const row of due) {
    const owner = await staffById(ctx.db, row.ownerId);
    const reason = whyNotExport(owner, exportedList(row.list));
    if (reason === null) {
      await startRun(ctx, row, row.nextAt!, false);
      await ctx.db
        .update(mailedLists)
        .set({ nextAt: nextSlot(row, ctx.now) })
        .where(eq(mailedLists.id, row.id));
    } else
      await stop(
        ctx,
        row,
        owner
          ? `Quien la programó ya no puede sacarla: ${reason}`
          : 'Quien la programó ya no trabaja en la empresa.',
      );
  }
}

/** Opens the run of a slot with a copy for each recipient. The same slot again changes nothing. */
export async function startRun(
  ctx: Pick<Acting, 'db' | 'now' | 'jobs'>,
  { id }: Pick<Row, 'id'>,
  slot: Date,
  byHand: boolean,
): Promise<void> {
  const [run] = await ctx.db
    .insert(mailedListRuns)
    .values({ listId: id, slot, byHand, startedAt: ctx.now })
    .onConflictDoNothing()
    .returning({ id: mailedListRuns.id });
  if (!run) return;
  const people = await ctx.db
    .select({ userId: mailedListRecipients.userId })
    .from(mailedListRecipients)
    .where(eq(mailedListRecipients.listId, id))
    .orderBy(mailedListRecipients.id);
  const copies = await ctx.db
    .insert(mailedListCopies)
    .values(people.map(({ userId }) => ({ runId: run.id, userId, state: 'espera' as const })))
    .returning({ id: mailedListCopies.id });
  for (const copy of copies) await ctx.jobs.send(ctx.db, makeCopy, { id: copy.id });
}

async function stop(ctx: JobContext, row: Row, reason: string): Promise<void> {
  await ctx.db
    .update(mailedLists)
    .set({ state: 'detenida', stoppedReason: reason, nextAt: null, version: row.version + 1 })
    .where(eq(mailedLists.id, row.id));
  await announce(ctx, { record: 'lista_programada', id: row.id, verb: 'detener' });
  const people = await ctx.db
    .select({ userId: mailedListRecipients.userId })
    .from(mailedListRecipients)
    .where(eq(mailedListRecipients.listId, row.id));
  await notify(ctx, {
    kind: 'lista_detenida',
    to: [row.ownerId, ...people.map(({ userId }) => userId)],
    text: `La lista por correo «${row.title}» se detuvo. ${reason}`,
    url: recordUrl('lista_programada', row.id),
    event: `lista_programada:${row.id}:detenida:${row.version}`,
  });
}

export async function sweepRuns({ db, now }: JobContext): Promise<void> {
  await db.delete(mailedListRuns).where(lt(mailedListRuns.startedAt, new Date(now.getTime() - KEPT_MS)));
}
