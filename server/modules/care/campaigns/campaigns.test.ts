import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#contract/care/campaigns/model.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { SendWaiting, SyncTemplates } from '#server/modules/care/whatsapp/names.ts';
import { useApp } from '#test/app.ts';
import { makeProject } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { fakeWhatsapp, hook, statusOf, tell, textFrom } from '#test/whatsapp.ts';
import { campaignsJob } from './campaigns.jobs.ts';

const fake = await fakeWhatsapp();
const llave = useApp(fake.environment);
afterAll(() => fake.close());
const base = '/api/office/chat/campaigns';
let coordinator: StaffBrowser;
let templateId: number;
const phone = (n: number) => `5076100${String(n).padStart(4, '0')}`;
const now = () => llave.clock.now();

beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
  await makeProject(llave.database.db);
  fake.templates = [
    {
      id: 'feria',
      name: 'feria',
      language: 'es',
      status: 'APPROVED',
      category: 'MARKETING',
      components: [{ type: 'BODY', text: 'Hola {{1}}, {{2}}' }],
    },
  ];
  await coordinator.post('/api/office/whatsapp/templates/sync');
  await runJobs(llave, SyncTemplates);
  templateId = (await rows<{ id: number }>(llave.database.db, sql`select id from whatsapp_templates`))[0]!.id;
  for (let n = 1; n <= 4; n += 1)
    await tell(
      llave,
      hook({ messages: [textFrom(phone(n), `wamid.c${n}`, n === 4 ? 'BAJA' : 'hola', now())] }),
    );
});
const sendNext = () => llave.app.core.jobs.run(campaignsJob, {});
const create = (over: object = {}) =>
  coordinator.post(base, {
    nombre: 'Feria',
    plantilla_id: templateId,
    texto: 'ven el sábado',
    grupo: {},
    personas: 3,
    ...over,
  });
const now1 = async () => (await coordinator.get(base)).json<{ data: Campaign[] }>().data[0]!;

test('goes once to everybody of the shown count, never to who wrote BAJA, and says what came of it', async () => {
  expect((await coordinator.post(`${base}/count`, {})).json()).toEqual({
    data: { personas: 3, baja: 1, sin_numero: 0 },
  });
  expect((await create({ personas: 4 })).json()).toMatchObject({ code: 'COUNT_CHANGED' });
  expect((await create({ texto: '' })).json()).toMatchObject({ errors: [{ field: 'texto' }] });
  expect((await create()).statusCode).toBe(201);
  // Somebody leaves between the count and the sending.
  await tell(llave, hook({ messages: [textFrom(phone(3), 'wamid.c3b', 'baja', now())] }));
  for (let times = 0; times < 3; times += 1) {
    await sendNext();
    await runJobs(llave, SendWaiting);
  }
  expect(fake.accepted.map(({ to }) => to).toSorted()).toEqual([phone(1), phone(2)]);
  const [first] = fake.accepted;
  await tell(llave, hook({ statuses: [statusOf(first!.id, 'read', first!.to, now())] }));
  expect(await now1()).toMatchObject({
    state: 'terminado',
    total: 3,
    sent: 2,
    skipped: 1,
    delivered: 1,
    read: 1,
    waiting: 0,
  });
  // It answers nobody.
  const waiting = await rows(
    llave.database.db,
    sql`select from conversations where waiting_since is not null`,
  );
  expect(waiting).toHaveLength(4);
});

test('can be cancelled, and ends by itself when its template is paused', async () => {
  fake.accepted.length = 0;
  const made = await create({ personas: 2 });
  const { id } = made.json<{ data: Campaign }>().data;
  expect((await coordinator.post(`${base}/${id}/cancel`)).json()).toMatchObject({
    data: { state: 'cancelado' },
  });
  await sendNext();
  await create({ personas: 2 });
  await llave.database.db.execute(sql`update whatsapp_templates set status = 'PAUSED'`);
  await sendNext();
  expect(await now1()).toMatchObject({ state: 'cancelado', waiting: 2 });
  expect(await runJobs(llave, SendWaiting)).toBe(0);
  expect((await (await signInAs(llave, 'asesor')).get(base)).statusCode).toBe(403);
});
