import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { HouseCost, LostCause, ProgressMonth } from '#contract/overview/reports/works.ts';
import { diaries, diaryEntries } from '#server/modules/works/diary/diary.table.ts';
import { inspections } from '#server/modules/works/jobs/jobReports.table.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { boss, contractor, jobsOf, makeParties, manager, project, signed } from '#test/contracts.ts';
import { makeProject } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;
beforeAll(() => makeParties(llave));

const ask = async <A>(who: Browser, what: string, query = `?proyecto_id=${project.id}&per_page=200`) => {
  const answer = await who.get(`/api/reports/works/${what}${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: A[] }>().data;
};

test('the curve compares the planned days with what inspections approved, month by month', async () => {
  // 1 November to 30 April: 181 days, of which November has 30.
  const made = await signed();
  const [job] = await jobsOf(made.id);
  await db()
    .insert(inspections)
    .values({
      jobId: job!.id,
      key: randomUUID(),
      inspectorId: boss.user.id,
      result: 'rebajado',
      reason: 'Se midió otra vez',
      beforeBp: 6000,
      approvedBp: 5000,
      createdAt: new Date('2026-11-20T15:00:00Z'),
    });
  await db().update(jobs).set({ approvedBp: 5000, reportedBp: 5000 }).where(eq(jobs.id, job!.id));
  const months = await ask<ProgressMonth>(boss, 'progress');
  expect(months.map(({ month }) => month)).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
    '2027-02',
    '2027-03',
    '2027-04',
  ]);
  expect(months[0]).toEqual({
    month: '2026-11',
    planned_percent: 16.57,
    real_percent: Math.round((job!.amountCents / 2 / 4_000_000) * 10_000) / 100,
    planned_centavos: Math.round((4_000_000 * 30) / 181),
    real_centavos: job!.amountCents / 2,
  });
  expect(months.at(-1)).toMatchObject({ planned_percent: 100, real_percent: null, real_centavos: null });
});

test('a house costs what its jobs say, and what paid accounts took', async () => {
  const costs = await ask<HouseCost>(boss, 'houses');
  expect(costs).toHaveLength(2);
  expect(costs.reduce((sum, one) => sum + one.committed_centavos!, 0)).toBe(4_000_000);
  expect(costs.every(({ paid_centavos }) => paid_centavos === 0)).toBe(true);
});

test('the diary’s stops are counted by cause, a day once', async () => {
  const [diary] = await db()
    .insert(diaries)
    .values({ projectId: project.id, typeId: 1, day: '2026-11-18', createdAt: new Date() })
    .returning();
  const stop = (reason: 'lluvia' | 'material', hours: number) => ({
    diaryId: diary!.id,
    sealedInId: diary!.id,
    clientId: randomUUID(),
    section: 'paro' as const,
    text: 'Paró',
    reason,
    hours,
    authorId: manager.user.id,
    writtenAt: new Date(),
    receivedAt: new Date(),
  });
  await db()
    .insert(diaryEntries)
    .values([stop('lluvia', 3), stop('lluvia', 2.5), stop('material', 1)]);
  expect(await ask<LostCause>(boss, 'lost-days')).toEqual([
    { cause: 'lluvia', days: 1, hours: 5.5, last_on: '2026-11-18' },
    { cause: 'material', days: 1, hours: 1, last_on: '2026-11-18' },
  ]);
});

test('each project is for who sees its reports, and the lists are exported', async () => {
  const other = await signInAs(llave, { role: 'proyectos', projectIds: [(await makeProject(db())).id] });
  for (const what of ['progress', 'houses', 'lost-days']) expect(await ask(other, what)).toEqual([]);
  expect((await contractor.get('/api/reports/works/houses')).statusCode).toBe(403);
  for (const what of ['progress', 'houses', 'lost-days'])
    expect((await boss.get(`/api/reports/works/${what}/exportar?formato=xlsx`)).statusCode).toBe(200);
});
