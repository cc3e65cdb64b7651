import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { rows, violatedConstraint } from '#server/kernel/db.ts';
import { useApp } from '#test/app.ts';
import { expectBooksOfRecords } from '#test/books.ts';
import { makeCourse } from '#test/courses/course.ts';
import { outsideServices } from '#test/courses/outside.ts';
import { signInAs } from '#test/signIn.ts';
import { compareBooks, writeBooks } from './ledger.jobs.ts';
import { accountingPeriods } from './ledger.table.ts';

const outside = await outsideServices();
const llave = useApp(outside.environment);
afterAll(outside.close);
const db = () => llave.database.db;
/** The months in which the moves of a course happen. */
const MONTHS = [202609, 202610, 202611];

/** Closes these months of every company of the group. */
const close = async () => {
  const books = await rows<{ id: number }>(db(), sql`select id from partners where kind = 'contratante'`);
  for (const { id: bookId } of books)
    for (const period of MONTHS)
      await db()
        .insert(accountingPeriods)
        .values({ bookId, period, stateId: 2, closedAt: llave.clock.now() })
        .onConflictDoUpdate({
          target: [accountingPeriods.bookId, accountingPeriods.period],
          set: { stateId: 2, closedAt: llave.clock.now() },
        });
};
const inside = () =>
  rows<{ record: string; n: number }>(
    db(),
    sql`select source_record record, count(*)::int n from journal_entries where day < '2026-12-01' group by 1 order by 1`,
  );

test('no source that the books follow writes into a closed month: each waits for the first open day, with its own day kept', async () => {
  const { shuffled } = await makeCourse(llave, 404);
  await close();
  // Companies that a move makes meanwhile are closed before anything is written.
  for (const { name, run } of shuffled()) if (name !== 'type a voucher') await run();
  await close();
  await Promise.all([writeBooks(llave.acting()), compareBooks(llave.acting())]);
  expect(await inside()).toEqual([]);
  const late = await rows<{ record: string }>(
    db(),
    sql`select distinct source_record record from journal_entries where day = '2026-12-01' and occurred_on < '2026-12-01' order by 1`,
  );
  // Driven by the register of sources: a new one that no move makes fails here.
  expect(late.map(({ record }) => record)).toEqual([...llave.acting().postings.keys()].toSorted());
  await expectBooksOfRecords(llave);

  // What no longer holds is not taken out of its month either: its reversal is of an open day.
  const [fee] = await rows<{ id: number }>(
    db(),
    sql`select source_id id from journal_entries where source_record = 'permiso' order by id limit 1`,
  );
  await db().execute(sql`update permits set cost_cents = 0 where id = ${fee!.id}`);
  expect((await compareBooks(llave.acting())).reversed).toBe(1);
  expect(await inside()).toEqual([]);
});

test('what people write is refused in a closed month: voucher, opening, reversal, year’s closing, and a row by hand', async () => {
  const clerk = await signInAs(llave, 'contabilidad');
  const second = await signInAs(llave, 'contabilidad');
  const [book] = await rows<{ id: number }>(
    db(),
    sql`select book_id id from accounting_periods where state_id = 2 order by 1 limit 1`,
  );
  const bookId = book!.id;
  const lines = [
    { account_id: 42, debit_centavos: 500, credit_centavos: null },
    { account_id: 21, debit_centavos: null, credit_centavos: 500 },
  ];
  const make = async (over: object) => {
    const answer = await clerk.post('/api/accounting/vouchers', {
      book_id: bookId,
      description: 'Planilla de la quincena',
      lines,
      ...over,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    const { id } = answer.json<{ data: { id: number } }>().data;
    await clerk.patch(`/api/accounting/vouchers/${id}/status`, { params: { estado_id: 2 } });
    return id;
  };
  const approve = (id: number) =>
    second.patch(`/api/accounting/vouchers/${id}/status`, { params: { estado_id: 3 } });
  for (const over of [{ day: '2026-11-10' }, { day: '2026-10-01', kind: 'apertura' }]) {
    const refused = await approve(await make(over));
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('está cerrado')]);
  }
  // One of an open month that is closed since: its reversal takes an open day.
  const open = await make({ day: '2026-08-10' });
  expect((await approve(open)).statusCode).toBe(200);
  await db()
    .update(accountingPeriods)
    .set({ stateId: 2, closedAt: llave.clock.now() })
    .where(sql`book_id = ${bookId} and period = 202608`);
  const before = await inside();
  const taken = await second.patch(`/api/accounting/vouchers/${open}/status`, {
    params: { estado_id: 5, motivo: 'Era de otra empresa' },
  });
  expect(taken.statusCode, taken.body).toBe(200);
  expect(await inside()).toEqual(before);

  const byHand = await db()
    .execute(
      sql`insert into journal_entries (book_id, day, occurred_on, kind, description, source_record, source_id, event, fingerprint, created_at)
        values (${bookId}, '2026-11-05', '2026-11-05', 'registro', 'A mano', 'prueba', 1, 'x', '', now())`,
    )
    .then(() => 'taken', violatedConstraint);
  expect(byHand).toBe('period_closed');
});
