import { LOT_STATE } from '#contract/company/catalogs/states.ts';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import type { Acting } from '#server/kernel/context.ts';
import { isDeadlock, row, sql, violatedConstraint, type Db } from '#server/kernel/db.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import { createTestDatabase } from '#test/db.ts';
import { deep } from '#test/deep.ts';
import { makeLot, makeModel, makeProject, makeSale } from '#test/factories.ts';
import { holdLot, moveClaim, releaseClaim, reserveLot, separateLot } from './claims.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { lotClaims } from './claims.table.ts';
import { lotWaitlist } from '#server/modules/sales/waitlist/waitlist.table.ts';

/**
 * The transactions conflict on purpose, and the default one second per deadlock is too slow. Only the owner may change
 * this setting.
 */
const llave = useApp({}, async () => {
  const made = await createTestDatabase();
  const owner = new Client({ connectionString: made.ownerUrl });
  await owner.connect();
  await owner.query(`alter database ${new URL(made.ownerUrl).pathname.slice(1)} set deadlock_timeout = 20`);
  await owner.end();
  return made;
});

async function makeTrade(count: { lots: number; sales: number }) {
  const { db } = llave.database;
  const projectId = (await makeProject(db)).id;
  const model = await makeModel(db, { projectId });
  const all = { lots: [] as number[], sales: [] as number[], person: 0 };
  for (let at = 0; at < count.lots; at += 1) all.lots.push((await makeLot(db, { projectId })).id);
  for (let at = 0; at < count.sales; at += 1) {
    const sale = await makeSale(db, { projectId, modelId: model.id });
    all.sales.push(sale.id);
    all.person = sale.personId;
  }
  return all;
}

/** The stored states of the lots, and the states that domain.md §2 derives from their rows. */
async function toldAndRight(ids: readonly number[]) {
  const { db } = llave.database;
  const told = await db.select().from(lots).where(inArray(lots.id, [...ids])).orderBy(asc(lots.id)); // prettier-ignore
  const live = await db.select().from(lotClaims).where(isNull(lotClaims.releasedAt));
  const line = await db
    .select()
    .from(lotWaitlist)
    .where(and(isNull(lotWaitlist.leftAt), isNull(lotWaitlist.offeredAt)));
  const stages = new Map((await db.select().from(sales)).map(({ id, stateId }) => [id, stateId]));
  const right = told.map(({ id, withheld }) => {
    const claim = live.find(({ lotId }) => lotId === id);
    const stage = claim && stages.get(claim.saleId)!;
    if (stage === 14 || stage === 15) return LOT_STATE.delivered;
    if (stage === 12 || stage === 13) return LOT_STATE.deeded;
    if (stage === 10 || stage === 11) return LOT_STATE.promised;
    if (claim?.kind === 'separation' || claim?.kind === 'sale') return LOT_STATE.separated;
    if (claim) return LOT_STATE.reserved;
    if (withheld) return LOT_STATE.unavailable;
    return line.some(({ lotId }) => lotId === id) ? LOT_STATE.reserved : LOT_STATE.available;
  });
  return { told: told.map(({ stateId }) => stateId), right };
}

