import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/dates.ts';
import type { ManagementBoard } from '#contract/overview/reports/model.ts';
import { changes } from '#server/kernel/kernel.table.ts';
import { chatAnswers, conversations } from '#server/modules/care/chat/chat.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { projectTeam } from '#server/modules/company/staff/staff.table.ts';
import { keepSales } from '#server/modules/sales/board/stages.service.ts';
import { useApp } from '#test/app.ts';
import { makeModel, makeProject, makeSale, makeUser } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { ComputeFigures } from './reports.jobs.names.ts';

const llave = useApp();
const look = async (who: StaffBrowser, query = '') => {
  const answer = await who.get(`/api/reports/board${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: ManagementBoard | null }>().data;
};
/** The board, after a job has computed it. */
const board = async (who: StaffBrowser, query = ''): Promise<ManagementBoard> => {
  const found = await look(who, query);
  if (found) return found;
  expect(await runJobs(llave, ComputeFigures)).toBe(1);
  return (await look(who, query))!;
};

async function makeBusiness() {
  const { db } = llave.database;
  const project = await makeProject(db);
  const model = await makeModel(db, { projectId: project.id });
  const at = llave.clock.now();
  const made: Awaited<ReturnType<typeof makeSale>>[] = [];
  for (const [stateId, priceCents] of [
    [3, 7_490_000],
    [3, 4_850_000],
    [10, 11_850_000],
    [17, 7_490_000],
  ] as const)
    made.push(
      await makeSale(db, { modelId: model.id, projectId: project.id, stateId, priceCents, receivedAt: at }),
    );
  await db.insert(changes).values(
    [
      [0, 1, 2],
      [1, 1, 2],
      [2, 1, 2],
      [2, 9, 10],
      [3, 1, 2],
      [3, 3, 17],
    ].map(([n, from, to]) => ({
      record: 'precontrato',
      recordId: made[n!]!.id,
      from: from!,
      to: to!,
      actorKind: 'system',
      at,
    })),
  );
  const paid = { saleId: made[2]!.id, typeId: 2, createdAt: at };
  await db.insert(payments).values([
    {
      ...paid,
      stateId: 4,
      dueCents: 150_000,
      bankCents: 150_000,
      bankPaymentTypeId: 1,
      bankId: 1,
      bankReference: `REP-${project.id}`,
      bankDate: '2026-11-20',
      receiptNumber: 900_000 + project.id,
      confirmedBy: (await makeUser(db)).id,
      confirmedAt: at,
    },
    { ...paid, stateId: 1, dueCents: 25_050, dueAt: new Date(at.getTime() + DAY_MS) },
    { ...paid, stateId: 7, dueCents: 9_999, dueAt: new Date(at.getTime() - DAY_MS) },
  ]);
  return { project, made };
}

describe('the management board', () => {
  test('expects deeds by the normal days of the stages that are left, and by the plan of installments', async () => {
    const { db } = llave.database;
    const { id: projectId } = await makeProject(db);
    const model = await makeModel(db, { projectId });
    const of = { projectId, modelId: model.id, separation: 4, priceCents: 9_000_000 };
    const complete = await makeSale(db, { ...of, stateId: 5 });
    const cash = await makeSale(db, { ...of, stateId: 5, paymentForm: 'contado' });
    const inDeed = await makeSale(db, { ...of, stateId: 11 });
    const rejected = await makeSale(db, { ...of, stateId: 7 });
    const registered = await makeSale(db, { ...of, stateId: 12 });
    // Promise signed, and the last installment on 15-03-2027.
    const planned = await makeSale(db, { ...of, stateId: 10 });
    await db.insert(payments).values({
      saleId: planned.id,
      typeId: 3,
      stateId: 1,
      dueCents: 10_000,
      dueAt: new Date('2027-03-15T23:59:59-05:00'),
      createdAt: llave.clock.now(),
    });
    for (const sale of [complete, cash, inDeed, rejected, registered, planned])
      await llave.act((ctx) => keepSales(ctx, [sale.id]));
    const who = await signInAs(llave, 'gerencia');
    const { forecast } = await board(who, `?proyecto_id=${projectId}`);
    // Today is 21-11-2026: promise 10 + installments 540 + deed 10 days at least; the deed alone is signed on 01-12.
    expect(forecast).toEqual([
      { month: '2026-12', deeds: 1, value_centavos: 9_000_000 },
      { month: '2027-03', deeds: 1, value_centavos: 9_000_000 },
      { month: null, deeds: 2, value_centavos: 18_000_000 },
    ]);
  });

  test('shows the current sales, months and money of a project', async () => {
    const { project } = await makeBusiness();
    const who = await signInAs(llave, 'gerencia');
    const found = await board(who, `?proyecto_id=${project.id}`);
    expect(found.project).toEqual({ id: project.id, name: project.name });
    expect(found.pipeline.map((row) => [row.group, row.state_id, row.sales, row.value_centavos])).toEqual([
      ['curso', 3, 2, 12_340_000],
      ['curso', 10, 1, 11_850_000],
      ['perdidas', 17, 1, 7_490_000],
    ]);
    expect(found.in_progress).toBe(3);
    // Without the eleven empty months before it.
    expect(found.months).toHaveLength(1);
    expect(found.months.at(-1)).toEqual({
      month: '2026-11',
      received: 4,
      conversion: 0,
      complete: 0,
      letters: 0,
      promised: 1,
      delivered: 0,
      lost: 1,
      collected_centavos: 150_000,
    });
    expect(found.expected[0]).toEqual({
      month: '2026-11',
      installments_centavos: 25_050,
      letters_centavos: 0,
    });
    expect(found.overdue_centavos).toBe(9_999);
    expect(found.stages).toHaveLength(13);
    expect(found.conversion.advisers).toEqual([
      { id: null, name: 'Sin asesor', received: 4, promised: 0, lost: 1, conversion: 0 },
    ]);
    expect(found.conversion.origins).toMatchObject([{ name: 'Sin origen', received: 4 }]);
  });

  test('is stored for a while; old figures are shown and recomputed by a job, also on demand', async () => {
    const { project, made } = await makeBusiness();
    const { db } = llave.database;
    const who = await signInAs(llave, 'gerencia');
    const address = `?proyecto_id=${project.id}`;
    const first = await board(who, address);
    await makeSale(db, { modelId: made[0]!.modelId, projectId: project.id, stateId: 5 });
    expect((await board(who, address)).computed_at).toBe(first.computed_at);
    llave.clock.advance(11 * 60);
    expect((await board(who, address)).computed_at).toBe(first.computed_at);
    expect(await runJobs(llave, ComputeFigures)).toBe(1);
    const then = await board(who, address);
    expect(then.pipeline.map(({ state_id }) => state_id)).toContain(5);
    await makeSale(db, { modelId: made[0]!.modelId, projectId: project.id, stateId: 6 });
    const asked = await who.post('/api/reports/board/refresh', { proyecto_id: project.id });
    expect(await runJobs(llave, ComputeFigures)).toBe(1);
    const now = await board(who, address);
    expect(now.computed_at >= asked.json<{ data: { asked_at: string } }>().data.asked_at).toBe(true);
    expect(now.pipeline.map(({ state_id }) => state_id)).toContain(6);
  });

  test('responds at once without figures; an export computes them', async () => {
    const { project } = await makeBusiness();
    const who = await signInAs(llave, 'gerencia');
    const address = `?proyecto_id=${project.id}`;
    const pipeline = async () =>
      (await who.get(`/api/reports/pipeline${address}`)).json<{ data: unknown[] }>().data;
    expect(await pipeline()).toHaveLength(3);
    expect(await look(who, address)).toBeNull();
    expect(await look(who, address)).toBeNull();
    expect(await runJobs(llave, ComputeFigures)).toBe(1);
    expect((await look(who, address))!.pipeline).toHaveLength(3);
    expect(await pipeline()).toHaveLength(3);
  });

  test('counts the answers of the chat by month and colleague, and who waits, for who sees all chats', async () => {
    const { db } = llave.database;
    const { project, made } = await makeBusiness();
    const [ana, luis] = [await makeUser(db, { name: 'Ana' }), await makeUser(db, { name: 'Luis' })];
    const at = llave.clock.now();
    const [room, outside] = await db
      .insert(conversations)
      .values(
        [made[0]!.personId, (await makeSale(db)).personId].map((personId) => ({
          personId,
          waitingSince: new Date(at.getTime() - 90 * 60_000),
          lastMessageAt: at,
          createdAt: at,
        })),
      )
      .returning();
    const answer = (conversationId: number, userId: number | null, minutes: number, days: number) => {
      const answeredAt = new Date(at.getTime() - days * DAY_MS);
      return {
        conversationId,
        userId,
        answeredAt,
        askedAt: new Date(answeredAt.getTime() - minutes * 60_000),
      };
    };
    await db
      .insert(chatAnswers)
      .values([
        ...[5, 10, 100].map((minutes) => answer(room!.id, ana.id, minutes, 1)),
        answer(room!.id, luis.id, 20, 1),
        answer(room!.id, null, 1, 40),
        answer(room!.id, luis.id, 20, 500),
        answer(outside!.id, luis.id, 700, 1),
      ]);
    const manager = await signInAs(llave, 'gerencia');
    const address = `?proyecto_id=${project.id}`;
    const { answers } = await board(manager, address);
    expect(
      answers!.rows.map((row) => [row.month, row.name, row.answers, row.median_minutes, row.ninety_minutes]),
    ).toEqual([
      ['2026-11', 'Todos', 4, 15, 76],
      ['2026-11', 'Ana', 3, 10, 82],
      ['2026-11', 'Luis', 1, 20, 20],
      ['2026-10', 'Todos', 1, 1, 1],
      ['2026-10', 'Asistente o teléfono de la empresa', 1, 1, 1],
    ]);
    expect([answers!.waiting, answers!.longest_minutes]).toEqual([1, 90]);
    const listed = await manager.get(`/api/reports/answers${address}`);
    expect(listed.json<{ data: object[] }>().data).toHaveLength(5);
    const builder = await signInAs(llave, { role: 'proyectos', projectIds: [project.id] });
    expect((await board(builder)).answers).toBeNull();
    expect((await builder.get('/api/reports/answers')).json()).toMatchObject({ data: [] });
  });

  test('shows project managers only their own project, without money', async () => {
    const { project } = await makeBusiness();
    const other = await makeProject(llave.database.db);
    const who = await signInAs(llave, { role: 'proyectos', projectIds: [project.id] });
    const found = await board(who);
    expect(found.project?.id).toBe(project.id);
    expect(found.pipeline[0]).toMatchObject({ sales: 2, value_centavos: null });
    expect(found.months.at(-1)!.collected_centavos).toBeNull();
    expect(found.conversion.advisers).toEqual([]);
    expect((await who.get(`/api/reports/board?proyecto_id=${other.id}`)).statusCode).toBe(404);
    await llave.database.db.delete(projectTeam).where(eq(projectTeam.userId, who.user.id));
    expect((await (await signInAs(llave, 'asesor')).get('/api/reports/board')).statusCode).toBe(403);
  });
});
