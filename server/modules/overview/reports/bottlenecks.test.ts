import { beforeAll, expect, test } from 'vitest';
import type { BankAnswer, Bottleneck } from '#contract/overview/reports/bottlenecks.ts';
import { bottleneckSentence, trendOf, trendText } from '#contract/overview/reports/bottleneckRules.ts';
import { addDays, DAY_MS, isoWeek, panamaDay, weekStart } from '#contract/dates.ts';
import { changes } from '#server/kernel/kernel.table.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { deeds } from '#server/modules/legal/deeds/deeds.table.ts';
import { saleCards } from '#server/modules/sales/board/board.table.ts';
import { useApp } from '#test/app.ts';
import { makeModel, makeProject, makeSale } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
const ask = async <Row>(who: StaffBrowser, what: string, query: string) => {
  const answer = await who.get(`/api/reports/${what}?per_page=200&${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: Row[] }>().data;
};
const ago = (days: number) => new Date(llave.clock.now().getTime() - days * DAY_MS);
let projectId: number;
let otherId: number;

/** Four sales in Trámite: two late, both at bank 3; one that went on after 12 days. A deed late at the registry. */
beforeAll(async () => {
  const { db } = llave.database;
  ({ id: projectId } = await makeProject(db));
  ({ id: otherId } = await makeProject(db));
  const { id: modelId } = await makeModel(db, { projectId });
  const today = panamaDay(llave.clock.now());
  const made = [];
  for (let n = 0; n < 4; n++) made.push((await makeSale(db, { projectId, modelId, stateId: 5 })).id);
  const [first, second, third, gone] = made as [number, number, number, number];
  const card = { stage: 4, since: ago(40), startedAt: ago(40) };
  await db.insert(saleCards).values([
    { ...card, saleId: first, stateId: 6, dueOn: addDays(today, -12) },
    { ...card, saleId: second, stateId: 6, dueOn: addDays(today, -6) },
    { ...card, saleId: third, stateId: 3, startedAt: ago(4), dueOn: addDays(today, 17) },
    { ...card, saleId: gone, stateId: 5, startedAt: ago(13), doneAt: ago(1) },
  ]);
  const sent = {
    bankId: 3,
    requestedCents: 7_000_000,
    createdAt: ago(40),
    stateSince: ago(30),
    sentAt: ago(30),
  };
  await db.insert(bankApplications).values([
    { ...sent, saleId: first, stateId: 3, answerDueOn: addDays(today, -9) },
    { ...sent, saleId: second, stateId: 3, answerDueOn: addDays(today, 2) },
    { ...sent, saleId: gone, stateId: 8, answeredAt: ago(15), answerDays: 11 },
  ]);
  const [deed] = await db
    .insert(deeds)
    .values({ saleId: gone, stateId: 9, stateSince: ago(30), dueOn: addDays(today, -5), createdAt: ago(60) })
    .returning({ id: deeds.id });
  const moved = { record: 'escritura', recordId: deed!.id, actorKind: 'system' };
  await db.insert(changes).values([
    { ...moved, from: 7, to: 8, at: ago(38) },
    { ...moved, from: 8, to: 9, at: ago(30) },
  ]);
});

test('each step says what waits, how long, against what is normal, and for whom; the worst first', async () => {
  const manager = await signInAs(llave, { role: 'gerencia' });
  const rows = await ask<Bottleneck>(manager, 'bottlenecks', `proyecto_id=${projectId}`);
  expect(rows.map(({ group, id, lost_days }) => [group, id, lost_days])).toEqual([
    ['etapa', 4, 18],
    ['banco', 3, 9],
    ['escritura', 9, 5],
    ['escritura', 8, 0],
  ]);
  const [stage, bank, deed, closed] = rows as [Bottleneck, Bottleneck, Bottleneck, Bottleneck];
  expect(stage).toMatchObject({
    name: 'Trámite',
    waiting: 3,
    median_days: 40,
    normal_days: 21,
    late: 2,
    over_days: 9,
  });
  expect(stage.waits_for[0]).toMatchObject({ waiting: 2, late: 2 });
  expect(bank).toMatchObject({ waiting: 2, late: 1, median_days: 30, over_days: 9 });
  expect(deed).toMatchObject({
    waiting: 1,
    late: 1,
    waits_for: [{ who: 'Registro Público', waiting: 1, late: 1 }],
  });
  const monday = weekStart(isoWeek(panamaDay(ago(1))));
  expect(stage.weeks).toHaveLength(12);
  expect(stage.weeks.filter(({ left }) => left > 0)).toEqual([{ week: monday, left: 1, days: 12 }]);
  expect(closed.weeks.filter(({ left }) => left > 0)).toMatchObject([{ left: 1, days: 8 }]);
  // What a figure counts is what its list shows.
  const list = async (query: string) =>
    (await manager.get(`/api/sale/board?proyecto_id=${projectId}&${query}`)).json<{
      data: { id: number }[];
    }>().data.length;
  expect(await list('etapa=4&abierta=1')).toBe(stage.waiting);
  expect(await list('etapa=4&celda=6')).toBe(stage.late);

  const banks = await ask<BankAnswer>(manager, 'bank-answers', `proyecto_id=${projectId}`);
  expect(banks).toMatchObject([{ id: 3, answers: 1, median_days: 11, recent_days: 11, waiting: 2, late: 1 }]);
  expect(bottleneckSentence(stage)).toBe(
    `Trámite: 2 ventas esperan 9 días más de lo normal, todas a ${banks[0]!.bank}.`,
  );
  for (const what of ['bottlenecks', 'bank-answers'])
    expect((await manager.get(`/api/reports/${what}/exportar?formato=xlsx`)).statusCode).toBe(200);
});

test('a project is for who sees its reports', async () => {
  const other = await signInAs(llave, { role: 'proyectos', projectIds: [otherId] });
  expect(await ask(other, 'bottlenecks', '')).toEqual([]);
  expect(await ask(other, 'bank-answers', `proyecto_id=${projectId}`)).toEqual([]);
  const adviser = await signInAs(llave, { role: 'contabilidad' });
  expect([200, 403]).toContain((await adviser.get('/api/reports/bottlenecks')).statusCode);
});

test('the sentence and the trend are in words', () => {
  const said = { group: 'etapa', name: 'Trámite', waiting: 20, late: 14, over_days: 9 } as const;
  expect(bottleneckSentence({ ...said, waits_for: [{ who: 'Banistmo', waiting: 10, late: 8 }] })).toBe(
    'Trámite: 14 ventas esperan 9 días más de lo normal; 8 esperan a Banistmo.',
  );
  const one = { group: 'ticket', name: 'Legal', waiting: 1, late: 0, over_days: null } as const;
  expect(bottleneckSentence({ ...one, waits_for: [{ who: 'Cliente', waiting: 1, late: 0 }] })).toBe(
    'Legal: 1 ticket espera sin atraso, al cliente.',
  );
  expect(bottleneckSentence({ ...one, waiting: 0, waits_for: [] })).toBe('Legal: nada espera ahora.');
  const weeks = [10, 10, 10, 10, 18, 18, 18, null].map((days) => ({ left: days === null ? 0 : 2, days }));
  expect(trendText(trendOf(weeks))).toBe('Sube de 10 a 18 días');
  expect(trendText(trendOf([]))).toBe('Nada salió en 4 semanas');
});
