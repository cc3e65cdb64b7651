import { desc, eq } from 'drizzle-orm';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MailServerState } from '#contract/company/mailServer/model.ts';
import { auditLog, mailServers, outboxMails } from '#server/kernel/kernel.table.ts';
import { openMailer } from '#server/kernel/mail.ts';
import { MAIL_SEAL } from '#server/kernel/mailServer.ts';
import { frameMail, writeMessage } from '#server/modules/company/templates/templates.service.ts';
import { useApp } from '#test/app.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { listenForMail } from '#test/smtp.ts';

const server = await listenForMail();
const closed = await closedPort();
const llave = useApp({ MAIL_PORTS: `${server.port},${closed},587` });
const fixed = useApp({ SMTP_URL: server.url.replace('//', '//usuario:clave-secreta@') });
let admin: StaffBrowser;

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

const FORM = {
  host: '127.0.0.1',
  port: server.port,
  security: 'none',
  username: '',
  password: '',
  sender_name: 'Casas del Sol',
  sender_address: 'avisos@casas.test',
  reply_to: null,
};
const put = (form: object, browser = admin) =>
  browser.send({ method: 'PUT', url: '/api/mail_server', payload: { ...FORM, ...form } });
const state = async (browser = admin) =>
  (await browser.get('/api/mail_server')).json<{ data: MailServerState }>().data;
const fault = (answer: { json: () => unknown }) =>
  (answer.json() as { errors: { field: string; message: string }[] }).errors[0];

beforeAll(async () => {
  admin = await signInAs(llave, 'administrador');
});
afterAll(() => server.close());
beforeEach(async () => {
  server.refusing.clear();
  server.heard.length = 0;
  await llave.database.db.delete(mailServers);
  await llave.asOwner('delete from throttles');
});

/** Writes a mail as a use case does and runs its job. */
async function mailNow(): Promise<{ state: string; text: string }> {
  const { services, jobs } = llave.app.core;
  const id = await llave.act((ctx) =>
    services.mail.send(ctx, { kind: 'aviso', to: 'ana@correo.test', subject: 'Hola', body: 'Hola, Ana.' }),
  );
  const { deliverMail } = openMailer(
    services.config,
    { write: writeMessage, frame: frameMail },
    services.safeMode,
  );
  await jobs.run(deliverMail, { id });
  const [mail] = await llave.database.db.select().from(outboxMails).where(eq(outboxMails.id, id));
  return { state: mail!.state, text: server.heard.at(-1)?.text ?? '' };
}

