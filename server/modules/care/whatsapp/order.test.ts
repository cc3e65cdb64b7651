import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { makeProject } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { fakeWhatsapp, hook, statusOf, tell, textFrom } from '#test/whatsapp.ts';
import { officeOf } from '#test/whatsappOffice.ts';

const fake = await fakeWhatsapp();
const llave = useApp(fake.environment);
afterAll(() => fake.close());
let coordinator: StaffBrowser;
const { fresh, roomOf, threadOf } = officeOf(llave, () => coordinator);

beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
  await makeProject(llave.database.db);
});

test('shuffled, repeated and split calls end in the same conversations', async () => {
  const story = (phone: string) => {
    const id = (n: number) => `wamid.${phone}.${n}`;
    const at = (n: number) => new Date(Math.floor(n / 3) * 1000 + 60_000);
    const texts = Array.from({ length: 9 }, (_, n) =>
      hook({ messages: [textFrom(phone, id(n), `m${n}`, at(n))] }),
    );
    const echo = { ...textFrom('507', id(9), 'eco', at(7)), to: phone };
    const reaction = {
      from: phone,
      id: id(10),
      timestamp: '90',
      type: 'reaction',
      reaction: { message_id: id(4), emoji: '👍' },
    };
    const edit = {
      from: phone,
      id: id(11),
      timestamp: '91',
      type: 'edit',
      edit: { original_message_id: id(2), message: { type: 'text', text: { body: 'm2 bis' } } },
    };
    return [
      ...texts,
      hook({ message_echoes: [echo] }, 'smb_message_echoes'),
      hook({ messages: [reaction] }),
      hook({ messages: [edit] }),
      hook({ statuses: [statusOf(id(9), 'read', phone, at(9)), statusOf(id(9), 'delivered', phone, at(8))] }),
    ];
  };
  const looks = async (phone: string) => {
    const room = await roomOf(phone);
    return {
      unread: room.unread,
      waiting: room.waiting_since,
      last: room.lastMessage?.content,
      thread: (await threadOf(room.sid)).map(({ content, state, reactions, edited, provider_id }) => [
        content,
        state,
        reactions.length,
        edited,
        provider_id?.split('.')[2],
      ]),
    };
  };
  const straight = fresh();
  for (const call of story(straight)) await tell(llave, call);
  const wanted = await looks(straight);
  expect(wanted.thread).toHaveLength(10);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(12), { minLength: 0, maxLength: 20 }),
      fc.infiniteStream(fc.nat()),
      async (again, dice) => {
        const phone = fresh();
        const calls = story(phone);
        const all = [...calls, ...again.map((at) => calls[at % calls.length]!)]
          .map((call) => ({ call, place: dice.next().value as number }))
          .toSorted((a, b) => a.place - b.place);
        // Some of them at once.
        for (let at = 0; at < all.length; at += 3)
          for (const answer of await Promise.all(all.slice(at, at + 3).map(({ call }) => tell(llave, call))))
            expect(answer.statusCode).toBe(200);
        expect(await looks(phone)).toEqual(wanted);
      },
    ),
    { numRuns: deep(4, 100) },
  );
});
