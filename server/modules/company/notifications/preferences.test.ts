import { beforeAll, describe, expect, test } from 'vitest';
import type { NoticePreferences } from '#contract/company/notifications/model.ts';
import { useApp } from '#test/app.ts';
import { runJobs } from '#test/jobs.ts';
import { mailsTo } from '#test/outbox.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { digests } from './notifications.jobs.ts';
import { notify } from './notify.service.ts';
import { ReleaseNotice } from './sendOut.service.ts';
import { heardAt, mailedAt } from './times.ts';
import { pushMessages } from '#server/modules/company/push/push.table.ts';

const llave = useApp();
let person: StaffBrowser;
beforeAll(async () => {
  person = await signInAs(llave, 'procesador');
});

const url = '/api/notifications/preferences';
const read = async (browser = person) => (await browser.get(url)).json<{ data: NoticePreferences }>().data;
const put = (change: Partial<NoticePreferences>, kept: NoticePreferences, browser = person) =>
  browser.send({ method: 'PUT', url, payload: { ...kept, ...change } });
const prefer = async (change: Partial<NoticePreferences>, browser = person) =>
  expect((await put(change, await read(browser), browser)).statusCode).toBe(200);
const channelsOf = (kind: NoticePreferences['kinds'][number]['kind'], push: boolean, correo: boolean) => ({
  kinds: [{ kind, channels: { push, correo } }],
});
const say = (event: string, over: Partial<Parameters<typeof notify>[1]> = {}) =>
  llave.act((ctx) =>
    notify(ctx, {
      kind: 'venta_estado',
      to: [person.user.id],
      text: `Pasó ${event}.`,
      url: '/oficina/ventas/7',
      event,
      ...over,
    }),
  );
const mails = async (browser = person) =>
  (await mailsTo(llave.database.db, browser.user.email)).map(({ kind, subject, body }) => ({
    kind,
    subject,
    body,
  }));
const subscribe = async (browser: StaffBrowser, name: string) => {
  const keys = { p256dh: `B${'k'.repeat(86)}`, auth: 'a'.repeat(22) };
  const answer = await browser.post('/api/push_messages/push', {
    endpoint: `https://push.example/${name}`,
    keys,
  });
  expect(answer.statusCode).toBe(200);
};
const pushes = async () =>
  (await llave.database.db.select().from(pushMessages)).map(({ payload }) => payload.body);

describe('hours', () => {
  const quiet = { quiet: true, quiet_from: '20:00', quiet_to: '06:30' };
  test.each([
    ['2026-11-24T18:00:00Z', '2026-11-24T18:00:00.000Z'],
    ['2026-11-25T01:00:00Z', '2026-11-25T11:30:00.000Z'],
    ['2026-11-25T05:00:00Z', '2026-11-25T11:30:00.000Z'],
    ['2026-11-25T11:30:00Z', '2026-11-25T11:30:00.000Z'],
  ])('a push at %s is heard at %s', (now, heard) => {
    expect(heardAt(new Date(now), quiet).toISOString()).toBe(heard);
    expect(heardAt(new Date(now), { ...quiet, quiet: false }).toISOString()).toBe(
      new Date(now).toISOString(),
    );
  });

  test.each([
    ['cada_hora', '2026-11-24T18:20:00Z', '2026-11-24T19:00:00.000Z'],
    ['diario', '2026-11-24T11:00:00Z', '2026-11-24T12:00:00.000Z'],
    ['diario', '2026-11-24T12:00:00Z', '2026-11-25T12:00:00.000Z'],
  ] as const)('a mail %s of %s goes at %s', (digest, now, goes) => {
    expect(mailedAt(new Date(now), digest).toISOString()).toBe(goes);
  });
});

