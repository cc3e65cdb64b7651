import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** Websockets in this process that speak as much of the protocol of Socket.IO as the measurements need. */

export const USERS = 100;

export const at = (sorted: readonly number[], share: number): string =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1);
export const rising = (times: readonly number[]): number[] => times.toSorted((a, b) => a - b);

/** What the server used of one core, between two readings of its processor time. */
export const shareOf = (before: number, after: number, seconds: number): string =>
  `the server used ${Math.round(((after - before) / seconds) * 100)} % of a core`;

export interface Door {
  url: string;
  headers: Record<string, string>;
}
/** The door of our server for a token. */
export const doorOf = (url: string, token: string): Door => ({
  url: `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
  headers: { authorization: `Bearer ${token}` },
});

/** Opens one client; resolves when `ready` says of a message that the client may speak. */
export async function openOne(
  n: number,
  { url, headers }: Door,
  ready: (socket: WebSocket, said: string) => boolean,
): Promise<WebSocket> {
  // From several addresses: one address may not open so many within a minute.
  const socket = new WebSocket(url, {
    headers,
    perMessageDeflate: false,
    localAddress: `127.0.0.${2 + (n % 8)}`,
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    const hear = (data: unknown) => {
      if (!ready(socket, String(data))) return;
      socket.off('message', hear);
      resolve();
    };
    socket.on('message', hear);
    socket.on('open', () => ready(socket, '') && resolve());
  });
  socket.on('message', (data) => String(data) === '2' && socket.send('3'));
  return socket;
}

/** Joins the server's namespace. */
export const greeted = (socket: WebSocket, said: string): boolean => {
  if (said.startsWith('0')) socket.send('40');
  return said.startsWith('40');
};

/** Opens `count` clients, 100 at a time. */
export async function openAll(
  count: number,
  doorFor: (n: number) => Door,
  ready: (socket: WebSocket, said: string) => boolean = greeted,
): Promise<WebSocket[]> {
  const all: WebSocket[] = [];
  for (let from = 0; from < count; from += 100)
    all.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(100, count - from) }, (_, n) =>
          openOne(from + n, doorFor(from + n), ready),
        ),
      )),
    );
  return all;
}

export const say = (socket: WebSocket, event: string, data: object): void =>
  socket.send(`42${JSON.stringify([event, data])}`);

/** Subscribes to a channel; resolves when the server sends `event` of it, with its data. */
export function subscribe<D>(socket: WebSocket, channel: string, event: string, token: string): Promise<D> {
  return new Promise((resolve, reject) => {
    const hear = (data: unknown) => {
      const text = String(data);
      if (!text.startsWith('42')) return;
      const [name, of, value] = JSON.parse(text.slice(2)) as [string, string, D];
      if (of !== channel) return;
      if (name === 'subscription_error') reject(new Error(`${channel} is refused: ${String(value)}`));
      if (name !== event) return;
      socket.off('message', hear);
      resolve(value);
    };
    socket.on('message', hear);
    say(socket, 'subscribe', { channel, auth: { headers: { Authorization: `Bearer ${token}` } } });
  });
}

/** Runs `act` for n = 0, 1, … at an even pace, whether the earlier ones have ended or not. */
export async function atPace(aSecond: number, count: number, act: (n: number) => void): Promise<void> {
  const began = performance.now();
  for (let n = 0; n < count;) {
    const due = Math.min(count, ((performance.now() - began) * aSecond) / 1000);
    for (; n < due; n += 1) act(n);
    await pause(1);
  }
}
