import { beforeAll, expect, test } from 'vitest';
import type { CoincidenceRow } from '#contract/sales/coincidences/model.ts';
import { prospects } from '#server/modules/sales/prospects/prospects.table.ts';
import { quotes } from '#server/modules/sales/quotes/quotes.table.ts';
import { saleBuyers } from '#server/modules/sales/buyers/buyers.table.ts';
import { START, useApp } from '#test/app.ts';
import { makeModel, makeProject, makeSale, makeUser } from '#test/factories.ts';
import { signInAs, signInUser, signInWith, type StaffBrowser } from '#test/signIn.ts';
import { twinsOf } from '#test/twins.ts';
import { coincidences } from './coincidences.table.ts';

const llave = useApp();
const { person } = twinsOf(llave);
const who: Record<string, StaffBrowser> = {};
let everybody: number[];
let pairs: { id: number; leftId: number; rightId: number; state: string }[];

/** Makes one person for each kind of access, some for each user, and every pair of them in two states. */
beforeAll(async () => {
  const { db } = llave.database;
  const project = await makeProject(db);
  const elsewhere = await makeProject(db);
  const adviser = await makeUser(db, { roles: ['asesor'] });
  const processor = await makeUser(db, { roles: ['procesador'] });
  who['asesor'] = await signInUser(llave, adviser);
  who['procesador'] = await signInUser(llave, processor);
  who['proyecto'] = await signInWith(
    llave,
    [
      { permission: 'ventas.ver', scope: 'sus_proyectos' },
      { permission: 'ventas.editar', scope: 'sus_proyectos' },
    ],
    { projectIds: [project.id] },
  );
  who['todo'] = await signInAs(llave, 'coordinador');
  who['nadie'] = await signInAs(llave, 'asesor');

  const own = { adviserId: adviser.id, processorId: processor.id };
  const sale = await makeSale(db, { ...own, projectId: project.id });
  const advised = await makeSale(db, { adviserId: adviser.id, projectId: elsewhere.id });
  const processed = await makeSale(db, { processorId: processor.id, projectId: elsewhere.id });
  const other = await makeSale(db, { projectId: elsewhere.id });
  const [partner, theirPartner, noted, leaderless, processedProspect, quoted, nobodys] = await Promise.all(
    Array.from({ length: 7 }, () => person()),
  );
  const buyer = (saleId: number, personId: number) =>
    ({ saleId, personId, role: 'comprador', position: 1, addedAt: START }) as const;
  await db.insert(saleBuyers).values([buyer(sale.id, partner!), buyer(other.id, theirPartner!)]);
  const prospect = (personId: number, more: object) => ({
    personId,
    projectId: elsewhere.id,
    stageId: 1,
    stageSince: START,
    lastActionAt: START,
    answeredAt: START,
    createdAt: START,
    ...more,
  });
  await db
    .insert(prospects)
    .values([
      prospect(noted!, { adviserId: adviser.id }),
      prospect(leaderless!, { createdBy: adviser.id, projectId: project.id }),
      prospect(processedProspect!, { saleId: sale.id }),
    ]);
  const model = await makeModel(db, { projectId: project.id });
  await db.insert(quotes).values({
    code: 'PF-2026-90001',
    personId: quoted!,
    projectId: project.id,
    modelId: model.id,
    adviserId: adviser.id,
    stateId: 1,
    priceCents: 1,
    discountCents: 0,
    validUntil: '2026-12-31',
    createdAt: START,
  });
  everybody = [sale, advised, processed, other]
    .map(({ personId }) => personId)
    .concat([partner!, theirPartner!, noted!, leaderless!, processedProspect!, quoted!, nobodys!])
    .toSorted((a, b) => a - b);
  pairs = await db
    .insert(coincidences)
    .values(
      everybody.flatMap((leftId, at) =>
        everybody.slice(at + 1).map((rightId, further) => ({
          leftId,
          rightId,
          score: 50,
          reasons: ['celular'],
          state: further % 3 === 0 ? 'fusionada' : 'pendiente',
          foundAt: START,
        })),
      ),
    )
    .returning();
});

test.each([
  ['asesor', 6],
  ['procesador', 4],
  ['proyecto', 4],
  ['todo', 11],
  ['nadie', 0],
])('a pair is visible if both people are, a merged one if one of them is: %s', async (name, known) => {
  const browser = who[name]!;
  const seen = new Set<number>();
  for (const id of everybody)
    if ((await browser.get(`/api/sale/people/${id}`)).statusCode === 200) seen.add(id);
  expect(seen.size).toBe(known);
  for (const state of ['pendiente', 'fusionada']) {
    const expected = pairs.filter(({ leftId, rightId, ...pair }) => {
      const sides = [leftId, rightId].filter((id) => seen.has(id)).length;
      return pair.state === state && (sides === 2 || (state === 'fusionada' && sides === 1));
    });
    const answer = await browser.get(`/api/sale/coincidences?estado=${state}&per_page=200`);
    const { data, meta } = answer.json<{
      data: CoincidenceRow[];
      meta: { pagination: { total: number } };
    }>();
    const ids = new Set(expected.map(({ id }) => id));
    expect(new Set(data.map(({ id }) => id)), state).toEqual(ids);
    expect(meta.pagination.total, state).toBe(ids.size);
    if (state === 'fusionada') continue;
    const counters = await browser.get('/api/office/counters');
    expect(counters.json<{ data: { coincidences: number } }>().data.coincidences).toBe(ids.size);
  }
  for (const { id, leftId, rightId, state } of pairs) {
    const sides = [leftId, rightId].filter((one) => seen.has(one)).length;
    const may = sides === 2 || (state === 'fusionada' && sides === 1);
    expect((await browser.get(`/api/sale/coincidences/${id}`)).statusCode, `${id}`).toBe(may ? 200 : 404);
  }
});
