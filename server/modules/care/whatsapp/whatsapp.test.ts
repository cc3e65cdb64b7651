import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '#contract/care/chat/model.ts';
import { WEBHOOK } from '#contract/care/whatsapp/endpoints.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { useApp } from '#test/app.ts';
import { browserOf, makeBuyer, verifyEverywhere } from '#test/buyers.ts';
import { makeProject, makeUser } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { makePicture } from '#test/papers.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { fakeWhatsapp, hook, tell, textFrom, WORD } from '#test/whatsapp.ts';
import { officeOf } from '#test/whatsappOffice.ts';
import { FetchMedia, SendWaiting } from './names.ts';

const fake = await fakeWhatsapp();
const llave = useApp(fake.environment);
afterAll(() => fake.close());
let coordinator: StaffBrowser;
const { fresh, ago, arrive, roomOf, threadOf, said, write, whatsapp } = officeOf(llave, () => coordinator);

beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
  await makeProject(llave.database.db);
});

describe('the webhook', () => {
  test('is verified with the agreed word alone', async () => {
    const ask = (word: string, challenge = '12345') =>
      llave
        .browser()
        .get(`${WEBHOOK}?hub.mode=subscribe&hub.verify_token=${word}&hub.challenge=${challenge}`);
    const answer = await ask(WORD);
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
      200,
      '12345',
      expect.stringContaining('text/plain'),
    ]);
    expect((await ask('otra-palabra')).statusCode).toBe(403);
    expect((await ask(WORD, '<script>')).statusCode).toBe(422);
  });

  test('reads nothing that is not signed, and nothing that was changed after signing', async () => {
    const phone = fresh();
    const body = hook({ messages: [textFrom(phone, `wamid.${phone}`, 'hola', ago(5))] });
    for (const signature of ['', 'sha256=', 'sha256=00', `sha256=${'0'.repeat(64)}`])
      expect((await tell(llave, body, { 'x-hub-signature-256': signature })).statusCode).toBe(403);
    const other = { 'content-type': 'application/x-www-form-urlencoded', 'x-hub-signature-256': 'sha256=1' };
    expect((await tell(llave, body, other)).statusCode).toBe(403);
    const bare = await llave.app.inject({ method: 'POST', url: WEBHOOK });
    expect(bare.statusCode).toBe(403);
    const huge = { entry: [{ changes: [{ field: 'x'.repeat(4_000_000), value: {} }] }] };
    expect((await tell(llave, huge)).statusCode).toBe(413);
    expect(
      await rows(llave.database.db, sql`select from whatsapp_addresses where phone = ${`+${phone}`}`),
    ).toEqual([]);
  });

  test('tells of another number of the account change nothing', async () => {
    const phone = fresh();
    await tell(
      llave,
      hook({
        metadata: { phone_number_id: '999999' },
        messages: [textFrom(phone, 'wamid.x', 'hola', ago(5))],
      }),
    );
    expect(
      await rows(llave.database.db, sql`select from whatsapp_addresses where phone = ${`+${phone}`}`),
    ).toEqual([]);
  });
});

