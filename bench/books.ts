import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { rows, type Database } from '#server/kernel/db.ts';
import { ensureCompany, signIn, startLlave } from './parts/llave.ts';

/**
 * Measures the statements of the books, one request at a time, on a company with that many ledger lines:
 *   node bench/books.ts [--lines 1000000] [--dues 1000000] [--sales 100000] [--data .data/books]
 * Fills the company's database once with entries of six years and with open dues; prints each answer's best and worst of five.
 */
const { values: asked } = parseArgs({
  options: {
    lines: { type: 'string', default: '1000000' },
    dues: { type: 'string', default: '1000000' },
    sales: { type: 'string', default: '100000' },
    data: { type: 'string', default: '.data/books' },
  },
});
/** quality.md and the issue of the books: each under a second, alone on the machine. */
const REQUIRED = 1000;
const ROUNDS = 5;

/** Pairs of accounts of the chart, as the posting rules use them; the bank's side carries the bank account. */
const PAIRS = [
  [3, 25, 'sale'],
  [3, 24, 'sale'],
  [11, 17, 'partner'],
  [34, 16, 'partner'],
  [17, 2, 'partner'],
  [16, 2, 'partner'],
  [5, 30, 'sale'],
  [34, 11, 'sale'],
  [25, 5, 'sale'],
  [37, 52, 'sale'],
] as const;

/** The company whose books they are, and two hundred to whom it owes: a company made for benches has none. */
async function findPartners({ db }: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into partners (kind, name, ruc, dv, ruc_key, created_at)
      select kind, 'Empresa ' || n, '900' || n || '-1-2020', '10', '900' || n || '-1-2020', now()
        from (select 'contratante' kind, 1 n union all select 'contratista', generate_series(2, 101) union all select 'proveedor', generate_series(102, 201)) made
        where not exists (select from partners p where p.kind = made.kind)`);
    await tx.execute(
      sql`update projects set promoter_id = (select min(id) from partners where kind = 'contratante') where promoter_id is null`,
    );
  });
}

/** Entries of two lines over six years, by a statement without the triggers, and what the triggers would have kept. */
async function fill(database: Database, lines: number): Promise<void> {
  const { db } = database;
  const [there] = await rows<{ n: number }>(db, sql`select count(*)::int n from journal_lines`);
  const entries = Math.ceil((lines - there!.n) / 2);
  if (entries <= 0) return;
  const pairs = PAIRS.map(([debit, credit, of]) => `(${debit}, ${credit}, '${of}')`).join(', ');
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica; set local statement_timeout = 0`);
    await tx.execute(sql`
      create temp table filled on commit drop as
      select nextval('journal_entries_id_seq') id, n, p.debit, p.credit, p.of, s.id sale, s.project_id project, s.lot, b.book,
          (current_date - (n * 7919 % 2190)::int)::date as day, 100 + n * 104729 % 2000000 cents,
          (select array_agg(id) from partners where kind in ('contratista', 'proveedor')) partners
        from generate_series(1::bigint, ${entries}::bigint) n
        join (select (row_number() over ()) - 1 as at, debit, credit, of from (values ${sql.raw(pairs)}) v (debit, credit, of)) p on p.at = n % ${PAIRS.length}
        join (select row_number() over (order by id) - 1 as at, id, project_id,
            (select c.lot_id from lot_claims c where c.sale_id = sales.id limit 1) lot from sales order by id limit 50000) s
          on s.at = n % (select least(50000, count(*)) from sales)
        cross join lateral (select promoter_id book from projects where id = s.project_id) b`);
    await tx.execute(sql`
      insert into journal_entries (id, book_id, number, day, occurred_on, kind, description, source_record, source_id, event, fingerprint, tx, created_at)
      select id, book, coalesce(s.last, 0) + row_number() over (partition by book, extract(year from day) order by day, id),
        day, day, 'registro', 'Recibo ' || n, 'medida', id, 'x', '', pg_current_xact_id(), now()
      from filled left join ledger_series s on s.book_id = book and s.year = extract(year from day)`);
    await tx.execute(sql`
      insert into journal_lines (entry_id, position, account_id, debit_cents, credit_cents, book_id, day, project_id, lot_id, sale_id, partner_id)
      select id, side, case side when 1 then debit else credit end, case side when 1 then cents else 0 end, case side when 1 then 0 else cents end,
        book, day, project, lot, case of when 'sale' then sale end,
        case of when 'partner' then partners[1 + n % cardinality(partners)] end
      from filled, generate_series(1, 2) side order by day, id, side`);
    await tx.execute(sql`delete from ledger_totals`);
    await tx.execute(sql`
      insert into ledger_totals (book_id, account_id, project_id, period, debit_cents, credit_cents)
      select book_id, account_id, coalesce(project_id, 0), (extract(year from day) * 100 + extract(month from day))::int, sum(debit_cents), sum(credit_cents)
      from journal_lines group by 1, 2, 3, 4`);
    await tx.execute(sql`delete from ledger_series`);
    await tx.execute(
      sql`insert into ledger_series (book_id, year, last) select book_id, year, max(number) from journal_entries group by 1, 2`,
    );
  });
}

