import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { QuickOffer } from '#contract/care/inbox/model.ts';
import type { Ticket } from '#contract/care/tickets/model.ts';
import { helpPage } from '#contract/care/tickets/pages.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { useApp, type Browser } from '#test/app.ts';
import { browserOf } from '#test/buyers.ts';
import { makeHouse, makeSale, makeUser } from '#test/factories.ts';
import { makeDeliverable } from '#test/handovers.ts';
import { mailsTo } from '#test/outbox.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { departmentMembers } from './tickets.table.ts';

const llave = useApp();
const db = () => llave.database.db;
const TICKETS = '/api/ticket/tickets';
const ticketIn = (answer: { json<T>(): T }) => answer.json<{ data: Ticket }>().data;
const errorsIn = (answer: { json<T>(): T }) =>
  answer.json<{ errors: { field: string; message: string }[] }>().errors;
let boss: StaffBrowser;
let hands: StaffBrowser;
beforeAll(async () => {
  llave.clock.set(new Date('2026-11-23T15:00:00Z'));
  withoutBuild(llave);
  boss = await signInAs(llave, 'postventa');
  const user = await makeUser(db(), { roles: ['postventa'] });
  await db().delete(departmentMembers).where(eq(departmentMembers.departmentId, 9));
  await db().insert(departmentMembers).values({ departmentId: 9, userId: user.id, head: true });
  hands = await signInUser(llave, user);
});

let next = 0;
async function family(name: string) {
  next += 1;
  const email = `familia${next}@llave.test`;
  const { sale, home } = await makeDeliverable(llave, { stateId: SALE.delivered, name, email });
  const browser = await browserOf(llave, sale.id);
  const page = `/clientes/mi-compra/${sale.code}/ayuda`;
  const mine = async () => (await pageData(browser, helpPage, page)).tickets;
  const news = async () => (await mailsTo(db(), email)).filter(({ kind }) => kind === 'ticket_noticia');
  return { sale, home, browser, page, mine, news, email };
}
/** Asks for help about documents, with a photograph. */
const ask = async ({ sale, browser }: Awaited<ReturnType<typeof family>>, texto: string, photo: number) =>
  browser.form(`/clientes/mi-compra/${sale.id}/ayuda`, {
    asunto: '9',
    texto,
    fotos: fileOf(await makePicture({ n: photo }), `foto-de-${photo}.png`),
  });
const open = async (fields: Record<string, string>) => {
  const made = await boss.form(TICKETS, {
    titulo: 'Se tapó el desagüe',
    departamento_id: '9',
    categoria_id: '2',
    prioridad_id: '2',
    ...fields,
  });
  expect(made.statusCode, made.body).toBe(201);
  return ticketIn(made);
};

test('of two merged tickets no family gets a word, a photograph or a notice of the other', async () => {
  const [ana, beto] = [await family('Ana Primera'), await family('Beto Segundo')];
  await ask(ana, 'Falta mi escritura, dice ANA.', 1);
  await ask(beto, 'No llega el papel, dice BETO.', 2);
  const [main, merged] = [(await ana.mine())[0]!, (await beto.mine())[0]!];
  expect((await boss.post(`${TICKETS}/${merged.id}/merge`, { en: main.code })).statusCode).toBe(200);
  // Both read who has the one that leads, also when that changes.
  await boss.post(`${TICKETS}/${main.id}/assign`, { departamento_id: 9, asignado_id: boss.user.id });
  expect([(await ana.mine())[0]!.who, (await beto.mine())[0]!.who]).toEqual([boss.user.name, boss.user.name]);
  const write = async (fields: Record<string, string>, n: number) =>
    boss.form(`${TICKETS}/${main.id}/messages`, {
      ...fields,
      fotos: fileOf(await makePicture({ n }), `respuesta-${n}.png`),
    });
  expect((await write({ texto: 'Solo para ANA.' }, 3)).statusCode).toBe(201);
  // Only the words go to both: the photographs may show the house of one.
  expect((await write({ texto: 'Para las dos familias.', a_todos: 'true' }, 4)).statusCode).toBe(201);
  await beto.browser.form(`/clientes/tickets/${merged.id}/mensajes`, { texto: 'Respuesta de BETO.' });
  const [hers, his] = [(await ana.mine())[0]!, (await beto.mine())[0]!];
  expect(hers.messages.map(({ text }) => text)).toEqual(['Solo para ANA.', 'Para las dos familias.']);
  expect(his.messages.map(({ text }) => text)).toEqual(['Para las dos familias.', 'Respuesta de BETO.']);
  expect(his.messages.flatMap(({ photos }) => photos)).toEqual([]);
  for (const [own, other, strange] of [
    [ana, merged, /BETO|Beto|foto-de-2/],
    [beto, main, /ANA|Ana|foto-de-1|respuesta-/],
  ] as const) {
    expect((await own.browser.get(own.page)).body).not.toMatch(strange);
    expect((await own.browser.get(own.page)).body).not.toContain(other.code);
    for (const { body, subject } of await own.news()) {
      expect(`${subject} ${body}`).not.toMatch(strange);
      expect(`${subject} ${body}`).not.toContain(other.code);
    }
  }
  // A photograph's address opens in its own browser alone.
  const photo = hers.photos[0]!.url;
  expect((await ana.browser.get(photo)).statusCode).toBe(200);
  expect((await beto.browser.get(photo)).statusCode).toBe(403);
  // He heard of the second message; of hers alone he did not.
  expect([(await ana.news()).length, (await beto.news()).length]).toEqual([2, 1]);
});