describe('an unknown number', () => {
  test('becomes a prospect with the advertisement it came from and the adviser with the fewest', async () => {
    const adviser = await makeUser(llave.database.db, { roles: ['asesor'] });
    const phone = fresh();
    const referral = {
      source_url: 'https://www.instagram.com/p/1',
      source_id: '12021',
      headline: 'Casas en Arraiján',
    };
    await arrive([textFrom(phone, `wamid.${phone}`, '¿Precio?', ago(5), { referral })], {
      contacts: [{ wa_id: phone, profile: { name: 'Yarelis Gómez' } }],
    });
    const [found] = await rows(
      llave.database.db,
      sql`select p.name, t.origin, t.campaign_number, t.interest, t.adviser_id from prospects t join people p on p.id = t.person_id where p.phone = ${`+${phone}`}`,
    );
    expect(found).toEqual({
      name: 'Yarelis Gómez',
      origin: 'instagram',
      campaign_number: '12021',
      interest: 'Casas en Arraiján',
      adviser_id: adviser.id,
    });
    expect(await roomOf(phone)).toMatchObject({
      channel: 'whatsapp',
      unread: 1,
      assignee: { id: adviser.id },
    });
  });

  test('that is hidden behind a user name has a conversation too, and is answered there', async () => {
    const user_id = 'PA.13491208655302741918';
    await arrive(
      [{ ...textFrom('', 'wamid.hidden', 'hola', ago(5)), from: undefined, from_user_id: user_id }],
      {
        contacts: [{ user_id, profile: { name: 'Sol' } }],
      },
    );
    const [found] = await rows<{ sid: string }>(
      llave.database.db,
      sql`select c.sid from conversations c join people p on p.id = c.person_id where p.name = 'Sol'`,
    );
    await write(found!.sid, 'Buenas');
    await runJobs(llave, SendWaiting);
    expect(fake.accepted.at(-1)!.body).toMatchObject({ recipient: user_id, text: { body: 'Buenas' } });
    expect((await whatsapp(found!.sid)).numbers).toMatchObject([{ phone: '' }]);
  });

  test('with an address or markup as its name is called by its number', async () => {
    const phone = fresh();
    await arrive([textFrom(phone, `wamid.${phone}`, 'hola', ago(5))], {
      contacts: [{ wa_id: phone, profile: { name: '<b>Gana 500</b> en https://mal.test' } }],
    });
    expect((await roomOf(phone)).person.name).toBe(`+507 ${phone.slice(3, 7)}-${phone.slice(7)}`);
  });
});

