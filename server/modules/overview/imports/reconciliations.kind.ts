import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { formatMoney, MOST_CENTS } from '#contract/money.ts';
import { OpeningForm } from '#contract/money/bankReconciliations/model.ts';
import { RECONCILIATION_STATE as S } from '#contract/money/bankReconciliations/rules.ts';
import { periodOf } from '#contract/money/ledger/rules.ts';
import {
  cellText,
  choiceCell,
  dayCell,
  moneyCell,
  textCell,
  type Cell,
} from '#contract/overview/imports/cells.ts';
import {
  changeReconciliation,
  openReconciliations,
} from '#server/modules/money/bankReconciliations/bankReconciliations.service.ts';
import { bankReconciliations } from '#server/modules/money/bankReconciliations/bankReconciliations.table.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import type { ImportKind, PlannedRow } from './kind.ts';

interface Known {
  accounts: { id: number; name: string }[];
  /** Accounts that are reconciled in Llave already. */
  begun: ReadonlySet<number>;
  /** Why the rows of an account, as it is written, do not go together. */
  wrong: ReadonlyMap<string, string>;
}

const SIDES = [
  { id: 1, name: 'Libros' },
  { id: 2, name: 'Banco' },
];
const money = moneyCell({ min: -MOST_CENTS, max: MOST_CENTS, fault: 'escribe un monto.' });
const keyOf = (cell: Cell | undefined) => cellText(cell ?? null).toLowerCase();
const centavos = { show: (value: unknown) => formatMoney(Number(value)) };

/** The last month that each account was reconciled before Llave, a row for each item that stood on one side. */
export const reconciliationsImport: ImportKind<Known> = {
  name: 'bank_reconciliations',
  title: 'Conciliaciones anteriores',
  text: 'Trae el último mes conciliado de cada cuenta antes de Llave, una fila por partida que quedó de un solo lado. Una cuenta sin partidas lleva una fila con su saldo. Otra persona lo revisa.',
  permission: 'contabilidad.crear',
  seenBy: 'contabilidad.ver',
  most: 2000,
  columns: [
    { key: 'cuenta', title: 'Cuenta', aliases: ['cuenta bancaria'], required: true, example: 'Operativa', hint: 'El nombre de la cuenta en Cuentas bancarias.', read: ({ accounts }) => choiceCell(accounts), choices: ({ accounts }) => accounts.map(({ name }) => name) },
    { key: 'al', title: 'Conciliada al', aliases: ['hasta', 'mes'], required: true, example: '31/08/2026', hint: 'El último día del mes conciliado, el mismo en todas las filas de la cuenta.', read: () => dayCell },
    { key: 'saldo', title: 'Saldo del banco', aliases: ['saldo'], required: true, example: '12,500.00', hint: 'Al final de ese día, el mismo en todas las filas de la cuenta.', read: () => money, ...centavos },
    { key: 'lado', title: 'Está en', aliases: ['lado'], required: false, example: 'Libros', hint: 'Libros o Banco: el único lado que la tiene. Vacío: la cuenta no tiene partidas.', read: () => choiceCell(SIDES), choices: () => SIDES.map(({ name }) => name) },
    { key: 'fecha', title: 'Fecha', aliases: ['dia'], required: false, example: '28/08/2026', hint: 'De la partida.', read: () => dayCell },
    { key: 'referencia', title: 'Referencia', aliases: ['numero', 'cheque'], required: false, example: '4471', hint: 'Hasta 60 letras.', read: () => textCell(60) },
    { key: 'descripcion', title: 'Descripción', aliases: ['detalle'], required: false, example: 'Cheque 4471, alquiler', hint: 'Hasta 200 letras.', read: () => textCell(200) },
    { key: 'monto', title: 'Monto', aliases: ['importe'], required: false, example: '-300.00', hint: 'Lo que sale, con menos.', read: () => money, ...centavos },
  ], // prettier-ignore

  async load(ctx, _lock, given) {
    const accounts = await ctx.db
      .select({ id: bankAccounts.id, name: bankAccounts.name })
      .from(bankAccounts)
      .where(and(isNull(bankAccounts.archivedAt), accountsInReach(ctx, 'contabilidad.crear')))
      .orderBy(asc(bankAccounts.name));
    const begun = await ctx.db
      .select({ id: bankReconciliations.accountId })
      .from(bankReconciliations)
      .where(ne(bankReconciliations.stateId, S.voided));
    const wrong = new Map<string, string>();
    for (const [account, own] of Map.groupBy(given, (row) => keyOf(row['cuenta'])))
      for (const key of ['al', 'saldo'])
        if (new Set(own.map((row) => keyOf(row[key]))).size > 1)
          wrong.set(account, 'todas las filas de una cuenta llevan la misma fecha y el mismo saldo.');
    return { accounts, begun: new Set(begun.map(({ id }) => id)), wrong };
  },

  match(values, known) {
    const account = known.accounts.find(({ id }) => id === values['cuenta'])!;
    if (known.begun.has(account.id)) return { column: 'Cuenta', fault: 'ya se concilia en Llave.' };
    const fault = known.wrong.get(account.name.toLowerCase()) ?? known.wrong.get(String(account.id));
    if (fault) return { column: 'Saldo del banco', fault };
    const item = ['lado', 'fecha', 'descripcion', 'monto'];
    const said = item.filter((key) => values[key] !== null && values[key] !== undefined);
    if (said.length > 0 && said.length < item.length)
      return { column: 'Está en', fault: 'una partida lleva lado, fecha, descripción y monto.' };
    return {
      key: JSON.stringify([account.id, ...item.map((key) => values[key] ?? ''), values['referencia'] ?? '']),
      label: `${account.name}${said.length > 0 ? `, ${String(values['descripcion'])}` : ''}`,
      existing: null,
      values,
    };
  },

  async write(ctx, rows) {
    const made = new Map<number, number>();
    for (const [account, own] of Map.groupBy(rows, ({ values }) => Number(values['cuenta']))) {
      const { values } = own[0]!;
      const id = await openReconciliations(
        ctx,
        OpeningForm.parse({
          account_id: account,
          period: periodOf(String(values['al'])),
          closing_centavos: Number(values['saldo']),
          items: own
            .filter((row) => row.values['monto'] !== null && row.values['monto'] !== undefined)
            .map(itemOf),
        }),
      );
      for (const { row } of own) made.set(row, id);
    }
    return made;
  },

  async undo(ctx, rows) {
    const ids = [...new Set(rows.map(({ recordId }) => recordId))];
    const found = await ctx.db
      .select()
      .from(bankReconciliations)
      .where(and(inArray(bankReconciliations.id, [0, ...ids]), ne(bankReconciliations.stateId, S.voided)));
    for (const { accountId, period } of found) {
      const later = await ctx.db.$count(
        bankReconciliations,
        and(
          eq(bankReconciliations.accountId, accountId),
          ne(bankReconciliations.period, period),
          ne(bankReconciliations.stateId, S.voided),
          ne(bankReconciliations.stateId, S.draft),
        ),
      );
      if (later > 0) return 'Ya hay conciliaciones que empiezan en ese punto.';
    }
    for (const { id } of found)
      await changeReconciliation(ctx, id, { estado_id: S.voided, motivo: 'Importación deshecha' });
    return null;
  },
};

const itemOf = ({ values }: PlannedRow) => ({
  side: values['lado'] === 2 ? ('banco' as const) : ('libros' as const),
  day: String(values['fecha']),
  reference: values['referencia'] ? String(values['referencia']) : '',
  description: String(values['descripcion']),
  centavos: Number(values['monto']),
});
