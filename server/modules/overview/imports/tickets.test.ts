import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { tickets } from '#server/modules/care/tickets/tickets.table.ts';
import { useApp } from '#test/app.ts';
import { makeSale } from '#test/factories.ts';
import { importDesk } from '#test/imports.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();

test('open tickets come with the clock of their own day, once, and undoing takes them away', async () => {
  llave.clock.set(new Date('2026-11-23T15:00:00Z'));
  const { db } = llave.database;
  const desk = importDesk(await signInAs(llave, 'postventa'));
  const sale = await makeSale(db, { stateId: 14 });
  const row = {
    'Pre-contrato': sale.code!,
    Título: 'Gotea el fregador',
    Departamento: 'Post-venta',
    Categoría: 'Plomería',
    Prioridad: 'Media',
    Abierto: '16/11/2026',
  };
  const late = { ...row, Título: 'Otro', Abierto: '30/11/2026' };
  const one = await desk.tried('tickets', [row, late, { ...row, 'Pre-contrato': 'PC-1999-1' }]);
  expect(one.counts).toEqual({ new: 1, changed: 0, same: 0, bad: 2 });
  expect((await desk.confirm(one)).statusCode).toBe(200);
  const made = () => db.select().from(tickets).where(eq(tickets.saleId, sale.id));
  expect(await made()).toMatchObject([
    { title: 'Gotea el fregador', clockFrom: new Date('2026-11-16T17:00:00Z'), categoryId: 2 },
  ]);
  expect((await desk.tried('tickets', [row])).counts).toMatchObject({ same: 1, bad: 0 });
  expect((await desk.undo(one)).statusCode).toBe(200);
  expect(await made()).toEqual([]);
});