describe('what arrives', () => {
  test('is shown by its kind; an unknown one is kept as such', async () => {
    const phone = fresh();
    const one = (type: string, part: unknown) => ({
      from: phone,
      id: `wamid.${phone}.${type}`,
      timestamp: '1',
      type,
      [type]: part,
    });
    await arrive([
      one('location', { latitude: 9.01, longitude: -79.5, name: 'Oficina' }),
      one('contacts', [{ name: { formatted_name: 'Tía Ana' }, phones: [{ phone: '6000-0000' }] }]),
      one('interactive', { type: 'button_reply', button_reply: { id: '1', title: 'Quiero visitar' } }),
      one('button', { text: 'Sí' }),
      one('poll', { anything: true }),
      {
        from: phone,
        id: `wamid.${phone}.nul`,
        timestamp: 'x',
        type: 'text',
        text: { body: 'a\u0000b\ud800' },
      },
      { not: 'a message' },
      7 as unknown as object,
    ]);
    expect(new Set(await said((await roomOf(phone)).sid))).toEqual(
      new Set([
        'Ubicación: Oficina · 9.01, -79.5',
        'Contacto: Tía Ana 6000-0000',
        'Quiero visitar',
        'Sí',
        'Mensaje de un tipo que no se muestra aquí. Míralo en el teléfono de la empresa.',
        'ab\ufffd',
      ]),
    );
  });

  test('a file is fetched by a job; one that vanished, is too large or of another kind ends in a sentence', async () => {
    const phone = fresh();
    const image = (media: string) => ({
      from: phone,
      id: `wamid.${media}`,
      timestamp: '1',
      type: 'image',
      image: { id: media },
    });
    fake.files.set('m1', {
      bytes: new Uint8Array(await makePicture({ n: 4, width: 60 })),
      mime: 'image/png',
    });
    fake.files.set('m3', { bytes: Buffer.from('<svg onload="alert(1)"/>'), mime: 'image/png' });
    fake.files.set('m4', { bytes: Buffer.alloc(17 * 1_048_576), mime: 'image/png' });
    await arrive(['m1', 'm2', 'm3', 'm4'].map(image));
    const { sid } = await roomOf(phone);
    expect((await threadOf(sid))[0]!.remark).toMatch(/en camino/);
    await runJobs(llave, FetchMedia);
    const thread = await threadOf(sid);
    expect(thread.map(({ files, remark }) => [files.length, remark?.split('.')[0] ?? null])).toEqual([
      [1, null],
      [0, 'El archivo ya no está en WhatsApp: lo guarda solo algunos días'],
      [0, 'El archivo llegó en un formato que no se guarda'],
      [0, 'El archivo pesa más de 16 MB y no se guardó'],
    ]);
    // Another room's message is not asked for again through this one.
    const other = fresh();
    await arrive([textFrom(other, `wamid.${other}`, 'hola', ago(1))]);
    const again = (room: string) =>
      coordinator.post(`/api/office/whatsapp/conversations/${room}/media/${thread[1]!._id}`);
    expect((await again((await roomOf(other)).sid)).statusCode).toBe(404);
    fake.files.set('m2', fake.files.get('m1')!);
    expect((await again(sid)).statusCode).toBe(200);
    await runJobs(llave, FetchMedia);
    expect((await threadOf(sid))[1]!.files).toHaveLength(1);
  });

  test('edits, withdrawals and reactions meet their message, whichever comes first', async () => {
    const phone = fresh();
    const id = (n: number) => `wamid.${phone}.${n}`;
    const change = (type: string, n: number, part: object) => ({
      from: phone,
      id: `${id(n)}.${type}`,
      timestamp: '5',
      type,
      [type]: part,
    });
    await arrive([
      change('edit', 1, {
        original_message_id: id(1),
        message: { type: 'text', text: { body: 'casa azul' } },
      }),
      change('revoke', 2, { original_message_id: id(2) }),
      change('reaction', 3, { message_id: id(3), emoji: '👍' }),
    ]);
    await arrive([1, 2, 3].map((n) => textFrom(phone, id(n), `texto ${n}`, new Date(n * 1000))));
    const { sid } = await roomOf(phone);
    expect(
      (await threadOf(sid)).map(({ content, edited, deleted, reactions }) => [
        content,
        edited,
        deleted,
        reactions.length,
      ]),
    ).toEqual([
      ['casa azul', true, false, 0],
      ['', false, true, 0],
      ['texto 3', false, false, 1],
    ]);
    // Somebody else’s number changes nothing.
    const stranger = fresh();
    await arrive([
      { ...change('revoke', 3, { original_message_id: id(3) }), from: stranger, id: `wamid.${stranger}` },
    ]);
    expect((await threadOf(sid))[2]).toMatchObject({ deleted: false });
    await arrive([{ ...change('reaction', 3, { message_id: id(3), emoji: '' }), timestamp: '6' }]);
    expect((await threadOf(sid))[2]!.reactions).toEqual([]);
  });

  test('what a colleague answers from the company’s telephone is stored once, and ends the waiting', async () => {
    const phone = fresh();
    await arrive([textFrom(phone, `wamid.${phone}`, '¿Abren hoy?', ago(60))]);
    const echo = {
      ...textFrom('50720000000', `wamid.echo.${phone}`, 'Sí, hasta las 5.', ago(20)),
      to: phone,
    };
    const told = hook({ message_echoes: [echo] }, 'smb_message_echoes');
    for (let times = 0; times < 3; times += 1) expect((await tell(llave, told)).statusCode).toBe(200);
    const room = await roomOf(phone);
    expect(room.waiting_since).toBeNull();
    const thread = await threadOf(room.sid);
    expect(thread.map(({ sender }) => sender)).toEqual([
      { kind: 'cliente', name: room.person.name },
      { kind: 'equipo', name: 'Teléfono de la empresa' },
    ]);
    expect(await runJobs(llave, SendWaiting)).toBe(0);
  });
});

test('BAJA and ALTA count by their time, in whatever order they come', async () => {
  const phone = fresh();
  const opt = (word: string, seconds: number) =>
    textFrom(phone, `wamid.${phone}.${seconds}`, word, ago(seconds));
  await arrive([opt('Baja.', 10)]);
  await arrive([opt('ALTA', 20)]);
  expect((await roomOf(phone)).opted_out_at).not.toBeNull();
  await arrive([opt('alta', 5)]);
  expect((await roomOf(phone)).opted_out_at).toBeNull();
});

