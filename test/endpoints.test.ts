import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Access, AccessRule } from '#contract/access.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { RECORDS } from '#contract/records.ts';
import { endpointsOf } from '#server/kernel/route.ts';
import { useApp } from './app.ts';

/**
 * The endpoints that existing clients call, row by row of the product's table. Each is declared with its method, path,
 * access and field names, or is listed in LATER and does not exist yet.
 */
const llave = useApp();

/** Endpoints of later parts of the product. */
const LATER: readonly string[] = [];

/** Fields that a response has in addition to the table, and why. */
const MORE: ReadonlyMap<string, readonly string[]> = new Map([
  // What the inbox shows of a conversation, and its number of messages, by which a client sees a gap.
  [
    'GET /api/sale/conversations',
    [
      'id',
      'person',
      'assignee',
      'waiting_since',
      'snoozed_until',
      'channel',
      'opted_out_at',
      'epoch',
      'last_seq',
      'version',
    ],
  ],
  // A plain form needs a page to redirect to.
  ['POST /clientes/firma/{codigo}/rechazar', ['redirect']],
  // The user who attached a file may remove it; the page shows that user.
  ['GET /api/files/{id}/{reference}', ['by', 'attached', 'removable']],
  // Names after @ are marked in the text.
  ['GET /api/comments', ['mentions']],
  // What a permit waits for is told where it is shown.
  ['GET /api/permission/detalles_plano.detalles', ['tipo', 'depende_de', 'version']],
  // Wherever an account is chosen, it is shown with its bank and type.
  ['GET /api/administrations/bank_accounts/lists', ['tipo_banco', 'tipo_cuenta_contable_banco']],
]);

/** Not a path: each record gives its own URL. test/access-matrix.test.ts and the modules' tests call them. */
const GIVEN_BY_RECORDS = '(a status URL given by the server with the record)';

const table = readFileSync(path.join(import.meta.dirname, 'fixtures/endpoints.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [, method = '', address = '', access = '', , answers = '', notes = ''] = line.split('\t');
    const top = answers.startsWith('top level') || notes.startsWith('not in the data envelope');
    return { call: `${method} ${address}`, address, access, answers, top };
  })
  .filter(({ address }) => address !== GIVEN_BY_RECORDS);

/** A path without the names of its parameters. */
const shapeOf = (address: string) => address.replace(/\{\w+\}|:\w+/g, '*');
const found = (call: string): EndpointSpec | undefined => {
  const [method, address = ''] = call.split(' ');
  return endpointsOf(llave.app).find(
    (spec) => spec.method === method && shapeOf(spec.path) === shapeOf(address),
  );
};

/** The declared accesses that match the table's words. `staff` means colleagues where people or money show (rulings 33). */
function waysIn(words: string): readonly (readonly AccessRule[])[] {
  const said = words.replace(/, (throttled|rate-limited)$/, '');
  switch (said) {
    // A customer's browser may call it too, and is recognized as a customer.
    case 'public':
      return [['public'], ['public', 'client']];
    case 'staff':
      return [['staff'], ['colleagues']];
    case 'staff, CSRF header':
      return [['staff']];
    case 'staff (own)':
      return [['own']];
    case 'staff (colleagues)':
      return [['colleagues']];
    case 'staff, scoped to the owner record':
      return [['record']];
    default:
      return [said.split(' or ') as AccessRule[]];
  }
}
const asList = (access: Access): readonly AccessRule[] => (typeof access === 'string' ? [access] : access);

/** The keys that the table names: `{id,pivot:{vivienda_id},…}`; null if the table describes the response in words only. */
interface Shape {
  keys: Map<string, Shape | null>;
  /** "…": there may be more keys. */
  open: boolean;
}
function readShape(text: string): Shape | null {
  const start = text.indexOf('{');
  if (start < 0 || /^(a map|data and average)/.test(text)) return null;
  let at = start + 1;
  const read = (): Shape => {
    const shape: Shape = { keys: new Map(), open: false };
    for (;;) {
      const name = /^[\s,[\]?]*([\w…]*)/.exec(text.slice(at))!;
      at += name[0].length;
      if (name[1] === '…') shape.open = true;
      const rest = /^:?[\s[]*/.exec(text.slice(at))![0];
      if (name[1] && text[at + rest.length] === '{') {
        at += rest.length + 1;
        shape.keys.set(name[1], read());
      } else {
        if (name[1] && name[1] !== '…') shape.keys.set(name[1], null);
        // skip a type, a pair or a remark, up to the next key
        at += /^:\s*\[[^\]]*\]/.exec(text.slice(at))?.[0].length ?? 0;
        while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1;
      }
      if (at >= text.length || text[at] === '}') {
        at += 1;
        return shape;
      }
    }
  };
  return read();
}

