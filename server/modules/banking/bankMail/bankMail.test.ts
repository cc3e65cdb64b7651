import { beforeAll, describe, expect, test } from 'vitest';
import type { BankMail } from '#contract/banking/bankMail/model.ts';
import { useApp } from '#test/app.ts';
import { makeBuyer } from '#test/buyers.ts';
import { makePdf } from '#test/papers.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const KEY = 'the-key-of-the-mail-service';
const llave = useApp({ BANK_MAIL_TOKEN: KEY });
let coordinator: StaffBrowser;
let processor: StaffBrowser;
let letters = 0;

beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
  processor = await signInAs(llave, 'procesador');
});

const post = (payload: string | Buffer, key = KEY) =>
  llave.app.inject({
    method: 'POST',
    url: '/api/banking/mail',
    payload,
    headers: { 'content-type': 'message/rfc822', 'x-correo-clave': key },
  });
function letter({
  subject = 'Aprobación',
  text = 'Buenas tardes',
  file,
  to = 'banco@llave.test',
}: {
  subject?: string;
  text?: string;
  file?: { name: string; bytes: Buffer };
  to?: string;
}) {
  letters += 1;
  return [
    `Message-ID: <${letters}@banco.test>`,
    'From: Ana <ana@banco.test>',
    `To: ${to}`,
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    ...(file
      ? [
          '--x',
          `Content-Type: application/pdf; name="${file.name}"`,
          `Content-Disposition: attachment; filename="${file.name}"`,
          'Content-Transfer-Encoding: base64',
          '',
          file.bytes.toString('base64'),
        ]
      : []),
    '--x--',
    '',
  ].join('\r\n');
}
const mails = async (who: StaffBrowser, query = '') =>
  (await who.get(`/api/office/bank_mails${query}`)).json<{ data: BankMail[] }>().data;

describe('a bank’s mail', () => {
  test('without the key is not even read', async () => {
    expect((await post('x', 'otra')).statusCode).toBe(403);
    expect((await post('x', '')).statusCode).toBe(403);
  });

  test('with a sale’s code lands there once, with its file, for who handles the sale', async () => {
    const sale = await makeBuyer(llave, { processorId: processor.user.id });
    const raw = letter({
      subject: `RE: ${sale.code} carta`,
      file: { name: 'carta.pdf', bytes: Buffer.from(makePdf()) },
    });
    const answers = await Promise.all([post(raw), post(raw)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const [mail, ...more] = await mails(processor);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      state: 'asignado',
      match: 'codigo',
      sale: { id: sale.id },
      text: 'Buenas tardes',
    });
    expect(mail!.files.map(({ name }) => name)).toEqual(['carta.pdf']);
    expect((await processor.get(mail!.files[0]!.url)).statusCode).toBe(200);
    expect(await mails(await signInAs(llave, 'procesador'))).toEqual([]);
  });

  test('that names nobody, or two sales, waits for a colleague who sees all', async () => {
    const one = await makeBuyer(llave, { processorId: processor.user.id });
    const two = await makeBuyer(llave);
    await post(letter({ subject: 'Sin código' }));
    await post(letter({ text: `${one.code} y ${two.code}` }));
    const waiting = await mails(coordinator, '?estado=por_asignar');
    expect(waiting).toHaveLength(2);
    expect((await mails(processor)).every(({ sale }) => sale !== null)).toBe(true);
    const assign = (codigo: string, version = 1) =>
      coordinator.post(`/api/office/bank_mails/${waiting[0]!.id}/assign`, { version, codigo });
    expect((await assign('PC-2000-00001')).json()).toMatchObject({ errors: [{ field: 'codigo' }] });
    expect((await assign(one.code)).json()).toMatchObject({ data: { state: 'asignado', match: 'mano' } });
    expect((await assign(one.code)).json()).toMatchObject({ code: 'STALE' });
    expect((await mails(processor)).map(({ sale }) => sale!.id)).toContain(one.id);
  });

  test('that is hostile is kept as text, or refused, and harms nobody', async () => {
    const html = letter({
      subject: '<script>alert(1)</script>',
      file: { name: '../../x.pdf', bytes: Buffer.from('<svg onload=alert(1)>') },
    });
    expect((await post(html)).statusCode).toBe(201);
    const [mail] = await mails(coordinator);
    expect(mail).toMatchObject({ subject: '<script>alert(1)</script>', files: [] });
    const nested = Array.from(
      { length: 3000 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    ).join('');
    expect([201, 422]).toContain((await post(nested)).statusCode);
    expect([201, 422]).toContain((await post(Buffer.from([0, 255, 254, 0, 13, 10]))).statusCode);
    expect((await post(Buffer.alloc(26 * 1_048_576))).statusCode).toBe(413);
  });
});
