import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { openMailer } from '#server/kernel/mail.ts';
import { frameMail, writeMessage } from '#server/modules/templates/templates.service.ts';
import { useApp } from '../app.ts';

/** What a mail server hears: the recipients and the text, decoded. */
const heard: { recipients: string[]; text: string }[] = [];

async function listen(): Promise<Server> {
  const server = createServer((socket) => {
    let recipients: string[] = [];
    let text: string | undefined;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      if (text !== undefined) {
        text += chunk.toString();
        if (!text.endsWith('\r\n.\r\n')) return;
        heard.push({ recipients, text: plain(text) });
        text = undefined;
        recipients = [];
        socket.write('250 ok\r\n');
        return;
      }
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (line.startsWith('RCPT')) recipients.push(line);
        if (line.startsWith('DATA')) text = '';
        if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
        else socket.write(text === '' ? '354 go\r\n' : '250 ok\r\n');
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

/** Quoted-printable, undone. */
const plain = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const server = await listen();
const house = useApp({ SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` });
afterAll(() => server.close());

async function deliver(mail: { to: string; subject: string; body: string }) {
  const { config } = house.app.house.services;
  const [row] = await house.database.db
    .insert(outboxMails)
    .values({ kind: 'x', state: 'queued', createdAt: house.clock.now(), ...mail })
    .returning({ id: outboxMails.id });
  await house.app.house.jobs.run(openMailer(config, { write: writeMessage, frame: frameMail }).deliverMail, {
    id: row!.id,
  });
  return heard.at(-1)!;
}

test('only our own addresses become buttons; what people wrote stays text', async () => {
  const { text } = await deliver({
    to: 'procesador@llave.test',
    subject: 'El cliente no firmó\r\nBcc: todos@llave.test',
    body: 'Motivo: <b>ya</b>\n\nhttps://malo.example/entrar\n\nhttp://llave.test.malo.example/x\n\nhttp://llave.test/oficina/ventas/1',
  });
  expect(text.match(/<a href="[^"]*"/g)).toEqual(['<a href="http://llave.test/oficina/ventas/1"']);
  expect(text).not.toContain('<b>ya</b></');
  expect(text).toContain('&#60;b&#62;ya&#60;/b&#62;');
  expect(text).not.toMatch(/^Bcc:/m);
});

test('a recipient is one address, whatever its text', async () => {
  const { recipients } = await deliver({ to: 'a@llave.test', subject: 'x', body: 'x' });
  expect(recipients).toEqual(['RCPT TO:<a@llave.test>']);
  const before = heard.length;
  await deliver({ to: 'a@llave.test, b@malo.example', subject: 'x', body: 'x' }).catch(() => undefined);
  for (const mail of heard.slice(before)) expect(mail.recipients).toHaveLength(1);
});
