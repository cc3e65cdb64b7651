import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { WebSocketServer, type WebSocket } from 'ws';
import { signInMany } from '#test/signInMany.ts';
import { ensureCompany, memoryOf, startLlave } from './parts/llave.ts';
import { followers, limitOfBroadcast, measureBroadcast } from './realtime/broadcast.ts';
import { measureChat } from './realtime/chat.ts';
import { USERS } from './realtime/clients.ts';
import { measureComeBack } from './realtime/comeBack.ts';
import { limitOfRooms, measureRooms } from './realtime/rooms.ts';

/**
 * Measures live updates with many clients, beside a bare `ws` server that sends as many bytes (quality.md "Realtime"):
 *   node bench/realtime.ts [--parts=broadcast,rooms,chat,return] [--clients=2000] [--rounds=40] [--data=.data/bench-realtime]
 */
const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'broadcast,rooms,chat,return' },
    clients: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '40' },
    data: { type: 'string', default: '.data/bench-realtime' },
    bare: { type: 'boolean', default: false },
  },
});

/** The limit: every client gets what one of those at the same address says. */
function serveBare(): void {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  const rooms = new Map<string, Set<WebSocket>>();
  server.on('connection', (client, { url = '' }) => {
    const room = rooms.get(url) ?? new Set();
    rooms.set(url, room.add(client));
    client.on('message', (said) => {
      for (const one of room) one.send(String(said));
    });
    client.on('close', () => room.delete(client));
  });
  server.on('listening', () => process.send?.((server.address() as { port: number }).port));
  process.on('disconnect', () => process.exit());
}

async function limitOf(measure: (port: number) => Promise<number[]>): Promise<number[]> {
  const child = fork(fileURLToPath(import.meta.url), ['--bare']);
  const [port] = (await once(child, 'message')) as [number];
  const times = await measure(port);
  child.disconnect();
  return times;
}

async function main(): Promise<void> {
  const clients = Number(values.clients);
  const rounds = Number(values.rounds);
  const parts = values.parts.split(',');
  const tell = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);
  ensureCompany(values.data, 60);
  const llave = await startLlave(values.data);
  try {
    const tokens = (await signInMany(llave.database.db, USERS, new Date())).map(({ token }) => token);
    const before = await memoryOf(llave.pid);
    if (parts.includes('broadcast')) {
      const limit = await limitOf((port) => limitOfBroadcast(port, clients, rounds));
      const { all, aSecond } = await followers(llave, tokens, clients);
      tell(await measureBroadcast(llave, all, limit, rounds));
      tell([
        `subscriptions a second: ${Math.round(aSecond)}`,
        `memory of the server: ${Math.round(before)} MB without clients, ${Math.round(await memoryOf(llave.pid))} MB with them`,
      ]);
      for (const socket of all) socket.terminate();
    }
    if (parts.includes('rooms')) tell(await measureRooms(llave, tokens, await limitOf(limitOfRooms)));
    if (parts.includes('chat')) tell(await measureChat(llave, tokens));
    if (parts.includes('return')) tell(await measureComeBack(llave, tokens, clients));
  } finally {
    await llave.stop();
  }
}

if (values.bare) serveBare();
else await main();
