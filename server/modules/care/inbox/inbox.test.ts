import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Conversation, Message } from '#contract/care/chat/model.ts';
import type { AnswerTimes, QuickAnswer } from '#contract/care/inbox/model.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { START, useApp } from '#test/app.ts';
import { browserOf, makeBuyer, verifyEverywhere } from '#test/buyers.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { inboxJobs } from './inbox.jobs.ts';

const llave = useApp();
const MINE = '/clientes/chat/mensajes';
let coordinator: StaffBrowser;
let processor: StaffBrowser;

beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
  processor = await signInAs(llave, 'procesador');
});

async function customer() {
  const buyer = await makeBuyer(llave, { processorId: processor.user.id });
  const browser = await browserOf(llave, buyer.id);
  await verifyEverywhere(llave, buyer.id);
  await browser.post('/clientes/chat/visto', { seq: 0 });
  const say = async (content: string) =>
    (await browser.form(MINE, { content })).json<{ data: Message }>().data;
  return { ...buyer, browser, say };
}
const answer = (sid: string, content: string, who = processor) =>
  who.form(`/api/sale/messages/${sid}`, { content });
const contents = async (sid: string) =>
  (await coordinator.get(`/api/sale/messages/${sid}`))
    .json<{ data: Message[] }>()
    .data.map(({ content, sender }) => [sender.kind, content]);
const runJob = (name: string) =>
  llave.app.core.jobs.run(
    inboxJobs.find((job) => job.name === name)!,
    {},
  );

describe('quick answers', () => {
  test('are kept by the back office and filled for the person; only known words are accepted', async () => {
    const create = (body: object) => coordinator.post('/api/office/chat/quick', { role_id: null, ...body });
    const made = await create({ shortcut: 'Hola', text: 'Hola, {nombre}: te escribe {asesor}.' });
    expect(made.statusCode).toBe(201);
    expect((await create({ shortcut: 'hola', text: 'x' })).json()).toMatchObject({ code: 'TAKEN' });
    expect((await create({ shortcut: 'mal', text: '{cedula}' })).json()).toMatchObject({
      errors: [{ field: 'text' }],
    });
    expect(
      (await processor.post('/api/office/chat/quick', { shortcut: 'yo', text: 'x', role_id: null }))
        .statusCode,
    ).toBe(403);
    const { roomId } = await (await customer()).say('buenas');
    const offered = (await processor.get(`/api/office/chat/conversations/${roomId}/quick`)).json<{
      data: QuickAnswer[];
    }>().data;
    expect(offered[0]!.text).toBe(
      `Hola, ${(await room(roomId)).person.name.split(' ')[0]}: te escribe ${processor.user.name}.`,
    );
    const other = await signInAs(llave, 'procesador');
    expect((await other.get(`/api/office/chat/conversations/${roomId}/quick`)).statusCode).toBe(404);
  });
});
const room = async (sid: string) =>
  (await coordinator.get(`/api/sale/conversations/${sid}`)).json<{ data: Conversation }>().data;

test('outside the opening hours the customer is told once a day, and still waits', async () => {
  const { say } = await customer();
  llave.clock.set(new Date('2026-11-22T15:00:00Z'));
  const { roomId } = await say('¿Abren los domingos?');
  await say('¿Hola?');
  expect((await contents(roomId)).map(([kind]) => kind)).toEqual(['cliente', 'sistema', 'cliente']);
  expect((await room(roomId)).waiting_since).not.toBeNull();
  llave.clock.set(START);
});

test('who waits for an absent colleague goes to whoever else serves them', async () => {
  const { say } = await customer();
  const { roomId } = await say('hola');
  await signInAs(llave, 'procesador');
  await llave.database.db
    .update(users)
    .set({ awayFrom: '2026-11-20', awayTo: '2026-11-23' })
    .where(eq(users.id, processor.user.id));
  await runJob('chat.cover');
  expect((await room(roomId)).assignee).not.toMatchObject({ id: processor.user.id });
  expect((await room(roomId)).assignee).not.toBeNull();
  await llave.database.db
    .update(users)
    .set({ awayFrom: null, awayTo: null })
    .where(eq(users.id, processor.user.id));
});

test('answer times are those of one’s conversations', async () => {
  const { say } = await customer();
  const { roomId } = await say('uno');
  llave.clock.advance(600);
  await answer(roomId, 'respuesta');
  const times = async (who: StaffBrowser) =>
    (await who.get('/api/office/chat/times')).json<{ data: AnswerTimes }>().data;
  expect(await times(processor)).toMatchObject({ answers: 1, median_minutes: 10, first_median_minutes: 10 });
  expect(await times(await signInAs(llave, 'procesador'))).toMatchObject({
    answers: 0,
    median_minutes: null,
  });
  llave.clock.set(START);
});

test('a message that the customer does not see is told by mail, once until they look, without its text', async () => {
  const { say, email, browser } = await customer();
  const mails = () =>
    llave.database.db.select().from(outboxMails).where(eq(outboxMails.kind, 'mensaje_sin_ver'));
  const { roomId } = await say('hola');
  await llave.database.db.update(people).set({ confirmedContact: email }).where(eq(people.email, email));
  await answer(roomId, 'Tu saldo es secreto');
  await runJob('chat.mailUnseen');
  expect(await mails()).toHaveLength(0);
  llave.clock.advance(31 * 60);
  for (let times = 0; times < 2; times += 1) await runJob('chat.mailUnseen');
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: email });
  expect(mail!.body).not.toContain('secreto');
  await browser.post('/clientes/chat/visto', { seq: 2 });
  await answer(roomId, 'Otra cosa');
  llave.clock.advance(31 * 60);
  await runJob('chat.mailUnseen');
  expect(await mails()).toHaveLength(2);
  llave.clock.set(START);
});
