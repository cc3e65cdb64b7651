import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { ensureCompany, root, signIn, startLlave, type Llave } from './parts/llave.ts';

/**
 * Measures every list of the office with each of its orders, filters and searches, one request at a time, as three roles:
 *   node bench/lists.ts [--sales 1000000] [--data .data] [--only board] [--most 40]
 * Reads the parameters from /api/openapi.json, so a new list or filter is included automatically.
 * Prints the slowest requests, and how many exceed the 200 ms that quality.md allows from the click to the rows.
 */
const { values: asked } = parseArgs({
  options: {
    sales: { type: 'string', default: '100000' },
    data: { type: 'string', default: '.data' },
    only: { type: 'string', default: '' },
    most: { type: 'string', default: '40' },
  },
});
const ROLES = ['administrador', 'procesador', 'asesor'] as const;
const REQUIRED = 200;
/** A common name, a rare one, a full name, a code, the end of a phone number, two letters, and a word without matches. */
const WORDS = ['Quintero', 'Arrobal', 'Itzel Quintero', 'PC-2025-00100', '4567', 'ma', 'zzzzqq'];
const SEEKER = '/api/seeker';
/** Values to try for an id filter, and how many of an enum. */
const IDS = [1, 2, 3, 6, 15];
const CHOICES = 8;

interface Schema {
  type?: string;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  items?: Schema;
  format?: string;
  pattern?: string;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
interface Description {
  paths: Record<string, { get?: { parameters?: readonly Parameter[] } }>;
}
interface Question {
  path: string;
  /** For a POST. */
  body?: { q: string };
}
interface Answer {
  question: Question;
  /** Best of three in ms, per role; null: refused. */
  took: (number | null)[];
}

const kinds = (schema: Schema): readonly Schema[] => schema.anyOf?.flatMap(kinds) ?? [schema];

/** Values to try for a filter: enum values, ids, a flag. Days and texts are skipped. */
function valuesOf({ name, schema }: Parameter): readonly unknown[] {
  if (['page', 'per_page', 'order_column', 'order_type', 'q', 'export', 'vista'].includes(name)) return [];
  for (const kind of kinds(schema)) {
    const listed = kind.enum ?? kind.items?.enum;
    if (listed) return listed.slice(0, CHOICES);
    if (kind.type === 'boolean') return [true];
    if (/_id$|_ids$/.test(name)) return IDS;
    if (kind.type === 'integer' || kind.type === 'number') return [1, 30];
  }
  return [];
}

/** Every request that a list's parameters allow, one parameter at a time. */
function questionsOf(address: string, parameters: readonly Parameter[]): string[] {
  const needed = parameters.filter((one) => one.required).map(({ name }) => [name, '1']);
  const ask = (more: Record<string, unknown>) => {
    const query = new URLSearchParams([...needed, ...Object.entries(more).map(([key, value]) => [key, String(value)])] as [string, string][]); // prettier-ignore
    return query.size > 0 ? `${address}?${query}` : address;
  };
  const named = (name: string) => parameters.find((one) => one.name === name);
  const orders = named('order_column')?.schema.enum ?? [];
  return [
    ask({}),
    ...(named('page') ? [ask({ page: 40 })] : []),
    ...orders.flatMap((column) => ['asc', 'desc'].map((type) => ask({ order_column: column, order_type: type }))), // prettier-ignore
    ...(named('q') ? WORDS.map((q) => ask({ q })) : []),
    ...parameters.flatMap((one) => valuesOf(one).map((value) => ask({ [one.name]: value }))),
  ];
}

async function listsOf(llave: Llave): Promise<Question[]> {
  const description = (await (await fetch(`${llave.url}/api/openapi.json`)).json()) as Description;
  return Object.entries(description.paths).flatMap(([address, { get }]) => {
    const parameters = (get?.parameters ?? []).filter((one) => one.in === 'query');
    if (!get || address.includes('{') || !address.includes(asked.only)) return [];
    return questionsOf(address, parameters).map((one) => ({ path: one }));
  });
}

const SOUGHT = [...WORDS, '87124567', '61234567', 'a7', 'Altos de', 'R-000123'];
/** Requests for the office's global search. */
const seeking = (): Question[] =>
  SEEKER.includes(asked.only) ? SOUGHT.map((q) => ({ path: SEEKER, body: { q } })) : [];

async function time(llave: Llave, token: string, { path, body }: Question): Promise<number | null> {
  const tries: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    const began = performance.now();
    const answer = await fetch(llave.url + path, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }); // prettier-ignore
    await answer.arrayBuffer();
    if (answer.status >= 500) throw new Error(`${path}: ${answer.status}`);
    if (!answer.ok) return null;
    tries.push(performance.now() - began);
  }
  return Math.min(...tries);
}

const worst = ({ took }: Answer) => Math.max(...took.map((one) => one ?? 0));
const show = (ms: number | null) => (ms === null ? '—' : String(Math.round(ms)));
const told = ({ question: { path, body }, took }: Answer) =>
  `| ${path}${body ? `: ${body.q}` : ''} | ${took.map(show).join(' | ')} |`;

const sales = Number(asked.sales);
const dataDir = resolve(root, asked.data, `demo-${sales}`);
ensureCompany(dataDir, sales);
const llave = await startLlave(dataDir);
try {
  const tokens = [];
  for (const role of ROLES) tokens.push(await signIn(llave.url, role));
  const answers: Answer[] = [];
  for (const question of [...(await listsOf(llave)), ...seeking()]) {
    const took: (number | null)[] = [];
    for (const token of tokens) took.push(await time(llave, token, question));
    const answer = { question, took };
    answers.push(answer);
    // With a million sales the run takes long: print slow requests at once.
    if (worst(answer) > REQUIRED) process.stderr.write(`${told(answer)}\n`);
  }
  const answered = answers.filter((one) => one.took.some((ms) => ms !== null));
  const slow = answered.toSorted((a, b) => worst(b) - worst(a));
  const over = slow.filter((one) => worst(one) > REQUIRED).length;
  const all = answered.flatMap(({ took }) => took.filter((ms) => ms !== null)).toSorted((a, b) => a - b);
  const part = (share: number) => Math.round(all[Math.floor((all.length - 1) * share)] ?? 0);
  process.stdout.write(
    [
      `${sales.toLocaleString('en-US')} sales: ${answered.length} questions as ${ROLES.join(', ')}: p50 ${part(0.5)} ms, p95 ${part(0.95)} ms, p99 ${part(0.99)} ms; ${over} over ${REQUIRED} ms`,
      '',
      `| asked | ${ROLES.join(' | ')} |`,
      `| --- | ${ROLES.map(() => '---:').join(' | ')} |`,
      ...slow.slice(0, Number(asked.most)).map(told),
      '',
    ].join('\n'),
  );
} finally {
  await llave.stop();
}
