import { and, inArray, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { formatMoney, MOST_CENTS } from '#contract/money.ts';
import { cellText, dayCell, moneyCell, numberCell, textCell } from '#contract/overview/imports/cells.ts';
import { ACCOUNT_STATE } from '#contract/works/accounts/rules.ts';
import { COMMITTED_STATES, CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { Refused } from '#server/kernel/errors.ts';
import { idOf, rows as select } from '#server/kernel/db.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import {
  importAccounts,
  netOf,
  removeImportedAccounts,
  type ImportedAccount,
} from '#server/modules/works/accounts/imported.service.ts';
import { progressAccounts } from '#server/modules/works/accounts/accounts.table.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import type { ImportedAdvance } from '#server/modules/works/contracts/imported.service.ts';
import type { ImportColumn, ImportKind, PlannedRow, RowValues } from './kind.ts';
import { projectColumn } from './reach.ts';

interface KnownContract {
  id: number;
  advanceCents: number | null;
  /** The last account that it has. */
  last: number;
  /** Approved and in no account, in centavos. */
  free: number;
}
interface Known {
  today: string;
  projects: { id: number; name: string }[];
  /** By project and reference in lower case. */
  contracts: ReadonlyMap<string, KnownContract>;
}

const money = () => moneyCell({ min: 0, max: MOST_CENTS, fault: 'escribe un monto desde cero.' });
const amount = (
  key: string,
  title: string,
  aliases: readonly string[],
  example: string,
  hint: string,
): ImportColumn<Known> => ({
  key,
  title,
  aliases,
  required: false,
  example,
  hint,
  read: money,
  show: (value) => String(Number(value) / 100),
});
const cents = (values: RowValues, key: string) => Number(values[key] ?? 0);

const moneyOf = (values: RowValues) => ({
  grossCents: cents(values, 'avance'),
  amortisedCents: cents(values, 'amortizado'),
  retainedCents: cents(values, 'retenido'),
  itbmsCents: cents(values, 'itbms'),
  withheldCents: cents(values, 'itbms_retenido'),
  deductionsCents: cents(values, 'descuentos'),
});

/** Accounts of contracts in mid-life: what was billed, amortised, retained and paid before the company moved in. */
export const accountsImport: ImportKind<Known> = {
  name: 'works_accounts',
  title: 'Cuentas de obra',
  text: 'Trae las cuentas que se facturaron antes de usar el sistema, una fila por cuenta, y el anticipo de su contrato. Toman lo aprobado del contrato; una sin fecha de pago queda aprobada, por pagar.',
  permission: 'contratos.aprobar',
  seenBy: 'contratos.ver',
  most: 500,
  columns: [
    projectColumn,
    { key: 'referencia', title: 'Contrato', aliases: ['referencia', 'numero de contrato'], required: true, example: 'VS-2026-014', hint: 'La referencia del contrato, como está en Contratos.', read: () => textCell(40) },
    { key: 'numero', title: 'Cuenta', aliases: ['numero', 'no', 'numero de cuenta'], required: true, example: 1, hint: 'El número de la cuenta en su contrato.', read: () => numberCell({ min: 1, max: 9999, fault: 'escribe el número de la cuenta.' }) },
    { key: 'medida', title: 'Medida el', aliases: ['fecha', 'medicion'], required: true, example: '15/04/2026', hint: 'El día de la medición.', read: () => dayCell },
    { ...amount('avance', 'Avance', ['monto', 'avance del periodo'], '10,000.00', 'Del período, sin ITBMS.'), required: true },
    amount('amortizado', 'Amortizado', ['amortizacion', 'amortiza'], '2,000.00', 'Del anticipo. Vacío: nada.'),
    amount('retenido', 'Retenido', ['retencion', 'retiene'], '1,000.00', 'De garantía. Vacío: nada.'),
    amount('itbms', 'ITBMS', ['impuesto'], '700.00', 'Vacío: nada.'),
    amount('itbms_retenido', 'ITBMS retenido', [], '350.00', 'Lo que quien paga retuvo. Vacío: nada.'),
    amount('descuentos', 'Descuentos', ['descuento'], '0.00', 'Materiales, multas o préstamos. Vacío: nada.'),
    amount('neto', 'Neto', ['pagado', 'monto pagado'], '7,350.00', 'Para comprobar la fila. Vacío: se calcula.'),
    { key: 'pagada', title: 'Pagada el', aliases: ['fecha de pago'], required: false, example: '22/04/2026', hint: 'Vacío: por pagar.', read: () => dayCell },
    { key: 'banco', title: 'Banco', aliases: [], required: false, example: 'Banco General', hint: 'De una cuenta pagada.', read: () => textCell(120) },
    { key: 'referencia_pago', title: 'Referencia del pago', aliases: ['cheque', 'transferencia'], required: false, example: 'ACH 7781', hint: 'De una cuenta pagada.', read: () => textCell(60) },
    amount('anticipo', 'Anticipo', ['anticipo pagado'], '8,000.00', 'Del contrato, si se pagó antes; en una de sus filas o en todas.'),
    { key: 'anticipo_el', title: 'Anticipo pagado el', aliases: ['fecha del anticipo'], required: false, example: '01/03/2026', hint: 'Con el anticipo.', read: () => dayCell },
    { key: 'anticipo_referencia', title: 'Referencia del anticipo', aliases: [], required: false, example: 'ACH 5510', hint: 'Con el anticipo.', read: () => textCell(60) },
  ], // prettier-ignore

  async load(ctx, lock) {
    const where = and(
      contractsInReach(ctx, 'contratos.aprobar'),
      contractsInReach(ctx, 'contratos.montos'),
      inArray(contracts.stateId, [...COMMITTED_STATES, CONTRACT_STATE.rescinded]),
    );
    const query = ctx.db
      .select({
        id: contracts.id,
        projectId: contracts.projectId,
        project: projects.name,
        reference: contracts.reference,
        advanceCents: contracts.advanceCents,
        last: sql<number>`(select coalesce(max(a.number), 0)::int from progress_accounts a where a.contract_id = ${contracts.id})`,
        free: sql<number>`((select coalesce(sum(j.certified_cents), 0) from jobs j where j.contract_id = ${contracts.id})
          - (select coalesce(sum(a.gross_cents), 0) from progress_accounts a where a.contract_id = ${contracts.id} and a.state_id <= ${idOf(ACCOUNT_STATE.paid)}))::bigint`.mapWith(
          Number,
        ),
      })
      .from(contracts)
      .innerJoin(projects, sql`${projects.id} = ${contracts.projectId}`)
      .where(where)
      .orderBy(contracts.id);
    const found = await (lock ? query.for('no key update', { of: contracts }) : query);
    return {
      today: panamaDay(ctx.now),
      projects: [...new Map(found.map((one) => [one.projectId, one.project]))].map(([id, name]) => ({
        id,
        name,
      })),
      contracts: new Map(found.map((one) => [`${one.projectId} ${one.reference.toLowerCase()}`, one])),
    };
  },

  match(values, known) {
    const reference = cellText(values['referencia'] ?? null);
    const contract = known.contracts.get(`${String(values['proyecto'])} ${reference.toLowerCase()}`);
    if (!contract)
      return { column: 'Contrato', fault: 'no hay un contrato vigente con esa referencia en el proyecto.' };
    const number = Number(values['numero']);
    if (!Number.isInteger(number)) return { column: 'Cuenta', fault: 'escribe un número entero.' };
    if (number <= contract.last)
      return { column: 'Cuenta', fault: `el contrato ya tiene hasta la cuenta ${contract.last}.` };
    const measured = String(values['medida']);
    if (measured > known.today) return { column: 'Medida el', fault: 'no puede ser posterior a hoy.' };
    const what = moneyOf(values);
    if (what.grossCents === 0) return { column: 'Avance', fault: 'escribe el avance de la cuenta.' };
    if (what.grossCents > contract.free)
      return { column: 'Avance', fault: `de lo aprobado solo quedan ${formatMoney(contract.free)} sin facturar.` }; // prettier-ignore
    if (what.amortisedCents + what.retainedCents > what.grossCents)
      return { column: 'Retenido', fault: 'lo amortizado y lo retenido pasan del avance.' };
    if (what.withheldCents > what.itbmsCents)
      return { column: 'ITBMS retenido', fault: 'es más que el ITBMS.' };
    const net = netOf(what);
    if (net < 0) return { column: 'Descuentos', fault: 'pasan de lo que se paga.' };
    if (values['neto'] !== null && Number(values['neto']) !== net)
      return { column: 'Neto', fault: `con estos montos el neto es ${formatMoney(net)}.` };
    const paid = [values['pagada'], values['banco'], values['referencia_pago']];
    if (paid.some((one) => one === null) && paid.some((one) => one !== null))
      return {
        column: 'Pagada el',
        fault: 'escribe la fecha, el banco y la referencia del pago, o ninguno.',
      };
    if (paid[0] !== null && (String(paid[0]) < measured || String(paid[0]) > known.today))
      return { column: 'Pagada el', fault: 'va de la medición a hoy.' };
    const advance = [values['anticipo'], values['anticipo_el'], values['anticipo_referencia']];
    if (advance.some((one) => one === null) && advance.some((one) => one !== null))
      return { column: 'Anticipo', fault: 'escribe su monto, su fecha y su referencia, o ninguno.' };
    if (advance[0] !== null && (Number(advance[0]) === 0 || contract.advanceCents !== null))
      return {
        column: 'Anticipo',
        fault: contract.advanceCents === null ? 'escribe un monto mayor que cero.' : 'ya está registrado en el contrato.',
      }; // prettier-ignore
    return {
      key: `${contract.id} ${number}`,
      label: `${reference} · cuenta ${number}`,
      existing: null,
      values: { ...values, _contract: contract.id },
    };
  },

  async write(ctx, rows) {
    const made = new Map<number, number>();
    const byContract = Map.groupBy(rows, ({ values }) => Number(values['_contract']));
    for (const [contractId, list] of [...byContract].toSorted(([a], [b]) => a - b)) {
      const done = await importAccounts(ctx, contractId, advanceOf(list), list.map(accountOf));
      if (!(done instanceof Map))
        throw refused(
          list.find(({ row }) => row === done.row)!,
          done.why,
        );
      for (const [row, id] of done) made.set(row, id);
    }
    return made;
  },

  async undo(ctx, rows) {
    const ids = rows.map(({ recordId }) => recordId);
    const withAdvance = rows
      .filter(({ changes }) => (changes['anticipo']?.[1] ?? null) !== null)
      .map(({ recordId }) => recordId);
    const found = await select<{ contract: string }>(
      ctx.db,
      sql`select distinct ${progressAccounts.contractId} contract from ${progressAccounts}
        where ${progressAccounts.id} = any(${sql.param(withAdvance)}::bigint[])`,
    );
    return (await removeImportedAccounts(ctx, ids, new Set(found.map((one) => Number(one.contract)))))
      ? null
      : 'Después de importarlas se hicieron otras cuentas, o se usaron: ya no se deshace.';
  },
};

const refused = ({ row, values }: PlannedRow, why: string) =>
  new Refused(
    422,
    'INVALID',
    `La fila ${row}, cuenta ${String(values['numero'])} de ${String(values['referencia'])}: ${why}. Corrígela y prueba de nuevo.`,
  );

const accountOf = ({ row, values }: PlannedRow): ImportedAccount => ({
  row,
  number: Number(values['numero']),
  measuredOn: String(values['medida']),
  ...moneyOf(values),
  paid:
    values['pagada'] === null
      ? null
      : {
          on: String(values['pagada']),
          bank: String(values['banco']),
          reference: String(values['referencia_pago']),
        },
});

/** The advance that the rows of a contract tell. Raises 422 when they tell different ones. */
function advanceOf(list: readonly PlannedRow[]): ImportedAdvance | null {
  const told = list.filter(({ values }) => values['anticipo'] !== null);
  const [first] = told;
  if (!first) return null;
  const of = ({ values }: PlannedRow): ImportedAdvance => ({
    cents: Number(values['anticipo']),
    paidOn: String(values['anticipo_el']),
    reference: String(values['anticipo_referencia']),
  });
  const other = told.find((one) => JSON.stringify(of(one)) !== JSON.stringify(of(first)));
  if (other) throw refused(other, `dice otro anticipo que la fila ${first.row}`);
  return of(first);
}
