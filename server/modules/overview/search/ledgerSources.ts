import { sql } from 'drizzle-orm';
import { RECONCILIATION_STATES } from '#contract/money/bankReconciliations/rules.ts';
import { formatMoney } from '#contract/money.ts';
import { containing } from '#server/kernel/db.ts';
import { reconciliationsInReach } from '#server/modules/money/bankReconciliations/bankReconciliations.scope.ts';
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

/** By its account, and "conciliación" before it; the newest months first. */
export const reconciliationsFound: Source = {
  kind: 'conciliacion',
  permission: 'contabilidad.ver',
  select: (ctx, { q, limit }) =>
    q.length < 3
      ? null
      : sql`select bank_reconciliations.id, a.name || ', ' || to_char(to_date(bank_reconciliations.period::text, 'YYYYMM'), 'MM-YYYY') title,
          json_build_object('state', bank_reconciliations.state_id) detail
        from bank_reconciliations join bank_accounts a on a.id = bank_reconciliations.account_id
        where searchable('conciliación ' || a.name || ' ' || a.number) like searchable(${containing(q)})
          and ${reconciliationsInReach(ctx) ?? sql`true`}
        order by bank_reconciliations.period desc, bank_reconciliations.id limit ${limit}`,
  subtitle: ({ state }) => join(RECONCILIATION_STATES[Number(state)]),
  url: (id) => `/oficina/conciliaciones/${id}`,
};
