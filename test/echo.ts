import Echo from 'laravel-echo';
import { io, type Socket } from 'socket.io-client';
import type { FastifyInstance } from 'fastify';
import { CHANGES_CHANNEL, CHANGES_EVENT, MARK_EVENT, type LiveChange } from '#contract/realtime.ts';
import { onTestFinished } from 'vitest';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/kernel/db.ts';
import { openLog } from '#server/kernel/log.ts';
import type { TestApp } from './app.ts';

/** Lets an application serve on a free port of this machine. */
export async function serve(app: FastifyInstance, port = 0): Promise<string> {
  await app.listen({ port, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as { port: number }).port}`;
}

/**
 * A second process of the application on the same database: its own pool, sockets and memory. It ends before the first:
 * a hook of this module would run after one file of the worker only, and the others would leave theirs behind.
 */
export async function secondProcess(llave: TestApp): Promise<FastifyInstance> {
  const { config, files } = llave.app.core.services;
  const database = openDatabase(llave.database.pool.options.connectionString!, { max: 8 });
  const app = await buildApp({
    config,
    files,
    database,
    clock: llave.clock,
    log: openLog('error'),
    secret: 'a secret for tests',
  });
  await app.core.jobs.start();
  llave.beside.push(async () => {
    await app.close();
    await app.core.jobs.stop();
    await database.close();
  });
  return app;
}

export interface Listener {
  echo: Echo<'socket.io'>;
  socket: Socket;
}

/** The stock client, until the end of the test. With a token as a program; with `headers` as a browser sends them. */
export function listenAt(url: string, token?: string, headers?: Record<string, string>): Listener {
  const echo = new Echo<'socket.io'>({
    broadcaster: 'socket.io',
    host: url,
    client: io,
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
    // Not `bearerToken`: the client writes it into an object that all its instances share.
    auth: { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } },
    ...(headers && { extraHeaders: headers }),
  });
  onTestFinished(() => echo.disconnect());
  return { echo, socket: (echo.connector as unknown as { socket: Socket }).socket };
}

/** The data of the next event of a channel on the wire that fits. */
export function nextOf<D>(
  { socket }: Listener,
  event: string,
  channel: string,
  fits: (data: D) => boolean = () => true,
): Promise<D> {
  return new Promise((resolve) => {
    const hear = (name: string, data: D) => {
      if (name !== channel || !fits(data)) return;
      socket.off(event, hear);
      resolve(data);
    };
    socket.on(event, hear);
  });
}

/** Resolves with the status of the refusal of a subscription. */
export const refusedAt = (listener: Listener, channel: string) =>
  nextOf<number>(listener, 'subscription_error', channel);

/** A batch of changes as it is sent. */
export interface Batch {
  mark: string;
  changes: LiveChange[];
}
export interface Member {
  user_id: string;
  user_info: { id: number; name: string };
}

/** The next batch with a change of this record. */
export const sawChange = (listener: Listener, record: string, id: number) =>
  nextOf<Batch>(listener, CHANGES_EVENT, CHANGES_CHANNEL, ({ changes }) =>
    changes.some((one) => one.record === record && one.id === id),
  );

/** Subscribes to the changes; resolves with the position of the feed. */
export async function follow(listener: Listener): Promise<string> {
  const marked = nextOf<{ mark: string }>(listener, MARK_EVENT, CHANGES_CHANNEL);
  listener.echo.private('cambios');
  return (await marked).mark;
}

/** Joins a presence channel; resolves with who is there. */
export async function enter(listener: Listener, name: string): Promise<string[]> {
  const greeted = nextOf<Member[]>(listener, 'presence:subscribed', `presence-${name}`);
  listener.echo.join(name);
  return (await greeted).map(({ user_info }) => user_info.name).toSorted();
}

/** Resolves after the server has handled everything that this socket sent before. */
export async function handled(listener: Listener): Promise<void> {
  const refused = refusedAt(listener, 'private-nada');
  listener.socket.emit('subscribe', { channel: 'private-nada' });
  await refused;
}
