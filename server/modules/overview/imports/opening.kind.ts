import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import { formatMoney, MOST_CENTS } from '#contract/money.ts';
import { VOUCHER_STATE, type VoucherLine } from '#contract/money/ledger/vouchers.ts';
import {
  cellText,
  choiceCell,
  dayCell,
  moneyCell,
  textCell,
  type Cell,
} from '#contract/overview/imports/cells.ts';
import { catalogItems } from '#server/modules/company/catalogs/catalogs.table.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { booksInReach } from '#server/modules/money/ledger/ledger.scope.ts';
import { changeVoucherState, createVoucher } from '#server/modules/money/ledger/vouchers.service.ts';
import { vouchers } from '#server/modules/money/ledger/vouchers.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import type { ImportKind, PlannedRow, RowValues } from './kind.ts';

interface Known {
  companies: { id: number; name: string }[];
  projects: { id: number; name: string }[];
  /** By code. */
  accounts: ReadonlyMap<string, { id: number; name: string }>;
  /** Companies that have an opening already. */
  opened: ReadonlySet<number>;
  /** Why the rows of a company, as it is written, do not balance; and the days that they name. */
  wrong: ReadonlyMap<string, string>;
}

const money = moneyCell({ min: 0, max: MOST_CENTS, fault: 'escribe un monto desde cero.' });
const centsIn = (cell: Cell | undefined): number => {
  const text = cellText(cell ?? null);
  return text === '' ? 0 : (money(text).value ?? 0);
};
const keyOf = (cell: Cell | undefined) => cellText(cell ?? null).toLowerCase();

/** The faults of the file as a whole, by company. */
function wrongIn(rows: readonly Record<string, Cell>[]): Map<string, string> {
  const wrong = new Map<string, string>();
  for (const [company, own] of Map.groupBy(rows, (row) => keyOf(row['empresa']))) {
    const sum = (key: string) => own.reduce((all, row) => all + centsIn(row[key]), 0);
    const [debit, credit] = [sum('debe'), sum('haber')];
    if (debit !== credit)
      wrong.set(company, `los saldos no cuadran: debe ${formatMoney(debit)}, haber ${formatMoney(credit)}.`);
    else if (new Set(own.map((row) => keyOf(row['fecha']))).size > 1)
      wrong.set(company, 'todas las filas de una empresa llevan la misma fecha.');
  }
  return wrong;
}

