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
  const code = codePattern(q);
  const people = ways.length > 0 ? sql.join(ways, sql` or `) : sql`false`;
  return sql`${sales.id} in (
    select f.id from sales f join people p on p.id = f.person_id where ${people}
    ${code ? sql`union all select f.id from sales f where f.code like ${code}` : sql``})`;
}

/** Letters and digits of a document, without the zeros at the head of each group: 8-0712-045 is 871245. */
const bareNumber = (q: string) =>
  q
    .toUpperCase()
    .replace(/(^|-)0+(?=\d)/g, '$1')
    .replace(/[^0-9A-Z]/g, '');

/** `PC-2026-00012` typed whole, in part, or by its number alone. */
function codePattern(q: string): string | null {
  const typed = q.toUpperCase().replace(/\s/g, '');
  if (/^PC-?\d{0,4}-?\d*$/.test(typed)) return `${escape(typed)}%`;
  if (/^\d{4}-\d{1,6}$/.test(typed)) return `PC-${typed}%`;
  return /^\d{1,5}$/.test(typed) ? `PC-____-${typed.padStart(5, '0')}` : null;
}
