import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { rows, sql } from '#server/kernel/db.ts';
import { settings } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { useApp, type TestApp } from '#test/app.ts';
import { balanceIn, followBooks } from '#test/books.ts';
import { staleCells } from '#test/crash/cells.ts';
import { halfStates, wrongMatches, wrongSteps } from '#test/crash/checks.ts';
import { makePartner, makeSale } from '#test/factories.ts';
import { signInUser } from '#test/signIn.ts';
import { makeProjects, makeStaff } from '../company.ts';
import { COUNT } from './course.ts';
import { deliverPastJob, pastJob, WritePast, type PastFrame } from './past.job.ts';
import { reservePast, sendPast } from './reserve.ts';

const PASSWORD = 'demo-llave-2026';

/** A demo without sales of its own, with a past that is not written yet. Returns what the job is sent. */
async function beginDemo({ app, database, clock }: TestApp): Promise<PastFrame> {
  const { services } = app.core;
  await database.db.transaction(async (db) => {
    const parts = { db, files: services.files, now: clock.now() };
    await db.insert(settings).values({ key: 'demo', value: true, updatedAt: parts.now });
    const staff = await makeStaff(parts, PASSWORD);
    await makeProjects(parts, staff);
    const { id } = await makePartner(db, 'contratante', 'Promotora');
    await db.execute(sql`update projects set promoter_id = ${id}`);
    await db.execute(sql`insert into ledger_books (book_id, opens_on) values (${id}, '2020-01-01')`);
    await sendPast(parts, services.jobs, staff, await reservePast(parts));
  });
  const [sent] = await rows<{ data: PastFrame }>(
    database.db,
    sql`select data from jobs.job where name = ${WritePast.name}`,
  );
  return sent!.data;
}
const write = (llave: TestApp, frame: PastFrame) => llave.app.core.jobs.run(pastJob(llave.database), frame);
const deliver = (llave: TestApp, frame: PastFrame) => llave.app.core.jobs.run(deliverPastJob, frame);
const administratorOf = async (llave: TestApp) => {
  const [user] = await llave.database.db
    .select()
    .from(users)
    .where(eq(users.email, 'administrador@demo.llave'));
  return signInUser(llave, user!);
};

