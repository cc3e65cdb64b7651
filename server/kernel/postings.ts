import type { RecordKind } from '#contract/records.ts';
import type { SQL } from 'drizzle-orm';
import { rows, sql, type Db } from './db.ts';

/** What a line of the books is about. The rows may be gone later, so these ids are not references of the database. */
export interface Dimensions {
  projectId?: number | null;
  lotId?: number | null;
  saleId?: number | null;
  personId?: number | null;
  partnerId?: number | null;
  contractId?: number | null;
  bankAccountId?: number | null;
}

/** An amount by the name that the rule of its event uses, in centavos. A negative one is entered on the other side. */
export interface NamedAmount extends Dimensions {
  name: string;
  cents: number;
  /** accounting_accounts: the account that the record names itself, for a rule's line that asks for it. */
  ownAccountId?: number | null;
}

/** Something that a record says should be in the books now. */
export interface PostingEvent {
  /** Names the event within its record, and never changes: 'recibido', 'reversado'. */
  key: string;
  /** The kind of event that the posting rules know (contract/money/ledger/rules.ts). */
  kind: string;
  /** The day on which it happened, YYYY-MM-DD in Panama. */
  day: string;
  /** Without names of people: entries are kept when a person's data are erased. */
  description: string;
  /** The contracting party whose books it belongs to; without one, the promotora of the project. */
  bookId?: number | null;
  /** The bank account is only likely: what is posted keeps the one that it has. */
  bankSupposed?: boolean;
  /** Of every line, unless an amount has its own. */
  of: Dimensions;
  amounts: readonly NamedAmount[];
}

/** What the records of one kind say to the books (`Module.postings`). */
export interface PostingSource {
  record: RecordKind;
  /** Kinds of record, this one or others, whose changes compare all that stands of this source: few do at a time. */
  whenever?: readonly RecordKind[];
  /** What no longer holds never did: it is reversed on its own day, and not on the day on which that is known. */
  undone?: true;
  /** What should be in the books now, by record; a record that is missing has nothing there. */
  events: (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, readonly PostingEvent[]>>;
  /** The next ids after one, at most `most`, in order, of the records that may have events: for the nightly comparison. */
  after: (db: Db, id: number, most: number) => Promise<number[]>;
}

/** About a payment that left a bank account. Without one nothing is added: what was posted before stays as it is. */
export const leaving = (of: Dimensions, bankAccountId: number | null): Dimensions =>
  bankAccountId === null ? of : { ...of, bankAccountId };

/** The events of rows, by record. */
export function eventsOf<R extends { id: number }>(
  rows: readonly R[],
  of: (row: R) => readonly PostingEvent[],
): Map<number, PostingEvent[]> {
  const found = new Map<number, PostingEvent[]>();
  for (const row of rows) found.set(Number(row.id), [...(found.get(Number(row.id)) ?? []), ...of(row)]);
  return found;
}

/** `PostingSource.after` of a table's rows under a condition. */
export const idsOf =
  (table: string, where: SQL): PostingSource['after'] =>
  async (db, id, most) =>
    (
      await rows<{ id: number }>(
        db,
        sql`select id from ${sql.identifier(table)} where id > ${id} and ${where} order by id limit ${most}`,
      )
    ).map((one) => Number(one.id));

/** A condition for rows with these ids. */
export const amongIds = (column: SQL, ids: readonly number[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::bigint[])`;
