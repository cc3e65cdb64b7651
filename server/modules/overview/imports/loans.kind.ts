import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { MOST_CENTS, moneyText } from '#contract/money.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { DAY_COUNT_NAMES, DAY_COUNTS } from '#contract/money/interimLoans/interest.ts';
import { LoanForm } from '#contract/money/interimLoans/model.ts';
import { LOAN_STATE } from '#contract/money/interimLoans/rules.ts';
import {
  cellText,
  choiceCell,
  dayCell,
  moneyCell,
  numberCell,
  textCell,
  type Cell,
  type CellValue,
} from '#contract/overview/imports/cells.ts';
import { rows as select, sql } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { importLoan, removeImportedLoans } from '#server/modules/money/interimLoans/imported.service.ts';
import { interimLoans } from '#server/modules/money/interimLoans/interimLoans.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import type { ImportKind, RowValues } from './kind.ts';

interface Choice {
  id: number;
  name: string;
}
interface Known {
  today: string;
  companies: Choice[];
  projects: Choice[];
  banks: Choice[];
  accounts: Choice[];
  /** Lots with a house, by project and name in small letters. */
  lots: ReadonlyMap<string, number>;
  /** Bank and number of the loans that are there. */
  taken: ReadonlySet<string>;
  /** Loans of the file, as they are written, whose rows do not agree about the loan. */
  uneven: ReadonlySet<string>;
}

const optional = { required: false } as const;
const needed = { required: true } as const;
const amount = (least: number) => () =>
  moneyCell({ min: least, max: MOST_CENTS, fault: 'escribe un monto válido.' });
const percent = (most: number) => () =>
  numberCell({ min: 0, max: most, fault: `escribe un porcentaje hasta ${most}.` });
const show = (value: CellValue) => (typeof value === 'number' ? moneyText(value) : '');
const names = (list: readonly Choice[]) => list.map(({ name }) => name);
const COUNTS = DAY_COUNT_NAMES.map((name, at) => ({ id: at + 1, name: DAY_COUNTS[name] }));
/** What says the same in every row of a loan. */
const OF_LOAN = ['promotora', 'proyecto', 'limite', 'inicio', 'vencimiento', 'tasa', 'dias', 'cuenta', 'saldo_al', 'desembolsado', 'pagado', 'interes', 'precio', 'porcentaje', 'minimo'] as const; // prettier-ignore

const written = (cell: Cell | undefined) => cellText(cell ?? null).toLowerCase();
const keyIn = (row: Record<string, Cell>) => `${written(row['banco'])} ${written(row['numero'])}`;
function unevenIn(rows: readonly Record<string, Cell>[]): Set<string> {
  const uneven = new Set<string>();
  for (const [key, own] of Map.groupBy(rows, keyIn))
    if (OF_LOAN.some((column) => new Set(own.map((row) => written(row[column]))).size > 1)) uneven.add(key);
  return uneven;
}

