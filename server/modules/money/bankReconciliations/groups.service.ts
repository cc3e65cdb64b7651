import type { Db } from '#server/kernel/db.ts';
import type { BankFact, BookFact } from './lines.queries.ts';
import { settledWith, toldOf, type Adjusted } from './records.queries.ts';

/** Lines that are the same money. */
export interface Grouped {
  group: string;
  /** Of a match that people made; null: the records say it. */
  id: number | null;
  why: string;
  by: string | null;
  adjusts: boolean;
  /** A deposit that waits for its sale: another entry may still be it. */
  waits: boolean;
  keys: string[];
}

/** The event of a deposit that waits for its sale. */
export const TO_IDENTIFY = '.por_identificar';

interface Given {
  bank: readonly BankFact[];
  book: readonly BookFact[];
  stored: readonly { id: number; why: string; by: string; keys: string[] }[];
  adjusted: readonly Adjusted[];
  list: readonly { key: string; side: 'banco' | 'libros'; cents: number }[];
}

/**
 * The groups of a month: what people matched, what the records say of a line of the bank, entries with their reversals, and
 * what the bank brought and took back. Each adds up to the same on both sides; a line is in one group at most.
 */
export async function groupsOf(db: Db, { bank, book, stored, adjusted, list }: Given): Promise<Grouped[]> {
  const lines = new Map(list.map((one) => [one.key, one]));
  const taken = new Set<string>();
  const groups: Grouped[] = [];
  const add = (one: Omit<Grouped, 'group' | 'adjusts' | 'waits'> & Partial<Grouped>) => {
    const found = one.keys.map((key) => lines.get(key));
    const sum = found.reduce(
      (all, line) => all + (line === undefined ? 0 : line.side === 'banco' ? line.cents : -line.cents),
      0,
    );
    // A line that is gone, because its statement was undone, takes its match with it.
    if (one.keys.length < 2 || found.includes(undefined) || sum !== 0) return false;
    if (one.keys.some((key) => taken.has(key))) return false;
    for (const key of one.keys) taken.add(key);
    groups.push({
      adjusts: false,
      waits: false,
      ...one,
      group: one.id === null ? `r${one.keys[0]!}` : `m${one.id}`,
    });
    return true;
  };
  for (const { keys, ...one } of stored) add({ ...one, keys });

  const standing = Map.groupBy(
    book.filter(({ reversalOf, reversed }) => reversalOf === null && !reversed),
    ({ record, sourceId, event }) => `${record}.${sourceId}.${event}`,
  );
  const keysOf = (event: string) => (standing.get(event) ?? []).map(({ id }) => `j${id}`);
  for (const { lineId, event } of adjusted)
    add({
      id: null,
      why: 'Ajuste hecho desde aquí',
      by: null,
      adjusts: true,
      keys: [`l${lineId}`, ...keysOf(event)],
    });

  const settled = await settledWith(
    db,
    book.filter(({ reversalOf, event }) => reversalOf !== null || event === 'reversado').map(({ id }) => id),
  );
  const told = Map.groupBy(
    await toldOf(db, [...new Set([...bank.map(({ id }) => id), ...settled.values()])]),
    ({ whole }) => whole,
  );
  const eventsOf = (whole: number) => (told.get(whole) ?? []).flatMap(({ event }) => keysOf(event));
  for (const { id } of bank) {
    const waits = (told.get(id) ?? []).some(({ event }) => event.endsWith(TO_IDENTIFY));
    const why = waits ? 'Depósito por identificar' : 'Lo dice el registro';
    add({ id: null, why, by: null, waits, keys: [`l${id}`, ...eventsOf(id)] });
  }
  // A line that an earlier month settled got another receipt: the reversal and the new entry are the same money.
  for (const [whole, reversals] of Map.groupBy(settled, ([, line]) => line))
    add({
      id: null,
      why: 'Corrige lo que ya se concilió',
      by: null,
      keys: [...reversals.map(([id]) => `j${id}`), ...eventsOf(whole)],
    });
  const byEntry = Map.groupBy(book, ({ entryId }) => entryId);
  for (const one of byEntry.values()) {
    const reversed = one[0]!.reversalOf === null ? [] : (byEntry.get(one[0]!.reversalOf) ?? []);
    if (reversed.length > 0)
      add({
        id: null,
        why: 'Asiento y su reverso',
        by: null,
        keys: [...reversed, ...one].map(({ id }) => `j${id}`),
      });
  }
  // Received and taken back, and nobody's: it never was in the books.
  for (const { id, returnsId } of bank)
    if (returnsId !== null)
      add({
        id: null,
        why: 'El banco la devolvió',
        by: null,
        keys: [`l${returnsId}`, `l${id}`],
      });
  // A receipt and its reversal, where the bank never saw either.
  for (const [event, one] of standing)
    if (event.endsWith('.reversado'))
      add({
        id: null,
        why: 'Recibo y su reverso',
        by: null,
        keys: [...keysOf(event.replace(/reversado$/, 'recibido')), ...one.map(({ id }) => `j${id}`)],
      });
  return groups;
}