test('each person has own preferences, with hours that exist', async () => {
  const kept = await read();
  expect(kept).toMatchObject({ digest: 'al_momento', quiet: true, quiet_from: '20:00' });
  expect(kept.kinds.find(({ kind }) => kind === 'documento_cargado')!.channels).toEqual({
    push: true,
    correo: true,
  });
  expect(kept.kinds.find(({ kind }) => kind === 'mencion')!.channels).toEqual({ push: true, correo: false });
  expect((await put({ quiet_from: '25:00' }, kept)).statusCode).toBe(422);
  expect((await llave.browser().get(url)).statusCode).toBe(401);
  const other = await signInAs(llave, 'procesador');
  await prefer(channelsOf('mencion', false, true), other);
  expect((await read(other)).kinds.find(({ kind }) => kind === 'mencion')!.channels).toEqual({
    push: false,
    correo: true,
  });
  expect(await read()).toEqual(kept);
});

test('a mail with more to say goes unless it was switched off; any other only to who asks for it', async () => {
  const one = await signInAs(llave, 'procesador');
  const mail = {
    kind: 'prueba',
    template: 'aviso',
    values: { nombre: '', tema: 'Con mucho', texto: 'x', enlace: 'y' },
  };
  await say('con:1', { to: [one.user.id], mail });
  await say('sin:1', { to: [one.user.id] });
  expect(await mails(one)).toMatchObject([{ kind: 'prueba', subject: 'Con mucho' }]);
  await prefer(channelsOf('venta_estado', true, false), one);
  await say('con:2', { to: [one.user.id], mail });
  expect(await mails(one)).toHaveLength(1);
  await prefer(channelsOf('mencion', true, true), one);
  await say('sin:2', { to: [one.user.id], kind: 'mencion' });
  expect(await mails(one)).toMatchObject([{ kind: 'aviso', subject: 'Te mencionan en un comentario' }, {}]);
});

test('a digest brings what is still news in one mail, and an urgent notice does not wait', async () => {
  const one = await signInAs(llave, 'procesador');
  await prefer({ digest: 'cada_hora', ...channelsOf('mencion', false, true) }, one);
  const to = [one.user.id];
  await say('venta:1:a', { to, kind: 'mencion' });
  await say('venta:1:b', { to, kind: 'mencion' });
  await say('venta:2:a', { to, kind: 'mencion' });
  await say('venta:3:a', { to, kind: 'mencion' });
  const { data } = (await one.get('/api/notifications/list')).json<{ data: { id: number }[] }>();
  await one.post(`/api/notifications/${data[0]!.id}/assign_selection_date`);
  await llave.app.core.jobs.run(digests, {});
  expect(await mails(one)).toEqual([]);
  llave.clock.advance(3600);
  await llave.app.core.jobs.run(digests, {});
  await llave.app.core.jobs.run(digests, {});
  // The first about sale 1 gave way to the second, and that about sale 3 was read.
  expect(await mails(one)).toMatchObject([
    {
      kind: 'resumen_avisos',
      subject: 'Tienes 2 avisos',
      body: expect.stringContaining('Pasó venta:1:b.\n· Pasó venta:2:a.'),
    },
  ]);
});

test('at night a push waits for the morning, once, and is dropped when it was read meanwhile', async () => {
  const one = await signInAs(llave, 'procesador');
  await subscribe(one, 'noche');
  llave.clock.set(new Date('2026-11-25T03:00:00Z'));
  const to = [one.user.id];
  await say('noche:1:a', { to });
  await say('noche:2:a', { to });
  await say('noche:2:a', { to });
  await say('noche:3:a', { to, kind: 'lotes_alarma' });
  expect(await pushes()).toEqual(['Pasó noche:3:a.']);
  const { data } = (await one.get('/api/notifications/list')).json<{
    data: { id: number; text: string }[];
  }>();
  await one.post(
    `/api/notifications/${data.find(({ text }) => text.includes('noche:1'))!.id}/assign_selection_date`,
  );
  llave.clock.set(new Date('2026-11-25T11:30:00Z'));
  expect(await runJobs(llave, ReleaseNotice)).toBe(2);
  expect(await pushes()).toEqual(['Pasó noche:3:a.', 'Pasó noche:2:a.']);
});
