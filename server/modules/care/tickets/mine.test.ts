import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Ticket } from '#contract/care/tickets/model.ts';
import { helpPage } from '#contract/care/tickets/pages.ts';
import { HANDOVER } from '#contract/care/handover/rules.ts';
import { DAY_MS } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { handovers } from '#server/modules/care/handover/handover.table.ts';
import { warrantyNight } from '#server/modules/care/warranty/warranty.jobs.ts';
import { useApp, type Browser } from '#test/app.ts';
import { browserOf } from '#test/buyers.ts';
import { makeUser } from '#test/factories.ts';
import { makeDeliverable, saleNow } from '#test/handovers.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { departmentMembers, tickets } from './tickets.table.ts';

const llave = useApp();
const db = () => llave.database.db;
const TICKETS = '/api/ticket/tickets';
const KEY = '0123456789abcdef0123456789abcdef';
let boss: StaffBrowser;
let hands: StaffBrowser;
beforeAll(async () => {
  withoutBuild(llave);
  boss = await signInAs(llave, 'postventa');
  const user = await makeUser(db(), { roles: ['postventa'] });
  await db().delete(departmentMembers).where(eq(departmentMembers.departmentId, 9));
  await db().insert(departmentMembers).values({ departmentId: 9, userId: user.id, head: true });
  hands = await signInUser(llave, user);
});

/** A family with keys since a day, and its browser. */
async function family(deliveredOn: string, name = 'Lía Mora') {
  const { sale, home } = await makeDeliverable(llave, { stateId: SALE.delivered, name });
  await db()
    .insert(handovers)
    .values({
      code: `EN-2026-8${sale.id}`,
      saleId: sale.id,
      houseId: home.id,
      modelId: home.modelId,
      stateId: HANDOVER.delivered,
      stateSince: llave.clock.now(),
      scheduledOn: deliveredOn,
      deliveredOn,
      imported: true,
      createdAt: llave.clock.now(),
    });
  const browser = await browserOf(llave, sale.id);
  const page = `/clientes/mi-compra/${sale.code}/ayuda`;
  const ask = (fields: Record<string, string>) =>
    browser.form(`/clientes/mi-compra/${sale.id}/ayuda`, fields);
  const mine = async () => (await pageData(browser, helpPage, page)).tickets;
  return { sale, home, browser, page, ask, mine };
}
const step = async (id: number, ...states: number[]) => {
  for (const estado_id of states) {
    const moved = await hands.patch(`${TICKETS}/${id}/status`, {
      params: { estado_id, motivo: 'Nota interna: culpa del plomero.' },
    });
    expect(moved.statusCode, moved.body).toBe(200);
  }
};
const answer = (browser: Browser, id: number, fields: Record<string, string>) =>
  browser.form(`/clientes/tickets/${id}/respuesta`, fields);

test('opens one of the own purchase, reads only what is meant for the customer, answers, confirms and reopens', async () => {
  llave.clock.set(new Date('2026-11-23T15:00:00Z'));
  const { ask, mine, browser, page } = await family('2026-11-01');
  const other = await family('2026-11-01');
  expect((await other.browser.get(page)).statusCode).toBe(404);
  expect((await ask({ asunto: '2', texto: 'Gotea.' })).statusCode).toBe(422);
  const asked = await ask({ asunto: 'plomeria', texto: 'Gotea el fregador.\nDesde ayer.' });
  expect(asked.statusCode, asked.body).toBe(200);
  const [one] = await mine();
  expect(one).toMatchObject({
    title: 'Plomería y sanitarios: Gotea el fregador.',
    text: 'Gotea el fregador.\r\nDesde ayer.',
    who: hands.user.name,
    cover: 'Lo cubre tu garantía.',
    usualDays: null,
    may: { write: true, confirm: false, reopenUntil: null },
  });
  const id = one!.id;
  const write = (by: Browser, texto: string, clave = KEY) =>
    by.form(`/clientes/tickets/${id}/mensajes`, { texto, clave });
  expect((await write(other.browser, 'Hola')).statusCode).toBe(404);
  expect((await answer(other.browser, id, { resuelto: '1' })).statusCode).toBe(404);
  const note = { reference: 'ticket', reference_id: id, body: 'Nota interna: cliente difícil.' };
  expect((await hands.post('/api/comments', note)).statusCode).toBe(201);
  await step(id, 3, 4);
  expect((await write(browser, 'El martes.')).statusCode).toBe(200);
  expect((await write(browser, 'El martes.')).statusCode).toBe(200);
  await hands.form(`${TICKETS}/${id}/messages`, { texto: 'Vamos el martes a las 9.' });
  // The answer that was waited for lets the clock run again.
  const seen = (await hands.get(`${TICKETS}/${id}`)).json<{ data: Ticket }>().data;
  expect(seen).toMatchObject({ state: { id: 3 }, paused: false, origin: 'cliente' });
  expect((await answer(browser, id, { resuelto: '1' })).statusCode).toBe(422);
  await step(id, 6);
  const raw = (await browser.get(page)).body;
  expect(raw).toContain('Vamos el martes a las 9.');
  expect(raw).not.toContain('Nota interna');
  expect((await mine())[0]).toMatchObject({ may: { confirm: true, reopenUntil: '2026-12-08' } });
  expect((await answer(browser, id, { resuelto: '1' })).statusCode).toBe(200);
  expect((await mine())[0]).toMatchObject({ told: 'Resuelto', may: { write: false, confirm: false } });
  llave.clock.set(new Date('2026-12-08T15:00:00Z'));
  expect((await answer(browser, id, { resuelto: '0' })).statusCode).toBe(422);
  expect((await answer(browser, id, { resuelto: '0', motivo: 'Gotea otra vez.' })).statusCode).toBe(200);
  await step(id, 3, 6);
  llave.clock.set(new Date('2026-12-24T15:00:00Z'));
  expect((await mine())[0]).toMatchObject({ may: { reopenUntil: null } });
  expect((await answer(browser, id, { resuelto: '0', motivo: 'Tarde.' })).statusCode).toBe(422);
});