/** Dues that are owed since up to two years, or later. */
async function owe(database: Database, dues: number): Promise<void> {
  const { db } = database;
  const [there] = await rows<{ n: number }>(
    db,
    sql`select count(*)::int n from payments where state_id in (1, 7)`,
  );
  if (there!.n >= dues) return;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica; set local statement_timeout = 0`);
    await tx.execute(sql`
      insert into payments (sale_id, type_id, state_id, due_cents, due_at, created_at)
      select s.id, 3, case when n % 3 = 0 then 1 else 7 end, 10000 + n % 50000, now() - make_interval(days => (n % 900)::int - 200), now()
        from generate_series(1::bigint, ${dues - there!.n}::bigint) n
        join (select row_number() over (order by id) - 1 as at, id from sales) s on s.at = n % (select count(*) from sales)`);
  });
}

const data = resolve(asked.data);
ensureCompany(data, Number(asked.sales));
const llave = await startLlave(data, { WORKER: '0' });
try {
  await findPartners(llave.database);
  await fill(llave.database, Number(asked.lines));
  await owe(llave.database, Number(asked.dues));
  await llave.database.db.execute(
    sql`vacuum analyze journal_lines, journal_entries, ledger_totals, payments`,
  );
  const token = await signIn(llave.url, 'contabilidad');
  const [counted] = await rows<{ lines: number; entries: number; totals: number; dues: number }>(
    llave.database.db,
    sql`select (select count(*)::int from journal_lines) lines, (select count(*)::int from journal_entries) entries,
      (select count(*)::int from ledger_totals) totals, (select count(*)::int from payments where state_id in (1, 7)) dues`,
  );
  console.log(counted);
  const reports = '/api/accounting/reports';
  const past = `${new Date().getFullYear() - 1}-06-17`;
  const requests: [what: string, path: string][] = [
    ['trial balance, today', `${reports}/trial_balance`],
    ['trial balance, a day of last year', `${reports}/trial_balance?hasta=${past}`],
    ['balance sheet', `${reports}/balance_sheet`],
    ['balance sheet, a day of last year', `${reports}/balance_sheet?hasta=${past}`],
    ['income statement', `${reports}/income_statement`],
    ['cash flow', `${reports}/cash_flow`],
    ['aged receivables', `${reports}/aged_receivables`],
    ['aged receivables, a day of last year', `${reports}/aged_receivables?hasta=${past}`],
    ['aged payables', `${reports}/aged_payables`],
    ['aged payables, a day of last year', `${reports}/aged_payables?hasta=${past}`],
    ['margin per house, first page', `${reports}/houses`],
    ['margin per house, a late page', `${reports}/houses?page=40`],
    ['taxes due', `${reports}/taxes`],
    ['banks: book beside statement', `${reports}/banks`],
    ['ledger of one account, first page', '/api/accounting/ledger?cuenta_id=3'],
    [
      'ledger of one account, newest first',
      '/api/accounting/ledger?cuenta_id=3&order_column=dia&order_type=desc',
    ],
    ['ledger of one account, a late page', '/api/accounting/ledger?cuenta_id=3&page=200'],
    ['sums of that ledger', '/api/accounting/ledger/sumas?cuenta_id=3'],
    ['ledger of one account of a project', '/api/accounting/ledger?cuenta_id=3&proyecto_id=1'],
    ['journal, first page', '/api/accounting/entries'],
    ['journal, a word', '/api/accounting/entries?q=recibo'],
    ['chart with balances', '/api/accounting/chart'],
  ];
  const ask = async (path: string) => {
    const began = performance.now();
    const answer = await fetch(llave.url + path, { headers: { authorization: `Bearer ${token}` } });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body.slice(0, 200)}`);
    return performance.now() - began;
  };
  console.log('| answer | best of five (ms) | worst (ms) | |\n| --- | --: | --: | --- |');
  for (const [what, path] of requests) {
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) took.push(await ask(path));
    const [best, worst] = [Math.min(...took), Math.max(...took)].map(Math.round) as [number, number];
    console.log(`| ${what} | ${best} | ${worst} | ${best < REQUIRED ? '✓' : '✗'} |`);
  }
} finally {
  await llave.stop();
}
