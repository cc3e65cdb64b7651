import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Database } from '../db.ts';

const NAME = 'llave_tiempo_real';
const AGAIN_MS = 1000;
/** Who was heard so lately is there, whatever was read meanwhile. */
const LATELY_MS = 10_000;

/** Messages between the processes on one database, by PostgreSQL's LISTEN and NOTIFY. */
export interface Bus {
  /** The name of this process. */
  id: string;
  /** Sends to every process, this one first. PostgreSQL takes less than 8000 bytes of JSON. */
  send(topic: string, body: unknown): Promise<void>;
  /** Whether other processes listen. While there is none, a message costs no statement. */
  others(some: boolean): void;
  /** `own`: this process sent it. */
  on(topic: string, hear: (body: never, own: boolean) => void | Promise<void>): void;
  /** Begins to listen; `lost` runs whenever messages may have been missed, because the connection was broken. */
  listen(lost: () => void): Promise<void>;
  close(): void;
}

export function openBus(database: Database, log: FastifyBaseLogger): Bus {
  const id = randomUUID();
  const topics = new Map<string, Parameters<Bus['on']>[1][]>();
  let line: pg.PoolClient | undefined;
  let closed = false;
  let again: NodeJS.Timeout | undefined;
  // Until it is known: a process that has no sockets never asks.
  let others = true;
  let heardAt = -Infinity;

  const tell = async (topic: string, body: never, own: boolean) => {
    for (const hear of topics.get(topic) ?? [])
      try {
        await hear(body, own);
      } catch (error) {
        log.warn({ err: error, topic }, 'live updates');
      }
  };
  const receive = ({ payload = '' }: pg.Notification) => {
    const { from, topic, body } = JSON.parse(payload) as { from: string; topic: string; body: never };
    if (from === id) return;
    others = true;
    heardAt = performance.now();
    void tell(topic, body, false);
  };
  const connect = async (lost: () => void) => {
    const client = await database.pool.connect();
    const broken = (error?: Error) => {
      if (line !== client) return;
      line = undefined;
      client.release(true);
      if (closed) return;
      log.warn({ reason: error?.message }, 'live updates lost the database');
      retry(lost);
    };
    client.on('notification', receive);
    client.on('error', broken);
    client.on('end', () => broken());
    if (closed) return client.release(true);
    line = client;
    await client.query(`listen ${NAME}`).catch(broken);
  };
  const retry = (lost: () => void) => {
    again = setTimeout(() => {
      connect(lost).then(lost, () => retry(lost));
    }, AGAIN_MS);
  };

  return {
    id,
    async send(topic, body) {
      void tell(topic, body as never, true);
      if (!others) return;
      const payload = JSON.stringify({ from: id, topic, body });
      await database.db.execute(sql`select pg_notify(${NAME}, ${payload})`);
    },
    others: (some) => void (others = some || performance.now() - heardAt < LATELY_MS),
    on: (topic, hear) => void topics.set(topic, [...(topics.get(topic) ?? []), hear]),
    listen: (lost) => connect(lost),
    close() {
      closed = true;
      clearTimeout(again);
      line?.release(true);
      line = undefined;
    },
  };
}
