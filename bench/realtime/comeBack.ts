import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { CHANGES_CHANNEL, CHANGES_EVENT, MARK_EVENT } from '#contract/realtime.ts';
import type { Llave } from '../parts/llave.ts';
import { doorOf, greeted, openOne, subscribe, USERS } from './clients.ts';

/** Changes that are made while the server is away. */
const MISSED = 20;
const RETRY_MS = 100;
const agent = new Agent({ keepAlive: true, maxSockets: 100 });

interface Batch {
  mark: string;
  changes: { record: string; verb: string | null; id: number }[];
}

/** As the office's page: comes back by itself and asks for what it missed by the mark of the feed. */
class Client {
  readonly heard: number[] = [];
  private readonly n: number;
  private readonly token: string;
  private readonly url: string;
  private mark = '';
  private socket: WebSocket | undefined;
  private ended = false;
  back: Promise<void> | undefined;

  constructor(n: number, token: string, url: string) {
    this.n = n;
    this.token = token;
    this.url = url;
  }

  private take({ mark, changes }: Batch): void {
    this.mark = mark;
    for (const { verb, id } of changes) if (verb === 'medida') this.heard.push(id);
  }

  async open(): Promise<void> {
    const socket = await openOne(this.n, doorOf(this.url, this.token), greeted);
    this.socket = socket;
    let waiting: Batch[] | undefined = [];
    socket.on('message', (data) => {
      const text = String(data);
      if (!text.startsWith(`42["${CHANGES_EVENT}"`)) return;
      const [, , batch] = JSON.parse(text.slice(2)) as [string, string, Batch];
      if (waiting) waiting.push(batch);
      else this.take(batch);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (!this.ended) this.back = this.retry();
    });
    const { mark } = await subscribe<Batch>(socket, CHANGES_CHANNEL, MARK_EVENT, this.token);
    if (this.mark === '') this.mark = mark;
    else if (this.mark !== mark) this.take(await this.missed());
    for (const batch of waiting) this.take(batch);
    waiting = undefined;
  }

  private async retry(): Promise<void> {
    for (;;) {
      await pause(RETRY_MS / 2 + Math.random() * RETRY_MS);
      try {
        return await this.open();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      }
    }
  }

  private missed(): Promise<Batch> {
    return new Promise((resolve, reject) => {
      get(
        `${this.url}/api/realtime/changes?after=${this.mark}`,
        { agent, headers: { authorization: `Bearer ${this.token}` } },
        (answer) => {
          let text = '';
          answer.on('data', (part) => (text += String(part)));
          answer.on('end', () =>
            answer.statusCode === 200
              ? resolve((JSON.parse(text) as { data: Batch }).data)
              : reject(new Error(`what was missed is refused: ${answer.statusCode}`)),
          );
        },
      ).on('error', reject);
    });
  }

  end(): void {
    this.ended = true;
    this.socket?.terminate();
  }
}

const tell = (llave: Llave, from: number) =>
  llave.database.pool.query(
    `insert into changes (at, record, record_id, verb, actor_kind)
      select now(), 'contrato', n, 'medida', 'system' from generate_series(${from}, ${from + MISSED - 1}) n`,
  );

/** The seconds from kill -9, with an immediate restart, until the last client is in its channel and has what it missed. */
export async function measureComeBack(
  llave: Llave,
  tokens: readonly string[],
  count: number,
): Promise<string[]> {
  const all = Array.from({ length: count }, (_, n) => new Client(n, tokens[n % USERS]!, llave.url));
  for (let from = 0; from < count; from += 100)
    await Promise.all(all.slice(from, from + 100).map((client) => client.open()));
  const began = performance.now();
  await llave.kill();
  const starting = llave.restart();
  await tell(llave, 1);
  await starting;
  const ready = performance.now() - began;
  while (all.some(({ back }) => back === undefined)) await pause(5);
  await Promise.all(all.map(({ back }) => back!));
  const back = performance.now() - began;
  await tell(llave, MISSED + 1);
  const wanted = Array.from({ length: MISSED * 2 }, (_, n) => n + 1).join(' ');
  const deadline = performance.now() + 10_000;
  while (all.some(({ heard }) => heard.length < MISSED * 2) && performance.now() < deadline) await pause(20);
  const wrong = all.filter(({ heard }) => heard.join(' ') !== wanted).length;
  for (const client of all) client.end();
  return [
    `kill -9 and restart with ${count} clients: ready after ${(ready / 1000).toFixed(2)} s, all back with what they missed after ${(back / 1000).toFixed(2)} s; ${wrong} clients missed or doubled a change`,
  ];
}