test('a claim one day late gets a quote; what is usual is told from five closed ones; an open one keeps the sale open', async () => {
  llave.clock.set(new Date('2026-11-21T15:00:00Z'));
  const { ask, mine, sale, browser } = await family('2025-11-20');
  const late = await ask({ asunto: 'pintura', texto: 'Se pela la pared.' });
  expect(late.json<{ success: string }>().success).toContain('No lo cubre la garantía');
  const [one] = await mine();
  expect(one!.cover).toBe('No lo cubre la garantía: te enviamos una cotización.');
  // The quote is answered for the amount that was read, and asked again when it changes.
  const quote = (cotizacion_centavos: number) =>
    boss.patch(`${TICKETS}/${one!.id}`, {
      titulo: one!.title,
      departamento_id: 9,
      categoria_id: 4,
      prioridad_id: 2,
      garantia: true,
      parte: 'pintura',
      cubre: 'fuera',
      cotizacion_centavos,
    });
  const say = async (acepta: string, centavos: number, by = browser) =>
    (await by.form(`/clientes/tickets/${one!.id}/cotizacion`, { acepta, centavos: String(centavos) }))
      .statusCode;
  expect(await say('1', 5000)).toBe(409);
  expect((await quote(5000)).statusCode).toBe(200);
  expect(await mine()).toMatchObject([{ quoteCents: 5000, quoteAccepted: null, may: { quote: true } }]);
  expect(await say('1', 4000)).toBe(409);
  expect(await say('1', 5000, (await family('2026-11-01', 'Otra Familia')).browser)).toBe(404);
  expect([await say('1', 5000), await say('1', 5000)]).toEqual([200, 200]);
  expect(await mine()).toMatchObject([{ quoteAccepted: true, may: { quote: false } }]);
  const seen = (await boss.get(`${TICKETS}/${one!.id}`)).json<{ data: Ticket }>().data;
  expect(seen).toMatchObject({ quote_accepted: true, quote_answered_at: expect.any(String) });
  expect((await quote(6000)).json()).toMatchObject({ data: { quote_accepted: null } });
  expect((await ask({ asunto: 'techo', texto: 'Filtra el techo.' })).statusCode).toBe(200);
  expect((await mine())[0]!.cover).toBe('Lo cubre tu garantía.');
  const { id: _, code: __, ...like } = (await db().select().from(tickets).where(eq(tickets.id, one!.id)))[0]!;
  const closed = [1, 2, 4, 8, 9].map((days) => ({
    ...like,
    code: `TK-2026-9000${days}`,
    saleId: null,
    houseId: null,
    part: null,
    stateId: 7,
    alertAt: null,
    createdAt: new Date('2026-11-01T15:00:00Z'),
    solvedAt: new Date(Date.parse('2026-11-01T15:00:00Z') + days * DAY_MS),
    closedAt: llave.clock.now(),
  }));
  await db().insert(tickets).values(closed);
  expect((await mine()).map(({ usualDays }) => usualDays)).toEqual([null, 4]);
  await llave.app.core.jobs.run(warrantyNight, {});
  expect((await saleNow(llave, sale.id)).stateId).toBe(SALE.delivered);
  await db().update(tickets).set({ stateId: 9, alertAt: null }).where(eq(tickets.saleId, sale.id));
  await llave.app.core.jobs.run(warrantyNight, {});
  expect((await saleNow(llave, sale.id)).stateId).toBe(SALE.closed);
});

test('of merged tickets neither family sees the other’s name or words, and each answers for its own', async () => {
  llave.clock.set(new Date('2026-11-23T15:00:00Z'));
  const [first, second] = [
    await family('2026-11-01', 'Ana Primera'),
    await family('2026-11-01', 'Beto Segundo'),
  ];
  await first.ask({ asunto: 'exteriores', texto: 'Se hundió la acera, lo dice Ana.' });
  await second.ask({ asunto: 'exteriores', texto: 'La acera está mal, lo dice Beto.' });
  const [main, merged] = [(await first.mine())[0]!, (await second.mine())[0]!];
  const united = await boss.post(`${TICKETS}/${merged.id}/merge`, { en: main.code });
  expect(united.statusCode, united.body).toBe(200);
  await second.browser.form(`/clientes/tickets/${merged.id}/mensajes`, { texto: 'Beto pregunta cuándo.' });
  await step(main.id, 3, 6);
  for (const [own, strange] of [
    [first, 'Beto'],
    [second, 'Ana'],
  ] as const) {
    const { body } = await own.browser.get(own.page);
    expect(body).not.toContain(strange);
    expect((await own.mine())[0]).toMatchObject({ may: { confirm: true } });
  }
  expect((await answer(second.browser, merged.id, { resuelto: '0', motivo: 'Sigue mal.' })).statusCode).toBe(
    200,
  );
  const apart = (await hands.get(`${TICKETS}/${merged.id}`)).json<{ data: Ticket }>().data;
  expect(apart).toMatchObject({ merged_into: null, state: { id: 8 } });
  expect((await answer(first.browser, main.id, { resuelto: '1' })).statusCode).toBe(200);
  expect((await second.mine())[0]!.told).toBe('Lo volvimos a abrir');
});
