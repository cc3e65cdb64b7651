import type { WebSocket } from 'ws';
import { recordChannel } from '#contract/realtime.ts';
import { processorOf, type Llave } from '../parts/llave.ts';
import { at, atPace, shareOf, doorOf, openAll, rising, say, subscribe, USERS } from './clients.ts';

const ROOMS = 100;
const MEMBERS = 20;
const A_SECOND = 2000;
const SECONDS = 10;
const EVENT = 'client-medida';
const PADDING = 'x'.repeat(100);
const roomOf = (n: number) => Math.floor(n / MEMBERS);

/** The milliseconds from each message until the last of `others` has it; every client sends once a second. */
async function measure(
  all: readonly WebSocket[],
  others: number,
  send: (socket: WebSocket, n: number, at: number) => void,
): Promise<number[]> {
  const sent: number[] = [];
  const missing: number[] = [];
  const times: number[] = [];
  const total = A_SECOND * (SECONDS + 2);
  let done = () => {};
  const ended = new Promise<void>((resolve) => (done = resolve));
  let open = total;
  for (const socket of all)
    socket.on('message', (data) => {
      const text = String(data);
      const place = text.indexOf('#');
      if (place < 0) return;
      const message = Number.parseInt(text.slice(place + 1), 10);
      missing[message]! -= 1;
      if (missing[message] !== 0) return;
      times[message] = performance.now() - sent[message]!;
      if ((open -= 1) === 0) done();
    });
  await atPace(A_SECOND, total, (message) => {
    const n = (message * 7) % all.length;
    sent[message] = performance.now();
    missing[message] = others;
    send(all[n]!, n, message);
  });
  await Promise.race([
    ended,
    new Promise((_, reject) =>
      setTimeout(() => reject(new Error(`${open} messages did not arrive`)), 10_000).unref(),
    ),
  ]);
  for (const socket of all) socket.terminate();
  // The first two seconds warm up.
  return rising(times.slice(A_SECOND * 2));
}

export async function limitOfRooms(port: number): Promise<number[]> {
  const all = await openAll(
    ROOMS * MEMBERS,
    (n) => ({ url: `ws://127.0.0.1:${port}/${roomOf(n)}`, headers: {} }),
    () => true,
  );
  return measure(all, MEMBERS, (socket, _n, message) => socket.send(`#${message} ${PADDING}`));
}

/** Colleagues who have the same records open speak to each other, as forms do while somebody types. */
export async function measureRooms(
  llave: Llave,
  tokens: readonly string[],
  limit: readonly number[],
): Promise<string[]> {
  const lots = await llave.database.pool.query<{ id: number }>(`select id from lots limit ${ROOMS}`);
  const channelOf = (n: number) => recordChannel('lote', lots.rows[roomOf(n)]!.id);
  const all = await openAll(ROOMS * MEMBERS, (n) => doorOf(llave.url, tokens[n % USERS]!));
  await Promise.all(
    all.map((socket, n) => subscribe(socket, channelOf(n), 'presence:subscribed', tokens[n % USERS]!)),
  );
  const used = await processorOf(llave.pid);
  const times = await measure(all, MEMBERS - 1, (socket, n, message) =>
    say(socket, 'client event', { channel: channelOf(n), event: EVENT, data: `#${message} ${PADDING}` }),
  );
  return [
    `${ROOMS} rooms of ${MEMBERS}, ${A_SECOND} messages a second for ${SECONDS} s, milliseconds until the last member has one:`,
    `  bare ws  p50 ${at(limit, 0.5)}  p99 ${at(limit, 0.99)}`,
    `  ours     p50 ${at(times, 0.5)}  p99 ${at(times, 0.99)}; ${shareOf(used, await processorOf(llave.pid), SECONDS + 2)}`,
  ];
}
