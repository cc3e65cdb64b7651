import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { WebSocket } from 'ws';
import { CHANGES_CHANNEL, MARK_EVENT } from '#contract/realtime.ts';
import type { Llave } from '../parts/llave.ts';
import { at, openAll, rising, subscribe, USERS, doorOf } from './clients.ts';

const PAYLOAD = 'x'.repeat(220);

/** The milliseconds of each round until the last client has what `tell` sends. */
async function measure(
  all: readonly WebSocket[],
  rounds: number,
  marker: string,
  tell: () => unknown,
): Promise<number[]> {
  let missing = 0;
  let done = () => {};
  for (const socket of all)
    socket.on('message', (said) => {
      if (String(said).includes(marker) && --missing === 0) done();
    });
  const times: number[] = [];
  for (let round = -5; round < rounds; round += 1) {
    missing = all.length;
    const ended = new Promise<void>((resolve) => (done = resolve));
    const began = performance.now();
    await tell();
    await ended;
    if (round >= 0) times.push(performance.now() - began);
    await pause(100);
  }
  return rising(times);
}

export async function limitOfBroadcast(port: number, clients: number, rounds: number): Promise<number[]> {
  const all = await openAll(
    clients,
    () => ({ url: `ws://127.0.0.1:${port}`, headers: {} }),
    () => true,
  );
  const times = await measure(all, rounds, PAYLOAD, () => all[0]!.send(PAYLOAD));
  for (const socket of all) socket.terminate();
  return times;
}

/** Clients that follow the changes, and how many subscriptions a second they made. */
export async function followers(llave: Llave, tokens: readonly string[], count: number) {
  const all = await openAll(count, (n) => doorOf(llave.url, tokens[n % USERS]!));
  const began = performance.now();
  await Promise.all(
    all.map((socket, n) => subscribe(socket, CHANGES_CHANNEL, MARK_EVENT, tokens[n % USERS]!)),
  );
  return { all, aSecond: count / ((performance.now() - began) / 1000) };
}

/** A round is one change in the feed; it ends when the last client has it. */
export async function measureBroadcast(
  llave: Llave,
  all: readonly WebSocket[],
  limit: readonly number[],
  rounds: number,
): Promise<string[]> {
  const times = await measure(all, rounds, '"medida"', () =>
    llave.database.db.execute(sql`with made as (insert into changes (at, record, record_id, verb, actor_kind)
          values (now(), 'contrato', 1, 'medida', 'system') returning 1)
        select pg_notify('llave_tiempo_real', '{"from":"bench","topic":"feed","body":null}') from made`),
  );
  return [
    `${all.length} clients, ${rounds} rounds, milliseconds until the last client has a change:`,
    `  bare ws  p50 ${at(limit, 0.5)}  p99 ${at(limit, 0.99)}`,
    `  ours     p50 ${at(times, 0.5)}  p99 ${at(times, 0.99)}  ratio ${(Number(at(times, 0.5)) / Number(at(limit, 0.5))).toFixed(2)}`,
  ];
}