describe('the past of the demo', () => {
  const llave = useApp();
  const ask = <R extends object>(statement: string) => rows<R>(llave.database.db, sql.raw(statement));
  let frame: PastFrame;
  let living = 0;

  beforeAll(async () => {
    frame = await beginDemo(llave);
    living = (await makeSale(llave.database.db, { stateId: 1 })).id;
    await write(llave, frame);
  }, 60_000);

  test('has its own numbers before those of the later sales', async () => {
    expect(living).toBeGreaterThan(COUNT);
    const [found] = await ask<Record<string, number>>(
      `select count(*)::int total, max(id)::int last, count(distinct state_id)::int states,
         count(distinct to_char(received_at, 'YYYY-MM'))::int months from sales where id <= ${COUNT}`,
    );
    expect(found).toMatchObject({ total: COUNT, last: COUNT });
    expect(found!['states']).toBeGreaterThan(11);
    expect(found!['months']).toBeGreaterThan(12);
    expect(
      await ask(`select count(receipt_number), max(receipt_number) from payments having count(receipt_number) <> max(receipt_number)
        or max(receipt_number) <> (select last from receipt_series where name = 'recibos')`),
    ).toEqual([]);
    const [next] = await ask<{ code: string; used: number }>(
      `select next_code('PC', 2026) code, (select count(*) from sales where code like 'PC-2026-%' and id <= ${COUNT})::int used`,
    );
    expect(next!.code).toBe(`PC-2026-${String(next!.used + 1).padStart(5, '0')}`);
  });

  test('is as consistent as a company made by hand, except for mails', async () => {
    const faults = await halfStates(llave.database);
    expect(
      faults.filter((fault) => !fault.endsWith('lacks its mail') && !fault.includes(`${living}`)),
    ).toEqual([]);
    const stale = await staleCells(llave.database, llave.clock.now());
    expect(stale.filter((fault) => !fault.includes(`sale ${living}`))).toEqual([]);
    const steps = await wrongSteps(llave.database);
    expect(steps.filter(({ record, id }) => record !== 'precontrato' || id !== living)).toEqual([]);
    expect(await wrongMatches(llave.database)).toEqual([]);
  });

  test('gives the home page and the reports something to show', async () => {
    const administrator = await administratorOf(llave);
    const board = (await administrator.get('/api/reports/board')).json<{
      data: {
        months: { received: number; collected_centavos: number }[];
        stages: { median_days: number | null }[];
        conversion: { all: { conversion: number }; advisers: unknown[]; origins: unknown[] };
      };
    }>().data;
    expect(board.months).toHaveLength(12);
    for (const month of board.months.slice(0, -1)) {
      expect(month.received).toBeGreaterThan(8);
      expect(month.collected_centavos).toBeGreaterThan(0);
    }
    expect(board.stages.filter(({ median_days: days }) => days !== null)).toHaveLength(12);
    expect(board.conversion.all.conversion).toBeGreaterThan(20);
    expect(board.conversion.advisers.length).toBeGreaterThan(3);
    expect(board.conversion.origins.length).toBeGreaterThan(5);
    const { data } = (await administrator.get('/api/office/home/money')).json<{
      data: { arrears: { total: number }[] };
    }>();
    expect(data.arrears.every(({ total }) => total > 0)).toBe(true);
  });

  test('has its houses delivered, with what they brought and what they cost in the books', async () => {
    await deliver(llave, frame);
    await followBooks(llave);
    const [sold] = await ask<{ delivered: number; cents: number }>(
      `select count(*)::int delivered, sum(price_cents)::bigint cents from sales where id <= ${COUNT} and state_id in (14, 15)`,
    );
    const [noted] = await ask<{ handovers: number; houses: number }>(
      `select count(*)::int handovers, count(distinct house_id)::int houses from handovers where state_id = 4`,
    );
    expect(noted).toEqual({ handovers: sold!.delivered, houses: sold!.delivered });
    const { db } = llave.database;
    expect(await balanceIn(db, ACCOUNT.houseSales)).toBe(-Number(sold!.cents));
    const cost = await balanceIn(db, ACCOUNT.constructionCost);
    expect(cost / Number(sold!.cents)).toBeCloseTo(0.5, 3);
    // What was not delivered still is a work in progress.
    expect(await balanceIn(db, ACCOUNT.housesInProgress)).toBeGreaterThan(0);
    expect(await ask(`select * from ledger_differences()`)).toEqual([]);
    expect(await ask(`select distinct reason from unposted_events`)).toEqual([]);
  });

  test('is written once, whatever happens to the jobs', async () => {
    const count = () =>
      ask(`select (select count(*) from sales) sales, (select count(*) from changes) changes`);
    const before = await count();
    await write(llave, frame);
    await deliver(llave, frame);
    expect(await count()).toEqual(before);
  });
});

describe('the past of an erased demo', () => {
  const llave = useApp();

  test('is not written, and leaves no number used', async () => {
    const frame = await beginDemo(llave);
    const administrator = await administratorOf(llave);
    const answer = await administrator.post('/api/setup/erase_demo', {
      current: PASSWORD,
      company: 'Promotora Valle Sereno',
      name: 'Ana Pérez',
      email: 'ana@casas.test',
      password: 'tres gatos en la azotea',
    });
    expect(answer.statusCode).toBe(200);
    await write(llave, frame);
    const [left] = await rows(
      llave.database.db,
      sql`select (select count(*)::int from sales) sales, (select count(*)::int from receipt_series) receipts,
        (select count(*)::int from jobs.job where name = ${WritePast.name}) jobs`,
    );
    expect(left).toEqual({ sales: 0, receipts: 0, jobs: 0 });
  }, 60_000);
});
