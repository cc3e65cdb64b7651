import { expect, test } from 'vitest';
import type { ReceivedRow } from '#contract/money/received/model.ts';
import { useApp } from '#test/app.ts';
import { makeSale } from '#test/factories.ts';
import { moneyOf, moneyTeam, openOf, pay, planOf } from '#test/payments.ts';
import { statementOf } from '#test/statements.ts';

const llave = useApp();

test('a receipt is of the account of its line while it has the line, and a reversal of the account it came into', async () => {
  const team = await moneyTeam(llave);
  const sale = await makeSale(llave.database.db, { priceCents: 10_000_000 });
  const [first, second] = openOf(moneyOf(await planOf(team.enters, sale.id, { monto: '600.00', meses: 3 })));
  const { account, statement, lines } = await statementOf(llave, team, [
    ['DE-LINEA', 'ACH', '200.00'],
    ['A-MANO', 'ACH', '200.00'],
  ]);
  const confirmed = await team.confirms.post(`/api/accounting/statement_lines/${lines[0]!.id}/pago`, {
    pagos: [{ id: first!.id, version: first!.version }],
  });
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  await pay(team, second!.id, 20_000, { banco_id: account.bankId, referencia: 'A-MANO' });

  const register = async (query: string) =>
    (await team.confirms.get(`/api/accounting/received?per_page=50&order_type=asc&${query}`))
      .json<{ data: ReceivedRow[] }>()
      .data.map((row) => ({ kind: row.kind, reference: row.reference, account: row.account?.id ?? null }));
  const sums = async () =>
    (await team.confirms.get(`/api/accounting/received/sumas?cuenta_id=${account.id}`)).json().data;
  const both = [
    { kind: 'recibo', reference: 'DE-LINEA', account: account.id },
    { kind: 'recibo', reference: 'A-MANO', account: account.id },
  ];
  expect(await register(`cuenta_id=${account.id}`)).toEqual(expect.arrayContaining(both));
  expect(await register(`cuenta_id=${account.id}`)).toHaveLength(2);
  expect(await sums()).toMatchObject({ monto: 40_000, recibos: 40_000 });

  const undone = await team.reverses.post(`/api/accounting/statements/${statement.id}/deshacer`, {
    motivo: 'Era de otra cuenta',
  });
  expect(undone.statusCode, undone.body).toBe(200);
  // What the line confirmed is reversed in its account; what was typed by hand has no line, and so no account.
  const came = [
    { kind: 'recibo', reference: 'DE-LINEA', account: account.id },
    { kind: 'reverso', reference: 'DE-LINEA', account: account.id },
  ];
  expect(await register(`cuenta_id=${account.id}`)).toEqual(expect.arrayContaining(came));
  expect(await register(`cuenta_id=${account.id}`)).toHaveLength(2);
  expect(await sums()).toMatchObject({ monto: 0, recibos: 20_000, reversos: -20_000 });
  expect(await register('q=a-mano')).toEqual([{ kind: 'recibo', reference: 'A-MANO', account: null }]);
});
