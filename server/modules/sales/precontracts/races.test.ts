import { eq, inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { changes } from '#server/kernel/kernel.table.ts';
import { documents } from '#server/modules/sales/documents/documents.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeSale, makeUser } from '#test/factories.ts';
import { signInAs, signInUser } from '#test/signIn.ts';
import { foldTotals } from '#server/modules/sales/totals/totals.jobs.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { assignments } from '#server/modules/sales/workers/workers.table.ts';
import { consents } from '#server/modules/sales/consents/consents.table.ts';

const llave = useApp();
const statusUrl = (id: number) => `/api/sale/precontracts/${id}/status`;
const times = <T>(n: number, make: (at: number) => T) => Array.from({ length: n }, (_, at) => make(at));

async function makeDrafts(n: number, over: { projectId?: number; modelId?: number } = {}) {
  const { db } = llave.database;
  const drafts = [];
  for (let at = 0; at < n; at += 1) drafts.push(await makeSale(db, { stateId: 1, ...over }));
  await db.insert(consents).values(
    drafts.map(({ id }) => ({
      saleId: id,
      kind: 'datos',
      textVersion: '1',
      textHash: 'x',
      channel: 'web',
      ip: '127.0.0.1',
      userAgent: 'test',
      givenAt: llave.clock.now(),
    })),
  );
  return drafts;
}

describe('concurrent requests', () => {
  test('20 pre-contracts received at once spread evenly over the processors, each with its own code', async () => {
    const { db } = llave.database;
    const project = await makeProject(db);
    const model = await makeModel(db, { projectId: project.id });
    const team = [];
    for (let at = 0; at < 4; at += 1)
      team.push(await makeUser(db, { roles: ['procesador'], projectIds: [project.id] }));
    const [busy, away] = [team[0]!, await makeUser(db, { roles: ['procesador'], projectIds: [project.id] })];
    await makeUser(db, { roles: ['procesador'], projectIds: [project.id], active: false });
    await makeUser(db, { roles: ['procesador'] });
    await makeUser(db, { roles: ['asesor'], projectIds: [project.id] });
    await db.update(users).set({ awayFrom: '2026-11-20', awayTo: '2026-11-21' }).where(eq(users.id, away.id));
    for (let at = 0; at < 4; at += 1) await makeSale(db, { stateId: 2 + at, processorId: busy.id });
    for (const stateId of [11, 15, 16, 17]) await makeSale(db, { stateId, processorId: busy.id });

    const drafts = await makeDrafts(20, { projectId: project.id, modelId: model.id });
    const coordinator = await signInAs(llave, 'coordinador');
    await coordinator.post('/api/nada');
    const answers = await Promise.all(
      drafts.map(({ id }) => coordinator.patch(statusUrl(id), { params: { estado_id: 2 } })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(times(20, () => 200));
    const received = await db
      .select()
      .from(sales)
      .where(
        inArray(
          sales.id,
          drafts.map(({ id }) => id),
        ),
      );
    const loads = Object.groupBy(received, ({ processorId }) => String(processorId));
    // 24 running sales over four processors: six each, and the busy one already had four.
    expect(team.map(({ id }) => loads[String(id)]?.length ?? 0)).toEqual([2, 6, 6, 6]);
    expect(new Set(received.map(({ code }) => code)).size).toBe(20);
    expect(
      await db
        .select()
        .from(assignments)
        .where(
          inArray(
            assignments.saleId,
            drafts.map(({ id }) => id),
          ),
        ),
    ).toHaveLength(20);
  });

  test('one draft received 10 times at once is received once', async () => {
    const { db } = llave.database;
    const [draft] = await makeDrafts(1);
    const coordinator = await signInAs(llave, 'coordinador');
    await coordinator.post('/api/nada');
    const answers = await Promise.all(
      times(10, () => coordinator.patch(statusUrl(draft!.id), { params: { estado_id: 2, version: 1 } })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    expect(await db.select().from(payments).where(eq(payments.saleId, draft!.id))).toHaveLength(1);
    expect(
      (await db.select().from(changes).where(eq(changes.recordId, draft!.id))).filter(
        ({ record }) => record === 'precontrato',
      ),
    ).toHaveLength(1);
  });

  test('10 sales want one lot: one gets it, the others get 409 and stay unchanged', async () => {
    const { db } = llave.database;
    const project = await makeProject(db);
    const model = await makeModel(db, { projectId: project.id });
    const lot = await makeLot(db, { projectId: project.id });
    const wanting = [];
    for (let at = 0; at < 10; at += 1)
      wanting.push(await makeSale(db, { stateId: 2, projectId: project.id, modelId: model.id }));
    const coordinator = await signInAs(llave, 'coordinador');
    await coordinator.post('/api/nada');
    const answers = await Promise.all(
      wanting.map(({ id }) => coordinator.patch(`/api/sale/precontracts/${id}/lot`, { lote_id: lot.id })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...times(9, () => 409)]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'LOT_TAKEN' });
    expect(await db.select().from(lotClaims).where(eq(lotClaims.lotId, lot.id))).toHaveLength(1);
    const after = await db
      .select()
      .from(sales)
      .where(
        inArray(
          sales.id,
          wanting.map(({ id }) => id),
        ),
      );
    expect(after.filter(({ version }) => version > 1)).toHaveLength(1);
  });

  test('the totals stay exact while sales change and the totals are merged', async () => {
    const { db } = llave.database;
    const processor = await makeUser(db, { roles: ['procesador'] });
    const made = [];
    for (let at = 0; at < 12; at += 1)
      made.push(await makeSale(db, { stateId: 2, processorId: processor.id }));
    const browser = await signInUser(llave, processor);
    await browser.post('/api/nada');
    await Promise.all([
      ...made.slice(0, 8).map(({ id }) => browser.patch(statusUrl(id), { params: { estado_id: 3 } })),
      ...times(3, () => llave.app.core.jobs.run(foldTotals, {})),
    ]);
    await llave.app.core.jobs.run(foldTotals, {});
    const { meta } = (await browser.get('/api/sale/precontracts')).json<{ meta: object }>();
    expect(meta).toMatchObject({
      pagination: { total: 12, count: 12 },
      states: [
        { state_id: 2, total: 4 },
        { state_id: 3, total: 8 },
      ],
    });
  });

  test('documents uploaded while the terms change do not deadlock', async () => {
    const { db } = llave.database;
    const sale = await makeSale(db, { stateId: 3, workSector: 'Privado', papers: [1, 1, 1, 1] });
    const papers = await db.select().from(documents).where(eq(documents.saleId, sale.id));
    const coordinator = await signInAs(llave, 'coordinador');
    await coordinator.post('/api/nada');
    const photo = await picture();
    const answers = await Promise.all([
      ...papers.map(({ id }) => coordinator.form(`/api/sale/documents/${id}/file`, { archivo: photo })),
      ...['contado', 'hipoteca', 'contado'].map((forma_pago) =>
        coordinator.patch(`/api/sale/precontracts/${sale.id}`, { forma_pago }),
      ),
    ]);
    expect(answers.map(({ statusCode, body }) => [statusCode, statusCode === 200 ? '' : body])).toEqual(
      times(7, () => [200, '']),
    );
  });
});

const picture = async () => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#4a6' } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'cedula.jpg', { type: 'image/jpeg' });
};
