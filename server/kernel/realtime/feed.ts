import { asc, desc, getTableColumns, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { readFeed, START, type Announced, type Mark } from '../changes.ts';
import type { Db } from '../db.ts';
import { changes } from '../kernel.table.ts';

const AT_ONCE = 500;
const SOON_MS = 5;
const LATE_MS = 250;

export const textOfMark = ({ tx, id }: Mark): string => `${tx}.${id}`;
/** Undefined for a text that is no mark. */
export function markOf(text: string): Mark | undefined {
  const found = /^(\d{1,19})\.(\d{1,15})$/.exec(text);
  return found ? { tx: found[1]!, id: Number(found[2]) } : undefined;
}

/** The last change before which no other one can still appear. */
export async function latestMark(db: Db): Promise<Mark> {
  const [last] = await db
    .select({ tx: changes.tx, id: changes.id })
    .from(changes)
    .where(sql`${changes.tx} < pg_snapshot_xmin(pg_current_snapshot())`)
    .orderBy(desc(changes.tx), desc(changes.id))
    .limit(1);
  return last ?? START;
}

/** Like `readFeed`, with those that are not readable yet, after them. Rendered and planned once: it runs after every commit. */
const prepareAfter = (db: Db) =>
  db
    .select({
      ...getTableColumns(changes),
      readable: sql<boolean>`${changes.tx} < pg_snapshot_xmin(pg_current_snapshot())`.as('readable'),
    })
    .from(changes)
    .where(
      sql`(${changes.tx}, ${changes.id}) > (${sql.placeholder('tx')}::xid8, ${sql.placeholder('id')}::bigint)`,
    )
    .orderBy(asc(changes.tx), asc(changes.id))
    .limit(AT_ONCE)
    .prepare('live_feed');

export interface FeedReader {
  mark(): Mark;
  /** Something was committed: reads soon. */
  wake(): void;
  start(): Promise<void>;
  stop(): void;
}

/**
 * Reads the feed in order, once, and gives every batch to `hear`. A change whose transaction is younger than one that is
 * still open is committed but not readable yet: the reader looks again, more and more slowly.
 */
export function openFeed(
  db: Db,
  log: FastifyBaseLogger,
  hear: (batch: readonly Announced[]) => Promise<void>,
): FeedReader {
  let mark = START;
  let reading = false;
  let woken = false;
  let stopped = true;
  let later: NodeJS.Timeout | undefined;
  let pause = SOON_MS;

  const after = prepareAfter(db);
  /** Whether something is committed and not readable yet. */
  async function read(): Promise<boolean> {
    for (;;) {
      const found = await after.execute({ ...mark });
      const batch = found.filter(({ readable }) => readable);
      const last = batch.at(-1);
      if (last) {
        mark = { tx: last.tx, id: last.id };
        pause = SOON_MS;
        await hear(batch);
      }
      if (found.length < AT_ONCE || batch.length < found.length) return batch.length < found.length;
    }
  }
  async function run(): Promise<void> {
    reading = true;
    clearTimeout(later);
    try {
      let waiting;
      do {
        woken = false;
        waiting = await read();
      } while (woken);
      if (!stopped && waiting) {
        later = setTimeout(wake, pause);
        pause = Math.min(pause * 2, LATE_MS);
      }
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'live updates could not read the feed');
    } finally {
      reading = false;
      if (woken) wake();
    }
  }
  function wake(): void {
    woken = true;
    if (!reading && !stopped) void run();
  }
  return {
    mark: () => mark,
    wake,
    async start() {
      mark = await latestMark(db);
      stopped = false;
    },
    stop() {
      stopped = true;
      clearTimeout(later);
    },
  };
}

/** Changes after a mark that match, in order; `more` when there are more than `most`. */
export async function changesAfter(
  db: Db,
  after: Mark,
  most: number,
): Promise<{ found: Announced[]; more: boolean }> {
  const found = await readFeed(db, after, most + 1);
  return { found: found.slice(0, most), more: found.length > most };
}
