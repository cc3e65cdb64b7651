import { expect, test } from 'vitest';
import type { HistoryLine } from '#contract/sales/model.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeSale } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const house = useApp();

test('the activity tells edits in words, who came in, the extension and its reason, and a plan in one line', async () => {
  const { db } = house.database;
  const now = house.clock.now();
  const until = new Date(now.getTime() + 5 * 86_400_000);
  const lot = await makeLot(db);
  const sale = await makeSale(db, {
    projectId: lot.projectId,
    lotId: lot.id,
    stateId: 2,
    workSector: 'Privado',
    separation: 4,
    claim: { kind: 'separation', until },
  });
  const boss = await signInAs(house, 'administrador');
  const url = `/api/sale/precontracts/${sale.id}`;
  const done = async (answer: Promise<{ statusCode: number; body: string }>) => {
    const { statusCode, body } = await answer;
    expect(statusCode, body).toBeLessThan(300);
  };
  await done(
    boss.patch(url, {
      celular: '6999-1234',
      sector_trabajo: 'Jubilado',
      consentimiento_datos: true,
    }),
  );
  await done(boss.post(`${url}/extension`, { motivo: 'Espera su carta' }));
  await done(
    boss.post(`${url}/buyers`, {
      rol: 'codeudor',
      nombre: 'Rosa Díaz',
      celular: '6777-1234',
      tipo_documento: 'cedula',
      cedula: '8-712-9911',
      consentimiento_datos: true,
    }),
  );
  await done(boss.post(`${url}/plan`, { porcentaje: 10, meses: 7, primera_fecha: '2027-01-15' }));

  const lines = (await boss.get(`${url}/history`)).json<{ data: HistoryLine[] }>().data;
  expect(lines.every(({ verb }) => verb !== '')).toBe(true);
  const deeds = lines
    .filter(({ kind }) => kind === 'hecho')
    .map(({ verb, subject, to, text }) => [verb, subject, to, text])
    .toReversed();
  expect(deeds).toEqual([
    [
      'cambió',
      expect.stringMatching(/^Celular: .+ → \+507 6\*\*\*-\*\*34 · Sector: Privado → Jubilado$/),
      null,
      null,
    ],
    ['extendió la separación', null, expect.stringMatching(/^hasta el /), 'Espera su carta'],
    ['agregó a quien compra junto', 'Codeudor', 'Rosa Díaz', null],
    ['creó el plan de pago', expect.stringMatching(/ en 7 cuotas$/), null, null],
  ]);
  expect(lines.filter(({ kind }) => kind === 'pago')).toEqual([]);
  // Who may not see money does not read it here.
  const support = await signInAs(house, 'procesador');
  expect((await support.get(`${url}/history`)).statusCode).toBe(404);
});
