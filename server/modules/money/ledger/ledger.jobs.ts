import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { inTransaction, readFeed, START, type Announced } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { row, rows } from '#server/kernel/db.ts';
import { job } from '#server/kernel/jobs.ts';
import { readTerms } from './expected.service.ts';
import { ledgerMarks } from './ledger.table.ts';
import { postRecords, type Posted } from './posting.service.ts';

const FEED = 'cambios';
const AT_ONCE = 1000;
/** Records posted in one transaction. */
const ROUND = 500;

const add = (a: Posted, b: Posted): Posted => ({
  made: a.made + b.made,
  reversed: a.reversed + b.reversed,
  waiting: a.waiting + b.waiting,
});
const NONE: Posted = { made: 0, reversed: 0, waiting: 0 };

/** Locks the books for whoever posts, one at a time; the row says how far the feed was read. */
export async function lockBooks(ctx: Acting): Promise<{ tx: string; id: number }> {
  await ctx.db
    .insert(ledgerMarks)
    .values({ name: FEED, tx: START.tx, changeId: START.id })
    .onConflictDoNothing();
  const mark = await row<{ tx: string; id: number }>(
    ctx.db,
    sql`select tx::text tx, change_id id from ledger_marks where name = ${FEED} for no key update`,
  );
  return { tx: mark!.tx, id: Number(mark!.id) };
}

/** Writes the books from what the feed announced since the last time. The mark moves with its entries. */
export async function writeBooks(ctx: Acting): Promise<Posted> {
  let all = NONE;
  for (;;) {
    const { posted, more } = await inTransaction(ctx, async (inside) => {
      const mark = await lockBooks(inside);
      const batch = await readFeed(inside.db, mark, AT_ONCE);
      const last = batch.at(-1);
      if (!last) return { posted: NONE, more: false };
      await inside.db
        .update(ledgerMarks)
        .set({ tx: last.tx, changeId: last.id })
        .where(sql`name = ${FEED}`);
      const named = await postNamed(inside, namesOf(inside, batch));
      const whole = await postWhenever(inside, batch);
      const waiting = await postWaiting(inside, batch);
      return { posted: add(add(named, whole), waiting), more: batch.length === AT_ONCE };
    });
    all = add(all, posted);
    if (!more) return all;
  }
}

/** The records of the feed that say something to the books, by kind: those that changed, and those of which a part did. */
function namesOf({ postings }: Acting, batch: readonly Announced[]): Map<string, Set<number>> {
  const names = new Map<string, Set<number>>();
  const note = (record: string | null, id: number | null) => {
    if (record === null || !id || !postings.has(record)) return;
    names.set(record, (names.get(record) ?? new Set()).add(id));
  };
  for (const { record, recordId, ofRecord, ofId } of batch) {
    note(record, recordId);
    note(ofRecord, ofId);
  }
  return names;
}

async function postNamed(ctx: Acting, names: ReadonlyMap<string, ReadonlySet<number>>): Promise<Posted> {
  if (names.size === 0) return NONE;
  const terms = await readTerms(ctx.db);
  let all = NONE;
  for (const [record, ids] of [...names].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    all = add(
      all,
      await postRecords(
        ctx,
        record,
        [...ids].toSorted((a, b) => a - b),
        terms,
      ),
    );
  return all;
}

/** Compares all records of all kinds with the books, also those of which nothing was announced. */
export async function compareBooks(ctx: Acting): Promise<Posted> {
  let all = NONE;
  for (const record of [...ctx.postings.keys()].toSorted())
    for (let after: number | undefined = 0; after !== undefined;) {
      const from: number = after;
      const { posted, next } = await inTransaction(ctx, async (inside) => {
        await lockBooks(inside);
        return comparePage(inside, record, from);
      });
      all = add(all, posted);
      after = next;
    }
  return all;
}

/** The next records of a kind, as they are and as the books have them. `next`: where the following page begins. */
async function comparePage(ctx: Acting, record: string, after: number) {
  const found: number[] = [];
  for (const source of ctx.postings.get(record) ?? [])
    found.push(...(await source.after(ctx.db, after, ROUND)));
  // Records that were deleted, or that say nothing any more, are in the books too.
  const posted = await rows<{ id: number }>(
    ctx.db,
    sql`select source_id id from journal_entries e where source_record = ${record} and source_id > ${after} and reversal_of is null
        and not exists (select from journal_entries r where r.reversal_of = e.id)
      union select source_id from unposted_events where source_record = ${record} and source_id > ${after} order by id limit ${ROUND}`,
  );
  const ids = [...new Set([...found, ...posted.map(({ id }) => Number(id))])]
    .toSorted((a, b) => a - b)
    .slice(0, ROUND);
  return { posted: await postRecords(ctx, record, ids), next: ids.at(-1) };
}

/** Kinds of record on which what waits depends beside its own. */
const TERMS: ReadonlySet<string> = new Set(['proyecto', 'partner', 'catalog_item', 'regla_contable']);

/** Tries what waits again, once a project has a promotora or a rule exists. */
async function postWaiting(ctx: Acting, batch: readonly Announced[]): Promise<Posted> {
  if (!batch.some(({ record }) => TERMS.has(record))) return NONE;
  const found = await rows<{ record: string; id: number }>(
    ctx.db,
    sql`select distinct source_record record, source_id id from unposted_events order by 1, 2`,
  );
  const names = new Map<string, Set<number>>();
  for (const { record, id } of found) names.set(record, (names.get(record) ?? new Set()).add(Number(id)));
  return postNamed(ctx, names);
}

/** Compares all that stands of the kinds that follow any of these changes. */
async function postWhenever(ctx: Acting, batch: readonly Announced[]): Promise<Posted> {
  const changed = new Set(batch.map(({ record }) => record));
  let all = NONE;
  for (const [record, sources] of ctx.postings) {
    if (!sources.some(({ whenever = [] }) => whenever.some((kind) => changed.has(kind)))) continue;
    for (let after: number | undefined = 0; after !== undefined;) {
      const page = await comparePage(ctx, record, after);
      all = add(all, page.posted);
      after = page.next;
    }
  }
  return all;
}

/** Each minute: the books follow the records. */
export const booksFollow = job({
  name: 'ledger.follow',
  payload: z.object({}),
  cron: '* * * * *',
  ownTransactions: true,
  inSafeMode: true,
  async run(ctx) {
    const posted = await writeBooks(ctx);
    if (posted.made > 0) ctx.log.info(posted, 'entries written');
  },
});

/** Each night: everything against everything. */
export const booksCompare = job({
  name: 'ledger.compare',
  payload: z.object({}),
  cron: '50 1 * * *',
  ownTransactions: true,
  inSafeMode: true,
  async run(ctx) {
    const posted = await compareBooks(ctx);
    ctx.log.info(posted, 'books compared');
  },
});
