import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Message } from '#contract/care/chat/model.ts';
import type { Ticket } from '#contract/care/tickets/model.ts';
import { helpPage } from '#contract/care/tickets/pages.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { useApp, type Browser } from '#test/app.ts';
import { browserOf, makeBuyer, verifyEverywhere } from '#test/buyers.ts';
import { makeSale, makeUser } from '#test/factories.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { fileOf, makePdf, makePicture } from '#test/papers.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { projectTeam } from '#server/modules/company/staff/staff.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { departmentMembers, tickets } from './tickets.table.ts';

const llave = useApp();
const db = () => llave.database.db;
const errorsIn = (answer: { json<T>(): T }) =>
  answer.json<{ errors: { field: string; message: string }[] }>().errors;
let boss: StaffBrowser;
beforeAll(async () => {
  withoutBuild(llave);
  boss = await signInAs(llave, 'coordinador');
  // Its first write fetches the CSRF token, before writes at once.
  await boss.post('/api/ticket/from-message', {});
  const user = await makeUser(db(), { roles: ['postventa'] });
  await db().delete(departmentMembers).where(eq(departmentMembers.departmentId, 9));
  await db().insert(departmentMembers).values({ departmentId: 9, userId: user.id, head: true });
});

async function customer(name: string) {
  const buyer = await makeBuyer(llave, { name, stateId: SALE.received });
  const browser = await browserOf(llave, buyer.id);
  await verifyEverywhere(llave, buyer.id);
  await browser.post('/clientes/chat/visto', { seq: 0 });
  return { ...buyer, browser };
}
const say = async (by: Browser, content: string, files: readonly File[] = []) =>
  (await by.form('/clientes/chat/mensajes', { content, ...(files.length > 0 && { files }) })).json<{
    data: Message;
  }>().data;
const make = (who: StaffBrowser, id: number) => who.post('/api/ticket/from-message', { mensaje_id: id });
const ticketIn = (answer: { json<T>(): T }) => answer.json<{ data: Ticket }>().data;

test('a customer’s message is one ticket of the newest running purchase, with its photographs, however often it is made', async () => {
  const { id, code, browser } = await customer('Berta Chat');
  const [own] = await db().select().from(sales).where(eq(sales.id, id));
  const ended = await makeSale(db(), { stateId: SALE.expired });
  await db().update(sales).set({ personId: own!.personId }).where(eq(sales.id, ended.id));
  const message = await say(browser, 'Gotea el techo\nde la cocina.', [
    fileOf(await makePicture(), 'techo.png'),
    fileOf(makePdf(), 'informe.pdf'),
  ]);
  const answers = await Promise.all([1, 2, 3].map(() => make(boss, message._id)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  expect(new Set(answers.map((answer) => ticketIn(answer).id)).size).toBe(1);
  const ticket = ticketIn(answers[0]!);
  expect(ticket).toMatchObject({
    title: 'Gotea el techo',
    description: expect.stringMatching(/^Gotea el techo\s+de la cocina\.$/),
    origin: 'chat',
    sale: { code },
    contact: 'Berta Chat',
    conversation: { sid: message.roomId, seq: message.seq },
    photos: [{ name: 'techo.png' }],
  });
  expect((await boss.get(ticket.photos[0]!.url)).statusCode).toBe(200);
  const files = await boss.get(`/api/files/${ticket.id}/ticket`);
  expect(files.body).toContain('informe.pdf');
  const page = await pageData(browser, helpPage, `/clientes/mi-compra/${code}/ayuda`);
  expect(page.tickets).toMatchObject([{ id: ticket.id, photos: [{ name: 'techo.png' }] }]);
  expect((await browser.get(page.tickets[0]!.photos[0]!.url)).statusCode).toBe(200);
});

test('nobody reaches a ticket, a room or a project through a message that they would not see', async () => {
  const { id, browser } = await customer('Ciro Ajeno');
  const message = await say(browser, 'No enciende la luz.');
  // No room in reach: the message does not exist. The advisor may open tickets, but of own customers.
  const stranger = await signInAs(llave, 'asesor');
  expect((await make(stranger, message._id)).statusCode).toBe(404);
  expect((await make(boss, message._id)).statusCode).toBe(201);
  // The processor sees the conversation, not the ticket that somebody else has.
  const processor = await signInAs(llave, 'procesador');
  await db().update(sales).set({ processorId: processor.user.id }).where(eq(sales.id, id));
  const taken = await make(processor, message._id);
  expect(taken.statusCode, taken.body).toBe(409);
  expect(taken.body).toMatch(/ya se hizo TK-2026-\d{5}/);
  expect(taken.body).not.toContain('enciende');
  const [made] = await db().select().from(tickets).where(eq(tickets.messageId, message._id));
  await db().update(tickets).set({ assigneeId: processor.user.id }).where(eq(tickets.id, made!.id));
  expect(ticketIn(await make(processor, message._id)).id).toBe(made!.id);
});

test('a note of a colleague, an answer and a message of who buys nothing become no ticket', async () => {
  const { browser, id } = await customer('Delia Nota');
  const { roomId, _id } = await say(browser, 'Hola.');
  for (const note of ['true', 'false']) {
    const said = await boss.form(`/api/sale/messages/${roomId}`, { content: 'Es cliente difícil.', note });
    const refused = await make(boss, said.json<{ data: Message }>().data._id);
    expect(errorsIn(refused)).toMatchObject([
      { field: 'mensaje_id', message: 'Elige un mensaje del cliente.' },
    ]);
  }
  await db().update(sales).set({ stateId: SALE.draft }).where(eq(sales.id, id));
  expect(errorsIn(await make(boss, _id))[0]!.message).toContain('no tiene una compra');
  expect((await make(boss, 999_999)).statusCode).toBe(404);
});

test('somebody of one project makes no ticket of a purchase of another', async () => {
  const { browser, id } = await customer('Elio Lejos');
  const { _id } = await say(browser, 'Se tapó el lavamanos.');
  const user = await makeUser(db(), { roles: ['proyectos', 'procesador'] });
  const [sale] = await db().update(sales).set({ processorId: user.id }).where(eq(sales.id, id)).returning();
  expect(errorsIn(await make(await signInUser(llave, user), _id))[0]!.message).toContain(
    'una compra que atiendas',
  );
  await db().insert(projectTeam).values({ projectId: sale!.projectId, userId: user.id });
  expect((await make(await signInUser(llave, user), _id)).statusCode).toBe(201);
});
