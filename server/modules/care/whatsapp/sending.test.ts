import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Template } from '#contract/care/whatsapp/model.ts';
import { changes } from '#server/kernel/kernel.table.ts';
import { useApp } from '#test/app.ts';
import { makeProject } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { fakeWhatsapp, hook, statusOf, tell, textFrom } from '#test/whatsapp.ts';
import { officeOf } from '#test/whatsappOffice.ts';
import { SendReaction, SendWaiting, SyncTemplates } from './names.ts';

const fake = await fakeWhatsapp();
const llave = useApp(fake.environment);
afterAll(() => fake.close());
let coordinator: StaffBrowser;
const { fresh, now, ago, arrive, roomOf, threadOf, said, write, whatsapp } = officeOf(
  llave,
  () => coordinator,
);

beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
  await makeProject(llave.database.db);
});
beforeEach(() => {
  fake.behave = () => 'accept';
  fake.accepted.length = 0;
});

describe('what is sent', () => {
  const template = (name: string, status: string) => ({
    id: name,
    name,
    language: 'es',
    status,
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Hola {{1}}: {{2}}' }],
  });
  const synced = async () => {
    await coordinator.post('/api/office/whatsapp/templates/sync');
    await runJobs(llave, SyncTemplates);
    return (await coordinator.get('/api/office/whatsapp/templates')).json<{ data: Template[] }>().data;
  };
  async function opened() {
    const phone = fresh();
    await arrive([textFrom(phone, `wamid.${phone}`, 'hola', ago(30))]);
    const { sid } = await roomOf(phone);
    return { phone, sid };
  }
  const last = async (sid: string) => (await threadOf(sid)).at(-1)!;

  test('goes out once per client id, and its states come in any order, even before the answer', async () => {
    const { phone, sid } = await opened();
    const id = `wamid.out${fake.calls + 1}`;
    await tell(
      llave,
      hook({
        statuses: [statusOf(id, 'read', phone, now()), statusOf(id, 'delivered', phone, now())],
      }),
    );
    for (let times = 0; times < 3; times += 1)
      expect((await write(sid, 'En julio.', { client_id: 'a' })).statusCode).toBe(201);
    await runJobs(llave, SendWaiting);
    expect(fake.accepted.map(({ to, body }) => [to, body['text']])).toEqual([
      [phone, { body: 'En julio.', preview_url: false }],
    ]);
    expect(await last(sid)).toMatchObject({ state: 'read', provider_id: id });
    await tell(llave, hook({ statuses: [statusOf(id, 'sent', phone, now())] }));
    expect((await last(sid)).state).toBe('read');
  });

  test('a lost answer sends nothing twice: its status brings the id', async () => {
    const { phone, sid } = await opened();
    fake.behave = () => 'lost';
    await write(sid, '¿Sigues ahí?');
    await runJobs(llave, SendWaiting);
    expect(fake.accepted).toHaveLength(1);
    expect((await last(sid)).remark).toMatch(/no confirmó/);
    llave.clock.advance(60);
    await runJobs(llave, { name: 'whatsapp.sweep' });
    await runJobs(llave, SendWaiting);
    const [mine] = fake.accepted;
    await tell(
      llave,
      hook({
        statuses: [statusOf(mine!.id, 'delivered', phone, now(), { biz_opaque_callback_data: mine!.key })],
      }),
    );
    expect(await last(sid)).toMatchObject({ state: 'delivered', remark: null });
    expect(fake.accepted).toHaveLength(1);
  });

  test('a token that is refused for ten minutes loses and doubles nothing, and the office sees it', async () => {
    const { sid } = await opened();
    fake.behave = () => ({ status: 401, code: 190 });
    for (const content of ['uno', 'dos']) await write(sid, content);
    for (let minute = 0; minute < 10; minute += 1) {
      await runJobs(llave, SendWaiting);
      llave.clock.advance(60);
    }
    expect((await whatsapp(sid)).refused_since).not.toBeNull();
    expect((await whatsapp(sid)).waiting).toBe(2);
    fake.behave = () => 'accept';
    llave.clock.advance(600);
    await runJobs(llave, SendWaiting);
    expect(fake.accepted.map(({ body }) => (body['text'] as { body: string }).body)).toEqual(['uno', 'dos']);
    expect(await whatsapp(sid)).toMatchObject({ refused_since: null, waiting: 0 });
    expect((await last(sid)).remark).toBeNull();
  });

  test('after 24 hours only an approved template goes out; a paused one is refused, and failed ones say why', async () => {
    const { phone, sid } = await opened();
    fake.templates = [template('retomar', 'APPROVED'), template('pausada', 'PAUSED')];
    const list = await synced();
    llave.clock.advance(24 * 3600);
    expect((await write(sid, 'tarde')).json()).toMatchObject({ code: 'WINDOW_CLOSED' });
    expect(await said(sid)).toEqual(['hola']);
    const send = (name: string, texto: string) =>
      coordinator.post(`/api/office/whatsapp/conversations/${sid}/template`, {
        plantilla_id: list.find((one) => one.name === name)!.id,
        texto,
      });
    expect((await send('pausada', 'x')).json()).toMatchObject({ code: 'TEMPLATE_CLOSED' });
    expect((await send('retomar', '')).json()).toMatchObject({ errors: [{ field: 'texto' }] });
    expect((await send('retomar', 'tu carta ya está')).statusCode).toBe(201);
    await runJobs(llave, SendWaiting);
    expect(fake.accepted[0]!.body).toMatchObject({
      type: 'template',
      template: { name: 'retomar', language: { code: 'es' } },
    });
    expect((await last(sid)).content).toMatch(/^Hola .+: tu carta ya está$/);
    await tell(
      llave,
      hook({
        statuses: [statusOf(fake.accepted[0]!.id, 'failed', phone, now(), { errors: [{ code: 131026 }] })],
      }),
    );
    expect(await last(sid)).toMatchObject({
      state: 'failed',
      remark: expect.stringMatching(/no recibe mensajes de WhatsApp/),
    });
  });

  test('a template that WhatsApp no longer has leaves the list, and that is announced once', async () => {
    fake.templates = [template('queda', 'APPROVED'), template('sale', 'APPROVED')];
    const { id } = (await synced()).find(({ name }) => name === 'sale')!;
    const announced = () =>
      llave.database.db.$count(
        changes,
        and(eq(changes.record, 'plantilla_whatsapp'), eq(changes.recordId, id), eq(changes.verb, 'REMOVED')),
      );
    expect(await announced()).toBe(0);
    fake.templates = [template('queda', 'APPROVED')];
    for (let times = 0; times < 2; times += 1)
      expect((await synced()).map(({ name }) => name)).toEqual(['queda']);
    expect(await announced()).toBe(1);
  });

  test('a colleague’s reaction reaches the customer', async () => {
    const { phone, sid } = await opened();
    const [first] = await threadOf(sid);
    await coordinator.form(`/api/sale/messages/${sid}/${first!._id}/update_reactions`, { reaction: '🙏' });
    await runJobs(llave, SendReaction);
    expect(fake.accepted[0]!.body).toMatchObject({
      type: 'reaction',
      reaction: { message_id: `wamid.${phone}`, emoji: '🙏' },
    });
  });
});