/** Interim loans in mid-life: the balance of a day, and a row for each house whose release was paid. */
export const loansImport: ImportKind<Known> = {
  name: 'interim_loans',
  title: 'Préstamos interinos',
  text: 'Trae préstamos interinos que ya van a medias: su saldo a un día, y una fila por cada vivienda cuya liberación ya se pagó. Un préstamo sin liberaciones es una sola fila. Otra persona los aprueba.',
  permission: 'contabilidad.crear',
  seenBy: 'contabilidad.ver',
  most: 2000,
  columns: [
    { key: 'promotora', title: 'Promotora', aliases: ['empresa'], ...needed, example: 'Promotora Valle Sereno, S.A.', hint: 'El nombre de la empresa en Contratantes.', read: ({ companies }) => choiceCell(companies), choices: ({ companies }) => names(companies) },
    { key: 'proyecto', title: 'Proyecto', aliases: [], ...needed, example: 'Residencial Valle Sereno', hint: 'El proyecto que financia.', read: (known) => choiceCell(known.projects), choices: (known) => names(known.projects) },
    { key: 'banco', title: 'Banco', aliases: ['acreedor'], ...needed, example: 'Banco General', hint: 'Como está en Bancos.', read: (known) => choiceCell(known.banks), choices: (known) => names(known.banks) },
    { key: 'numero', title: 'Número', aliases: ['prestamo'], ...needed, example: 'INT-2024-118', hint: 'El número que le da el banco.', read: () => textCell(40) },
    { key: 'limite', title: 'Límite', aliases: ['monto aprobado'], ...needed, example: '1,200,000.00', hint: 'Lo que el banco aprobó.', read: amount(1), show },
    { key: 'inicio', title: 'Inicio', aliases: [], ...needed, example: '15/03/2024', hint: 'El primer día del préstamo.', read: () => dayCell },
    { key: 'vencimiento', title: 'Vencimiento', aliases: ['vence'], ...needed, example: '15/03/2027', hint: 'El último día.', read: () => dayCell },
    { key: 'tasa', title: 'Tasa anual', aliases: ['tasa'], ...needed, example: '7.25', hint: 'En porcentaje, la que rige al día del saldo.', read: percent(60) },
    { key: 'dias', title: 'Cómo se cuentan los días', aliases: ['conteo de dias'], ...optional, example: DAY_COUNTS.real_360, hint: 'Vacío: días reales / 360.', read: () => choiceCell(COUNTS), choices: () => names(COUNTS) },
    { key: 'cuenta', title: 'Cuenta del banco', aliases: ['cuenta bancaria'], ...needed, example: 'Operativa', hint: 'Donde llegan los desembolsos.', read: ({ accounts }) => choiceCell(accounts), choices: ({ accounts }) => names(accounts) },
    { key: 'saldo_al', title: 'Saldo al', aliases: ['fecha del saldo'], ...needed, example: '31/10/2026', hint: 'El día de los saldos.', read: () => dayCell },
    { key: 'desembolsado', title: 'Desembolsado', aliases: [], ...needed, example: '800,000.00', hint: 'Todo lo que el banco desembolsó hasta ese día.', read: amount(0), show },
    { key: 'pagado', title: 'Capital pagado', aliases: ['abonado'], ...optional, example: '250,000.00', hint: 'Con el de las liberaciones. Vacío: nada.', read: amount(0), show },
    { key: 'interes', title: 'Interés por pagar', aliases: [], ...optional, example: '3,410.00', hint: 'El causado y sin pagar a ese día. Vacío: nada.', read: amount(0), show },
    { key: 'precio', title: 'Precio de liberación', aliases: [], ...optional, example: '45,000.00', hint: 'Por vivienda; o el porcentaje.', read: amount(1), show },
    { key: 'porcentaje', title: 'Liberación en %', aliases: ['% de liberacion'], ...optional, example: '', hint: 'Del precio de venta, si no es un monto.', read: percent(100) },
    { key: 'minimo', title: 'Liberación mínima', aliases: [], ...optional, example: '', hint: 'Cuando es un porcentaje. Vacío: nada.', read: amount(0), show },
    { key: 'lote', title: 'Lote', aliases: ['vivienda'], ...optional, example: 'A-12', hint: 'Una vivienda cuya liberación ya se pagó.', read: () => textCell(20) },
    { key: 'liberacion', title: 'Liberación pagada', aliases: ['monto liberado'], ...optional, example: '45,000.00', hint: 'Lo que se pagó por ella.', read: amount(1), show },
    { key: 'pagada', title: 'Pagada el', aliases: [], ...optional, example: '12/08/2026', hint: 'El día del pago.', read: () => dayCell },
    { key: 'carta', title: 'Fecha de la carta', aliases: ['liberada el'], ...optional, example: '20/08/2026', hint: 'Vacío: falta la carta del banco.', read: () => dayCell },
  ], // prettier-ignore

  async load(ctx, _lock, rows) {
    const list = await ctx.db
      .select({ id: projects.id, name: projects.name })
      .from(projects)
      .orderBy(asc(projects.name));
    const lots = await select<{ id: number; project: number; name: string }>(
      ctx.db,
      sql`select l.id, l.project_id project, lower(l.name) name from lots l join houses h on h.lot_id = l.id and h.archived_at is null`,
    );
    const there = await ctx.db
      .select({ bankId: interimLoans.bankId, number: interimLoans.number })
      .from(interimLoans)
      .where(ne(interimLoans.stateId, LOAN_STATE.voided));
    return {
      today: panamaDay(ctx.now),
      companies: await ctx.db
        .select({ id: partners.id, name: partners.name })
        .from(partners)
        .where(and(eq(partners.kind, 'contratante'), isNull(partners.archivedAt)))
        .orderBy(asc(partners.name)),
      projects: list,
      banks: [...(await catalogLabels(ctx.db, banks))].map(([id, name]) => ({ id, name })),
      accounts: await ctx.db
        .select({ id: bankAccounts.id, name: bankAccounts.name })
        .from(bankAccounts)
        .where(isNull(bankAccounts.archivedAt))
        .orderBy(asc(bankAccounts.name)),
      lots: new Map(lots.map(({ id, project, name }) => [`${project} ${name}`, Number(id)])),
      taken: new Set(there.map(({ bankId, number }) => `${bankId} ${number.toLowerCase()}`)),
      uneven: unevenIn(rows),
    };
  },

  match(values, known) {
    const fault = (column: string, text: string) => ({ column, fault: text });
    const number = String(values['numero']);
    const bank = known.banks.find(({ id }) => id === values['banco']);
    if (known.taken.has(`${String(values['banco'])} ${number.toLowerCase()}`))
      return fault('Número', 'este banco ya tiene un préstamo con ese número.');
    if (known.uneven.has(`${bank?.name.toLowerCase()} ${number.toLowerCase()}`))
      return fault('Número', 'las filas de este préstamo no dicen lo mismo de él.');
    const money = (key: string) => Number(values[key] ?? 0);
    const day = String(values['saldo_al']);
    if (day > known.today) return fault('Saldo al', 'no puede ser posterior a hoy.');
    if (day < String(values['inicio'])) return fault('Saldo al', 'es antes del inicio.');
    if (money('desembolsado') > money('limite')) return fault('Desembolsado', 'pasa del límite.');
    if (money('pagado') > money('desembolsado')) return fault('Capital pagado', 'pasa de lo desembolsado.');
    const form = LoanForm.safeParse(formOf(values));
    if (!form.success) return fault(columnOf(form.error.issues[0]!.path[0]), form.error.issues[0]!.message);
    const release = ['liberacion', 'pagada', 'carta'].some((key) => values[key] !== null);
    const lot = values['lote'] === null ? null : String(values['lote']);
    if (lot === null && release) return fault('Lote', 'escribe la vivienda de esta liberación.');
    if (lot === null)
      return { key: `${bank?.id} ${number}`, label: number, existing: null, values: { ...values } };
    const lotId = known.lots.get(`${String(values['proyecto'])} ${lot.toLowerCase()}`);
    if (lotId === undefined) return fault('Lote', 'no es una vivienda de este proyecto.');
    if (values['liberacion'] === null) return fault('Liberación pagada', 'escribe cuánto se pagó.');
    if (values['pagada'] === null || String(values['pagada']) > day)
      return fault('Pagada el', 'escribe un día hasta el del saldo.');
    if (
      values['carta'] !== null &&
      (String(values['carta']) > known.today || String(values['carta']) < String(values['pagada']))
    )
      return fault('Fecha de la carta', 'va entre el pago y hoy.');
    return {
      key: `${bank?.id} ${number} ${lotId}`,
      label: `${number}, lote ${lot}`,
      existing: null,
      values: { ...values, _lote: lotId },
    };
  },

  async write(ctx, rows) {
    const made = new Map<number, number>();
    const byLoan = Map.groupBy(
      rows,
      ({ values }) => `${values['banco']} ${String(values['numero']).toLowerCase()}`,
    );
    for (const own of byLoan.values()) {
      const [{ values }] = own as [(typeof own)[number]];
      const id = await importLoan(
        ctx,
        LoanForm.parse(formOf(values)),
        {
          on: String(values['saldo_al']),
          drawnCents: Number(values['desembolsado'] ?? 0),
          repaidCents: Number(values['pagado'] ?? 0),
          interestCents: Number(values['interes'] ?? 0),
        },
        own.flatMap(({ values: one }) =>
          one['_lote'] === undefined || one['_lote'] === null
            ? []
            : [
                {
                  lotId: Number(one['_lote']),
                  cents: Number(one['liberacion']),
                  paidOn: String(one['pagada']),
                  liftedOn: one['carta'] === null ? null : String(one['carta']),
                },
              ],
        ),
      );
      for (const { row } of own) made.set(row, id);
    }
    return made;
  },

  undo: async (ctx, rows) =>
    (await removeImportedLoans(ctx, [...new Set(rows.map(({ recordId }) => recordId))]))
      ? null
      : 'Un préstamo de este archivo ya se aprobó: no se puede deshacer.',
};

const formOf = (values: RowValues) => ({
  company_id: values['promotora'],
  project_id: values['proyecto'],
  bank_id: values['banco'],
  number: values['numero'],
  limit_cents: values['limite'],
  starts_on: values['inicio'],
  ends_on: values['vencimiento'],
  rate: values['tasa'],
  day_count: DAY_COUNT_NAMES[Number(values['dias'] ?? 1) - 1],
  bank_account_id: values['cuenta'],
  release_cents: values['precio'] ?? null,
  release_percent: values['porcentaje'] ?? null,
  release_least_cents: values['minimo'] ?? 0,
});

const COLUMN_OF: Readonly<Record<string, string>> = {
  ends_on: 'Vencimiento',
  rate: 'Tasa anual',
  number: 'Número',
  release_cents: 'Precio de liberación',
  release_percent: 'Liberación en %',
};
const columnOf = (field: PropertyKey | undefined) => COLUMN_OF[String(field)] ?? 'Límite';