describe('who writes', () => {
  test('one known person with the number is the one; the number proves nothing about a purchase', async () => {
    const buyer = await makeBuyer(llave, { name: 'Marta Ríos' });
    const phone = buyer.phone.slice(1);
    await arrive([textFrom(phone, `wamid.${phone}`, 'soy Marta', ago(5))]);
    const room = await roomOf(phone);
    expect(room.person).toMatchObject({ name: 'Marta Ríos' });
    expect(
      await rows(llave.database.db, sql`select from prospects where person_id = ${room.person.id}`),
    ).toEqual([]);
  });

  test('a number that two people share waits for a colleague; a wrong choice is taken back', async () => {
    const one = await makeBuyer(llave, { name: 'Pedro Pérez' });
    await makeBuyer(llave, { name: 'Paula Pérez' });
    const phone = one.phone.slice(1);
    const ids = await rows<{ id: number; name: string }>(
      llave.database.db,
      sql`update people set phone = ${one.phone} where name in ('Pedro Pérez', 'Paula Pérez') returning id, name`,
    );
    const paula = ids.find(({ name }) => name === 'Paula Pérez')!.id;
    await arrive([
      textFrom(phone, `wamid.${phone}.1`, 'uno', ago(9)),
      textFrom(phone, `wamid.${phone}.2`, 'dos', ago(8)),
    ]);
    const room = await roomOf(phone);
    expect(room.assignee).toBeNull();
    const told = await whatsapp(room.sid);
    expect(told.numbers[0]).toMatchObject({ shared: true });
    expect(new Set(told.candidates.map(({ name }) => name))).toEqual(new Set(['Pedro Pérez', 'Paula Pérez']));
    const number = told.numbers[0]!;
    const given = await coordinator.post(`/api/office/whatsapp/numbers/${number.id}/person`, {
      version: number.version,
      persona_id: paula,
    });
    const { sid } = given.json<{ data: { sid: string } }>().data;
    await arrive([textFrom(phone, `wamid.${phone}.3`, 'tres', ago(7))]);
    expect(await said(sid)).toEqual(['uno', 'dos', 'tres']);
    expect(await said(room.sid)).toEqual([]);
    const back = await coordinator.post(`/api/office/whatsapp/numbers/${number.id}/undo`, {
      version: number.version + 1,
    });
    expect(back.json()).toEqual({ data: { sid: room.sid } });
    expect(await said(room.sid)).toEqual(['uno', 'dos', 'tres']);
    expect((await threadOf(room.sid)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(await said(sid)).toEqual([]);
    const stranger = await signInAs(llave, 'asesor');
    expect(
      (await stranger.post(`/api/office/whatsapp/numbers/${number.id}/undo`, { version: 3 })).statusCode,
    ).toBe(404);
  });

  test('a customer’s browser shows WhatsApp only when the number is known to be theirs', async () => {
    const buyer = await makeBuyer(llave);
    const browser = await browserOf(llave, buyer.id);
    await verifyEverywhere(llave, buyer.id);
    const phone = buyer.phone.slice(1);
    await arrive([textFrom(phone, `wamid.${phone}`, 'por WhatsApp', ago(5))]);
    const seen = async () => (await browser.get('/clientes/chat/mensajes')).json<{ data: Message[] }>().data;
    await llave.database.db
      .update(people)
      .set({ confirmedContact: null })
      .where(eq(people.phone, buyer.phone));
    expect(await seen()).toEqual([]);
    await llave.database.db
      .update(people)
      .set({ confirmedContact: buyer.phone })
      .where(eq(people.phone, buyer.phone));
    expect((await seen()).map(({ content }) => content)).toEqual(['por WhatsApp']);
  });
});
