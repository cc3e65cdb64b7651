import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { voucherLines, vouchers } from '#server/modules/money/ledger/vouchers.table.ts';
import { useApp } from '#test/app.ts';
import { makePartner } from '#test/factories.ts';
import { importDesk } from '#test/imports.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;

test('opening balances become one draft that balances, and go while nobody sent it', async () => {
  const { id } = await makePartner(db(), 'contratante', 'Promotora del Mar');
  const desk = importDesk(await signInAs(llave, 'contabilidad'));
  const row = (Código: string, Debe: string, Haber: string) => ({
    Empresa: 'Promotora del Mar',
    Fecha: '31/12/2025',
    Código,
    Debe,
    Haber,
  });
  const lame = await desk.tried('opening_balances', [
    row('1.1.02', '100.00', ''),
    row('3.1.01', '', '99.99'),
  ]);
  expect((await desk.faults(lame)).join()).toContain('no cuadran');
  const strange = await desk.tried('opening_balances', [row('1.1.02', '1', ''), row('9.9.99', '', '1')]);
  expect((await desk.faults(strange)).join()).toContain('plan de cuentas');
  const good = await desk.tried('opening_balances', [
    row('1.1.02', '1,200.50', ''),
    row('3.1.01', '', '1200.50'),
  ]);
  expect((await desk.confirm(good)).statusCode).toBe(200);
  const [made] = await db().select().from(vouchers).where(eq(vouchers.bookId, id));
  expect(made).toMatchObject({ kind: 'apertura', stateId: 1, day: '2025-12-31', cents: 120_050 });
  expect(await db().select().from(voucherLines).where(eq(voucherLines.voucherId, made!.id))).toHaveLength(2);
  const again = await desk.tried('opening_balances', [row('1.1.02', '1', ''), row('3.1.01', '', '1')]);
  expect((await desk.faults(again)).join()).toContain('ya tiene');
  expect((await desk.undo(good)).statusCode).toBe(200);
  const [undone] = await db().select().from(vouchers).where(eq(vouchers.bookId, id));
  expect(undone!.stateId).toBe(5);
});
