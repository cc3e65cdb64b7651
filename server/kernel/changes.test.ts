import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { announce, keepUp, ofChange, readFeed, START, touch, type Announced, type Mark } from './changes.ts';
import type { Acting } from './context.ts';
import { changeDetails, changes } from './kernel.table.ts';

const llave = useApp();
const RECORD = 'clima';
const of = eq(changes.record, RECORD);

/** Reads the feed from a mark to its current end, two changes at a time. */
async function readOn(mark: Mark): Promise<Announced[]> {
  const found: Announced[] = [];
  for (let after = mark; ;) {
    const next = await readFeed(llave.database.db, after, 2, of);
    const last = next.at(-1);
    if (!last) return found;
    found.push(...next);
    after = last;
  }
}

/** A transaction that stays open until `end` is called. */
function open(id: number) {
  let end!: (how: 'commit' | 'rollback') => void;
  const told = new Promise<'commit' | 'rollback'>((resolve) => (end = resolve));
  let written!: () => void;
  const wrote = new Promise<void>((resolve) => (written = resolve));
  const done = llave
    .act(async (ctx) => {
      await announce(ctx, { record: RECORD, id, from: null, to: 1 });
      written();
      if ((await told) === 'rollback') throw new Error('taken back');
    })
    .catch(() => undefined);
  return { wrote, end: (how: 'commit' | 'rollback') => (end(how), done) };
}

test('a feed reader misses no change, however transactions overlap', async () => {
  let serial = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ ends: fc.nat(3), how: fc.constantFrom('commit', 'rollback') }), {
        minLength: 2,
        maxLength: 6,
      }),
      async (plans) => {
        let mark = (await readOn(START)).at(-1) ?? START;
        const seen: number[] = [];
        const expected: number[] = [];
        const running: { ends: number; end: () => Promise<unknown> }[] = [];
        const look = async () => {
          const found = await readOn(mark);
          seen.push(...found.map(({ recordId }) => recordId));
          mark = found.at(-1) ?? mark;
        };
        for (const { ends, how } of plans) {
          const id = (serial += 1);
          const one = open(id);
          await one.wrote;
          if (how === 'commit') expected.push(id);
          running.push({ ends, end: () => one.end(how) });
          for (const at of running.filter((other) => (other.ends -= 1) < 0)) {
            running.splice(running.indexOf(at), 1);
            await at.end();
          }
          await look();
        }
        for (const one of running) await one.end();
        // Transactions in other databases of the same PostgreSQL also hold the reader back: other tests run in parallel.
        await expect.poll(() => look().then(() => seen.length)).toBe(expected.length);
        // Each change once, in the order in which the transactions began.
        expect(seen).toEqual(expected);
      },
    ),
    { numRuns: deep(25, 250) },
  );
});

test('a change records actor, record and reason, and the IP address once for each transaction', async () => {
  await llave.act(
    async (ctx) => {
      await announce(
        ctx,
        { record: RECORD, id: 900, from: 1, to: 2, of: ['semana', 7], reason: 'Porque sí' },
        { record: RECORD, id: 901, from: 1, to: 2 },
      );
      await announce(ctx, { record: RECORD, id: 900, verb: 'editar' });
    },
    { ip: '192.0.2.1' },
  );
  const told = await llave.database.db
    .select({ change: changes, reason: changeDetails.reason, ip: changeDetails.ip })
    .from(changes)
    .leftJoin(changeDetails, ofChange)
    .where(and(of, eq(changes.actorKind, 'nobody')))
    .orderBy(changes.id);
  expect(
    told.map(({ change: { recordId, to, verb, ofId }, reason, ip }) => [
      recordId,
      to,
      verb,
      ofId,
      reason,
      ip,
    ]),
  ).toEqual([
    [900, 2, null, 7, 'Porque sí', '192.0.2.1'],
    [901, 2, null, null, null, null],
    [900, null, 'editar', null, null, null],
  ]);
  expect(new Set(told.map(({ change }) => change.tx)).size).toBe(1);
});

test('announcing outside a transaction throws', async () => {
  await expect(announce(llave.acting(), { record: RECORD, id: 1, from: null, to: 1 })).rejects.toThrow(
    'in its transaction',
  );
});

test('followers run for each change in order; keepers run once, for the record and for its parent', async () => {
  const seen: string[] = [];
  const say = (text: string) => void seen.push(text);
  const rules: Acting['changes'] = {
    followers: [
      { record: 'plan_accion', follow: async (_, { id }) => say(`first ${id}`) },
      { record: 'plantilla', follow: async () => say('never') },
      {
        record: 'plan_accion',
        async follow(ctx, { id }) {
          say(`second ${id}`);
          if (id === 1)
            await announce(ctx, { record: 'plan_accion', id: 3, from: null, to: 1, of: ['vista', 50] });
        },
      },
    ],
    keepers: [
      { record: 'vista', keep: async (_, ids) => say(`keep ${ids.join(' ')}`) },
      { record: 'correo', keep: async () => say('never') },
    ],
  };
  await llave.act(
    async (ctx) => {
      await announce(
        ctx,
        { record: 'plan_accion', id: 1, from: null, to: 1, of: ['vista', 60] },
        { record: 'plan_accion', id: 2, from: null, to: 1, of: ['vista', 60] },
      );
      touch(ctx, ['vista', 9]);
      say('answer');
      await keepUp(ctx);
      await keepUp(ctx);
      touch(ctx, ['vista', 9]);
    },
    { changes: rules },
  );
  expect(seen).toEqual([
    'first 1',
    'second 1',
    'first 3',
    'second 3',
    'first 2',
    'second 2',
    'answer',
    'keep 9 50 60',
    'keep 9',
  ]);
});
