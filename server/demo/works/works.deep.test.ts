import { beforeAll, expect, test } from 'vitest';
import { backtest } from '#contract/works/schedule/forecast.ts';
import { panamaDay } from '#contract/dates.ts';
import { lastDayOf } from '#contract/money/cashForecast/rules.ts';
import type { ErrorRow } from '#contract/money/cashForecast/model.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { keepMonth } from '#server/modules/money/cashForecast/compute.service.ts';
import { movesOf, RECORD_SOURCES } from '#server/modules/money/cashForecast/sources.ts';
import { pastHouses } from '#server/modules/works/schedule/pace.service.ts';
import { useApp } from '#test/app.ts';
import { expectBooksOfRecords } from '#test/books.ts';
import { loadWholeDemo, writeLater } from '#test/demo.ts';
import { signInAs } from '#test/signIn.ts';
import { worksJob } from './works.job.ts';

const llave = useApp();
const ask = <R extends object>(statement: string) => rows<R>(llave.database.db, sql.raw(statement));

beforeAll(() => loadWholeDemo(llave), 120_000);

test('the books of the demonstration are what its records say, to the cent', async () => {
  expect(await expectBooksOfRecords(llave)).toBeGreaterThan(100);
});

test('sixty houses stand at every degree, and each one’s progress is that of its approved jobs', async () => {
  const [found] = await ask<Record<string, number>>(
    `select count(*)::int total, count(*) filter (where progress_percent = 0)::int untouched,
       count(*) filter (where progress_percent = 100)::int finished,
       count(distinct width_bucket(progress_percent, 0, 100.01, 10))::int degrees from houses where archived_at is null`,
  );
  expect(found).toMatchObject({ total: 60 });
  expect(found!['degrees']).toBeGreaterThan(8);
  expect(found!['untouched']).toBeGreaterThan(3);
  expect(found!['finished']).toBeGreaterThan(12);
  expect(
    await ask(`select id from houses where archived_at is null and progress_percent <> house_progress(id)`),
  ).toEqual([]);
});

test('what a job shows is what its history, reports and inspections say', async () => {
  expect(
    await ask(`select j.id, j.state_id, j.version, c.to_state from jobs j left join lateral (
        select (array_agg(to_state order by id desc))[1] to_state from changes where record = 'trabajo' and record_id = j.id) c on true
      where c.to_state is distinct from j.state_id`),
  ).toEqual([]);
  expect(
    await ask(`select j.id from jobs j left join lateral (select approved_bp from inspections i where i.job_id = j.id
        and i.result <> 'rechazado' order by id desc limit 1) i on true where j.approved_bp <> coalesce(i.approved_bp, 0)`),
  ).toEqual([]);
  expect(
    await ask(`select r.id from job_reports r where not exists (select from job_photos p where p.report_id = r.id)
      union all select i.id from inspections i where result = 'rechazado' and not exists (select from job_photos p where p.inspection_id = i.id)`),
  ).toEqual([]);
  const states = await ask<{ state_id: number }>(`select distinct state_id from jobs order by 1`);
  expect(states.map(({ state_id }) => state_id)).toEqual(expect.arrayContaining([1, 2, 3, 5, 6, 7, 8, 9]));
});

test('the accounts are paid or on their way, and a contractor disputes a line', async () => {
  const found = await ask<{ state_id: number }>(`select distinct state_id from progress_accounts order by 1`);
  expect(found.map(({ state_id }) => state_id)).toEqual([1, 2, 4, 5]);
  const [sums] = await ask<Record<string, number>>(
    `select count(*) filter (where dispute is not null)::int disputed, (select count(*)::int from account_deductions) deducted from account_lines`,
  );
  expect(sums!['disputed']).toBeGreaterThan(0);
  expect(sums!['deducted']).toBeGreaterThan(0);
});

test('a forecast of houses that it has not seen is days wrong, and less wrong than the plan’s own dates', async () => {
  const [project] = await ask<{ id: number }>(
    `select project_id::int id from houses where progress_percent = 100 group by 1 order by count(*) desc limit 1`,
  );
  const past = await pastHouses({ db: llave.database.db, now: llave.clock.now() }, project!.id);
  expect(past.length).toBeGreaterThan(12);
  // Of the model with the most houses: houses of one network are compared.
  const models = Map.groupBy(past, ({ modelId }) => modelId);
  const [most] = [...models.values()].toSorted((a, b) => b.length - a.length);
  const tried = backtest(most![0]!.template, most!.map((one) => one.house))!; // prettier-ignore
  expect(tried.houses).toBeGreaterThan(3);
  // In working days: the manual states it.
  expect(tried.error).toBeLessThan(12);
  expect(tried.error).toBeLessThan(tried.planError / 2);
  expect(tried.within80).toBeGreaterThan(0.6);
});

test('a house that will be late is warned of', async () => {
  const found = await ask<{ days: number; late: boolean }>(
    `select days, forecast_on > promised_on late from delivery_warnings`,
  );
  expect(found).toEqual([{ days: 30, late: true }]);
});

test('the cash forecast finds each kind of record, and its kept months show their error', async () => {
  await llave.act((ctx) => keepMonth(ctx));
  const kinds = await ask<{ kind: string }>(
    `select distinct kind from cash_cells where line = 'esperada' order by 1`,
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['cuotas', 'bancos', 'devoluciones', 'cuentas', 'obra', 'retenido', 'facturas', 'ordenes', 'comisiones', 'planilla']),
  ); // prettier-ignore
  const today = panamaDay(llave.clock.now());
  // Each record: in the pessimistic line money comes no earlier and leaves no later.
  const wrong = await rows(
    llave.database.db,
    sql`select kind, record_id from (select *, coalesce(pesimista, 'infinity') p, coalesce(esperada, 'infinity') e, coalesce(optimista, 'infinity') o
        from (${movesOf(RECORD_SOURCES, { today, last: lastDayOf(today) })}) x) m
      where o <= ${today}::date or case when kind in ('cuotas', 'bancos') then p < e or e < o else p > e or e > o or o = 'infinity' end`,
  );
  expect(wrong).toEqual([]);
  const who = await signInAs(llave, 'gerencia');
  const answer = await who.get('/api/accounting/cash_forecast/errors');
  expect(answer.statusCode, answer.body).toBe(200);
  const errors = answer.json<{ data: ErrorRow[] }>().data;
  expect(errors.filter(({ total }) => total)).toHaveLength(3);
  // The books were written by the first test.
  const contractors = errors.filter(({ title }) => title === 'Contratistas');
  expect(contractors.length).toBeGreaterThan(1);
  for (const one of contractors) expect(one.percent, one.month).toBeLessThan(40);
});

test('they are written once, whatever happens to the job', async () => {
  const count = () =>
    ask(`select (select count(*) from changes) changes, (select count(*) from houses) houses`);
  const before = await count();
  await writeLater(llave, worksJob);
  expect(await count()).toEqual(before);
});
