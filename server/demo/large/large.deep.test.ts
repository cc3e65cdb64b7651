import { beforeAll, describe, expect, test } from 'vitest';
import { rows, sql } from '#server/kernel/db.ts';
import { useApp } from '#test/app.ts';
import { fillLarge } from '#test/largeCompany.ts';
import { halfStates, wrongMatches, wrongSteps } from '#test/crash/checks.ts';
import { signInUser } from '#test/signIn.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { eq } from 'drizzle-orm';
import { AROUND_TABLES } from './around.ts';

const COUNT = 10_000;
const MOST_MS = 600_000;
const llave = useApp();

beforeAll(async () => {
  await fillLarge(llave, { count: COUNT, seed: 7 });
}, MOST_MS);

const ask = <R extends object>(statement: string) => rows<R>(llave.database.db, sql.raw(statement));

describe('a large company written by COPY', () => {
  test('has the given number of sales, over years and states, each with its documents', async () => {
    const [found] = await ask<Record<string, number>>(
      `select count(*)::int total, count(distinct state_id)::int states,
         (extract(year from max(created_at)) - extract(year from min(created_at)))::int years,
         (select count(*) from documents)::int papers, (select count(*) from document_versions)::int files from sales`,
    );
    expect(found).toMatchObject({ total: COUNT, years: 7 });
    expect(found!['states']).toBeGreaterThan(12);
    expect(found!['papers']! / COUNT).toBeGreaterThan(3);
    expect(found!['files']).toBeGreaterThan(0.9 * found!['papers']!);
  });

  test('has no broken references although triggers were off', async () => {
    const references = await ask<{ child: string; column: string; parent: string; key: string }>(
      `select c.conrelid::regclass::text child, a.attname "column", c.confrelid::regclass::text parent, k.attname "key"
       from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace and cardinality(c.conkey) = 1`,
    );
    expect(references.length).toBeGreaterThan(20);
    const lost: string[] = [];
    for (const { child, column, parent, key } of references) {
      const [broken] = await ask<{ n: number }>(
        `select count(*)::int n from ${child} x where x.${column} is not null
         and not exists (select from ${parent} y where y.${key} = x.${column})`,
      );
      if (broken!.n > 0) lost.push(`${child}.${column}: ${broken!.n}`);
    }
    expect(lost).toEqual([]);
  });

  test('is as consistent as a company made by hand, except for mails', async () => {
    const faults = await halfStates(llave.database);
    expect(faults.filter((fault) => !fault.endsWith('lacks its mail'))).toEqual([]);
  });

  test('includes prospects, quotes, visits, banks, plans, notices and duplicate people', async () => {
    const [found] = await ask<Record<string, number>>(
      ['prospects', 'prospect_contacts', 'quotes', 'sale_quotes', 'appointments', 'bank_applications', 'promise_letters',
        'disbursements', 'payment_plans', 'notices', 'coincidences', ...AROUND_TABLES]
        .map((table) => `(select count(*)::int from ${table}) ${table}`)
        .reduce((all, one) => (all === '' ? `select ${one}` : `${all}, ${one}`), ''),
    ); // prettier-ignore
    for (const [table, rows] of Object.entries(found!)) expect(rows, table).toBeGreaterThan(0);
    expect(found!['quotes']! / COUNT).toBeGreaterThan(0.05);
  });

  test('has consistent histories, versions, plans and numbers', async () => {
    const wrong = await Promise.all([
      wrongSteps(llave.database),
      wrongMatches(llave.database),
      ask(`select p.id, p.total_cents, sum(y.due_cents) from payment_plans p join payments y on y.plan_id = p.id
        group by p.id having sum(y.due_cents) + p.separation_cents <> p.total_cents`),
      ask(`select count(*), max(receipt_number) from payments having count(receipt_number) <> max(receipt_number)
        or max(receipt_number) <> (select last from receipt_series where name = 'recibos')`),
      ask(`select s.id from sales s where s.state_id between 2 and 14 and (s.board_stage, s.board_since, s.board_due) is distinct from
        (select (coalesce(min(c.stage), 0)::smallint, (array_agg(c.started_at order by c.stage))[1], min(c.due_on))
         from sale_cards c where c.sale_id = s.id and c.state_id in (2, 3, 4, 6))`),
      ask(`select q.id from quotes q join quote_versions v on v.quote_id = q.id
        where q.price_cents <> (v.result->>'price_centavos')::bigint`),
      ask(
        `select c.id from commissions c join commission_lines l on l.commission_id = c.id group by c.id having sum(l.cents) <> c.total_cents`,
      ),
      ask(
        `select s.id from sales s join sale_quotes q on q.sale_id = s.id where s.price_cents <> q.house_cents + q.lot_premium_cents`,
      ),
    ]);
    expect(wrong.flat()).toEqual([]);
    const [next] = await ask<{ code: string; used: number }>(
      `select next_code('PF', 2026) code, (select count(*) from quotes where code like 'PF-2026-%')::int used`,
    );
    expect(next!.code).toBe(`PF-2026-${String(next!.used + 1).padStart(5, '0')}`);
  });

  test('lets a colleague find and open a sale, and continues with the next code', async () => {
    const [user] = await llave.database.db
      .select()
      .from(users)
      .where(eq(users.email, 'coordinador@demo.llave'));
    const browser = await signInUser(llave, user!);
    const list = (await browser.get('/api/sale/precontracts?estado_id=15&per_page=5')).json<{
      data: { id: number; name: string }[];
      meta: { pagination: { total: number } };
    }>();
    expect(list.data.length).toBeGreaterThan(0);
    const record = await browser.get(`/api/sale/precontracts/${list.data[0]!.id}`);
    expect(record.statusCode).toBe(200);
    const found = await browser.get(
      `/api/sale/precontracts?q=${encodeURIComponent(list.data[0]!.name)}&per_page=50`,
    );
    expect(found.json<{ data: { id: number }[] }>().data.map(({ id }) => id)).toContain(list.data[0]!.id);
    const [next] = await ask<{ code: string; used: number }>(
      `select next_code('PC', 2026) code, (select count(*) from sales where code like 'PC-2026-%')::int used`,
    );
    expect(next!.code).toBe(`PC-2026-${String(next!.used + 1).padStart(5, '0')}`);
  });

  test('is refused in a database that has users', async () => {
    await expect(fillLarge(llave, { count: 10, seed: 1 })).rejects.toThrow('ya hay una empresa');
  });
});
