import { sql, type SQL } from 'drizzle-orm';
import { containing, type Db } from '#server/kernel/db.ts';
import { SEARCHED } from './search.table.ts';
import { sales } from './sales.table.ts';

/** Conditions of a search text over search_entries and sale codes; null where the text gives no condition. */
export interface Sought {
  /**
   * Over an entry `e`: it contains every word, or its telephone or document in any notation. Accents and capitals do
   * not count. A word of one or two letters must start a word of the entry.
   */
  words: SQL | null;
  /** Over a sale `f`: its code from the beginning, or its number. */
  code: SQL | null;
}

export function soughtBy(q: string): Sought {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 6);
  const digits = q.replace(/\D/g, '');
  const number = bareNumber(q);
  const ways: SQL[] = [];
  if (/\p{L}/u.test(q)) ways.push(sql`(${sql.join(words.map(wordIn), sql` and `)})`);
  const numbers = new Set<string>();
  if (digits.length >= 4 && /^[\d\s+().-]+$/.test(q)) numbers.add(digits);
  if (/\d/.test(number) && number.length >= 3) numbers.add(number.toLowerCase());
  for (const one of numbers) ways.push(sql`e.words like ${containing(one)}`);
  return {
    words: ways.length > 0 ? sql`(${sql.join(ways, sql` or `)})` : null,
    code: codeMatching(q),
  };
}

/** One or two letters match only at the start of a word: the trigram index has them only with the space before. */
function wordIn(word: string): SQL {
  const part = containing(word);
  if (/[\p{L}\d]{3}/u.test(word)) return sql`e.words like searchable(${part})`;
  return sql`(e.words like searchable(${part.slice(1)}) or e.words like searchable(${`% ${part.slice(1)}`}))`;
}

/** Ids of the people that match a search text; null if it gives no condition. */
export const soughtPeople = (q: string): SQL | null => {
  const { words } = soughtBy(q);
  return (
    words &&
    sql`select e.ref from search_entries e where e.kind = ${sql.raw(String(SEARCHED.person))} and ${words}`
  );
};

/** Ids of the sales that match a search text. */
export const soughtSales = ({ words, code }: Sought): SQL =>
  sql.join(
    [
      ...(words ? [sql`select e.ref id from search_entries e where e.kind = ${sql.raw(String(SEARCHED.sale))} and ${words}`] : []), // prettier-ignore
      ...(code ? [sql`select f.id from sales f where ${code}`] : []),
    ],
    sql` union all `,
  );

/**
 * Condition for a `where` over `sales`: matches the search text by the person's name, telephone or document, or by the
 * sale's code, in any notation.
 */
export function salesMatching(q: string): SQL {
  const sought = soughtBy(q);
  return sought.words || sought.code ? sql`${sales.id} in (${soughtSales(sought)})` : sql`false`;
}

/** Letters and digits of a document, without leading zeros in each group: 8-0712-045 becomes 871245. */
const bareNumber = (q: string) =>
  q
    .toUpperCase()
    .replace(/(^|-)0+(?=\d)/g, '$1')
    .replace(/[^0-9A-Z]/g, '');

/** `PC-2026-00012` typed from its beginning, without PC, or as its number alone. Each form has its own index. */
function codeMatching(q: string): SQL | null {
  const typed = q.toUpperCase().replace(/\s/g, '');
  if (/^PC-?\d{0,4}-?\d*$/.test(typed)) return sql`f.code like ${`${typed}%`}`;
  if (/^\d{4}-\d{1,6}$/.test(typed)) return sql`f.code like ${`PC-${typed}%`}`;
  if (!/^\d{1,5}$/.test(typed)) return null;
  return sql`reverse(f.code) like ${`${[...typed.padStart(5, '0')].toReversed().join('')}-%`}`;
}

/** After a merge: only the remaining person is found by search. */
export async function hidePerson(db: Db, id: number): Promise<void> {
  await db.execute(sql`delete from search_entries where kind = ${SEARCHED.person} and ref = ${id}`);
}

/** After an undone merge: search finds the person again. */
export async function showPerson(db: Db, id: number): Promise<void> {
  await db.execute(sql`insert into search_entries (kind, ref, words)
    select ${SEARCHED.person}, id, person_words(name, document_key, phone) from people where id = ${id}
    on conflict (kind, ref) do update set words = excluded.words`);
}
