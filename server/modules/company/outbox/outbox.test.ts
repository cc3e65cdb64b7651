import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MailRecord, MailRow } from '#contract/company/outbox/model.ts';
import { auditLog, outboxMails } from '#server/kernel/kernel.table.ts';
import { START, useApp } from '#test/app.ts';
import { signInAs, signInWith, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let coordinator: StaffBrowser;
let administrator: StaffBrowser;
let auditor: StaffBrowser;
const ids = new Map<string, number>();

const MAILS = [
  { kind: 'pago_confirmado', to: 'ana@llave.test', subject: 'Confirmamos tu pago', body: 'Hola, Ana.' },
  {
    kind: 'enlace',
    to: 'beto@llave.test',
    subject: 'El enlace de tu compra',
    body: 'Hola.\n\nhttp://llave.test/clientes/siguiente?token=abc_DEF-123',
  },
  {
    kind: 'codigo',
    to: '+507 6123-4567',
    subject: '123 456 es tu código',
    body: 'Tu código es 123 456.',
    secret: true,
  },
  {
    kind: 'clave',
    to: 'jefa@llave.test',
    subject: 'Poner otra contraseña',
    body: 'http://llave.test/ingresar/recuperar#clave=zzz',
    secret: true,
    state: 'failed',
    error: 'Error: no answer',
  },
];

const kinds = async (browser: StaffBrowser, query = '') =>
  (await browser.get(`/api/outbox${query}`)).json<{ data: MailRow[] }>().data.map(({ kind }) => kind);
const read = async (browser: StaffBrowser, kind: string) => browser.get(`/api/outbox/${ids.get(kind)}`);
const look = async (browser: StaffBrowser, kind: string, motivo = 'Vino a la sala de ventas con su cédula') =>
  browser.post(`/api/outbox/${ids.get(kind)}/mirar`, { motivo });
const record = async (browser: StaffBrowser, kind: string) =>
  (await read(browser, kind)).json<{ data: MailRecord }>().data;
const readings = (kind: string) =>
  llave.database.db.$count(
    auditLog,
    and(
      eq(auditLog.entity, 'correo'),
      eq(auditLog.entityId, String(ids.get(kind))),
      eq(auditLog.action, 'leer'),
    ),
  );

beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
  administrator = await signInAs(llave, 'administrador');
  auditor = await signInAs(llave, 'auditor');
  for (const mail of MAILS) {
    const [row] = await llave.database.db
      .insert(outboxMails)
      .values({ state: 'kept', createdAt: START, ...mail })
      .returning({ id: outboxMails.id });
    ids.set(mail.kind, row!.id);
  }
});

describe('the outbox', () => {
  test('each role sees its own mails: codes for coordinators, passwords for administrators', async () => {
    expect(await kinds(coordinator)).toEqual(['codigo', 'enlace', 'pago_confirmado']);
    expect(await kinds(administrator)).toEqual(['clave', 'codigo', 'enlace', 'pago_confirmado']);
    expect(await kinds(auditor)).toEqual(['enlace', 'pago_confirmado']);
    expect((await (await signInAs(llave, 'procesador')).get('/api/outbox')).statusCode).toBe(403);
    expect((await llave.browser().get('/api/outbox')).statusCode).toBe(401);
  });

  test('a list never shows a code, and a search never finds one by its digits', async () => {
    const { data } = (await coordinator.get('/api/outbox?tipo=codigo')).json<{ data: MailRow[] }>();
    expect(data).toMatchObject([{ subject: 'Código de un solo uso', to: '+507 6123-4567', secret: true }]);
    expect(await kinds(coordinator, '?q=123%20456')).toEqual([]);
    expect(await kinds(coordinator, '?q=6123')).toEqual(['codigo']);
  });

  test('filters by kind, state and text', async () => {
    expect(await kinds(administrator, '?estado=failed')).toEqual(['clave']);
    expect(await kinds(administrator, '?tipo=enlace')).toEqual(['enlace']);
    expect(await kinds(administrator, '?q=confirmamos')).toEqual(['pago_confirmado']);
    expect((await administrator.get('/api/outbox?estado=nada')).statusCode).toBe(422);
  });

  test('a code to pass on by hand needs a reason, and each look is recorded', async () => {
    expect(await record(coordinator, 'codigo')).toMatchObject({
      subject: 'Código de un solo uso',
      body: '',
      withheld: 'por_mano',
    });
    expect(await readings('codigo')).toBe(0);
    expect((await look(coordinator, 'codigo', ' ya ')).statusCode).toBe(422);
    const seen = await look(coordinator, 'codigo');
    expect(seen.json()).toMatchObject({ data: { body: 'Tu código es 123 456.' } });
    expect(await readings('codigo')).toBe(1);
    for (const [browser, kind] of [
      [auditor, 'codigo'],
      [coordinator, 'clave'],
      [auditor, 'clave'],
    ] as const) {
      expect((await read(browser, kind)).statusCode).toBe(404);
      expect((await look(browser, kind)).statusCode).toBe(404);
    }
    expect(await readings('codigo')).toBe(1);
    expect((await coordinator.get('/api/outbox/987654')).statusCode).toBe(404);
  });

  test('only the coordinator sees a customer’s link, also with a reason', async () => {
    const withheld = await record(coordinator, 'enlace');
    expect(withheld.withheld).toBe('por_mano');
    expect(`${withheld.body}${withheld.page}`).not.toContain('abc_DEF');
    expect((await look(coordinator, 'enlace')).body).toContain('?token=abc_DEF-123');
    expect(await readings('enlace')).toBe(1);
    expect((await record(auditor, 'enlace')).withheld).toBe('no_es_tuyo');
    expect((await look(auditor, 'enlace')).statusCode).toBe(409);
    await record(auditor, 'pago_confirmado');
    expect(await readings('enlace')).toBe(1);
    expect(await readings('pago_confirmado')).toBe(0);
  });
});

test('a user who approves only some sales reads no mails', async () => {
  const some = await signInWith(llave, [{ permission: 'ventas.aprobar', scope: 'asignado' }]);
  expect((await some.get('/api/outbox')).json()).toMatchObject({ data: [] });
  expect((await read(some, 'pago_confirmado')).statusCode).toBe(404);
});
