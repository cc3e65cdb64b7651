import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { surveyPage } from '#contract/care/survey/pages.ts';
import { QUIET_DAYS, SURVEY_DAYS } from '#contract/care/survey/rules.ts';
import { TICKET } from '#contract/care/tickets/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { announce, inTransaction } from '#server/kernel/changes.ts';
import { useApp } from '#test/app.ts';
import { makeDeliverable } from '#test/handovers.ts';
import { mailsTo } from '#test/outbox.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { signInAs } from '#test/signIn.ts';
import { surveyAnswers, surveyAsks } from './survey.table.ts';

const llave = useApp();
const db = () => llave.database.db;
const DAY = 86_400;
beforeAll(() => withoutBuild(llave));

let at = 0;
/** A family whose ticket of the office can close. */
async function family() {
  at += 1;
  const email = `encuesta${at}@llave.test`;
  const { sale } = await makeDeliverable(llave, { stateId: SALE.delivered, name: 'Lía Mora', email });
  const hands = await signInAs(llave, 'postventa');
  const close = async () => {
    const opened = await hands.form('/api/ticket/tickets', {
      venta: sale.code!,
      titulo: 'Gotea la ducha',
      departamento_id: '9',
      categoria_id: '2',
      prioridad_id: '2',
    });
    expect(opened.statusCode, opened.body).toBe(201);
    const { id } = opened.json<{ data: { id: number } }>().data;
    await inTransaction(llave.acting(), (ctx) =>
      announce(ctx, { record: 'ticket', id, from: TICKET.solved, to: TICKET.closed }),
    );
    return id;
  };
  const asked = () => db().select().from(surveyAsks).where(eq(surveyAsks.saleId, sale.id));
  const links = async () =>
    (await mailsTo(db(), email))
      .filter(({ kind }) => kind === 'encuesta')
      .map(({ body }) => /\/encuesta\/([\w-]+)/.exec(body)![1]!);
  return { sale, close, asked, links };
}
const answer = (token: string, over: object = {}) =>
  llave.browser().post(`/encuesta/${token}`, { nota: '9', motivo: 'trato', comentario: 'Gracias', ...over });

test('a closed ticket asks its buyer once, and not again within two weeks', async () => {
  const { close, asked, links } = await family();
  await close();
  await close();
  expect(await asked()).toHaveLength(1);
  expect(await links()).toHaveLength(1);
  llave.clock.advance((QUIET_DAYS + 1) * DAY);
  await close();
  expect(await asked()).toHaveLength(2);
});

test('is answered once by its link, with a score; the link is nowhere in the database', async () => {
  const { close, asked, links } = await family();
  await close();
  const [token] = await links();
  const [ask] = await asked();
  expect(JSON.stringify(ask)).not.toContain(token);
  expect((await pageData(llave.browser(), surveyPage, `/encuesta/${token}`)).state).toBe('abierta');
  const wrong = await answer(token!, { nota: '11' });
  expect([wrong.statusCode, wrong.json<{ errors: { field: string }[] }>().errors[0]!.field]).toEqual([
    422,
    'nota',
  ]);
  const both = await Promise.all([answer(token!), answer(token!, { nota: '3' })]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(await db().$count(surveyAnswers, eq(surveyAnswers.askId, ask!.id))).toBe(1);
  expect((await pageData(llave.browser(), surveyPage, `/encuesta/${token}`)).state).toBe('respondida');
  expect((await answer('x'.repeat(43))).statusCode).toBe(404);
});

test('ends after thirty days', async () => {
  const { close, links } = await family();
  await close();
  const [token] = await links();
  llave.clock.advance((SURVEY_DAYS + 1) * DAY);
  expect((await answer(token!)).statusCode).toBe(410);
  expect((await pageData(llave.browser(), surveyPage, `/encuesta/${token}`)).state).toBe('vencida');
});
