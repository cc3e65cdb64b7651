import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contract/dates.ts';
import { rows } from '#server/kernel/db.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { START, useApp, type Browser } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeSale } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { expireClaim, sweepClaims } from '#server/modules/sales/precontracts/expiry.jobs.ts';
import {
  claimOf,
  lotChoices,
  moveClaim,
  reserveLot,
  resumeExpiry,
  separateLot,
  suspendExpiry,
} from './claims.service.ts';
import { lotClaims } from './claims.table.ts';

const llave = useApp();
beforeEach(() => llave.clock.set(START));

let telephones = 0;
const phone = () => `6${String((telephones += 1) + 2_000_000)}`;
const buyer = (lotId: number, celular = phone()) => ({
  nombre: 'Luis Gómez',
  email: 'luis@correo.test',
  celular,
  lote_id: String(lotId),
});
const buy = (browser: Browser, modelId: number, form: Record<string, string>) =>
  browser.form(`/clientes/comprar/${modelId}`, form);
async function makeOffer(lots: number) {
  const { db } = llave.database;
  const project = await makeProject(db);
  const model = await makeModel(db, { projectId: project.id });
  const ids: number[] = [];
  for (let at = 0; at < lots; at += 1) ids.push((await makeLot(db, { projectId: project.id })).id);
  return { db, project, model, lots: ids };
}

/** Runs a use case in one transaction, as a request does. */
const within: typeof llave.act = (use) => llave.act(use);
const liveLot = async (saleId: number) => (await claimOf(llave.database.db, saleId))?.lotId ?? null;
const minutes = (n: number) => llave.clock.advance(n * 60);

describe('the end of a claim', () => {
  test('frees the lot of a draft, and the draft stays', async () => {
    const { db, model, lots } = await makeOffer(1);
    const answer = await buy(llave.browser(), model.id, buyer(lots[0]!));
    const saleId = answer.json<{ precontratoId: number }>().precontratoId;
    minutes(29);
    await runJobs(llave, expireClaim);
    expect(await liveLot(saleId)).toBe(lots[0]);
    minutes(2);
    // The job came too early, so it sent itself again for the end.
    await runJobs(llave, expireClaim);
    expect(await liveLot(saleId)).toBeNull();
    const [sale] = await db.select().from(sales).where(eq(sales.id, saleId));
    expect(sale?.stateId).toBe(1);
    const next = await buy(llave.browser(), model.id, buyer(lots[0]!));
    expect(next.statusCode).toBe(200);
  });

  test('has a job scheduled for exactly that time', async () => {
    const { model, lots, db } = await makeOffer(1);
    await buy(llave.browser(), model.id, buyer(lots[0]!));
    const [claim] = await db.select().from(lotClaims).where(eq(lotClaims.lotId, lots[0]!));
    const waiting = await rows<{ at: string }>(
      db,
      sql`select start_after as at from jobs.job where name = ${expireClaim.name} and (data ->> 'claimId')::bigint = ${claim!.id}`,
    );
    expect(waiting.map(({ at }) => new Date(at))).toEqual([claim!.until]);
  });

  test('expires an unpaid reservation with its sale, but not one that waits for accounting', async () => {
    const { db, project, lots } = await makeOffer(2);
    const unpaid = await makeSale(db, { projectId: project.id, stateId: 2, separation: 1 });
    const waiting = await makeSale(db, { projectId: project.id, stateId: 3, separation: 2 });
    const [first] = lots;
    await within((ctx) => reserveLot(ctx, { saleId: unpaid.id, lotId: first! }));
    await within((ctx) => reserveLot(ctx, { saleId: waiting.id, lotId: lots[1]! }));
    minutes(60);
    await within((ctx) => suspendExpiry(ctx, waiting.id));
    minutes(60 * 48);
    await runJobs(llave, expireClaim);
    const states = await db.select({ id: sales.id, stateId: sales.stateId }).from(sales);
    expect(states).toContainEqual({ id: unpaid.id, stateId: 17 });
    expect(states).toContainEqual({ id: waiting.id, stateId: 3 });
    expect([await liveLot(unpaid.id), await liveLot(waiting.id)]).toEqual([null, lots[1]]);

    await within((ctx) => resumeExpiry(ctx, waiting.id));
    const resumed = await claimOf(db, waiting.id);
    expect(resumed?.until).toEqual(new Date(llave.clock.now().getTime() + 47 * HOUR_MS));
    minutes(60 * 47);
    await runJobs(llave, expireClaim);
    expect(await liveLot(waiting.id)).toBeNull();
  });

  test('moves when the separation is paid, and the job of the earlier end does nothing', async () => {
    const { db, project, lots } = await makeOffer(1);
    const sale = await makeSale(db, { projectId: project.id, stateId: 3, separation: 4 });
    await within((ctx) => reserveLot(ctx, { saleId: sale.id, lotId: lots[0]! }));
    minutes(60);
    await within((ctx) => separateLot(ctx, { saleId: sale.id }));
    minutes(60 * 48);
    await runJobs(llave, expireClaim);
    expect(await claimOf(db, sale.id)).toMatchObject({
      kind: 'separation',
      until: new Date(START.getTime() + HOUR_MS + 15 * DAY_MS),
    });
    minutes(60 * 24 * 15);
    await runJobs(llave, expireClaim);
    expect(await liveLot(sale.id)).toBeNull();
  });

  test('whose job was lost is found by the nightly sweep', async () => {
    const { db, project, lots } = await makeOffer(1);
    const sale = await makeSale(db, { projectId: project.id, stateId: 2, separation: 1 });
    await within((ctx) => reserveLot(ctx, { saleId: sale.id, lotId: lots[0]! }));
    await db.execute(sql`delete from jobs.job where name = ${expireClaim.name}`);
    minutes(60 * 49);
    await llave.app.core.jobs.run(sweepClaims, {});
    expect(await runJobs(llave, expireClaim)).toBe(1);
    expect(await liveLot(sale.id)).toBeNull();
  });

  test('does not apply to a sale that has reached the bank', async () => {
    const { db, project, lots } = await makeOffer(1);
    const sale = await makeSale(db, { projectId: project.id, stateId: 6 });
    await within((ctx) => reserveLot(ctx, { saleId: sale.id, lotId: lots[0]! }));
    minutes(60 * 49);
    await runJobs(llave, expireClaim);
    expect(await claimOf(db, sale.id)).toMatchObject({ lotId: lots[0], until: null });
  });
});

