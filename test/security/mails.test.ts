import { afterAll, expect, test } from 'vitest';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { openMailer } from '#server/kernel/mail.ts';
import { frameMail, writeMessage } from '#server/modules/company/templates/templates.service.ts';
import { useApp } from '../app.ts';
import { listenForMail } from '../smtp.ts';

const { url, heard, close } = await listenForMail();
const llave = useApp({ SMTP_URL: url });
afterAll(close);

async function deliver(mail: { to: string; subject: string; body: string }) {
  const { config, safeMode } = llave.app.core.services;
  const [row] = await llave.database.db
    .insert(outboxMails)
    .values({ kind: 'x', state: 'queued', createdAt: llave.clock.now(), ...mail })
    .returning({ id: outboxMails.id });
  await llave.app.core.jobs.run(
    openMailer(config, { write: writeMessage, frame: frameMail }, safeMode).deliverMail,
    {
      id: row!.id,
    },
  );
  return heard.at(-1)!;
}

test('only our own URLs become buttons; text of users stays text', async () => {
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

test('a recipient text with two addresses never sends to both', async () => {
  const { recipients } = await deliver({ to: 'a@llave.test', subject: 'x', body: 'x' });
  expect(recipients).toEqual(['RCPT TO:<a@llave.test>']);
  const before = heard.length;
  await deliver({ to: 'a@llave.test, b@malo.example', subject: 'x', body: 'x' }).catch(() => undefined);
  for (const mail of heard.slice(before)) expect(mail.recipients).toHaveLength(1);
});
