import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { WebSocket, WebSocketServer } from 'ws';
import { CHANGES_CHANNEL } from '#contract/realtime.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { staffSessions } from '#server/modules/company/auth/auth.table.ts';
import { userRoles, users } from '#server/modules/company/staff/staff.table.ts';
import { ensureCompany, memoryOf, signIn, startHouse, type House } from './parts/house.ts';

/**
 * Measures live updates with many clients against a bare `ws` server that sends as many bytes (quality.md "Realtime"):
 *   node bench/realtime.ts [--clients=2000] [--rounds=40] [--data=.data/bench-realtime]
 * A round is one change in the feed; it ends when the last client has it. The clients are websockets in this process that
 * speak as much of the protocol as they need.
 */
const given = process.argv.slice(2);
const option = (name: string) => given.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
const count = Number(option('clients') ?? 2000);
const rounds = Number(option('rounds') ?? 40);
const dataDir = option('data') ?? '.data/bench-realtime';
const USERS = 100;
const PAYLOAD = 'x'.repeat(220);
const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1);

/** The limit: every client gets what one of them says. */
function serveBare(): void {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  server.on('connection', (client) =>
    client.on('message', (said) => {
      for (const one of server.clients) one.send(String(said));
    }),
  );
  server.on('listening', () => process.send?.((server.address() as { port: number }).port));
  process.on('disconnect', () => process.exit());
}

/** Opens all clients, 100 at a time; `ready` sees each message until it says that the client may listen. */
async function openAll(
  url: (n: number) => [string, Record<string, string>],
  ready: (socket: WebSocket, said: string) => boolean,
) {
  const all: WebSocket[] = [];
  for (let from = 0; from < count; from += 100)
    all.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(100, count - from) }, async (_, n) => {
          const [address, headers] = url(from + n);
          // From several addresses: one address may not open so many within a minute.
          const localAddress = `127.0.0.${2 + (n % 8)}`;
          const socket = new WebSocket(address, { headers, perMessageDeflate: false, localAddress });
          await new Promise<void>((resolve, reject) => {
            socket.on('error', reject);
            socket.on('message', (said) => {
              if (String(said) === '2') socket.send('3');
              else if (ready(socket, String(said))) resolve();
            });
            socket.on('open', () => ready(socket, '') && resolve());
          });
          return socket;
        }),
      )),
    );
  return all;
}

/** The milliseconds of each round until the last client has what `tell` sends. */
async function measure(all: readonly WebSocket[], marker: string, tell: () => unknown): Promise<number[]> {
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
  return times.toSorted((a, b) => a - b);
}

async function bare(): Promise<number[]> {
  const child = fork(fileURLToPath(import.meta.url), ['--bare']);
  const [port] = (await once(child, 'message')) as [number];
  const all = await openAll(
    () => [`ws://127.0.0.1:${port}`, {}],
    () => true,
  );
  const times = await measure(all, PAYLOAD, () => all[0]!.send(PAYLOAD));
  for (const socket of all) socket.terminate();
  child.disconnect();
  return times;
}

async function makeTokens({ database: { db } }: House): Promise<string[]> {
  const now = new Date();
  const made = await db
    .insert(users)
    .values(
      Array.from({ length: USERS }, (_, n) => ({
        name: `Medida ${n}`,
        email: `medida${n}-${now.getTime()}@llave.test`,
        userTypeId: 1,
        createdAt: now,
      })),
    )
    .returning({ id: users.id });
  await db.insert(userRoles).values(made.map(({ id }) => ({ userId: id, roleId: 2 })));
  const tokens = made.map(({ id }) => ({ id, token: newToken() }));
  await db.insert(staffSessions).values(
    tokens.map(({ id, token }) => ({
      userId: id,
      tokenHash: hashToken(token),
      remember: true,
      secondStepDue: false,
      ip: '127.0.0.1',
      userAgent: 'bench',
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + 86_400_000),
    })),
  );
  return tokens.map(({ token }) => token);
}

/** The milliseconds of each chat message, from the POST until another colleague's socket is told of it. */
async function measureChat(house: House, listener: WebSocket): Promise<number[]> {
  const token = await signIn(house.url, 'administrador');
  const found = await house.database.pool.query<{ id: number }>(
    'select id from people where merged_into_id is null and purged_at is null limit 1',
  );
  const times: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const told = new Promise<void>((resolve) => {
      const hear = (said: unknown) => {
        if (!String(said).includes('"escrito"')) return;
        listener.off('message', hear);
        resolve();
      };
      listener.on('message', hear);
    });
    const body = new FormData();
    body.set('persona_id', String(found.rows[0]!.id));
    body.set('content', `Medida ${round}`);
    const began = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${house.url}/api/sale/messages`, { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(`a message was refused: ${await answer.text()}`);
    await told;
    if (round >= 0) times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b);
}

async function main(): Promise<void> {
  ensureCompany(dataDir, 60);
  const limit = await bare();
  const house = await startHouse(dataDir);
  try {
    const tokens = await makeTokens(house);
    const before = await memoryOf(house.pid);
    const address = `${house.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const all = await openAll(
      (n) => [address, { authorization: `Bearer ${tokens[n % USERS]}` }],
      (socket, said) => {
        if (said.startsWith('0')) socket.send('40');
        return said.startsWith('40');
      },
    );
    const began = performance.now();
    await Promise.all(
      all.map((socket, n) => {
        const joined = new Promise<void>((resolve) => {
          socket.on('message', (said) => String(said).includes('"marca"') && resolve());
        });
        const authorization = `Bearer ${tokens[n % USERS]}`;
        socket.send(
          `42${JSON.stringify(['subscribe', { channel: CHANGES_CHANNEL, auth: { headers: { Authorization: authorization } } }])}`,
        );
        return joined;
      }),
    );
    const subscribed = count / ((performance.now() - began) / 1000);
    const times = await measure(all, '"medida"', () =>
      house.database.db
        .execute(sql`with made as (insert into changes (at, record, record_id, verb, actor_kind)
          values (now(), 'contrato', 1, 'medida', 'system') returning 1)
        select pg_notify('llave_tiempo_real', '{"from":"bench","topic":"feed","body":null}') from made`),
    );
    const memory = await memoryOf(house.pid);
    const chat = await measureChat(house, all[0]!);
    process.stdout.write(
      [
        `${count} clients, ${rounds} rounds, milliseconds until the last client has a change:`,
        `  bare ws  p50 ${at(limit, 0.5)}  p99 ${at(limit, 0.99)}`,
        `  ours     p50 ${at(times, 0.5)}  p99 ${at(times, 0.99)}  ratio ${(Number(at(times, 0.5)) / Number(at(limit, 0.5))).toFixed(2)}`,
        `a chat message, from its POST to the socket of a colleague, with all connected: p50 ${at(chat, 0.5)}  p99 ${at(chat, 0.99)}`,
        `subscriptions a second: ${Math.round(subscribed)}`,
        `memory of the server: ${Math.round(before)} MB without clients, ${Math.round(memory)} MB with them`,
        '',
      ].join('\n'),
    );
    for (const socket of all) socket.terminate();
  } finally {
    await house.stop();
  }
}

if (given.includes('--bare')) serveBare();
else await main();