const step = fc.record({
  act: fc.constantFrom('take', 'take', 'take', 'free', 'back', 'turn', 'move', 'hand', 'undo', 'sell', 'sell', 'sell', 'join', 'offer', 'leave', 'withhold'), // prettier-ignore
  lot: fc.nat(3),
  sale: fc.nat(5),
  kind: fc.constantFrom('hold', 'offer', 'reservation', 'separation', 'sale'),
  state: fc.integer({ min: 2, max: 19 }),
  flag: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Fixed steps that take a lot through every state, so that no state depends on chance. */
const FIRST: Step = { act: 'withhold', lot: 0, sale: 0, kind: 'reservation', state: 2, flag: true };
const ONE_BY_ONE: readonly Step[] = [
  FIRST,
  { ...FIRST, flag: false },
  { ...FIRST, act: 'take' },
  { ...FIRST, act: 'turn', kind: 'separation' },
  { ...FIRST, act: 'sell', state: 10 },
  { ...FIRST, act: 'sell', state: 12 },
  { ...FIRST, act: 'sell', state: 14 },
];
let telephones = 0;

/** One write in random order and without a lock before it. */
function write(db: Db, all: Awaited<ReturnType<typeof makeTrade>>, { act, kind, state, flag, ...at }: Step) {
  const [lot, sale] = [all.lots[at.lot]!, all.sales[at.sale]!];
  const live = sql`lot_id = ${lot} and released_at is null`;
  const first = sql`select min(id) from lot_waitlist where lot_id = ${lot} and left_at is null and offered_at is null`;
  const writes: Record<Step['act'], ReturnType<typeof sql>> = {
    take: sql`insert into lot_claims (lot_id, sale_id, kind, since) values (${lot}, ${sale}, ${kind}, now()) on conflict do nothing`,
    free: sql`update lot_claims set released_at = now(), release_reason = 'prueba' where ${live}`,
    back: sql`update lot_claims set released_at = null, release_reason = null where id = (select max(id) from lot_claims where lot_id = ${lot})`,
    turn: sql`update lot_claims set kind = ${kind} where ${live}`,
    move: sql`update lot_claims set lot_id = ${all.lots[at.sale % 4]!} where ${live}`,
    hand: sql`update lot_claims set sale_id = ${sale} where ${live}`,
    undo: sql`delete from lot_claims where ${live}`,
    sell: sql`update sales set state_id = ${state} where id = ${sale}`,
    join: sql`insert into lot_waitlist (lot_id, place, person_id, phone, joined_at, consent_at)
      select ${lot}, coalesce(max(place), 0) + 1, ${all.person}, ${`+5076${(telephones += 1)}`}, now(), now()
      from lot_waitlist where lot_id = ${lot}`,
    offer: sql`update lot_waitlist set offered_at = now(), claim_id = (select id from lot_claims where ${live}) where id = (${first})`,
    leave: sql`update lot_waitlist set left_at = now() where id = (${first})`,
    withhold: sql`update lots set withheld = ${flag} where id = ${lot}`,
  };
  return db.execute(writes[act]);
}

/** Expected errors of a transaction here: a deadlock or a violated constraint. */
const undone = (error: unknown) => {
  if (!isDeadlock(error) && violatedConstraint(error) === undefined) throw error;
};

describe('the state of a lot', () => {
  test(
    'matches its rows, whatever concurrent transactions do to it',
    { timeout: deep(120_000, 900_000) },
    async () => {
      const all = await makeTrade({ lots: 4, sales: 6 });
      const { db } = llave.database;
      const transaction = fc.record({
        steps: fc.array(step, { minLength: 1, maxLength: 3 }),
        commits: fc.nat(5),
      });
      const seen = new Set<number>();
      await fc.assert(
        fc.asyncProperty(fc.array(transaction, { minLength: 6, maxLength: 24 }), async (transactions) => {
          const waiting = [...transactions];
          const work = async () => {
            for (let next = waiting.pop(); next; next = waiting.pop()) {
              const { steps, commits } = next;
              await db
                .transaction(async (tx) => {
                  for (const one of steps) await write(tx, all, one);
                  if (commits === 0) tx.rollback();
                })
                .catch((error: unknown) => commits === 0 || undone(error));
            }
          };
          await Promise.all(Array.from({ length: 7 }, work));
          const { told, right } = await toldAndRight(all.lots);
          for (const state of told) seen.add(state);
          expect(told).toEqual(right);
        }),
        { numRuns: deep(30, 600), examples: ONE_BY_ONE.map((one) => [[{ steps: [one], commits: 1 }]]) },
      );
      expect([...seen].toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    },
  );

  const sell = (sale: number) => `update sales set state_id = 12 where id = ${sale}`;
  const take = (sale: number, lot: number) =>
    `insert into lot_claims (lot_id, sale_id, kind, since) values (${lot}, ${sale}, 'sale', now())`;

  /** Runs the first statement, lets the second wait for its lock, then commits both. */
  async function oneAfterTheOther(first: string, second: string) {
    const { db, pool } = llave.database;
    const [one, other] = [await pool.connect(), await pool.connect()];
    try {
      await one.query('begin');
      await one.query(first);
      const { pid } = (await other.query<{ pid: number }>('select pg_backend_pid() pid')).rows[0]!;
      const later = other.query(second);
      await expect
        .poll(() => row(db, sql`select from pg_locks where pid = ${pid} and not granted limit 1`))
        .toBeDefined();
      await one.query('commit');
      await later;
    } finally {
      one.release();
      other.release();
    }
  }

  test('is right when the sale advances during its claim, and when the claim is made while the sale advances', async () => {
    const all = await makeTrade({ lots: 2, sales: 2 });
    await oneAfterTheOther(sell(all.sales[0]!), take(all.sales[0]!, all.lots[0]!));
    await oneAfterTheOther(take(all.sales[1]!, all.lots[1]!), sell(all.sales[1]!));
    expect((await toldAndRight(all.lots)).told).toEqual([LOT_STATE.deeded, LOT_STATE.deeded]);
  });

  test('is right when the sale advances while its claim moves to another lot, in either order', async () => {
    const all = await makeTrade({ lots: 4, sales: 2 });
    const { pool } = llave.database;
    for (const at of [0, 1]) {
      const [sale, old, next] = [all.sales[at]!, all.lots[at * 2]!, all.lots[at * 2 + 1]!];
      await pool.query(take(sale, old));
      const move = `update lot_claims set lot_id = ${next} where sale_id = ${sale}`;
      await (at === 0 ? oneAfterTheOther(move, sell(sale)) : oneAfterTheOther(sell(sale), move));
    }
    const { available, deeded } = LOT_STATE;
    expect((await toldAndRight(all.lots)).told).toEqual([available, deeded, available, deeded]);
  });

  test('is kept without deadlocks by sales that take, change and release the same lots', async () => {
    const all = await makeTrade({ lots: 3, sales: 9 });
    const within: typeof llave.act = (use) => llave.act(use);
    const ends: string[] = [];
    const attempt = (act: (ctx: Acting) => Promise<unknown>) =>
      within(act).then(
        () => ends.push('done'),
        (error: unknown) => ends.push(isDeadlock(error) ? 'deadlock' : (error as Error).message),
      );
    const course = async (saleId: number, at: number) => {
      for (let round = 0; round < 8; round += 1) {
        const lotId = all.lots[(at + round) % 3]!;
        await attempt((ctx) => holdLot(ctx, { saleId, lotId }));
        await attempt((ctx) => moveClaim(ctx, { saleId, lotId: all.lots[(at * round) % 3]! }));
        await attempt((ctx) => reserveLot(ctx, { saleId }));
        await attempt((ctx) => separateLot(ctx, { saleId }));
        await attempt(async (ctx) => {
          await ctx.db.update(sales).set({ stateId: 10 + (round % 4) }).where(eq(sales.id, saleId)); // prettier-ignore
          if (round % 2 === at % 2) await releaseClaim(ctx, saleId, 'prueba');
        });
        if (round % 2 !== at % 2) await attempt((ctx) => releaseClaim(ctx, saleId, 'prueba'));
      }
    };
    await Promise.all(all.sales.map(course));
    expect(ends.filter((end) => end === 'deadlock')).toEqual([]);
    expect(ends.filter((end) => end === 'done').length).toBeGreaterThan(72);
    expect((await toldAndRight(all.lots)).told).toEqual([1, 1, 1]);
  });
});
