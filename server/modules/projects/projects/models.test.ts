import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { ModelRow } from '#contract/projects/projects/models.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { lotWaitlist } from '#server/modules/sales/waitlist/waitlist.table.ts';
import { START, useApp, type Browser } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeSale } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';
import { houseModels } from './projects.table.ts';

const llave = useApp();
const listed = async (browser: Browser, query: string) =>
  (await browser.get(`/api/models?${query}`)).json<{ data: ModelRow[] }>().data;

describe('models of all projects', () => {
  test('free lots are lots where the model can be bought: on sale, unclaimed, no waitlist, no house of another model', async () => {
    const { db } = llave.database;
    const admin = await signInAs(llave, 'administrador');
    const { id: projectId } = await makeProject(db);
    const [mine, other] = [await makeModel(db, { projectId }), await makeModel(db, { projectId })];
    const lot = () => makeLot(db, { projectId });
    const [free, taken, own, foreign] = [await lot(), await lot(), await lot(), await lot()];
    const awaited = await lot();
    expect(free.projectId).toBe(projectId);
    await makeLot(db, { projectId, withheld: true });
    await makeLot(db, { projectId, typeId: 7 });
    const { personId } = await makeSale(db, { projectId, modelId: mine.id, lotId: taken.id });
    await db.insert(lotWaitlist).values({
      lotId: awaited.id,
      place: 1,
      personId,
      phone: '+50761234567',
      joinedAt: START,
      consentAt: START,
    });
    const standing = { projectId, createdAt: START };
    await db.insert(houses).values([
      { ...standing, lotId: own.id, modelId: mine.id, name: 'Casa propia' },
      { ...standing, lotId: foreign.id, modelId: other.id, name: 'Casa ajena' },
    ]);
    expect(
      (await listed(admin, `proyecto_id=${projectId}`)).map(({ id, free_lots }) => [id, free_lots]),
    ).toEqual([
      [mine.id, 2],
      [other.id, 2],
    ]);
  });

  test('filters, order, and only projects in scope', async () => {
    const { db } = llave.database;
    const admin = await signInAs(llave, 'administrador');
    const { id: projectId } = await makeProject(db);
    const dear = await makeModel(db, { projectId, priceCents: 20_000_000, priceUntil: '2026-01-31' });
    const cheap = await makeModel(db, { projectId, priceCents: 10_000_000, published: false });
    const gone = await makeModel(db, { projectId });
    await db.update(houseModels).set({ archivedAt: START }).where(eq(houseModels.id, gone.id));
    const ids = async (query: string, browser = admin) =>
      (await listed(browser, `proyecto_id=${projectId}&${query}`)).map(({ id }) => id);
    expect(await ids('order_column=price_centavos&order_type=asc')).toEqual([cheap.id, dear.id]);
    expect(await ids('publicado=no')).toEqual([cheap.id]);
    expect(await ids('archived=true&publicado=si')).toEqual([dear.id, gone.id]);
    expect(await ids('recamaras=9')).toEqual([]);
    expect((await listed(admin, `proyecto_id=${projectId}&publicado=si`))[0]).toMatchObject({
      price_over: true,
      photo: null,
    });
    const mine = await signInAs(llave, { role: 'proyectos', projectIds: [projectId] });
    const stranger = await signInAs(llave, { role: 'proyectos', projectIds: [] });
    expect(await ids('', mine)).toEqual([dear.id, cheap.id]);
    expect(await ids('', stranger)).toEqual([]);
  });
});
