import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { SatisfactionRow, Survey, SurveyRow } from '#contract/care/survey/model.ts';
import { SURVEY } from '#contract/care/survey/rules.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { homeTasks } from '#contract/overview/home/tasks.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { rows } from '#server/kernel/db.ts';
import { erasePerson } from '#server/modules/overview/privacy/purge.service.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makePartner, makeProject, makeSale, makeUser } from '#test/factories.ts';
import { signInAs, signInWith, type StaffBrowser } from '#test/signIn.ts';
import { makeAnswer, SURVEYS } from '#test/surveys.ts';
import { surveyAnswers } from './survey.table.ts';

const llave = useApp();
const db = () => llave.database.db;

const familyOf = (over: Parameters<typeof makeSale>[1] = {}) =>
  makeSale(db(), { stateId: SALE.delivered, ...over });
const listed = async (who: Browser, query = '') => {
  const answer = await who.get(`${SURVEYS}?per_page=200&${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: SurveyRow[]; meta: { pagination: { total: number } } }>();
};
const figures = async (who: Browser, query = '') => {
  const answer = await who.get(`${SURVEYS}/figures?per_page=200&${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: SatisfactionRow[] }>().data;
};
const opened = async (who: Browser, id: number) =>
  (await who.get(`${SURVEYS}/${id}`)).json<{ data: Survey }>().data;
const call = (who: StaffBrowser, id: number, params: object = {}) =>
  who.patch(`${SURVEYS}/${id}/status`, { params: { estado_id: SURVEY.called, ...params } });
const waiting = async (who: Browser) =>
  (await who.get('/api/office/home/tasks?tipo=encuesta')).json<Answer<typeof homeTasks>>().data;
const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id).toSorted((a, b) => a - b);

