import { beforeAll, expect, test } from 'vitest';
import type { Gantt } from '#contract/works/schedule/model.ts';
import { useApp } from '#test/app.ts';
import { makeActionPlan, makeHouse, makeModel } from '#test/factories.ts';
import { makeWorksite, NOW, one, type Worksite } from '#test/worksite.ts';

const llave = useApp();
let site: Worksite;

beforeAll(async () => {
  llave.clock.set(NOW);
  site = await makeWorksite(llave);
});

test('real days come from a sheet: tried first, written over the jobs, and undone', async () => {
  const { db } = llave.database;
  const model = await makeModel(db, { projectId: site.project.id });
  await makeActionPlan(db, model.id, [[1, 4], [2, 6], [3, 2]]); // prettier-ignore
  const home = await makeHouse(db, { projectId: site.project.id, modelId: model.id });
  const { contract } = await site.inForce({ house_ids: [home.id] });
  one(
    await site.manager.post(`/api/works/schedule/contracts/${contract.id}/stamp`, {
      inicio: '2026-11-16',
      ritmo: 4,
    }),
  );
  const tasks = async () =>
    one<Gantt>(await site.admin.get(`/api/works/schedule?contrato_id=${contract.id}`)).schedules[0]!
      .houses[0]!.tasks;
  const names = one<Gantt['activities']>(
    await site.admin.get('/api/contracts/contract_activities'),
  ) as unknown as { id: number; nombre: string }[];
  const nameOf = (id: number) => names.find((one) => one.id === id)!.nombre;
  const line = (activity: number, started: string, finished: string) =>
    [site.project.name, contract.reference, home.name, nameOf(activity), started, finished].join(',');
  const csv = [
    'Proyecto,Contrato,Vivienda,Actividad,Empezó,Terminó',
    line(1, '10/11/2026', '13/11/2026'),
    line(2, '14/11/2026', ''),
    line(3, '18/11/2026', '17/11/2026'),
    line(4, '18/11/2026', ''),
  ].join('\n');
  const archivo = new File([csv], 'fechas.csv', { type: 'text/csv' });
  const tried = one<{ id: number; counts: object; sha256: string; plan: string }>(
    await site.manager.form('/api/imports', { tipo: 'realDays', archivo }),
  );
  expect(tried.counts).toMatchObject({ changed: 2, bad: 2 });
  expect((await tasks())[0]!.started).toBeNull();
  const { sha256, plan } = tried;
  one(await site.manager.post(`/api/imports/${tried.id}/confirm`, { sha256, plan, solo_buenas: true }));
  expect((await tasks()).map(({ started, finished }) => [started, finished])).toEqual([
    ['2026-11-10', '2026-11-13'],
    ['2026-11-14', null],
    [null, null],
  ]);
  one(await site.manager.post(`/api/imports/${tried.id}/undo`, { motivo: 'Era otro archivo' }));
  expect((await tasks()).every(({ started }) => started === null)).toBe(true);
});
