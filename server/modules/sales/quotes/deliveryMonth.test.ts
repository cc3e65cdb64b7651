import { expect, test } from 'vitest';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { deliveryMonthOf } from '#server/modules/projects/showcase/showcase.service.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel, makeProject } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();

test('a proforma shows the same delivery month as the site: of the house on the lot, else of the model’s next free house', async () => {
  const { db } = llave.database;
  const adviser = await signInAs(llave, 'asesor');
  const project = await makeProject(db, { deliveryMonth: '2027-07-01' });
  const model = await makeModel(db, { projectId: project.id });
  const place = { projectId: project.id };
  const [first, second, bare] = [
    await makeLot(db, place),
    await makeLot(db, place),
    await makeLot(db, place),
  ];
  const built = { modelId: model.id, projectId: project.id, createdAt: llave.clock.now() };
  const months = async () =>
    Promise.all([first.id, second.id, bare.id, null].map((lot) => deliveryMonthOf({ db }, model.id, lot)));
  expect(await months()).toEqual(['2027-07', '2027-07', '2027-07', '2027-07']);
  await db.insert(houses).values([
    { ...built, lotId: first.id, name: 'V-1', deliveryOn: '2027-08-15' },
    { ...built, lotId: second.id, name: 'V-2', deliveryOn: '2027-10-15' },
  ]);
  expect(await months()).toEqual(['2027-08', '2027-10', '2027-08', '2027-08']);
  const answer = await adviser.post('/api/quotes', {
    nombre: 'Ana Pérez',
    celular: '6123-4567',
    email: 'ana@llave.test',
    modelo_id: model.id,
    lote_id: second.id,
    abono_percent: 2,
    tasa_percent: 6.25,
    plazo_meses: 360,
    cuotas: 3,
  });
  expect(answer.json()).toMatchObject({
    data: { versions: [{ snapshot: { delivery_month: '2027-10' } }] },
  });
});
