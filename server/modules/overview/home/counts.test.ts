import Excel from 'exceljs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '#contract/dates.ts';
import { CELL, STAGES } from '#contract/sales/board/cards.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { listBoard } from '#contract/sales/board/boardEndpoints.ts';
import type { homeTasks } from '#contract/overview/home/tasks.ts';
import type { officeCounters, salesWaiting } from '#contract/overview/home/endpoints.ts';
import type { listConversion } from '#contract/overview/reports/endpoints.ts';
import type { ManagementBoard } from '#contract/overview/reports/model.ts';
import { groupOf, SALE_GROUPS, type SaleGroup } from '#contract/overview/reports/rules.ts';
import type { listSales } from '#contract/sales/sale/endpoints.ts';
import { FINISHED_STATES, IN_PROGRESS, SALE } from '#contract/sales/sale/rules.ts';
import { deskOf, Turn } from '#contract/sales/sale/turn.ts';
import type { Grant } from '#contract/company/roles/roles.ts';
import { ComputeFigures } from '#server/modules/overview/reports/reports.jobs.names.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { sweepBoard } from '#server/modules/sales/board/board.jobs.ts';
import { keepSales } from '#server/modules/sales/board/stages.service.ts';
import { useApp } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { makeModel, makeSale, makeUser } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { signInAs, signInWith, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();

/** Grants of a coordinator of one project who also drafts contracts: the counts are of this project alone. */
const GRANTS: Grant[] = (
  [
    'ventas.ver',
    'ventas.editar',
    'ventas.aprobar',
    'ventas.exportar',
    'legal.crear',
    'proyectos.ver',
    'reportes.ver',
    'reportes.exportar',
  ] as const
).map((permission) => ({ permission, scope: 'sus_proyectos' }));

const anySale = fc.record({
  stateId: fc.integer({ min: SALE.draft, max: SALE.ceded }),
  adviser: fc.constantFrom(null, 0, 1),
  processed: fc.boolean(),
  origin: fc.constantFrom(null, 'feria', 'web', 'Un amigo'),
  paymentForm: fc.constantFrom('hipoteca', 'contado'),
  separation: fc.constantFrom(1, 2, 4),
  daysAgo: fc.integer({ min: 0, max: 430 }),
  /** Day of an installment, from today. */
  dueIn: fc.option(fc.integer({ min: -90, max: 90 })),
});
type AnySale = typeof anySale extends fc.Arbitrary<infer S> ? S : never;

async function makeCompany(made: readonly AnySale[]): Promise<number> {
  const { db } = llave.database;
  const now = llave.clock.now();
  const model = await makeModel(db);
  const advisers = [await makeUser(db), await makeUser(db)];
  const processor = await makeUser(db, { roles: ['procesador'] });
  const ids: number[] = [];
  for (const { adviser, processed, daysAgo, dueIn, stateId, ...sale } of made) {
    const receivedAt = new Date(now.getTime() - daysAgo * DAY_MS);
    const { id } = await makeSale(db, {
      ...sale,
      stateId,
      projectId: model.projectId,
      modelId: model.id,
      adviserId: adviser === null ? null : advisers[adviser]!.id,
      processorId: processed ? processor.id : null,
      receivedAt: stateId === SALE.draft ? null : receivedAt,
      stateSince: receivedAt,
    });
    ids.push(id);
    if (dueIn !== null)
      await db.insert(payments).values({
        saleId: id,
        typeId: 3,
        stateId: dueIn < 0 ? 7 : 1,
        dueCents: 10_000,
        dueAt: new Date(now.getTime() + dueIn * DAY_MS),
        createdAt: now,
      });
  }
  // The cards begin on different days, so that some are late by their normal time.
  for (const [at, id] of ids.entries())
    await llave.act((ctx) => keepSales(ctx, [id]), {
      now: new Date(now.getTime() - Math.min(made[at]!.daysAgo, 60) * DAY_MS),
    });
  await llave.app.core.jobs.run(sweepBoard, {});
  await runJobs(llave, { name: 'sales.sweepBoard' });
  await llave.act((ctx) => keepSales(ctx, ids));
  return model.projectId;
}

const read = async <A>(who: StaffBrowser, url: string) => {
  const answer = await who.get(url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<A>();
};
const query = (params: Record<string, string | number | readonly number[]>) =>
  Object.entries(params)
    .flatMap(([key, value]) => [value].flat().map((one) => `${key}=${String(one)}`))
    .join('&');
type Params = Parameters<typeof query>[0];
const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0);

async function exported(who: StaffBrowser, path: string, params: Params): Promise<number> {
  const answer = await who.get(`${path}/exportar?${query({ ...params, formato: 'xlsx' })}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const book = new Excel.Workbook();
  await book.xlsx.load(answer.rawPayload as never);
  return book.worksheets[0]!.rowCount - 1;
}

test('every count of sales that appears twice is equal', async () => {
  const manager = await signInAs(llave, 'gerencia');
  await fc.assert(
    fc.asyncProperty(fc.array(anySale, { minLength: 4, maxLength: 14 }), async (made) => {
      const proyecto_id = await makeCompany(made);
      const who = await signInWith(llave, GRANTS, { projectIds: [proyecto_id] });
      const list = async (params: Params) =>
        (await read<Answer<typeof listSales>>(who, `/api/sale/precontracts?${query(params)}`)).meta;
      const board = async (params: Params) =>
        (await read<Answer<typeof listBoard>>(who, `/api/sale/board?${query(params)}`)).meta.pagination.total;
      const total = async (params: Params) => (await list(params)).pagination.total;
      const all = (await list({})).states;
      const inStates = (states: readonly number[]) =>
        sumOf(
          all.filter(({ state_id }) => states.includes(state_id)),
          ({ total: n }) => n,
        );

      // In progress: made, tab of the list, board, team, report.
      const running = made.filter(({ stateId }) => IN_PROGRESS.some((one) => one === stateId)).length;
      expect(inStates(IN_PROGRESS)).toBe(running);
      expect(await total({ estado_id: IN_PROGRESS })).toBe(running);
      expect(await board({})).toBe(running);
      const projects = await read<{ data: { id: number; open_sales: number }[] }>(who, '/api/projects');
      expect(projects.data.find(({ id }) => id === proyecto_id)?.open_sales).toBe(running);
      // Drafts, in progress and finished are all sales.
      expect(inStates([SALE.draft]) + running + inStates(FINISHED_STATES)).toBe(made.length);

      await manager.get(`/api/reports/board?proyecto_id=${proyecto_id}`);
      await runJobs(llave, ComputeFigures);
      const { data: report } = await read<{ data: ManagementBoard }>(
        manager,
        `/api/reports/board?proyecto_id=${proyecto_id}`,
      );
      expect(report.in_progress).toBe(running);
      for (const group of Object.keys(SALE_GROUPS) as SaleGroup[])
        expect(
          sumOf(
            report.pipeline.filter((row) => row.group === group),
            ({ sales }) => sales,
          ),
        ).toBe(made.filter(({ stateId }) => groupOf(stateId) === group).length);
      expect(await exported(manager, '/api/reports/pipeline', { proyecto_id })).toBe(report.pipeline.length);

      // Late: board, menu, report; by stage too.
      const late = await board({ vencidas: 1 });
      const counters = (await read<Answer<typeof officeCounters>>(who, '/api/office/counters')).data;
      expect(counters.board).toBe(late);
      expect(report.late).toBe(late);
      expect(await board({ celda: CELL.overdue })).toBe(late);
      expect(await exported(who, '/api/sale/board', { vencidas: 1 })).toBe(late);
      expect(sumOf(report.stages, ({ open }) => open)).toBe(running);
      for (const { stage, open, overdue } of report.stages.filter((one) => one.stage > 0)) {
        expect([stage, await board({ etapa: stage })]).toEqual([stage, open]);
        expect([stage, await board({ etapa: stage, celda: CELL.overdue })]).toEqual([stage, overdue]);
      }
      expect(report.stages.filter(({ stage }) => stage > 0)).toHaveLength(STAGES.length);

      // Whose turn: home, menu, list, tasks, export.
      const mine = await total({ turno: 'mio' });
      expect(counters.sales).toBe(mine);
      const waiting = (await read<Answer<typeof salesWaiting>>(who, '/api/office/waiting')).data;
      const desk = deskOf(new Set(GRANTS.map(({ permission }) => permission)));
      expect(
        sumOf(
          waiting.filter(({ turn }) => desk.includes(turn)),
          ({ total: n }) => n,
        ),
      ).toBe(mine);
      for (const turn of Turn.options.filter((one) => one !== 'nadie'))
        expect([turn, await total({ turno: turn })]).toEqual([
          turn,
          waiting.find((one) => one.turn === turn)?.total,
        ]);
      const tasks = (await read<Answer<typeof homeTasks>>(who, '/api/office/home/tasks')).data;
      expect(tasks.totals.find(({ kind }) => kind === 'venta')?.total).toBe(mine);
      expect(await exported(who, '/api/sale/precontracts', { turno: 'mio' })).toBe(mine);

      // Conversion: the parts add up, and each adviser's sales are those of the list.
      const { from, all: cohort, advisers, origins } = report.conversion;
      for (const rows of [advisers, origins])
        for (const key of ['received', 'promised', 'lost'] as const)
          expect(sumOf(rows, (row) => row[key])).toBe(cohort[key]);
      expect(sumOf(report.months, ({ received }) => received)).toBe(cohort.received);
      expect(await total({ recibida_desde: from })).toBe(cohort.received);
      for (const { id, received } of advisers)
        expect(await total({ recibida_desde: from, asesor_id: id ?? 0 })).toBe(received);
      const listed = await read<Answer<typeof listConversion>>(
        manager,
        `/api/reports/conversion?${query({ proyecto_id, por: 'origen' })}`,
      );
      expect(listed.data).toEqual(origins);
    }),
    { numRuns: deep(2, 25), endOnFailure: true },
  );
}, 900_000);
