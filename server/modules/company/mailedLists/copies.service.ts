import { and, eq } from 'drizzle-orm';
import { recordUrl } from '#contract/company/comments/recordUrl.ts';
import { MAILED_DAYS } from '#contract/company/mailedLists/rules.ts';
import { fill } from '#contract/company/templates/mails.ts';
import { DAY_MS, dayText, panamaDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { MESSAGES } from '#contract/errors.ts';
import type { Db } from '#server/kernel/db.ts';
import { exportedList, type ExportedList } from '#server/kernel/exports/lists.ts';
import { columnsFor } from '#server/kernel/exports/produce.ts';
import type { JobContext } from '#server/kernel/jobs.ts';
import { staffById } from '#server/modules/company/auth/staffById.service.ts';
import { exports } from '#server/modules/company/exports/exports.table.ts';
import { makeExportFile, queueExport } from '#server/modules/company/exports/exports.service.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { mailedListCopies, mailedListRuns, mailedLists } from './mailedLists.table.ts';
import { nameById, whyNotExport } from './rights.service.ts';

/** Attempts of one copy; then it has failed. */
const TRIES = 3;
type Loaded = Awaited<ReturnType<typeof load>>;

/**
 * Makes one person's copy with that person's current permissions and mails the link to it. Idempotent: a copy that was
 * sent, left out or failed is not made again. The file itself never leaves by mail: it may hold personal data.
 */
export async function sendCopy(job: JobContext, id: number): Promise<void> {
  const found = await load(job.db, id);
  if (!found) return;
  const list = exportedList(found.list.list);
  const staff = await staffById(job.db, found.copy.userId);
  const reason = whyNotExport(staff, list);
  if (reason !== null || !staff || !list) return end(job, found, 'omitida', reason ?? MESSAGES.FORBIDDEN);
  const exportId = found.copy.exportId ?? (await openExport(job, found));
  const sums = summing(list, found.list.columns ?? undefined);
  try {
    await makeExportFile(job, exportId, sums.add);
  } catch (error) {
    const tries = found.copy.tries + 1;
    await job.db.update(mailedListCopies).set({ tries }).where(eq(mailedListCopies.id, id));
    if (tries < TRIES) throw error;
    job.log.error({ err: error, copy: id }, 'a mailed list failed for good');
    return end(job, found, 'fallida', MESSAGES.INTERNAL);
  }
  const [made] = await job.db.select().from(exports).where(eq(exports.id, exportId));
  if (made?.state !== 'ready') return end(job, found, 'fallida', made?.error ?? MESSAGES.INTERNAL);
  await job.db.transaction(async (db) => {
    const [sent] = await db
      .update(mailedListCopies)
      .set({ state: 'enviada', rows: made.rows, doneAt: job.now })
      .where(and(eq(mailedListCopies.id, id), eq(mailedListCopies.state, 'espera')))
      .returning({ id: mailedListCopies.id });
    if (!sent) return;
    const rows = made.rows ?? 0;
    await job.mail.send(
      { ...job, db },
      {
        kind: 'lista_por_correo',
        to: staff.email,
        ...fill('lista_por_correo', {
          nombre: staff.name,
          titulo: found.list.title,
          lista: list.spec.exports.title,
          cifras: [
            rows === 1 ? '1 fila' : `${rows.toLocaleString('en-US')} filas`,
            ...sums.totals().map(({ title, cents }) => `${title}: ${formatMoney(cents)}`),
          ]
            .map((line) => `· ${line}`)
            .join('\n'),
          quien: found.list.ownerId === staff.userId ? '' : await nameById(db, found.list.ownerId),
          hasta: dayText(panamaDay(made.expiresAt)),
          enlace: `${job.config.appUrl}${recordUrl('lista_programada', found.list.id)}`,
        }),
      },
    );
  });
}

async function load(db: Db, id: number) {
  const [found] = await db
    .select({ copy: mailedListCopies, run: mailedListRuns, list: mailedLists })
    .from(mailedListCopies)
    .innerJoin(mailedListRuns, eq(mailedListRuns.id, mailedListCopies.runId))
    .innerJoin(mailedLists, eq(mailedLists.id, mailedListRuns.listId))
    .where(and(eq(mailedListCopies.id, id), eq(mailedListCopies.state, 'espera')));
  return found;
}

/** The row of the file that this copy will be, of the recipient. */
const openExport = (job: JobContext, { copy, list }: NonNullable<Loaded>): Promise<number> =>
  job.db.transaction(async (db) => {
    const row = await queueExport(
      { db, now: job.now },
      {
        userId: copy.userId,
        title: list.title,
        list: list.list,
        format: list.format,
        params: Object.fromEntries(Object.entries(list.params).map(([key, value]) => [key, String(value)])),
        query: list.query,
        columns: list.columns,
        expiresAt: new Date(job.now.getTime() + MAILED_DAYS * DAY_MS),
      },
    );
    await db.update(mailedListCopies).set({ exportId: row.id }).where(eq(mailedListCopies.id, copy.id));
    return row.id;
  });

/** Ends a copy that is not sent, and tells the owner once for each sending. */
async function end(
  job: JobContext,
  { copy, run, list }: NonNullable<Loaded>,
  state: 'omitida' | 'fallida',
  error: string,
): Promise<void> {
  await job.db.transaction(async (db) => {
    await db
      .update(mailedListCopies)
      .set({ state, error, doneAt: job.now })
      .where(and(eq(mailedListCopies.id, copy.id), eq(mailedListCopies.state, 'espera')));
    await notify(
      { ...job, db },
      {
        kind: 'lista_detenida',
        to: [list.ownerId],
        text: `La lista por correo «${list.title}» no llegó a todos: ${await nameById(db, copy.userId)}. ${error}`,
        url: recordUrl('lista_programada', list.id),
        event: `lista_programada:${list.id}:envio:${run.id}`,
      },
    );
  });
}

/** Adds up the amounts of the exported columns while the rows pass by. A column with a hidden amount has no sum. */
function summing(list: ExportedList, columns: readonly string[] | undefined) {
  const money = columnsFor(list.spec.exports, columns)
    .filter(({ type }) => type === 'money')
    .map((column) => ({ title: column.title, value: column.value, cents: 0, seen: false }));
  return {
    add(rows: readonly unknown[]) {
      for (const row of rows)
        for (const one of money) {
          const value = one.value(row as never);
          if (typeof value !== 'number') continue;
          one.cents += value;
          one.seen = true;
        }
    },
    totals: () => money.filter(({ seen }) => seen),
  };
}
