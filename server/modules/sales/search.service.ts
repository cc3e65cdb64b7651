import { sql, type SQL } from 'drizzle-orm';
import { sales } from './sales.table.ts';

const escape = (text: string) => text.replace(/[\\%_]/g, (one) => `\\${one}`);
const contains = (text: string) => `%${escape(text)}%`;

/**
 * The sales that a search text means, for a `where` over the table `sales`: every word in the name (accents and capitals do not
 * count), or the telephone, document or code in any writing.
 */
export function salesMatching(q: string): SQL {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 6);
  const digits = q.replace(/\D/g, '');
  const number = bareNumber(q);
  const ways: SQL[] = [];
  if (/\p{L}/u.test(q))
    ways.push(
      sql`(${sql.join(
        words.map((word) => sql`searchable(p.name) like searchable(${contains(word)})`),
        sql` and `,
      )})`,
    );
  if (digits.length >= 4 && /^[\d\s+().-]+$/.test(q)) ways.push(sql`p.phone like ${contains(digits)}`);
  if (/\d/.test(number) && number.length >= 3)
    ways.push(sql`bare_number(p.document_key) like ${contains(number)}`);
  const code = codeMatching(q);
  const people = ways.length > 0 ? sql.join(ways, sql` or `) : sql`false`;
  const persons = sql`select p.id from people p where ${people}`;
  if (!code) return sql`${sales.personId} in (${persons})`;
  return sql`${sales.id} in (select f.id from sales f where f.person_id in (${persons})
    union all select f.id from sales f where ${code})`;
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