describe('a claim', () => {
  test('on another house in the same browser replaces the hold under the same telephone', async () => {
    const { project, db, model, lots } = await makeOffer(3);
    const other = await makeModel(db, { projectId: project.id });
    const mine = llave.browser();
    const number = phone();
    const first = await buy(mine, model.id, buyer(lots[0]!, number));
    const firstId = first.json<{ precontratoId: number }>().precontratoId;
    const second = await buy(mine, other.id, buyer(lots[1]!, number));
    expect(second.statusCode, second.body).toBe(200);
    expect(await liveLot(firstId)).toBeNull();
    expect(await liveLot(second.json<{ precontratoId: number }>().precontratoId)).toBe(lots[1]);
  });

  test('that cannot move stays on its lot; two sales that swap lots do not deadlock', async () => {
    const { db, project, lots } = await makeOffer(2);
    const made = [];
    for (const lotId of lots) {
      const sale = await makeSale(db, { projectId: project.id, stateId: 2 });
      await within((ctx) => reserveLot(ctx, { saleId: sale.id, lotId }));
      made.push(sale.id);
    }
    const [a, b] = made as [number, number];
    const moves = await Promise.allSettled([
      within((ctx) => moveClaim(ctx, { saleId: a, lotId: lots[1]! })),
      within((ctx) => moveClaim(ctx, { saleId: b, lotId: lots[0]! })),
    ]);
    expect(moves.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([await liveLot(a), await liveLot(b)]).toEqual(lots);
  });

  test('of one sale stays a single claim when several tabs race', async () => {
    const { db, project, lots } = await makeOffer(5);
    const sale = await makeSale(db, { projectId: project.id, stateId: 1 });
    await Promise.all(lots.map((lotId) => within((ctx) => moveClaim(ctx, { saleId: sale.id, lotId }))));
    const live = await rows<{ n: number }>(
      db,
      sql`select count(*)::int n from lot_claims where sale_id = ${sale.id} and released_at is null`,
    );
    expect(live).toEqual([{ n: 1 }]);
  });

  test('gives the lot its commercial state', async () => {
    const { db, project, model, lots } = await makeOffer(5);
    const states = [1, 3, 10, 12, 14];
    for (const [at, stateId] of states.entries()) {
      const sale = await makeSale(db, { projectId: project.id, stateId });
      if (stateId === 1) await within((ctx) => moveClaim(ctx, { saleId: sale.id, lotId: lots[at]! }));
      else await within((ctx) => reserveLot(ctx, { saleId: sale.id, lotId: lots[at]! }));
      if (stateId === 3) await within((ctx) => separateLot(ctx, { saleId: sale.id }));
    }
    const choices = await lotChoices(db, { modelId: model.id });
    expect(choices.map(({ stateId, free }) => [stateId, free])).toEqual([
      [2, false],
      [3, false],
      [4, false],
      [5, false],
      [6, false],
    ]);
  });
});
