import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';
import { DAYS, HISTORY, LIST, PAPERS, RECORD, searchOf, TIMES, type Statement } from './statements.ts';
import { replay, type Keys, type Recorded } from './replay.ts';

/**
 * The reference server: bare `pg` and HTTP, started beside ours on the same database (LIMIT_DATABASE). The parent process
 * sends it the recording of a create.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
const pool = new pg.Pool({
  connectionString: process.env['LIMIT_DATABASE'],
  max: 20,
  options: '-c timezone=America/Panama',
});
const CONSTANT = JSON.stringify({ data: [{ id: 1, name: 'Borrador' }] });
let told: { recording: Recorded[]; keys: Keys; lots: number[] } | undefined;
let made = 0;

process.on('message', (message) => (told = message as typeof told));

const answer = (response: ServerResponse, body: string) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
};

async function rows(statement: Statement, values: unknown[]): Promise<string> {
  const found = await pool.query({ ...statement, values });
  return JSON.stringify({ data: found.rows });
}

const search = (words: readonly string[]) => rows(searchOf(words.length), words.map((word) => `%${word}%`)); // prettier-ignore

async function create(): Promise<string> {
  const n = (made += 1);
  const client = await pool.connect();
  try {
    await replay(client, told!.recording, told!.keys, {
      phone: `+5077${String(n).padStart(7, '0')}`,
      lotId: told!.lots[n - 1]!,
      idempotencyKey: `limit-${process.pid}-${n}`,
    });
    return '{"data":{}}';
  } finally {
    client.release();
  }
}

/** Project, days, closed days, minutes and earliest instant, from the URL. */
const guestsAsk = ({ searchParams: asked }: URL): unknown[] => [
  Number(asked.get('project')),
  asked.get('from'),
  asked.get('to'),
  asked.getAll('closed'),
  Number(asked.get('minutes')),
  asked.get('earliest'),
];

async function bodyOf(url: URL): Promise<string> {
  const [, what, id] = url.pathname.split('/');
  switch (what) {
    case 'list':
      return rows(LIST, [Number(id)]);
    case 'record':
      return rows(RECORD, [Number(id)]);
    case 'papers':
      return rows(PAPERS, [Number(id)]);
    case 'history':
      return rows(HISTORY, [Number(id)]);
    case 'search':
      return search(url.searchParams.getAll('w'));
    case 'days':
      return rows(DAYS, guestsAsk(url));
    case 'times':
      return rows(TIMES, guestsAsk(url));
    case 'create':
      return create();
    default:
      return CONSTANT;
  }
}

const server = createServer((request, response) => {
  // The constant response is measured without parsing the URL.
  if (request.url === '/') return answer(response, CONSTANT);
  bodyOf(new URL(request.url!, 'http://limit')).then(
    (body) => answer(response, body),
    (error: unknown) => {
      process.stderr.write(`limit: ${String(error)}\n`);
      response.writeHead(500).end();
    },
  );
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
process.on('disconnect', () => process.exit(0));