/** The opening balances of a company's books: one voucher, which another person approves. */
export const openingImport: ImportKind<Known> = {
  name: 'opening_balances',
  title: 'Saldos de apertura',
  text: 'Trae los saldos con que empiezan los libros de una empresa, una fila por cuenta. Queda un comprobante de apertura en borrador: alguien lo envía y otra persona lo aprueba.',
  permission: 'contabilidad.crear',
  seenBy: 'contabilidad.ver',
  most: 500,
  columns: [
    { key: 'empresa', title: 'Empresa', aliases: ['contratante', 'compania'], required: true, example: 'Promotora Valle Sereno, S.A.', hint: 'El nombre de la empresa en Contratantes.', read: ({ companies }) => choiceCell(companies), choices: ({ companies }) => companies.map(({ name }) => name) },
    { key: 'fecha', title: 'Fecha', aliases: ['al', 'saldo al'], required: true, example: '31/12/2025', hint: 'El día de los saldos, el mismo en todas las filas.', read: () => dayCell },
    { key: 'codigo', title: 'Código', aliases: ['cuenta', 'codigo de cuenta'], required: true, example: '1.1.02', hint: 'El código del plan de cuentas.', read: () => textCell(20) },
    { key: 'debe', title: 'Debe', aliases: ['debito', 'deudor'], required: false, example: '12,500.00', hint: 'El saldo, si es deudor.', read: () => money, show: (value) => String(Number(value) / 100) },
    { key: 'haber', title: 'Haber', aliases: ['credito', 'acreedor'], required: false, example: '', hint: 'El saldo, si es acreedor.', read: () => money, show: (value) => String(Number(value) / 100) },
    { key: 'proyecto', title: 'Proyecto', aliases: ['obra'], required: false, example: 'Valle Sereno', hint: 'Vacío: de toda la empresa.', read: (known) => choiceCell(known.projects), choices: (known) => known.projects.map(({ name }) => name) },
    { key: 'nota', title: 'Nota', aliases: ['detalle', 'observacion'], required: false, example: 'Según balance auditado', hint: 'Hasta 200 letras.', read: () => textCell(200) },
  ], // prettier-ignore

  async load(ctx, _lock, rows) {
    const companies = await ctx.db
      .select({ id: partners.id, name: partners.name })
      .from(partners)
      .where(
        and(
          eq(partners.kind, 'contratante'),
          isNull(partners.archivedAt),
          booksInReach(ctx, 'contabilidad.crear', partners.id),
        ),
      )
      .orderBy(asc(partners.name));
    const chart = await ctx.db
      .select({ id: catalogItems.id, name: catalogItems.label, extra: catalogItems.extra })
      .from(catalogItems)
      .where(and(eq(catalogItems.catalog, accountingAccounts.name), isNull(catalogItems.archivedAt)));
    const opened = await ctx.db
      .select({ id: vouchers.bookId })
      .from(vouchers)
      .where(and(eq(vouchers.kind, 'apertura'), ne(vouchers.stateId, VOUCHER_STATE.voided)));
    return {
      companies,
      projects: await ctx.db
        .select({ id: projects.id, name: projects.name })
        .from(projects)
        .orderBy(asc(projects.name)),
      accounts: new Map(chart.map(({ id, name, extra }) => [String(extra['codigo']), { id, name }])),
      opened: new Set(opened.map(({ id }) => id)),
      wrong: wrongIn(rows),
    };
  },

  match(values, known) {
    const company = known.companies.find(({ id }) => id === values['empresa']);
    const account = known.accounts.get(String(values['codigo']));
    if (!account) return { column: 'Código', fault: 'no está en el plan de cuentas.' };
    if (company && known.opened.has(company.id))
      return { column: 'Empresa', fault: 'ya tiene su comprobante de apertura.' };
    const [debit, credit] = [Number(values['debe'] ?? 0), Number(values['haber'] ?? 0)];
    if (debit > 0 === credit > 0)
      return { column: 'Debe', fault: 'escribe el saldo en el debe o en el haber.' };
    const wrong = [company?.name.toLowerCase(), String(company?.id)].map((name) =>
      known.wrong.get(name ?? ''),
    );
    const fault = wrong.find((one) => one !== undefined);
    if (fault) return { column: 'Debe', fault };
    return {
      key: `${company?.id} ${account.id} ${values['proyecto'] ?? ''} ${values['nota'] ?? ''}`,
      label: `${String(values['codigo'])} ${account.name}`,
      existing: null,
      values: { ...values, _account: account.id },
    };
  },

  async write(ctx, rows) {
    const made = new Map<number, number>();
    for (const [company, own] of Map.groupBy(rows, ({ values }) => Number(values['empresa']))) {
      const id = await createVoucher(ctx, {
        book_id: company,
        kind: 'apertura',
        day: String(own[0]!.values['fecha']),
        description: 'Saldos de apertura',
        lines: own.map(lineOf),
      });
      for (const { row } of own) made.set(row, id);
    }
    return made;
  },

  async undo(ctx, rows) {
    const ids = [...new Set(rows.map(({ recordId }) => recordId))];
    const found = await ctx.db
      .select()
      .from(vouchers)
      .where(inArray(vouchers.id, [0, ...ids]));
    if (found.some(({ stateId }) => stateId !== VOUCHER_STATE.draft && stateId !== VOUCHER_STATE.voided))
      return 'El comprobante de apertura ya se envió o se aprobó: anúlalo o reversa el asiento.';
    for (const one of found.filter(({ stateId }) => stateId === VOUCHER_STATE.draft))
      await changeVoucherState(ctx, one.id, {
        estado_id: VOUCHER_STATE.voided,
        motivo: 'Importación deshecha',
      });
    return null;
  },
};

const orNull = (value: RowValues[string] | undefined) => (value ? Number(value) : null);
const lineOf = ({ values }: PlannedRow): VoucherLine => ({
  account_id: Number(values['_account']),
  debit_centavos: orNull(values['debe']),
  credit_centavos: orNull(values['haber']),
  project_id: orNull(values['proyecto']),
  lot_id: null,
  partner_id: null,
  bank_account_id: null,
  note: values['nota'] ? String(values['nota']) : null,
});
