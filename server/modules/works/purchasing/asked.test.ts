import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { AskedRequest } from '#contract/works/purchasing/asked.ts';
import type { MaterialRequest } from '#contract/works/purchasing/model.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { useApp } from '#test/app.ts';
import { makeMaterialSite, REQUESTS } from '#test/materials.ts';
import { makeWorksite, NOW, one, refusal, type Worksite } from '#test/worksite.ts';

/** What a contractor asks for, for its own houses, and nothing else of materials. */
const llave = useApp();
const MINE = '/api/works/my_material_requests';
let site: Worksite;
let stock: Awaited<ReturnType<typeof makeMaterialSite>>;
beforeAll(async () => {
  llave.clock.set(NOW);
  site = await makeWorksite(llave);
  stock = await makeMaterialSite(llave);
});

test('a contractor asks for its own house, hears the answer, and sees neither prices nor the office', async () => {
  const { contractor, stranger, manager } = site;
  const { houseId } = await site.inForce();
  const ask = (by: typeof contractor, over: object = {}) =>
    by.post(MINE, {
      house_id: houseId,
      needed_on: '2026-12-01',
      note: 'Para la losa',
      lines: [{ material_id: stock.cement, quantity: 12.5 }],
      ...over,
    });
  expect(one<{ id: number }[]>(await contractor.get(`${MINE}/houses`)).map(({ id }) => id)).toContain(
    houseId,
  );
  expect(one<{ id: number }[]>(await stranger.get(`${MINE}/houses`)).map(({ id }) => id)).not.toContain(
    houseId,
  );
  expect(refusal(await ask(stranger))).toEqual([
    422,
    'Elige una vivienda de un contrato tuyo que esté vigente.',
  ]);
  expect(refusal(await ask(contractor, { lines: [{ material_id: 999_999, quantity: 1 }] }))[1]).toBe(
    'Elige uno de los materiales.',
  );
  expect((await ask(manager)).statusCode).toBe(422);
  const { id, code } = one<{ id: number; code: string }>(await ask(contractor));

  const asked = async (by = contractor) => one<AskedRequest[]>(await by.get(MINE));
  expect(await asked()).toMatchObject([
    { id, code, house: { id: houseId }, state: { id: 2 }, lines: [{ quantity: 12.5, received: 0 }] },
  ]);
  expect((await contractor.get(MINE)).body).not.toMatch(/cent|supplier|budget|995|9\.95/);
  expect(await asked(stranger)).toEqual([]);

  // The office's pages, exports and search of the request stay closed to the one who asked.
  for (const path of [`${REQUESTS}/${id}`, `/api/comments?reference=solicitud_material&reference_id=${id}`])
    expect((await contractor.get(path)).statusCode, path).toBe(404);
  expect((await contractor.get(REQUESTS)).json().data).toEqual([]);
  expect((await contractor.get(`${REQUESTS}/exportar?formato=xlsx`)).statusCode).toBe(403);
  for (const by of [contractor, stranger])
    expect((await by.post('/api/seeker', { q: code })).body).not.toContain(code);
  expect((await contractor.patch(`${REQUESTS}/${id}/status`, { params: { estado_id: 3 } })).statusCode).toBe(
    404,
  );

  const tasks = one<{ tasks: { id: number; text: string }[] }>(
    await manager.get('/api/office/home/tasks?tipo=solicitud_material'),
  ).tasks;
  expect(tasks).toContainEqual(expect.objectContaining({ id, text: 'Aprobar los materiales' }));
  one<MaterialRequest>(
    await manager.patch(`${REQUESTS}/${id}/status`, { params: { estado_id: 4, motivo: 'Hay en la obra' } }),
  );
  expect(await asked()).toMatchObject([{ state: { id: 4, name: 'Rechazada' }, reason: 'Hay en la obra' }]);
  const told = await site.db().select().from(notices).where(eq(notices.userId, contractor.user.id));
  expect(told.filter(({ kind }) => kind === 'material_decidido')).toMatchObject([
    { url: '/oficina/mis-materiales', text: `Se rechazó la solicitud ${code}: Hay en la obra` },
  ]);
});