test('a low score is a task of whoever hands houses over, until somebody notes the call', async () => {
  const sale = await familyOf({ name: 'Lía Mora' });
  const low = await makeAnswer(llave, sale, { score: 6, comment: 'Tardaron mucho' });
  const high = await makeAnswer(llave, sale, { score: 7 });
  const hands = await signInAs(llave, 'postventa');
  const [task, ...others] = (await waiting(hands)).tasks.filter(({ title }) => title.startsWith('Lía Mora'));
  expect(others).toEqual([]);
  expect(task).toMatchObject({
    id: low,
    due: '2026-11-22',
    phone: expect.stringMatching(/^\+507/) as string,
  });
  expect(task!.text).toBe('Llamar a la familia: dio 6 de 10. «Tardaron mucho»');
  expect((await waiting(await signInAs(llave, 'asesor'))).totals).not.toContainEqual(
    expect.objectContaining({ kind: 'encuesta' }),
  );

  const before = await opened(hands, low);
  expect(before).toMatchObject({ state: { id: SURVEY.toCall }, call: null, version: SURVEY.toCall });
  expect(before.transitions.map(({ estado_id }) => estado_id)).toEqual([SURVEY.called]);
  expect((await opened(hands, high)).transitions).toEqual([]);
  // Management reads it, without the telephone, and does not call.
  const boss = await signInAs(llave, 'gerencia');
  expect(await opened(boss, low)).toMatchObject({ phone: null, transitions: [] });
  expect((await call(boss, low, { motivo: 'x' })).statusCode).toBe(403);
  expect((await call(hands, high, { motivo: 'x' })).statusCode).toBe(422);
  const silent = await call(hands, low);
  expect([silent.statusCode, silent.json<{ errors: { field: string }[] }>().errors[0]!.field]).toEqual([
    422,
    'params[motivo]',
  ]);

  const seen = { motivo: 'Quiere que revisemos la puerta', version: before.version };
  const both = await Promise.all([
    call(hands, low, seen),
    call(await signInAs(llave, 'coordinador'), low, seen),
  ]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const after = await opened(hands, low);
  expect(after.call).toMatchObject({ note: seen.motivo });
  expect(after.history[0]).toMatchObject({ from: 'Por llamar', to: 'Llamada hecha', reason: null });
  expect((await waiting(hands)).tasks.map(({ id }) => id)).not.toContain(low);
  expect(
    await db().$count(
      auditLog,
      sql`entity = 'encuesta' and entity_id = ${String(low)} and data::text ~ 'puerta'`,
    ),
  ).toBe(0);
  expect(idsOf((await listed(hands, 'llamada=hecha')).data)).toEqual([low]);
  expect(idsOf((await listed(hands, 'llamada=pendiente')).data)).not.toContain(low);
});

test('the database keeps one call, only of a low score', async () => {
  const sale = await familyOf();
  const high = await makeAnswer(llave, sale, { score: 9 });
  const { id } = await makeUser(db());
  await expect(
    db()
      .update(surveyAnswers)
      .set({ calledAt: llave.clock.now(), calledBy: id })
      .where(eq(surveyAnswers.askId, high)),
  ).rejects.toMatchObject({ cause: { constraint: 'survey_answers_call' } });
});

test('each figure counts what its list shows, and too few answers give no figure', async () => {
  const { id: projectId } = await makeProject(db());
  const adviser = await makeUser(db(), { name: 'Ana Asesora' });
  const builder = await makePartner(db(), 'contratista', 'Obras Uno, S.A.');
  const [mine, others] = [await familyOf({ projectId, adviserId: adviser.id }), await familyOf()];
  // The last two of October, the rest of November; the clock says 21-11-2026.
  const scores = [10, 10, 9, 9, 9, 9, 9, 8, 7, 6, 3];
  for (const [nth, score] of scores.entries())
    await makeAnswer(llave, mine, {
      score,
      record: nth % 2 ? 'entrega' : 'ticket',
      answered: nth < 2 ? 40 : 2,
      asked: 45,
      ...(nth < 3 && { contractorId: builder.id }),
    });
  await makeAnswer(llave, others, { score: 10 });
  const boss = await signInAs(llave, 'gerencia');
  const found = await figures(boss, `proyecto_id=${projectId}`);
  expect(found.find(({ by }) => by === 'total')).toMatchObject({
    name: 'Todas',
    answers: 11,
    promoters: 7,
    detractors: 2,
    average: 8.1,
    nps: 45,
    asked: 11,
    replied: 11,
  });
  const { nps_from, nps_to } = found[0]!;
  expect(nps_from).toBeLessThan(45);
  expect(nps_to).toBeGreaterThan(45);
  const few = found.find(({ by, id }) => by === 'contratista' && id === builder.id);
  expect(few).toMatchObject({
    name: 'Obras Uno, S.A.',
    answers: 3,
    average: null,
    nps: null,
    nps_from: null,
  });
  expect(found.filter(({ by }) => by === 'mes').map(({ month, answers }) => [month, answers])).toEqual([
    ['2026-11', 9],
    ['2026-10', 2],
  ]);
  const LINKS = { proyecto: 'proyecto_id', asesor: 'asesor_id', contratista: 'contratista_id' } as const;
  for (const { by, id, answers } of found)
    if (by in LINKS) {
      const query = new URLSearchParams({ proyecto_id: String(projectId) });
      query.set(LINKS[by as keyof typeof LINKS], String(id ?? 0));
      expect([by, id, (await listed(boss, query.toString())).meta.pagination.total]).toEqual([
        by,
        id,
        answers,
      ]);
    }
  const october = `proyecto_id=${projectId}&desde=2026-10-01&hasta=2026-10-31`;
  expect((await listed(boss, october)).meta.pagination.total).toBe(2);
  expect((await figures(boss, `${october}&por=total`)).map(({ answers }) => answers)).toEqual([2]);
  for (const [query, total] of [
    ['notas=promotores', 7],
    ['notas=pasivos', 2],
    ['notas=detractores', 2],
    ['asunto=entrega', 5],
    ['motivo=plazo', 2],
  ] as const)
    expect((await listed(boss, `proyecto_id=${projectId}&${query}`)).meta.pagination.total, query).toBe(
      total,
    );
  const { data } = await listed(boss, `proyecto_id=${projectId}&order_column=nota&order_type=desc`);
  expect(data.map(({ score }) => score)).toEqual(scores);
  expect(data[0]).toMatchObject({ days: 5, adviser: { name: 'Ana Asesora' } });
});

test('a manager of a project sees its answers alone; a partner and a seller see none', async () => {
  const [one, other] = [await familyOf({ name: 'Una Familia' }), await familyOf()];
  const [seen, hidden] = [
    await makeAnswer(llave, one, { score: 2 }),
    await makeAnswer(llave, other, { score: 2 }),
  ];
  const manager = await signInAs(llave, { role: 'proyectos', projectIds: [one.projectId] });
  expect(idsOf((await listed(manager)).data)).toEqual([seen]);
  expect((await figures(manager, 'por=total'))[0]).toMatchObject({ answers: 1, asked: 1 });
  expect((await manager.get(`${SURVEYS}/${hidden}`)).statusCode).toBe(404);
  expect((await call(manager, hidden, { motivo: 'x' })).statusCode).toBe(404);
  expect((await call(manager, seen, { motivo: 'x' })).statusCode).toBe(403);
  expect((await manager.get(`/api/tasks?reference=encuesta&reference_id=${hidden}`)).statusCode).toBe(404);
  expect((await manager.get(`/api/tasks?reference=encuesta&reference_id=${seen}`)).statusCode).toBe(200);
  for (const role of ['asesor', 'contratista', 'procesador'] as const)
    expect((await (await signInAs(llave, role)).get(SURVEYS)).statusCode).toBe(403);
  // A seller with a report of the own sales.
  const seller = await signInWith(llave, [{ permission: 'reportes.ver', scope: 'propio' }]);
  await db().execute(sql`update sales set adviser_id = ${seller.user.id} where id = ${other.id}`);
  expect(idsOf((await listed(seller)).data)).toEqual([hidden]);
});

test('is found by name for who sees sales, and loses its words with the person', async () => {
  const sale = await familyOf({ name: 'Quetzalina Borrable' });
  const id = await makeAnswer(llave, sale, { score: 1, comment: 'Nunca contestaron' });
  const hands = await signInAs(llave, 'postventa');
  await call(hands, id, { motivo: 'Pidió hablar con gerencia' });
  const seek = async (who: StaffBrowser) =>
    (await who.post('/api/seeker', { q: 'Quetzalina' }))
      .json<{ data: { kind: string; url: string }[] }>()
      .data.filter(({ kind }) => kind === 'encuesta');
  expect(await seek(hands)).toEqual([
    expect.objectContaining({ url: `/oficina/satisfaccion?respuesta=${id}` }),
  ]);
  expect(await seek(await signInAs(llave, 'asesor'))).toEqual([]);
  await llave.act((ctx) => erasePerson(ctx, sale.personId));
  const [left] = await rows(
    db(),
    sql`select score, comment, call_note from survey_answers where ask_id = ${id}`,
  );
  expect(left).toEqual({ score: 1, comment: null, call_note: null });
});
