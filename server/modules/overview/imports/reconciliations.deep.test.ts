import { beforeAll, expect, test } from 'vitest';
import type { Reconciliation, ReconciliationRow } from '#contract/money/bankReconciliations/model.ts';
import { useApp } from '#test/app.ts';
import { importDesk } from '#test/imports.ts';
import { got } from '#test/payables.ts';
import { lineOf, makeReconciling, RECONCILIATIONS } from '#test/reconciling.ts';

const llave = useApp();
let desk: Awaited<ReturnType<typeof makeReconciling>>;
beforeAll(async () => {
  desk = await makeReconciling(llave);
});

test('an account that was reconciled before Llave goes on where it stood, with the cheque that nobody cashed', async () => {
  const { bank, clerk, second, voucher, statement, read, accept, settle, moveReconciliation: move } = desk;
  await voucher('2026-08-31', 470_000, 'Apertura de la cuenta');
  const files = importDesk(clerk);
  const row = (over: object = {}) => ({
    Cuenta: bank.name,
    'Conciliada al': '31/08/2026',
    'Saldo del banco': '5,000.00',
    'Está en': 'Libros',
    Fecha: '28/08/2026',
    Referencia: '4471',
    Descripción: 'Cheque 4471, alquiler',
    Monto: '-300.00',
    ...over,
  });
  const half = await files.tried('bank_reconciliations', [row({ Monto: '' })]);
  expect((await files.faults(half)).join()).toContain('lado, fecha, descripción y monto');
  const two = await files.tried('bank_reconciliations', [row(), row({ 'Saldo del banco': '1.00' })]);
  expect((await files.faults(two)).join()).toContain('la misma fecha y el mismo saldo');
  // What does not explain the books to the centavo is refused, and nothing is left.
  const off = await files.tried('bank_reconciliations', [row({ Monto: '-299.99' })]);
  const refused = await files.confirm(off);
  expect(refused.statusCode).toBe(422);
  expect(refused.body.replaceAll('\u00a0', ' ')).toContain('los libros dicen USD 4,700.00');
  const wrong = await files.tried('bank_reconciliations', [row()]);
  expect((await files.confirm(wrong)).statusCode).toBe(200);
  expect((await files.undo(wrong)).statusCode).toBe(200);
  const good = await files.tried('bank_reconciliations', [row()]);
  expect((await files.confirm(good)).statusCode).toBe(200);
  const list = await clerk.get(`${RECONCILIATIONS}?cuenta_id=${bank.id}&estado_id=2`);
  const [point] = list.json<{ data: ReconciliationRow[] }>().data;
  expect(point).toMatchObject({ imported: true, period: 202_608, book_open_centavos: -30_000 });
  const begun = got<Reconciliation>(await move(second, point!.id, 3));
  await statement(500_000, [['2026-09-03', '4471', 'CHEQUE PAGADO', -30_000]]);
  const september = await read(begun.next!.id);
  expect(september).toMatchObject({ opening_centavos: 500_000, book_opening_centavos: 470_000 });
  expect(lineOf(september.book, 'Cheque 4471')).toMatchObject({ status: 'proposed', carried: true });
  got(await accept(september.id));
  expect(await settle(september.id)).toMatchObject({ closing_centavos: 470_000, book_open_centavos: 0 });
  expect((await files.undo(good)).statusCode).toBe(409);
});
