import { and, eq, inArray, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { firstDayOf, isClosed, nextPeriod, periodOf } from '#contract/money/ledger/rules.ts';
import type { EntryKind } from '#contract/money/ledger/model.ts';
import { announceTouched } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { rows, type Db } from '#server/kernel/db.ts';
import type { PostingEvent } from '#server/kernel/postings.ts';
import { expectedOf, readTerms, type Expected, type ExpectedLine, type Terms } from './expected.service.ts';
import { accountingPeriods, journalEntries, journalLines, unpostedEvents } from './ledger.table.ts';

/** How many entries a posting wrote, reversals among them, and how many events wait for a rule or a company. */
export interface Posted {
  made: number;
  reversed: number;
  waiting: number;
}

/** An entry that is in the books and was not reversed. */
interface Standing {
  id: number;
  sourceId: number;
  event: string;
  revision: number;
  bookId: number;
  day: string;
  occurredOn: string;
  description: string;
  fingerprint: string;
  bankAccountId: number | null;
}

export interface NewEntry {
  bookId: number;
  day: string;
  occurredOn: string;
  kind: EntryKind;
  description: string;
  sourceRecord: string;
  sourceId: number;
  event: string;
  revision: number;
  eventKind?: string | null;
  fingerprint: string;
  reversalOf?: number;
  reason?: string;
  madeBy?: number | null;
  approvedBy?: number | null;
  lines: readonly ExpectedLine[];
}

/**
 * Brings the books to what records of one kind say now: enters what is missing, reverses what no longer holds, and lists
 * what no rule or company takes. Safe to repeat. The caller holds the lock of `ledger_marks` (books.job.ts).
 */
export async function postRecords(
  ctx: Acting,
  record: string,
  ids: readonly number[],
  terms?: Terms,
): Promise<Posted> {
  if (ids.length === 0) return { made: 0, reversed: 0, waiting: 0 };
  const { db } = ctx;
  const said = new Map<number, PostingEvent[]>();
  for (const source of ctx.postings.get(record) ?? [])
    for (const [id, events] of await source.events(db, ids))
      said.set(id, [...(said.get(id) ?? []), ...events]);
  const known = terms ?? (await readTerms(db));
  const { standing, last } = await postedOf(db, record, ids);
  const entries: NewEntry[] = [];
  const reversals: { of: Standing; day: string; reason: string }[] = [];
  const waiting: { id: number; expected: Extract<Expected, { reason: string }> }[] = [];
  const today = panamaDay(ctx.now);
  const undone = ctx.postings.get(record)?.some((source) => source.undone) ?? false;

  for (const id of ids) {
    const here = new Map((standing.get(id) ?? []).map((one) => [one.event, one]));
    for (const event of said.get(id) ?? []) {
      const posted = here.get(event.key);
      const expected = expectedOf(known, keepBank(event, posted));
      if (!expected) continue;
      here.delete(event.key);
      if ('reason' in expected) {
        waiting.push({ id, expected });
        continue;
      }
      if (posted?.fingerprint === expected.fingerprint) continue;
      // Corrected on its own day, so that its month holds what happened in it.
      if (posted) reversals.push({ of: posted, day: posted.day, reason: 'Corregido' });
      entries.push({
        bookId: expected.bookId,
        day: event.day,
        occurredOn: event.day,
        kind: 'registro',
        description: event.description,
        sourceRecord: record,
        sourceId: id,
        event: event.key,
        revision: (last.get(`${id}.${event.key}`) ?? 0) + 1,
        eventKind: event.kind,
        fingerprint: expected.fingerprint,
        lines: expected.lines,
      });
    }
    // What no longer holds ends on the day on which that is known.
    for (const gone of here.values())
      reversals.push({ of: gone, day: undone || gone.day > today ? gone.day : today, reason: 'Ya no vale' });
  }
  const made = await enter(ctx, [...(await reversalsOf(db, record, reversals)), ...entries]);
  await keepWaiting(ctx, record, ids, waiting);
  return { made, reversed: reversals.length, waiting: waiting.length };
}

/** A likely bank account gives way to the one that was posted. */
const keepBank = (event: PostingEvent, posted: Standing | undefined): PostingEvent =>
  event.bankSupposed && posted?.bankAccountId
    ? { ...event, of: { ...event.of, bankAccountId: posted.bankAccountId } }
    : event;

/** What stands in the books of these records, and the last revision of each event. */
async function postedOf(db: Db, record: string, ids: readonly number[]) {
  const found = await rows<Standing & { reversed: boolean }>(
    db,
    sql`select e.id, e.source_id "sourceId", e.event, e.revision, e.book_id "bookId", e.day, e.occurred_on "occurredOn", e.description,
        e.fingerprint, r.id is not null reversed,
        (select l.bank_account_id from journal_lines l where l.entry_id = e.id and l.bank_account_id is not null limit 1) "bankAccountId"
      from journal_entries e left join journal_entries r on r.reversal_of = e.id
      where e.source_record = ${record} and e.source_id = any(${sql.param([...ids])}::bigint[]) and e.reversal_of is null
      order by e.revision`,
  );
  return {
    standing: Map.groupBy(
      found.filter(({ reversed }) => !reversed),
      ({ sourceId }) => sourceId,
    ),
    last: new Map(found.map(({ sourceId, event, revision }) => [`${sourceId}.${event}`, revision])),
  };
}

/** The opposite of entries, each on a day. */
export async function reversalsOf(
  db: Db,
  record: string,
  reversals: readonly {
    of: Pick<
      Standing,
      'id' | 'sourceId' | 'event' | 'revision' | 'bookId' | 'day' | 'description' | 'fingerprint'
    >;
    day: string;
    reason: string;
    kind?: EntryKind;
    madeBy?: number;
  }[],
): Promise<NewEntry[]> {
  if (reversals.length === 0) return [];
  const lines = Map.groupBy(
    await db
      .select()
      .from(journalLines)
      .where(
        inArray(
          journalLines.entryId,
          reversals.map(({ of }) => of.id),
        ),
      )
      .orderBy(journalLines.position),
    ({ entryId }) => entryId,
  );
  return reversals.map(({ of, day, reason, kind = 'registro', madeBy }) => ({
    bookId: of.bookId,
    day,
    occurredOn: day,
    kind,
    description: `Reverso: ${of.description}`,
    sourceRecord: record,
    sourceId: of.sourceId,
    event: of.event,
    revision: of.revision,
    fingerprint: of.fingerprint,
    reversalOf: of.id,
    reason,
    ...(madeBy !== undefined && { madeBy }),
    lines: (lines.get(of.id) ?? []).map(({ debitCents, creditCents, ...line }) => ({
      ...line,
      debitCents: creditCents,
      creditCents: debitCents,
    })),
  }));
}

/** At most 65,535 parameters in a statement. */
const LINES_AT_ONCE = 3000;

/** Writes entries with their lines, each on the first open day on or after its own. In the order of books, as every writer. */
export async function enter(ctx: Acting, entries: readonly NewEntry[]): Promise<number> {
  if (entries.length === 0) return 0;
  const openDay = await openDays(ctx.db, entries);
  const ordered = entries.toSorted(
    (a, b) => a.bookId - b.bookId || (a.day < b.day ? -1 : Number(a.day > b.day)),
  );
  const made = await ctx.db
    .insert(journalEntries)
    .values(
      ordered.map((entry) => ({
        ...entry,
        day: openDay(entry.bookId, entry.day),
        createdAt: ctx.now,
      })),
    )
    .returning({ id: journalEntries.id });
  const lines = ordered.flatMap((entry, at) =>
    entry.lines.map((line, index) => ({
      entryId: made[at]!.id,
      position: index + 1,
      accountId: line.accountId,
      debitCents: line.debitCents,
      creditCents: line.creditCents,
      projectId: line.projectId ?? null,
      lotId: line.lotId ?? null,
      saleId: line.saleId ?? null,
      personId: line.personId ?? null,
      partnerId: line.partnerId ?? null,
      contractId: line.contractId ?? null,
      bankAccountId: line.bankAccountId ?? null,
      note: line.note ?? null,
    })),
  );
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
    await ctx.db.insert(journalLines).values(lines.slice(at, at + LINES_AT_ONCE));
  await announceTouched(ctx, ['asiento']);
  return made.length;
}

/** The first open day of a book on or after a day, as the months of these entries stand. */
async function openDays(db: Db, entries: readonly Pick<NewEntry, 'bookId'>[]) {
  const months = await db
    .select({
      bookId: accountingPeriods.bookId,
      period: accountingPeriods.period,
      stateId: accountingPeriods.stateId,
    })
    .from(accountingPeriods)
    .where(inArray(accountingPeriods.bookId, [...new Set(entries.map(({ bookId }) => bookId))]));
  const closed = new Set(
    months.filter(({ stateId }) => isClosed(stateId)).map(({ bookId, period }) => `${bookId}.${period}`),
  );
  return (bookId: number, day: string): string => {
    let period = periodOf(day);
    if (!closed.has(`${bookId}.${period}`)) return day;
    while (closed.has(`${bookId}.${period}`)) period = nextPeriod(period);
    return firstDayOf(period);
  };
}

/** The first open day of a book on or after a day. */
export const openDay = async (db: Db, bookId: number, day: string): Promise<string> =>
  (await openDays(db, [{ bookId }]))(bookId, day);

/** Lists what waits of these records, and nothing else of them. */
async function keepWaiting(
  ctx: Acting,
  record: string,
  ids: readonly number[],
  waiting: readonly { id: number; expected: Extract<Expected, { reason: string }> }[],
): Promise<void> {
  const { db } = ctx;
  const before = await db
    .select()
    .from(unpostedEvents)
    .where(and(eq(unpostedEvents.sourceRecord, record), inArray(unpostedEvents.sourceId, [...ids])));
  const now = new Map(waiting.map((one) => [`${one.id}.${one.expected.event.key}`, one]));
  const gone = before.filter(({ sourceId, event }) => !now.has(`${sourceId}.${event}`));
  if (gone.length > 0)
    await db.delete(unpostedEvents).where(
      inArray(
        unpostedEvents.id,
        gone.map(({ id }) => id),
      ),
    );
  if (waiting.length === 0) return;
  await db
    .insert(unpostedEvents)
    .values(
      waiting.map(({ id, expected: { event, bookId, reason } }) => ({
        sourceRecord: record,
        sourceId: id,
        event: event.key,
        eventKind: event.kind,
        description: event.description,
        day: event.day,
        bookId,
        projectId: event.of.projectId ?? null,
        reason,
        cents: event.amounts.reduce((sum, { cents }) => sum + Math.abs(cents), 0),
        since: ctx.now,
      })),
    )
    .onConflictDoUpdate({
      target: [unpostedEvents.sourceRecord, unpostedEvents.sourceId, unpostedEvents.event],
      set: {
        reason: sql`excluded.reason`,
        day: sql`excluded.day`,
        bookId: sql`excluded.book_id`,
        cents: sql`excluded.cents`,
        description: sql`excluded.description`,
      },
    });
}
