import { and, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { MailedList, MailedListFilter, MailedRun } from '#contract/company/mailedLists/model.ts';
import { offsetOf } from '#contract/paging.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { inOrder } from '#server/kernel/db.ts';
import { exportedList } from '#server/kernel/exports/lists.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { exports } from '#server/modules/company/exports/exports.table.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { mailedListCopies, mailedListRecipients, mailedListRuns, mailedLists } from './mailedLists.table.ts';

const RUNS = 20;

/** The caller's own lists and those that come to the caller; who administers sees all, to stop them. */
function inReach(ctx: Context): SQL | undefined {
  if (scopeOf(ctx, 'administracion.ver')) return undefined;
  const me = staffOf(ctx).userId;
  return or(
    eq(mailedLists.ownerId, me),
    sql`exists (select from ${mailedListRecipients} r where r.list_id = mailed_lists.id and r.user_id = ${me})`,
  );
}

const found = (ctx: Context) =>
  ctx.db
    .select({
      row: mailedLists,
      owner: users.name,
      lastAt: sql<
        string | null
      >`(select max(r.slot) from mailed_list_runs r where r.list_id = mailed_lists.id)`,
      recipients: sql<
        { id: number; name: string }[]
      >`(select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name) order by r.id), '[]')
        from mailed_list_recipients r join users u on u.id = r.user_id where r.list_id = mailed_lists.id)`,
    })
    .from(mailedLists)
    .innerJoin(users, eq(users.id, mailedLists.ownerId));

type Found = Awaited<ReturnType<typeof found>>[number];

function present(ctx: Context, { row, owner, lastAt, recipients }: Found): MailedList {
  return {
    id: row.id,
    version: row.version,
    title: row.title,
    list: exportedList(row.list)?.spec.exports.title ?? row.list,
    format: row.format,
    every: row.every,
    weekday: row.weekday,
    month_day: row.monthDay,
    hour: row.hour,
    skips_holidays: row.skipsHolidays,
    state: row.state,
    stopped_reason: row.stoppedReason,
    next_at: row.nextAt?.toISOString() ?? null,
    last_at: lastAt === null ? null : new Date(lastAt).toISOString(),
    owner: { id: row.ownerId, name: owner },
    recipients,
    page: row.page,
    mine: row.ownerId === staffOf(ctx).userId,
  };
}

export async function pageOfMailedLists(ctx: Context, query: MailedListFilter) {
  const where = and(inReach(ctx), query.estado ? eq(mailedLists.state, query.estado) : undefined);
  const list = await found(ctx)
    .where(where)
    .orderBy(
      inOrder(
        query,
        { id: mailedLists.id, title: mailedLists.title, next_at: mailedLists.nextAt },
        mailedLists.id,
        ['id', 'desc'],
      ),
    )
    .limit(query.per_page)
    .offset(offsetOf(query));
  return { list: list.map((one) => present(ctx, one)), total: await ctx.db.$count(mailedLists, where) };
}

export async function findMailedList(ctx: Context, id: number): Promise<MailedList | undefined> {
  const [one] = await found(ctx).where(and(eq(mailedLists.id, id), inReach(ctx)));
  return one && present(ctx, one);
}

/** The last sendings of a list in reach. Of others' copies only the owner and who administers hear. */
export async function runsOf(ctx: Context, { id, mine }: MailedList): Promise<MailedRun[]> {
  const me = staffOf(ctx).userId;
  const all = mine || scopeOf(ctx, 'administracion.ver') !== null;
  const runs = await ctx.db
    .select()
    .from(mailedListRuns)
    .where(eq(mailedListRuns.listId, id))
    .orderBy(desc(mailedListRuns.slot))
    .limit(RUNS);
  if (runs.length === 0) return [];
  const copies = await ctx.db
    .select({ copy: mailedListCopies, name: users.name, prepared: exports, file: files })
    .from(mailedListCopies)
    .innerJoin(users, eq(users.id, mailedListCopies.userId))
    .leftJoin(exports, eq(exports.id, mailedListCopies.exportId))
    .leftJoin(files, eq(files.id, exports.fileId))
    .where(
      and(
        inArray(
          mailedListCopies.runId,
          runs.map((run) => run.id),
        ),
        all ? undefined : eq(mailedListCopies.userId, me),
      ),
    )
    .orderBy(mailedListCopies.id);
  return runs.map((run) => ({
    id: run.id,
    slot: run.slot.toISOString(),
    by_hand: run.byHand,
    copies: copies
      .filter(({ copy }) => copy.runId === run.id)
      .map(({ copy, name, prepared, file }) => ({
        user: { id: copy.userId, name },
        state: copy.state,
        rows: copy.rows,
        error: copy.error,
        file:
          copy.userId === me && prepared && file && prepared.expiresAt > ctx.now
            ? { name: file.name, url: fileUrl(ctx, file.id), expires_at: prepared.expiresAt.toISOString() }
            : null,
      })),
  }));
}