test('a ticket for who lives in a house is not told to the buyer; a common area and a neighbour’s are nobody’s', async () => {
  const { sale, home, browser, mine, news } = await family('Carla Vendió');
  for (const contacto of ['ocupante', 'nuevo_dueno']) {
    const one = await open({
      vivienda_id: String(home.id),
      contacto,
      contacto_nombre: 'Inés Inquilina',
      contacto_celular: '6600-1122',
    });
    expect(one).toMatchObject({
      sale: null,
      person: null,
      contact: 'Inés Inquilina',
      customer_follows: false,
    });
    expect(one.actions.write!.disabled).toContain('Nadie sigue este ticket');
    for (const estado_id of [3, 6])
      await hands.patch(`${TICKETS}/${one.id}/status`, { params: { estado_id, motivo: 'Se destapó.' } });
    const message = await browser.form(`/clientes/tickets/${one.id}/mensajes`, { texto: '¿Qué es?' });
    expect(message.statusCode).toBe(404);
    expect((await browser.form(`/clientes/tickets/${one.id}/respuesta`, { resuelto: '1' })).statusCode).toBe(
      404,
    );
  }
  const area = await open({ proyecto_id: String(sale.projectId), area_comun: 'Parque' });
  expect(area).toMatchObject({ common_area: 'Parque', sale: null, house: null });
  expect(await mine()).toEqual([]);
  expect(await news()).toEqual([]);
  // The same house, for the buyer.
  const own = await open({ vivienda_id: String(home.id), contacto: 'comprador' });
  expect(own.sale).toMatchObject({ id: sale.id });
  expect((await mine()).map(({ code }) => code)).toEqual([own.code]);
});

test('tickets are linked by number and unlinked, for who sees both', async () => {
  const place = await makeHouse(db());
  const [one, other] = [
    await open({ vivienda_id: String(place.id) }),
    await open({ vivienda_id: String(place.id) }),
  ];
  const link = (who: StaffBrowser, en: string) => who.post(`${TICKETS}/${one.id}/links`, { en });
  expect(ticketIn(await link(boss, other.code.toLowerCase())).linked).toMatchObject([{ id: other.id }]);
  expect(ticketIn(await link(boss, other.code)).linked).toHaveLength(1);
  expect(ticketIn(await boss.get(`${TICKETS}/${other.id}`)).linked).toMatchObject([{ id: one.id }]);
  expect(errorsIn(await link(boss, one.code))[0]!.field).toBe('en');
  expect(errorsIn(await link(boss, 'TK-1999-00001'))[0]!.field).toBe('en');
  // Who has only the first one neither links nor sees the second.
  const buys = await makeUser(db(), { roles: ['compras'] });
  const mine = await open({ vivienda_id: String(place.id), asignado_id: String(buys.id) });
  const narrow = await signInUser(llave, buys);
  expect(errorsIn(await narrow.post(`${TICKETS}/${mine.id}/links`, { en: one.code }))[0]!.field).toBe('en');
  await boss.post(`${TICKETS}/${mine.id}/links`, { en: one.code });
  expect(ticketIn(await narrow.get(`${TICKETS}/${mine.id}`)).linked).toEqual([]);
  const gone = await boss.send({ method: 'DELETE', url: `${TICKETS}/${other.id}/links/${one.id}` });
  expect(ticketIn(gone).linked).toEqual([]);
});

test('quick answers have the words of the ticket’s customer, for who may write on it', async () => {
  const editor = await signInAs(llave, 'coordinador');
  const text = 'Hola, {nombre}. Te escribe {asesor} sobre {proyecto}.';
  await editor.post('/api/office/chat/quick', { shortcut: 'saludo', text, role_id: null });
  const { sale } = await family('Diana Rápida');
  const one = await open({ venta: sale.code! });
  const offered = (who: Browser) => who.get(`${TICKETS}/${one.id}/quick`);
  const found = (await offered(hands)).json<{ data: QuickOffer[] }>().data;
  expect(found.find(({ shortcut }) => shortcut === 'saludo')!.text).toBe(
    `Hola, Diana. Te escribe ${hands.user.name} sobre ${one.project!.name}.`,
  );
  expect((await offered(await signInAs(llave, 'compras'))).statusCode).toBe(404);
  const unsold = await makeSale(db(), { stateId: SALE.received });
  expect((await offered(await browserOf(llave, unsold.id))).statusCode).toBe(401);
});
