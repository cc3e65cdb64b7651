import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MailRecord } from '#contract/company/outbox/model.ts';
import { DAY_MS } from '#contract/dates.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { openMailer } from '#server/kernel/mail.ts';
import { START, useApp, type TestApp } from '#test/app.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { sweepOutbox } from './outbox.jobs.ts';

const sending = useApp({ SMTP_URL: 'smtp://127.0.0.1:1' });

async function keep(llave: TestApp, mail: Partial<typeof outboxMails.$inferInsert>): Promise<number> {
  const [row] = await llave.database.db
    .insert(outboxMails)
    .values({
      kind: 'aviso',
      to: 'a@llave.test',
      subject: 'Hola',
      body: 'Hola.',
      state: 'failed',
      createdAt: START,
      ...mail,
    })
    .returning({ id: outboxMails.id });
  return row!.id;
}
const stateOf = async (llave: TestApp, id: number) =>
  (await llave.database.db.select().from(outboxMails).where(eq(outboxMails.id, id)))[0];

describe('mails that were not sent', () => {
  let administrator: StaffBrowser;
  let coordinator: StaffBrowser;
  beforeAll(async () => {
    administrator = await signInAs(sending, 'administrador');
    coordinator = await signInAs(sending, 'coordinador');
  });

  test('failed mails in scope are queued again, but not messages to a phone', async () => {
    const failed = await keep(sending, { error: 'away' });
    const sent = await keep(sending, { state: 'sent' });
    const phone = await keep(sending, { state: 'kept', to: '+507 6123-4567' });
    const key = await keep(sending, { kind: 'clave', secret: true });
    const answer = await coordinator.post('/api/outbox/retry', { ids: [failed, sent, phone, key] });
    expect(answer.json()).toMatchObject({ queued: 1, success: 'Un correo va otra vez en camino.' });
    expect((await stateOf(sending, failed))?.state).toBe('queued');
    expect((await stateOf(sending, key))?.state).toBe('failed');
    expect(
      (await (await signInAs(sending, 'auditor')).post('/api/outbox/retry', { ids: [failed] })).statusCode,
    ).toBe(403);
  });

  test('of two concurrent attempts only one sends the mail, and an error is stored', async () => {
    const id = await keep(sending, { state: 'queued' });
    const { jobs, services } = sending.app.core;
    const { deliverMail } = openMailer(
      services.config,
      {
        write: () => Promise.reject(new Error('unused')),
        frame: async (_ctx, html) => {
          await expect(jobs.run(deliverMail, { id })).rejects.toThrow('another attempt');
          return { html, attachments: [] };
        },
      },
      services.safeMode,
    );
    await expect(jobs.run(deliverMail, { id })).rejects.toThrow('ECONNREFUSED');
    expect(await stateOf(sending, id)).toMatchObject({ state: 'failed', takenUntil: null });
  });

  test('a sent mail may be sent again as a new mail, but not with a code or link', async () => {
    const sent = await keep(sending, { state: 'sent', html: '<p>Hola.</p>' });
    const again = await administrator.post(`/api/outbox/${sent}/resend`);
    expect(again.statusCode).toBe(201);
    expect(await stateOf(sending, again.json<{ id: number }>().id)).toMatchObject({
      state: 'queued',
      html: '<p>Hola.</p>',
    });
    const link = await keep(sending, {
      state: 'sent',
      body: 'http://llave.test/clientes/siguiente?token=abc',
    });
    expect((await administrator.post(`/api/outbox/${link}/resend`)).json()).toMatchObject({
      code: 'EXPIRING',
    });
    expect((await administrator.post('/api/outbox/999999/resend')).statusCode).toBe(404);
  });

  test('a mail is shown in a frame, without the link for users who may not use it', async () => {
    const html = '<p><a href="http://llave.test/x?a=1&#38;token=secret">Abrir</a></p>';
    const id = await keep(sending, { body: 'http://llave.test/x?a=1&token=secret', html });
    const auditor = await signInAs(sending, 'auditor');
    const shown = (await auditor.get(`/api/outbox/${id}`)).json<{ data: MailRecord }>().data;
    expect(shown.withheld).toBe('no_es_tuyo');
    expect(shown.page).toContain('<!doctype html>');
    expect(`${shown.page}${shown.body}`).not.toContain('secret');
    expect(shown).toMatchObject({ may_retry: false, may_resend: false });
    // The server delivers it, so nobody in the office may read it, for any reason.
    const whole = (await coordinator.get(`/api/outbox/${id}`)).json<{ data: MailRecord }>().data;
    expect(whole).toMatchObject({ may_retry: true, withheld: 'por_correo' });
    expect(`${whole.page}${whole.body}`).not.toContain('secret');
    const look = await coordinator.post(`/api/outbox/${id}/mirar`, { motivo: 'Me lo pidió por teléfono' });
    expect([look.statusCode, look.json<{ code: string }>().code]).toEqual([409, 'NOT_BY_HAND']);
  });

  test('a sent or expired mail keeps neither code nor link', async () => {
    const body = 'http://llave.test/x?token=abcdef y http://llave.test/citas/enlace/abcdef';
    const html = '<a href="http://llave.test/x?a=1&#38;token=abcdef">';
    const sent = await keep(sending, { state: 'sent', body, html });
    const code = await keep(sending, { state: 'sent', secret: true, body: '123 456' });
    const old = await keep(sending, {
      state: 'kept',
      body,
      createdAt: new Date(START.getTime() - 31 * DAY_MS),
    });
    const live = await keep(sending, { state: 'kept', body, html });
    await sending.app.core.jobs.run(sweepOutbox, {});
    for (const id of [sent, old]) expect(JSON.stringify(await stateOf(sending, id))).not.toContain('abcdef');
    expect((await stateOf(sending, sent))?.body).toBe(
      'http://llave.test/x?token=••• y http://llave.test/citas/enlace/•••',
    );
    expect((await stateOf(sending, live))?.body).toBe(body);
    expect((await stateOf(sending, code))?.body).toBe('');
  });

  test('shows filters by day, counts and the server’s state', async () => {
    await keep(sending, { createdAt: new Date('2026-01-05T04:00:00Z'), subject: 'Viejo' });
    const list = await administrator.get('/api/outbox?desde=2026-01-04&hasta=2026-01-04');
    expect(list.json()).toMatchObject({ data: [{ subject: 'Viejo' }] });
    expect((await administrator.get('/api/outbox/status')).json()).toMatchObject({
      data: { smtp: true, from: expect.stringContaining('@'), failed: expect.any(Number) },
    });
    const status = (await administrator.get('/api/outbox/status')).body;
    expect(status).not.toContain('127.0.0.1');
  });

  test('each night codes lose their text, and mails are deleted after the retention time', async () => {
    const code = await keep(sending, { secret: true, createdAt: new Date('2026-09-01T00:00:00Z') });
    const old = await keep(sending, { createdAt: new Date('2020-01-01T00:00:00Z') });
    await sending.app.core.jobs.run(sweepOutbox, {});
    expect(await stateOf(sending, code)).toMatchObject({ body: '', html: null });
    expect(await stateOf(sending, old)).toBeUndefined();
  });
});

describe('without a mail server', () => {
  const llave = useApp();
  test('the office is told, and nothing is marked as sent', async () => {
    const administrator = await signInAs(llave, 'administrador');
    const id = await keep(llave, { state: 'kept' });
    const refused = await administrator.post('/api/outbox/retry', { ids: [id] });
    expect(refused.json()).toMatchObject({
      code: 'NO_SMTP',
      message: expect.stringContaining('Servidor de correo'),
    });
    expect((await administrator.get('/api/outbox/status')).json()).toMatchObject({
      data: { smtp: false, kept: 1 },
    });
  });
});
