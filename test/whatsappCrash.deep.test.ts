import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WEBHOOK } from '#contract/care/whatsapp/endpoints.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { makeCrashLlave, type CrashLlave } from './crash/llave.ts';
import { fakeWhatsapp, hook, signed, statusOf, textFrom, type Behaviour } from './whatsapp.ts';

const WEBHOOKS = 10_000;
const PEOPLE = 200;
const SENDS = 1000;
const AT_ONCE = 16;

/** 10,000 calls of the provider, shuffled, each up to three times, while the server is killed twice. */
describe('WhatsApp while the server is killed', () => {
  let llave: CrashLlave;
  let fake: Awaited<ReturnType<typeof fakeWhatsapp>>;
  const start = () => llave.start({ jobs: true, environment: fake.environment });

  beforeAll(async () => {
    fake = await fakeWhatsapp();
    llave = await makeCrashLlave();
    await start();
  }, 240_000);
  afterAll(async () => {
    await llave?.remove();
    fake?.close();
  });

  /** As the provider: repeats until it hears 200. */
  async function deliver(body: object): Promise<void> {
    const payload = JSON.stringify(body);
    for (;;) {
      const answer = await fetch(`${llave.url}${WEBHOOK}`, {
        method: 'POST',
        body: payload,
        headers: {
          'content-type': 'application/json',
          'x-hub-signature-256': signed(payload),
          'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
        },
      }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.status === 200) return;
      await pause(100);
    }
  }
  async function deliverAll(
    calls: readonly object[],
    onCall: (at: number) => Promise<void> = async () => undefined,
  ) {
    let next = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < calls.length) {
          const at = next;
          next += 1;
          await Promise.all([deliver(calls[at]!), onCall(at)]);
        }
      }),
    );
  }

  test('loses, doubles and disorders nothing', async () => {
    const from = (n: number) => `5076${1_000_000 + (n % PEOPLE)}`;
    const second = (n: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(n / PEOPLE / 3) * 1000);
    const id = (n: number) => `wamid.${String(n).padStart(6, '0')}`;
    const calls = Array.from({ length: WEBHOOKS }, (_, n) =>
      hook({ messages: [textFrom(from(n), id(n), `mensaje ${n}`, second(n))] }),
    );
    const sent = calls
      .flatMap((call) => Array.from({ length: 1 + randomInt(3) }, () => call))
      .map((call) => ({ call, place: Math.random() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ call }) => call);
    const kills = new Set([Math.floor(sent.length / 3), Math.floor((sent.length * 2) / 3)]);
    await deliverAll(sent, async (at) => {
      if (!kills.has(at)) return;
      await llave.kill('app');
      await start();
    });
    const found = await llave.look(({ db }) =>
      rows<{ phone: string; ids: string[]; seqs: number[]; last: number; unread: number }>(
        db,
        sql`select a.phone, array_agg(m.external_id order by m.created_at, m.external_id collate "C") ids, array_agg(m.seq order by m.seq) seqs,
            c.last_seq last, c.unread from whatsapp_addresses a join conversations c on c.person_id = a.person_id
            join chat_messages m on m.conversation_id = c.id and m.external_id is not null and m.sender = 'cliente'
          where a.phone like '+50761%' group by a.phone, c.id`,
      ),
    );
    expect(found).toHaveLength(PEOPLE);
    for (const { phone, ids, unread } of found) {
      const mine = Array.from({ length: WEBHOOKS }, (_, n) => n).filter((n) => `+${from(n)}` === phone);
      expect(ids).toEqual(mine.map(id));
      expect(unread).toBe(mine.length);
    }
  }, 1_200_000);

  test('delivers each of 1,000 messages once, although answers are lost and the server is killed', async () => {
    const phone = '50762220001';
    await deliver(hook({ messages: [textFrom(phone, 'wamid.window', 'hola', new Date())] }));
    fake.behave = (): Behaviour => (['accept', 'accept', 'lost'] as const)[randomInt(3)]!;
    fake.accepted.length = 0;
    await llave.look(async ({ db }) => {
      await db.execute(sql`
        with room as (select c.id, c.last_seq, a.id address from conversations c join whatsapp_addresses a on a.person_id = c.person_id where a.phone = ${`+${phone}`} for no key update of c),
          made as (insert into chat_messages (conversation_id, seq, sender, content, state, channel, created_at, changed_at)
            select room.id, room.last_seq + n, 'sistema', 'salida ' || n, 'sent', 'whatsapp', now(), now() from room, generate_series(1, ${SENDS}) n returning id, content)
        insert into whatsapp_messages (message_id, part, address_id, direction, state, payload, created_at)
          select made.id, 0, room.address, 'out', 'queued', jsonb_build_object('kind', 'text', 'text', made.content), now() from made, room order by made.id`);
      await db.execute(
        sql`update conversations set last_seq = last_seq + ${SENDS} where person_id = (select person_id from whatsapp_addresses where phone = ${`+${phone}`})`,
      );
    });
    const textOf = ({ body }: (typeof fake.accepted)[number]) =>
      (body['text'] as { body: string } | undefined)?.body ?? '';
    /** Without what is said outside the opening hours. */
    const ours = () => fake.accepted.filter((one) => textOf(one).startsWith('salida '));
    let told = 0;
    let killed = false;
    for (const until = Date.now() + 860_000; Date.now() < until;) {
      // Its statuses come for all that it accepted, whether we heard the answer or not.
      const news = ours().slice(told);
      told += news.length;
      await deliverAll(
        news.map(({ id, key }) =>
          hook({
            statuses: [statusOf(id, 'delivered', phone, new Date(), { biz_opaque_callback_data: key })],
          }),
        ),
      );
      if (!killed && told > SENDS / 2) {
        killed = true;
        await llave.kill('app');
        await start();
      }
      if (told >= SENDS) break;
      await pause(500);
    }
    const texts = ours().map(textOf);
    expect(new Set(texts).size).toBe(SENDS);
    expect(texts).toHaveLength(SENDS);
    const states = await llave.look(({ db }) =>
      rows(
        db,
        sql`select state, count(*)::int total from chat_messages where content like 'salida %' group by state`,
      ),
    );
    expect(states).toEqual([{ state: 'delivered', total: SENDS }]);
  }, 900_000);
});
