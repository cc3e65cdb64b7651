import { sql } from 'drizzle-orm';
import { formatMoney } from '#contract/money.ts';
import { containing } from '#server/kernel/db.ts';
import { booksInReach } from '#server/modules/money/ledger/ledger.scope.ts';
import { journalEntries } from '#server/modules/money/ledger/ledger.table.ts';
import { vouchers } from '#server/modules/money/ledger/vouchers.table.ts';
import { join, type Source } from './source.ts';

/** By its number: 2026-000123, or "asiento 123". */
export const entriesFound: Source = {
  kind: 'asiento',
  permission: 'contabilidad.ver',
  select: (ctx, { q, limit }) => {
    const found = /^(?:asiento\s+)?(?:(\d{4})-)?0*(\d{1,9})$/i.exec(q.trim());
    if (!found || (!found[1] && !/^asiento/i.test(q.trim()))) return null;
    return sql`select journal_entries.id, 'Asiento ' || journal_entries.year || '-' || lpad(journal_entries.number::text, 6, '0') title,
        json_build_object('description', journal_entries.description, 'book', b.name) detail
      from journal_entries join partners b on b.id = journal_entries.book_id
      where journal_entries.number = ${Number(found[2])} and ${found[1] ? sql`journal_entries.year = ${Number(found[1])}` : sql`true`}
        and ${booksInReach(ctx, 'contabilidad.ver', journalEntries.bookId) ?? sql`true`}
      order by journal_entries.year desc, journal_entries.id limit ${limit}`;
  },
  subtitle: ({ description, book }) => join(description, book),
  url: (id) => `/oficina/diario/${id}`,
};

/** By its description. */
export const vouchersFound: Source = {
  kind: 'comprobante_diario',
  permission: 'contabilidad.ver',
  select: (ctx, { q, limit }) =>
    q.length < 3
      ? null
      : sql`select vouchers.id, vouchers.description title, json_build_object('cents', vouchers.cents, 'book', b.name) detail
        from vouchers join partners b on b.id = vouchers.book_id
        where searchable(vouchers.description) like searchable(${containing(q)})
          and ${booksInReach(ctx, 'contabilidad.ver', vouchers.bookId) ?? sql`true`}
        order by vouchers.day desc, vouchers.id limit ${limit}`,
  subtitle: ({ cents, book }) => join(formatMoney(Number(cents)), book),
  url: (id) => `/oficina/comprobantes/${id}`,
};
