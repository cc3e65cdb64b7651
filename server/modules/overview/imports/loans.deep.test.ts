import { expect, test } from 'vitest';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import type { Loan, LoanRow } from '#contract/money/interimLoans/model.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { eq } from 'drizzle-orm';
import { useApp } from '#test/app.ts';
import { followBooks, postedOf } from '#test/books.ts';
import { importDesk } from '#test/imports.ts';
import { LOANS, makeLoans } from '#test/loans.ts';
import { got } from '#test/payables.ts';

const llave = useApp();

test('a loan in mid-life comes with its balance and the releases that were paid, and another approves it', async () => {
  const { db } = llave.database;
  const { clerk, second, company, project, account, homes, status, night } = await makeLoans(llave);
  const desk = importDesk(clerk);
  const [lot] = await db.select().from(lots).where(eq(lots.id, homes[0]!.lotId));
  const loan = (over: object = {}) => ({
    Promotora: company.name, Proyecto: project.name, Banco: 'Banco General', Número: 'INT-77', Límite: '800,000.00', Inicio: '15/03/2025',
    Vencimiento: '15/03/2027', 'Tasa anual': '7.2', 'Cuenta del banco': account.name, 'Saldo al': '30/09/2026', Desembolsado: '300,000.00',
    'Capital pagado': '100,000.00', 'Interés por pagar': '1,200.00', 'Precio de liberación': '50,000.00', Lote: '', 'Liberación pagada': '',
    'Pagada el': '', 'Fecha de la carta': '', ...over,
  }); // prettier-ignore
  const wrong = await desk.tried('interim_loans', [
    loan({ Desembolsado: '900,000.00' }),
    loan({ Número: 'INT-78', Lote: 'ZZ-99', 'Liberación pagada': '1.00', 'Pagada el': '01/08/2026' }),
    loan({ Número: 'INT-79', 'Liberación en %': '50' }),
    loan({ Número: 'INT-80' }),
    loan({ Número: 'INT-80', 'Tasa anual': '8' }),
  ]);
  const faults = await desk.faults(wrong);
  expect(faults.map((one) => /«(.+)»/.exec(one ?? '')?.[1])).toEqual([
    'Desembolsado',
    'Lote',
    'Precio de liberación',
    'Número',
    'Número',
  ]);
  const good = await desk.tried('interim_loans', [
    loan({
      Lote: lot!.name,
      'Liberación pagada': '50,000.00',
      'Pagada el': '01/08/2026',
      'Fecha de la carta': '10/08/2026',
    }),
    loan(),
  ]);
  const done = await desk.confirm(good);
  expect(done.statusCode, done.body).toBe(200);
  const [made] = got<LoanRow[]>(await clerk.get(`${LOANS}?q=INT-77`));
  expect(made).toMatchObject({ balance_centavos: 200_000_00, interest_centavos: 1_200_00, state: { id: 1 } });
  expect((await status(clerk, '', made!.id, 2)).statusCode).toBe(422);
  got(await status(second, '', made!.id, 2));
  await night();
  const read = got<Loan>(await clerk.get(`${LOANS}/${made!.id}`));
  expect(read.releases).toMatchObject([{ state: { id: 4 }, cents: 50_000_00, paid_on: '2026-08-01' }]);
  // October: 31 days of 200,000 at 7.2 %.
  expect(read.months).toMatchObject([{ period: 202610, cents: 1_240_00 }]);
  expect(read.interest_centavos).toBe(2_440_00);
  await followBooks(llave);
  expect(await postedOf(db, 'prestamo_interino', made!.id)).toEqual([
    ['inicial', ACCOUNT.opening, 201_200_00],
    ['inicial', ACCOUNT.interimLoan, -200_000_00],
    ['inicial', ACCOUNT.interestPayable, -1_200_00],
  ]);
  expect((await desk.undo(good)).statusCode).toBe(409);
  const other = await desk.tried('interim_loans', [loan({ Número: 'INT-90' })]);
  await desk.confirm(other);
  expect((await desk.undo(other)).statusCode).toBe(200);
  expect(got<LoanRow[]>(await clerk.get(`${LOANS}?q=INT-90`))).toMatchObject([
    { state: { name: 'Anulado' } },
  ]);
});