interface Json {
  properties?: Record<string, Json>;
  /** A map: any keys. */
  propertyNames?: Json;
  items?: Json;
  anyOf?: Json[];
  type?: string;
}
const objectOf = (schema: Json | undefined): Json | undefined =>
  schema?.items
    ? objectOf(schema.items)
    : schema?.anyOf
      ? schema.anyOf.map(objectOf).find((one) => one?.properties)
      : schema;

function compare(schema: Json | undefined, shape: Shape, where: string): void {
  if (schema?.propertyNames) return;
  const keys = Object.keys(objectOf(schema)?.properties ?? {});
  const named = [...shape.keys.keys(), ...(MORE.get(where) ?? [])];
  if (shape.open) expect(keys, where).toEqual(expect.arrayContaining(named));
  else expect(keys.toSorted(), where).toEqual(named.toSorted());
  for (const [key, inner] of shape.keys)
    if (inner) compare(objectOf(schema)?.properties?.[key], inner, `${where}.${key}`);
}

test('the table is complete, and LATER names only its rows', () => {
  expect(table.length).toBe(115);
  expect(LATER.filter((call) => !table.some((row) => row.call === call))).toEqual([]);
});

test('the endpoints of LATER do not exist yet', () => {
  expect(LATER.filter(found)).toEqual([]);
});

test.each(table.filter(({ call }) => !LATER.includes(call)))(
  '$call responds as existing clients expect',
  ({ call, access, answers, top }) => {
    const spec = found(call);
    expect(spec, 'is declared').toBeDefined();
    const ways = waysIn(access).map((one) => one.toSorted());
    expect(ways, 'is open to').toContainEqual(asList(spec!.access).toSorted());
    const answer = z.toJSONSchema(spec!.answer, { unrepresentable: 'any', io: 'output' }) as Json;
    if (!top) expect(Object.keys(answer.properties ?? {}), 'envelope').toContain('data');
    if (answers.startsWith('paginated'))
      expect(Object.keys(answer.properties?.['meta']?.properties ?? {})).toEqual(['pagination']);
    if (/^(paginated )?\[/.test(answers)) expect(answer.properties?.['data']?.type).toBe('array');
    const shape = readShape(answers);
    if (shape) compare(top ? answer : answer.properties?.['data'], shape, call);
  },
);

/** Everything under /api; what customers and visitors call answers pages that are loaded whole. */
const ofOffice = () => endpointsOf(llave.app).filter(({ path: address }) => address.startsWith('/api/'));
const named = ({ method, path: address }: EndpointSpec) => `${method} ${address}`;
const known: readonly string[] = RECORDS;

test('every call that writes says which kinds of record it touches, and every one that reads which it shows', () => {
  const writes = ofOffice().filter(({ method }) => method !== 'GET');
  const reads = ofOffice().filter(({ method, answer }) => method === 'GET' && answer instanceof z.ZodObject);
  expect(writes.length).toBeGreaterThan(150);
  expect(writes.filter(({ touches }) => !touches).map(named)).toEqual([]);
  expect(reads.filter(({ shows }) => !shows).map(named)).toEqual([]);
  expect(writes.filter(({ shows }) => shows).map(named)).toEqual([]);
  expect(reads.filter(({ touches }) => touches).map(named)).toEqual([]);
});

test('touched and shown are kinds that the feed of changes knows, and what is touched is shown somewhere', () => {
  const touched = new Set(ofOffice().flatMap(({ touches }) => touches ?? []));
  // The counters of the menu show every kind.
  const shown = new Set(ofOffice().flatMap(({ shows }) => (shows === RECORDS ? [] : (shows ?? []))));
  expect([...touched, ...shown].filter((kind) => !known.includes(kind))).toEqual([]);
  expect([...touched].filter((kind) => !shown.has(kind))).toEqual([]);
  expect([...shown].filter((kind) => !touched.has(kind))).toEqual([]);
});