describe('the mail server of the office', () => {
  test('is kept after its test mail left, and mails then leave through it at once', async () => {
    expect((await state()).origin).toBe('none');
    expect((await mailNow()).state).toBe('kept');
    expect((await put({ reply_to: 'ventas@casas.test' })).statusCode).toBe(200);
    expect(server.heard[0]?.recipients).toEqual([`RCPT TO:<${admin.user.email}>`]);
    expect(await state()).toMatchObject({
      origin: 'office',
      at: `127.0.0.1:${server.port}`,
      from: 'Casas del Sol <avisos@casas.test>',
      kept: { has_password: false, version: 1 },
    });
    expect(await mailNow()).toEqual({
      state: 'sent',
      text: expect.stringMatching(
        /^From: Casas del Sol <avisos@casas.test>\r\n[^]*^Reply-To: ventas@casas.test/m,
      ),
    });

    const gone = await admin.send({ method: 'DELETE', url: '/api/mail_server' });
    expect(gone.json()).toMatchObject({ data: { origin: 'none', kept: null } });
    expect((await mailNow()).state).toBe('kept');
  });

  test.for([
    ['RCPT', '550 no such user', 'sender_address', 'quien recibe'],
    ['MAIL', '553 not yours', 'sender_address', 'enviar como esa dirección'],
    ['DATA', '451 later', 'sender_address', 'código 4xx'],
    ['EHLO', '500 what', 'port', 'puerto'],
  ])(
    'a %s that the server refuses is told at its field, and nothing is kept',
    async ([verb, answer, field, said]) => {
      server.refusing.set(verb!, answer!);
      if (verb === 'EHLO') server.refusing.set('HELO', answer!);
      const refused = await put({});
      expect(refused.statusCode).toBe(422);
      expect(refused.json()).toMatchObject({ code: 'MAIL_FAILED' });
      expect(fault(refused)).toEqual({ field, message: expect.stringContaining(said!) });
      expect(refused.body).not.toContain(answer!.slice(4));
      expect((await state()).kept).toBeNull();
      const [line] = await llave.database.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.entity, 'servidor_correo'))
        .orderBy(desc(auditLog.id))
        .limit(1);
      expect(line).toMatchObject({
        action: 'probar',
        entityId: `127.0.0.1:${server.port}`,
        data: { failed: field },
      });
    },
  );

  test.for([
    [{ port: closed }, 'port', 'rechazó la conexión'],
    [{ host: 'no-existe.invalid' }, 'host', 'No existe'],
    [{ security: 'starttls' }, 'security', 'cifrar'],
    [{ port: 5432 }, 'port', 'Elige uno de estos puertos'],
    [{ host: '127.0.0.1/x?y' }, 'host', 'solo el nombre'],
    [{ sender_name: 'Casas\r\nBcc: todos@malo.test' }, 'sender_name', 'una sola línea'],
    [{ sender_address: 'a@b.test\r\nX: y' }, 'sender_address', 'correo completo'],
    [{ username: 'ana' }, 'username', 'Sin cifrado'],
    [{ security: 'tls', username: 'ana' }, 'password', 'Escribe la contraseña'],
  ] as const)('%o is refused at %s', async ([form, field, said]) => {
    const refused = await put(form);
    expect(refused.statusCode).toBe(422);
    expect(fault(refused)).toEqual({ field, message: expect.stringContaining(said) });
    expect(server.heard).toEqual([]);
  });

  test('a server that never answers is given up', async () => {
    const silent = createServer();
    await new Promise<void>((done) => silent.listen(closed, '127.0.0.1', done));
    const before = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    expect(fault(await put({ port: closed }))).toMatchObject({ field: 'port' });
    before.mockRestore();
    silent.close();
  });

  test('the kept password is never answered, and goes to no other server', async () => {
    const { services } = llave.app.core;
    await llave.database.db.insert(mailServers).values({
      host: '127.0.0.1',
      port: server.port,
      security: 'tls',
      username: 'ana',
      password: services.seal(MAIL_SEAL).seal('clave-secreta'),
      senderName: 'Casas',
      senderAddress: 'avisos@casas.test',
      updatedAt: llave.clock.now(),
    });
    const read = await admin.get('/api/mail_server');
    expect(read.json()).toMatchObject({ data: { kept: { has_password: true } } });
    expect(read.body).not.toContain('clave-secreta');
    const form = { security: 'tls', username: 'ana' };
    for (const other of [{ port: 587 }, { host: 'localhost' }, { username: 'eva' }, { security: 'starttls' }])
      expect(fault(await put({ ...form, ...other }))).toMatchObject({ field: 'password' });
    // The same server gets it: only the encryption fails, because the test server has none.
    expect(fault(await put(form))).toMatchObject({ field: 'security' });
  });

  test('asks for the password again, for the right and for what was read, and for few tests', async () => {
    const auditor = await signInAs(llave, 'auditor');
    expect((await put({}, auditor)).statusCode).toBe(403);
    await put({});
    expect((await put({ version: 7 })).statusCode).toBe(409);
    llave.clock.set(new Date(llave.clock.now().getTime() + 6 * 60_000));
    for (const answer of [
      await put({}),
      await admin.post('/api/mail_server/test'),
      await admin.send({ method: 'DELETE', url: '/api/mail_server' }),
    ])
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'PROOF_NEEDED']);
    const fresh = await signInAs(llave, 'administrador');
    const codes = [];
    for (let at = 0; at < 13; at += 1) codes.push((await fresh.post('/api/mail_server/test')).statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(12);
    expect(codes.at(-1)).toBe(429);
  });

  test('the one of the environment goes first: it can be tested, not changed', async () => {
    const other = await signInAs(fixed, 'administrador');
    const read = await other.get('/api/mail_server');
    expect(read.json()).toMatchObject({ data: { origin: 'environment', at: `127.0.0.1:${server.port}` } });
    expect(read.body).not.toContain('clave-secreta');
    const refused = await put({}, other);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'FROM_ENVIRONMENT']);
    server.refusing.set('EHLO', '250-test\r\n250 AUTH PLAIN');
    server.refusing.set('AUTH', '535 5.7.8 who are you');
    const failed = await other.post('/api/mail_server/test');
    expect(fault(failed)).toMatchObject({ field: 'password', message: expect.stringContaining('5xx') });
    expect(failed.body).not.toContain('who are you');
    server.refusing.set('AUTH', '235 ok');
    expect((await other.post('/api/mail_server/test')).statusCode).toBe(200);
  });
});
