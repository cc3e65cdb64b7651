import { beforeAll, expect, test } from 'vitest';
import type { Conversation, Message } from '#contract/care/chat/model.ts';
import { useApp } from '#test/app.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { twinsOf } from '#test/twins.ts';

const llave = useApp();
const { twins } = twinsOf(llave);
let coordinator: StaffBrowser;
beforeAll(async () => {
  coordinator = await signInAs(llave, 'coordinador');
});

const writeTo = async (personId: number, content: string) =>
  (await coordinator.form('/api/sale/messages', { persona_id: String(personId), content })).json<{
    data: Message;
  }>().data;
const thread = async (sid: string) =>
  (await coordinator.get(`/api/sale/messages/${sid}`))
    .json<{ data: Message[] }>()
    .data.map(({ content, seq }) => [seq, content]);
const room = async (sid: string) =>
  (await coordinator.get(`/api/sale/conversations/${sid}`)).json<{ data: Conversation }>().data;

test('two people who become one have one thread by time; undone, each has its own again', async () => {
  const { a, b, pair } = await twins();
  const first = await writeTo(a, 'uno');
  llave.clock.advance(60);
  const second = await writeTo(b, 'dos');
  llave.clock.advance(60);
  await writeTo(a, 'tres');
  const merged = await coordinator.post(`/api/sale/coincidences/${pair.id}/merge`, {
    version: pair.version,
    queda_id: a,
  });
  expect(merged.json()).toMatchObject({ data: {} });
  const { merge_id: mergeId } = merged.json<{ data: { merge_id: number } }>().data;
  const joined = [
    [3, 'tres'],
    [2, 'dos'],
    [1, 'uno'],
  ];
  expect(await thread(first.roomId)).toEqual(joined);
  // The other one's address leads to the same thread.
  expect(await thread(second.roomId)).toEqual(joined);
  expect(await room(second.roomId)).toMatchObject({ sid: first.roomId, last_seq: 3, epoch: 1 });
  const all = (await coordinator.get('/api/sale/conversations')).json<{ data: Conversation[] }>().data;
  expect(all.filter(({ sid }) => [first.roomId, second.roomId].includes(sid))).toHaveLength(1);

  expect((await coordinator.post(`/api/sale/people/merges/${mergeId}/undo`)).statusCode).toBe(200);
  expect(await thread(first.roomId)).toEqual([
    [2, 'tres'],
    [1, 'uno'],
  ]);
  expect(await thread(second.roomId)).toEqual([[1, 'dos']]);
});

test('a conversation is downloaded as text without its notes, by who may', async () => {
  const { a } = await twins();
  const { roomId } = await writeTo(a, 'hola <b>');
  await coordinator.form(`/api/sale/messages/${roomId}`, { content: 'ojo', nota: '1' });
  const url = `/api/sale/conversations/${roomId}/transcript`;
  const answer = await coordinator.get(url);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body).toContain(`${coordinator.user.name}: hola <b>`);
  expect(answer.body).not.toContain('ojo');
  expect((await (await signInAs(llave, 'asesor')).get(url)).statusCode).toBe(403);
});

test('words of a message are found with or without accents, in its room and from everywhere', async () => {
  const { a } = await twins();
  const { roomId } = await writeTo(a, 'La sesión de firma es el miércoles');
  const inRoom = (await coordinator.get(`/api/sale/messages/${roomId}?q=miercoles`)).json<{
    data: Message[];
  }>().data;
  expect(inRoom).toHaveLength(1);
  const seek = async (who: StaffBrowser) =>
    (await who.post('/api/seeker', { q: 'sesion de firma' })).json<{
      data: { kind: string; title: string }[];
    }>().data;
  expect(await seek(coordinator)).toContainEqual(
    expect.objectContaining({ kind: 'mensaje', title: 'La sesión de firma es el miércoles' }),
  );
  expect((await seek(await signInAs(llave, 'asesor'))).filter(({ kind }) => kind === 'mensaje')).toEqual([]);
});
