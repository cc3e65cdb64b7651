import { sql, type SQL } from 'drizzle-orm';
import { containing, type Db } from '#server/kernel/db.ts';
import { SEARCHED } from './search.table.ts';
import { sales } from './sales.table.ts';

/** What a search text asks of the entries of search_entries and of the codes of sales; null where it asks nothing. */
export interface Sought {
  /**
   * Over an entry `e`: every word in it (accents and capitals do not count; of one or two letters, where one begins with them), or its
   * telephone or document in any writing.
   */
  words: SQL | null;
  /** Over a sale `f`: its code from the beginning, or by its number. */
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

/** Of one or two letters what begins with them: the index of three-letter groups knows these with the space before, and no other part. */
function wordIn(word: string): SQL {
  const part = containing(word);
  if (/[\p{L}\d]{3}/u.test(word)) return sql`e.words like searchable(${part})`;
  return sql`(e.words like searchable(${part.slice(1)}) or e.words like searchable(${`% ${part.slice(1)}`}))`;
}

/** Numbers of the sales that a search text means. */
export const soughtSales = ({ words, code }: Sought): SQL =>
  sql.join(
    [
      ...(words ? [sql`select e.ref id from search_entries e where e.kind = ${sql.raw(String(SEARCHED.sale))} and ${words}`] : []), // prettier-ignore
      ...(code ? [sql`select f.id from sales f where ${code}`] : []),
    ],
    sql` union all `,
  );

/**
 * The sales that a search text means, for a `where` over the table `sales`: by the person's name, telephone or document, or by the
 * code, in any writing.
 */
export function salesMatching(q: string): SQL {
  const sought = soughtBy(q);
  return sought.words || sought.code ? sql`${sales.id} in (${soughtSales(sought)})` : sql`false`;
}

/** Letters and digits of a document, without the zeros at the head of each group: 8-0712-045 is 871245. */
const bareNumber = (q: string) =>
  q
    .toUpperCase()
    .replace(/(^|-)0+(?=\d)/g, '$1')
    .replace(/[^0-9A-Z]/g, '');

/** `PC-2026-00012` typed from its beginning, without PC, or by its number alone: each by an index of its own. */
function codeMatching(q: string): SQL | null {
  const typed = q.toUpperCase().replace(/\s/g, '');
  if (/^PC-?\d{0,4}-?\d*$/.test(typed)) return sql`f.code like ${`${typed}%`}`;
  if (/^\d{4}-\d{1,6}$/.test(typed)) return sql`f.code like ${`PC-${typed}%`}`;
  if (!/^\d{1,5}$/.test(typed)) return null;
  return sql`reverse(f.code) like ${`${[...typed.padStart(5, '0')].toReversed().join('')}-%`}`;
}

/** A person who was merged into another is found as that one alone. */
export async function hidePerson(db: Db, id: number): Promise<void> {
  await db.execute(sql`delete from search_entries where kind = ${SEARCHED.person} and ref = ${id}`);
}

/** The merge was undone: the person is found again. */
export async function showPerson(db: Db, id: number): Promise<void> {
  await db.execute(sql`insert into search_entries (kind, ref, words)
    select ${SEARCHED.person}, id, person_words(name, document_key, phone) from people where id = ${id}
    on conflict (kind, ref) do update set words = excluded.words`);
}
