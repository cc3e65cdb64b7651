import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#contract/dates.ts';
import type { HistoryLine } from '#contract/sales/sale/model.ts';
import type { RecordKind } from '#contract/records.ts';
import { announce } from '#server/kernel/changes.ts';
import { documents } from '#server/modules/sales/documents/documents.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeSale } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();

test('the activity shows edits in words, new buyers, the extension with its reason, and a plan as one line', async () => {
  const { db } = llave.database;
  const now = llave.clock.now();
  const until = new Date(now.getTime() + 5 * DAY_MS);
  const lot = await makeLot(db);
  const sale = await makeSale(db, {
    projectId: lot.projectId,
    lotId: lot.id,
    stateId: 2,
    workSector: 'Privado',
    separation: 4,
    claim: { kind: 'separation', until },
  });
  const boss = await signInAs(llave, 'administrador');
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
  // A user without permission for payments does not see them here.
  const support = await signInAs(llave, 'procesador');
  expect((await support.get(`${url}/history`)).statusCode).toBe(404);
});

test('consequences of a customer’s action are shown as done by the system: the due separation, the review that goes on', async () => {
  const { db } = llave.database;
  const sale = await makeSale(db, { stateId: 3, separation: 2, papers: [2] });
  const [[payment], [paper]] = await Promise.all([
    db.select().from(payments).where(eq(payments.saleId, sale.id)),
    db.select().from(documents).where(eq(documents.saleId, sale.id)),
  ]);
  const customer = {
    client: { sessionId: 'navegador', saleIds: [sale.id], signs: [], verifiedUntil: new Map<number, Date>() },
  };
  const happened: [RecordKind, number, number | null, number][] = [
    ['precontrato', sale.id, 1, 2],
    ['pago', payment!.id, null, 1],
    ['pago', payment!.id, 1, 2],
    ['documento', paper!.id, 1, 2],
    ['precontrato', sale.id, 4, 3],
    ['pago', payment!.id, 2, 9],
  ];
  for (const [record, id, from, to] of happened)
    await llave.act((ctx) => announce(ctx, { record, id, from, to }), customer);
  const boss = await signInAs(llave, 'administrador');
  const answer = await boss.get(`/api/sale/precontracts/${sale.id}/history`);
  const told = answer.json<{ data: HistoryLine[] }>().data.toReversed();
  expect(told.map(({ who, verb }) => `${who ?? 'Sistema'} ${verb}`).toSorted()).toEqual([
    'Cliente cambió el estado',
    'Cliente cargó',
    'Cliente reportó',
    'Sistema abrió el cobro',
    'Sistema anuló',
    'Sistema cambió el estado',
  ]);
  expect(told.find(({ verb }) => verb === 'abrió el cobro')?.subject).toBe('Separación');
});
