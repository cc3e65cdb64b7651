import { expect } from 'vitest';
import type { Conversation, Message } from '#contract/care/chat/model.ts';
import { byTime } from '#contract/care/chat/rules.ts';
import type { WhatsappRoom } from '#contract/care/whatsapp/model.ts';
import { rows, sql } from '#server/kernel/db.ts';
import type { TestApp } from './app.ts';
import type { StaffBrowser } from './signIn.ts';
import { hook, tell } from './whatsapp.ts';

let numbers = 0;

/** What tests of WhatsApp do: customers who write, and a colleague who reads and answers. */
export function officeOf(llave: TestApp, colleague: () => StaffBrowser) {
  /** A number that no other test used. */
  const fresh = () => `5076${String((numbers += 1)).padStart(7, '0')}`;
  const now = () => llave.clock.now();
  const ago = (seconds: number) => new Date(now().getTime() - seconds * 1000);
  async function arrive(messages: object[], more: object = {}) {
    expect((await tell(llave, hook({ messages, ...more }))).statusCode).toBe(200);
  }
  async function roomOf(phone: string): Promise<Conversation> {
    const found = await rows<{ sid: string }>(
      llave.database.db,
      sql`select c.sid from conversations c join whatsapp_addresses a on a.person_id = c.person_id where a.phone = ${`+${phone}`}`,
    );
    const answer = await colleague().get(`/api/sale/conversations/${found[0]!.sid}`);
    return answer.json<{ data: Conversation }>().data;
  }
  const threadOf = async (sid: string) =>
    (await colleague().get(`/api/sale/messages/${sid}?per_page=100`))
      .json<{ data: Message[] }>()
      .data.toSorted(byTime);
  const said = async (sid: string) => (await threadOf(sid)).map(({ content }) => content);
  const write = (sid: string, content: string, more: Record<string, string | File> = {}) =>
    colleague().form(`/api/sale/messages/${sid}`, { content, ...more });
  const whatsapp = async (sid: string) =>
    (await colleague().get(`/api/office/whatsapp/conversations/${sid}`)).json<{ data: WhatsappRoom }>().data;
  return { fresh, now, ago, arrive, roomOf, threadOf, said, write, whatsapp };
}
