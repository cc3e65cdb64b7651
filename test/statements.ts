import { expect } from 'vitest';
import type { LineRow, StatementRow } from '#contract/money/statements/statements.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import type { TestApp } from './app.ts';
import type { Team } from './payments.ts';
import { serial } from './serial.ts';

const next = serial();

/** An account of its own bank and its statement: reference, description and amount of each line. */
export async function statementOf(
  llave: TestApp,
  team: Pick<Team, 'confirms'>,
  rows: readonly [reference: string, words: string, amount: string][],
) {
  const n = next();
  const [account] = await llave.database.db
    .insert(bankAccounts)
    .values({
      bankId: 20 + n,
      name: `Cuenta ${n}`,
      number: `09-${n}`,
      typeId: 1,
      kindId: 1,
      holder: 'Promotora',
      createdAt: llave.clock.now(),
    }) // prettier-ignore
    .returning();
  const body = rows.map(([reference, words, amount]) => `20/11/2026,${reference},${words},,${amount},`);
  const archivo = new File([['Fecha,Referencia,Descripción,Débito,Crédito,Saldo', ...body].join('\n')], 'extracto.csv', { type: 'text/csv' }); // prettier-ignore
  const answer = await team.confirms.form('/api/accounting/statements', { cuenta_id: String(account!.id), archivo }); // prettier-ignore
  expect(answer.statusCode, answer.body).toBe(201);
  const found = await team.confirms.get(
    `/api/accounting/statement_lines?per_page=200&cuenta_id=${account!.id}&order_column=id&order_type=asc`,
  );
  const { data } = answer.json<{ data: StatementRow }>();
  return { account: account!, statement: data, lines: found.json<{ data: LineRow[] }>().data };
}
