import { CHANGES_CHANNEL, MARK_EVENT } from '#contract/realtime.ts';
import { processorOf, signIn, type Llave } from '../parts/llave.ts';
import { at, atPace, shareOf, doorOf, openAll, rising, subscribe, USERS } from './clients.ts';

const A_SECOND = 100;
const SECONDS = 15;
const WARM = 3;
const LISTENERS = 20;
const ROOMS = 50;

/** Chat messages of many rooms, each from its POST until another colleague's socket is told of it. */
export async function measureChat(llave: Llave, tokens: readonly string[]): Promise<string[]> {
  const all = await openAll(LISTENERS, (n) => doorOf(llave.url, tokens[n % USERS]!));
  await Promise.all(
    all.map((socket, n) => subscribe(socket, CHANGES_CHANNEL, MARK_EVENT, tokens[n % USERS]!)),
  );
  const told = new Map<number, number>();
  all[0]!.on('message', (data) => {
    const now = performance.now();
    const text = String(data);
    if (!text.startsWith('42["cambios"')) return;
    const [, , { changes }] = JSON.parse(text.slice(2)) as [
      string,
      string,
      { changes: { record: string; verb: string; id: number }[] },
    ];
    for (const { record, verb, id } of changes)
      if (record === 'mensaje' && verb === 'escrito') told.set(id, now);
  });
  const token = await signIn(llave.url, 'administrador');
  const found = await llave.database.pool.query<{ id: number }>(
    `select id from people where merged_into_id is null and purged_at is null limit ${ROOMS}`,
  );
  const began = new Map<number, number>();
  const answered: number[] = [];
  const open = new Set<Promise<void>>();
  async function write(n: number): Promise<void> {
    const body = new FormData();
    body.set('persona_id', String(found.rows[n % found.rows.length]!.id));
    body.set('content', `Medida ${n}`);
    const start = performance.now();
    const answer = await fetch(`${llave.url}/api/sale/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
    if (answer.status !== 201) throw new Error(`a message was refused: ${await answer.text()}`);
    const { data } = (await answer.json()) as { data: { _id: number } };
    if (n < A_SECOND * WARM) return;
    began.set(Number(data._id), start);
    answered.push(performance.now() - start);
  }
  const used = await processorOf(llave.pid);
  await atPace(A_SECOND, A_SECOND * (WARM + SECONDS), (n) => {
    const writing: Promise<void> = write(n).finally(() => open.delete(writing));
    open.add(writing);
  });
  await Promise.all(open);
  const share = shareOf(used, await processorOf(llave.pid), WARM + SECONDS);
  const deadline = performance.now() + 5000;
  while ([...began.keys()].some((id) => !told.has(id))) {
    if (performance.now() > deadline) throw new Error('a message was not told');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const times = rising([...began].map(([id, start]) => told.get(id)! - start));
  for (const socket of all) socket.terminate();
  return [
    `${A_SECOND} chat messages a second for ${SECONDS} s, ${LISTENERS} clients, milliseconds from the POST to the socket of a colleague:`,
    `  p50 ${at(times, 0.5)}  p99 ${at(times, 0.99)}; to its own answer p50 ${at(rising(answered), 0.5)}  p99 ${at(rising(answered), 0.99)}; ${share}`,
  ];
}
