import { and, desc, eq, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { amountInWords } from '#contract/amountInWords.ts';
import { showDay, showInstant, panamaDay } from '#contract/dates.ts';
import { formatMoney, moneyText } from '#contract/money.ts';
import { ACCOUNT_STATE, ACCOUNT_STATES, DEDUCTION_KINDS } from '#contract/works/accounts/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { composePdf } from '#server/kernel/pdf/compose.ts';
import type { Paper } from '#server/kernel/pdf/paper.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import {
  factsTable,
  GREY,
  letterhead,
  letterPage,
  RULE,
} from '#server/modules/company/settings/letterhead.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { billedBefore, standing, type LoadedAccount } from './accounts.facts.ts';
import { linesOf, statementOf } from './accounts.present.ts';
import { accountsInReach } from './accounts.scope.ts';
import { accountDeductions, progressAccounts } from './accounts.table.ts';

const S = ACCOUNT_STATE;
const builders = alias(partners, 'builders');
const payers = alias(partners, 'payers');
const makers = alias(users, 'makers');
const signers = alias(users, 'signers');
const approvers = alias(users, 'approvers');

const right = (text: string, bold = false): TableCell => ({ text, alignment: 'right', bold });
const heading = (text: string): Content => ({ text, bold: true, fontSize: 12, margin: [0, 14, 0, 5] });
const table = (widths: (number | '*')[], body: TableCell[][], fontSize = 9): Content => ({
  // Rows may break: a row that may not and is taller than a page is not printed at all.
  table: { headerRows: 1, widths, body },
  layout: 'lightHorizontalLines',
  fontSize,
});
const heads = (titles: readonly string[], numbers: number): TableCell[] =>
  titles.map((text, at) => (at >= numbers ? right(text, true) : { text, bold: true }));
const partyOf = ({ name, ruc }: { name: string; ruc: string }) => [name, ruc && `RUC ${ruc}`].filter(Boolean).join(' · '); // prettier-ignore
const percentOf = (bp: number) => `${bp / 100} %`;

/**
 * A progress account as a PDF to sign: lines with what was before, in the period and to date, its money, deductions,
 * disputes and signatures. Raises 404 out of scope or for who may not see its amounts.
 */
export async function accountPaper(ctx: Context, id: number): Promise<Paper> {
  const [found] = await ctx.db
    .select({
      account: progressAccounts,
      contract: contracts,
      project: projects.name,
      builder: { name: builders.name, ruc: builders.ruc },
      payer: { name: payers.name, ruc: payers.ruc },
      maker: makers.name,
      signer: signers.name,
      approver: approvers.name,
    })
    .from(progressAccounts)
    .innerJoin(contracts, eq(contracts.id, progressAccounts.contractId))
    .innerJoin(projects, eq(projects.id, contracts.projectId))
    .innerJoin(builders, eq(builders.id, contracts.contractorId))
    .innerJoin(payers, eq(payers.id, contracts.contractingPartyId))
    .innerJoin(makers, eq(makers.id, progressAccounts.madeBy))
    .leftJoin(signers, eq(signers.id, progressAccounts.countersignedBy))
    .leftJoin(approvers, eq(approvers.id, progressAccounts.approvedBy))
    .where(and(eq(progressAccounts.id, id), accountsInReach(ctx), contractsInReach(ctx, 'contratos.montos')));
  if (!found) throw notFound();
  const { account, contract, project, builder, payer, maker, signer, approver } = found;
  const [last] = await ctx.db
    .select({ on: progressAccounts.measuredOn })
    .from(progressAccounts)
    .where(
      and(
        eq(progressAccounts.contractId, contract.id),
        standing,
        lt(progressAccounts.number, account.number),
      ),
    )
    .orderBy(desc(progressAccounts.number))
    .limit(1);
  const since = last?.on ?? contract.startsOn;
  const content: Content[] = [
    await letterhead(ctx, 'CUENTA DE OBRA', `Nº ${account.number}`),
    RULE,
    factsTable([
      ['Contrato', `${contract.name} · ${contract.reference}`],
      ['Proyecto', project],
      ['Contratista', partyOf(builder)],
      ['Contratante', partyOf(payer)],
      ['Período', since && since < account.measuredOn ? `Del ${showDay(since)} al ${showDay(account.measuredOn)}` : `Al ${showDay(account.measuredOn)}`],
      ['Contrato con adendas', formatMoney(account.contractCents)],
    ]),
    ...(await linesTables(ctx, id)),
    heading('Lo que se paga'),
    ...(await moneyTable(ctx, account)),
    ...(await deductionsTable(ctx, id)),
    ...(account.paidOn
      ? [{ text: `Pagada el ${showDay(account.paidOn)}: ${account.paidBank}, ${account.paidReference}.`, bold: true, margin: [0, 10, 0, 0] as [number, number, number, number] }]
      : []),
    signatures([
      { who: builder.name, name: signer, role: 'Por el contratista', at: account.countersignedAt },
      { who: payer.name, name: maker, role: 'Midió', at: account.createdAt },
      { who: payer.name, name: approver, role: 'Aprobó', at: account.approvedAt },
    ]),
    ...(account.countersignedHash
      ? [{ text: `Refrendada en el sistema. Huella SHA-256 de lo refrendado: ${account.countersignedHash}`, color: GREY, fontSize: 8, margin: [0, 10, 0, 0] as [number, number, number, number] }]
      : []),
  ]; // prettier-ignore
  const stamp = ([S.draft, S.reversed, S.voided] as number[]).includes(account.stateId)
    ? ACCOUNT_STATES[account.stateId]!.toUpperCase()
    : null;
  const title = `Cuenta ${account.number} de ${contract.reference}`;
  return {
    name: `cuenta-${account.number}-${contract.reference.replaceAll(/[^\w-]+/g, '-')}.pdf`,
    bytes: await composePdf(
      letterPage(title, content, stamp ? { watermark: { text: stamp, color: '#a32020', opacity: 0.12, bold: true } } : {}), // prettier-ignore
    ),
  };
}

/** The lines that count with their sums, then those in dispute with their reason. */
async function linesTables(ctx: Context, accountId: number): Promise<Content[]> {
  const lines = await linesOf(ctx, accountId);
  const counted = lines.filter(({ dispute }) => dispute === null);
  const disputed = lines.filter(({ dispute }) => dispute !== null);
  const nameOf = ({ house, work }: (typeof lines)[number]) => (house ? `${house}: ${work}` : work);
  const done = (value: number, unit: string) => `${Math.round(value * 1000) / 1000} ${unit}`;
  const sum = (of: (line: (typeof lines)[number]) => number) =>
    moneyText(counted.reduce((all, line) => all + of(line), 0));
  return [
    heading('Avance'),
    table(
      ['*', 46, 46, 46, 62, 62, 62],
      [
        heads(['Trabajo', 'Antes', 'Período', 'A la fecha', 'Antes', 'Período', 'A la fecha'], 1),
        ...counted.map((line): TableCell[] => [
          nameOf(line),
          right(done(line.from, line.unit)),
          right(done(line.to - line.from, line.unit)),
          right(done(line.to, line.unit)),
          right(moneyText(line.fromCents)),
          right(moneyText(line.cents)),
          right(moneyText(line.toCents)),
        ]),
        [
          { text: 'Suma', bold: true },
          '',
          '',
          '',
          right(
            sum(({ fromCents }) => fromCents),
            true,
          ),
          right(
            sum(({ cents }) => cents),
            true,
          ),
          right(
            sum(({ toCents }) => toCents),
            true,
          ),
        ],
      ],
      8,
    ),
    ...(disputed.length === 0
      ? []
      : [
          heading('Líneas en disputa: no cuentan en esta cuenta'),
          table(
            [170, '*', 70],
            [
              heads(['Trabajo', 'Por qué', 'Monto'], 2),
              ...disputed.map((line): TableCell[] => [
                nameOf(line),
                line.dispute ?? '',
                right(moneyText(line.cents)),
              ]),
            ],
          ),
        ]),
  ];
}

/** Each amount before the account, in it and to date. */
async function moneyTable(ctx: Context, account: LoadedAccount): Promise<Content[]> {
  const before = await billedBefore(ctx, account.contractId, account.id, account.number);
  const row = (text: string, cents: number, earlier?: number): TableCell[] => [
    text,
    right(earlier === undefined ? '' : moneyText(earlier)),
    right(moneyText(cents)),
    right(earlier === undefined ? '' : moneyText(earlier + cents)),
  ];
  const { advanceBp, retentionBp, itbmsBp, withholdingBp } = account;
  return [
    table(
      ['*', 80, 80, 80],
      [
        heads(['Concepto', 'Antes', 'Esta cuenta', 'A la fecha'], 1),
        row('Avance', account.grossCents, before.billedCents),
        ...(advanceBp > 0
          ? [row(`Amortización del anticipo, ${percentOf(advanceBp)}`, -account.amortisedCents, -before.amortisedCents)]
          : []),
        row(`Retención de garantía, ${percentOf(retentionBp)}`, -account.retainedCents, -before.retainedCents),
        row(`ITBMS, ${percentOf(itbmsBp)}`, account.itbmsCents),
        ...(withholdingBp > 0
          ? [row(`ITBMS retenido, ${percentOf(withholdingBp)} del impuesto`, -account.withheldCents)]
          : []),
        ...(account.deductionsCents > 0 ? [row('Descuentos', -account.deductionsCents)] : []),
        [{ text: 'Neto a pagar', bold: true }, '', right(moneyText(account.netCents), true), ''],
      ],
    ),
    { text: amountInWords(account.netCents), margin: [0, 6, 0, 0] },
  ]; // prettier-ignore
}

async function deductionsTable({ db }: Context, accountId: number): Promise<Content[]> {
  const list = await db
    .select()
    .from(accountDeductions)
    .where(eq(accountDeductions.accountId, accountId))
    .orderBy(accountDeductions.id);
  if (list.length === 0) return [];
  return [
    heading('Descuentos'),
    table(
      [80, '*', 110, 70],
      [
        heads(['Clase', 'Por qué', 'Documento', 'Monto'], 3),
        ...list.map(({ kind, reason, paper, amountCents }): TableCell[] => [
          DEDUCTION_KINDS[kind],
          reason,
          paper,
          right(moneyText(amountCents)),
        ]),
      ],
    ),
  ];
}

const signatures = (
  list: readonly { who: string; name: string | null; role: string; at: Date | null }[],
): Content => ({
  margin: [0, 44, 0, 0],
  unbreakable: true,
  columnGap: 18,
  columns: list.map(({ who, name, role, at }) => ({
    width: '*',
    alignment: 'center' as const,
    stack: [
      { canvas: [{ type: 'line' as const, x1: 0, y1: 0, x2: 150, y2: 0, lineWidth: 0.7 }] },
      { text: at ? (name ?? '') : ' ', bold: true, margin: [0, 4, 0, 0] as [number, number, number, number] },
      { text: role, fontSize: 9 },
      { text: who, color: GREY, fontSize: 9 },
      { text: at ? showInstant(at) : '', color: GREY, fontSize: 8 },
    ],
  })),
});

/**
 * The statement of a contract as its contractor keeps it, as PDF. Raises 404 out of scope or for who may not see its
 * amounts.
 */
export async function statementPaper(ctx: Context, contractId: number): Promise<Paper> {
  const statement = await statementOf(ctx, contractId);
  if (statement.contract_centavos === null) throw notFound();
  const [parties] = await ctx.db
    .select({ project: projects.name, name: builders.name, ruc: builders.ruc })
    .from(contracts)
    .innerJoin(projects, eq(projects.id, contracts.projectId))
    .innerJoin(builders, eq(builders.id, contracts.contractorId))
    .where(eq(contracts.id, contractId));
  const text = (cents: number | null) => moneyText(cents ?? 0);
  const { contract } = statement;
  const content: Content[] = [
    await letterhead(ctx, 'ESTADO DE CUENTA', `Al ${showDay(panamaDay(ctx.now))}`),
    RULE,
    factsTable([
      ['Contratista', partyOf(parties!)],
      ['Contrato', `${contract.name} · ${contract.reference}`],
      ['Proyecto', parties!.project],
    ]),
    heading('Resumen, sin ITBMS'),
    table(
      ['*', 110],
      [
        heads(['Concepto', 'Monto'], 1),
        ...(
          [
            ['Contrato con adendas', statement.contract_centavos],
            ['Aprobado en obra', statement.certified_centavos],
            ['En cuentas', statement.billed_centavos],
            ['Pagado, con el anticipo', statement.paid_centavos],
            ['Anticipo', statement.advance_centavos],
            ['Anticipo por amortizar', statement.advance_left_centavos],
            ['Retenido', statement.retained_centavos],
          ] as const
        ).map(([label, cents]): TableCell[] => [label, right(text(cents))]),
      ],
    ),
    heading('Cuentas'),
    table(
      [14, 46, '*', 50, 50, 50, 44, 50, 46],
      [
        heads(['Nº', 'Medida', 'Estado', 'Avance', 'Amortiza', 'Retiene', 'ITBMS', 'Neto', 'Pagada'], 3),
        ...statement.accounts.map((one): TableCell[] => [
          String(one.number),
          showDay(one.measured_on),
          one.state.name,
          right(text(one.gross_centavos)),
          right(text(one.amortised_centavos)),
          right(text(one.retained_centavos)),
          right(moneyText((one.itbms_centavos ?? 0) - (one.withheld_centavos ?? 0))),
          right(text(one.net_centavos), true),
          right(one.paid_on ? showDay(one.paid_on) : ''),
        ]),
      ],
      8,
    ),
    ...(statement.retention.length === 0
      ? []
      : [
          heading('Del retenido'),
          table(
            [60, 70, '*', 80],
            [
              heads(['Fecha', 'Movimiento', 'Detalle', 'Monto'], 3),
              ...statement.retention.map((one): TableCell[] => [
                showDay(one.on),
                one.kind === 'devolucion' ? 'Devuelto' : 'Cargado',
                one.text,
                right(text(one.cents)),
              ]),
            ],
          ),
        ]),
    {
      text: 'El ITBMS de cada cuenta es el que se paga: lo que el pagador retiene ya está restado. Las cuentas anuladas y reversadas no suman.',
      color: GREY,
      fontSize: 8,
      margin: [0, 14, 0, 0],
    },
  ];
  return {
    name: `estado-de-cuenta-${contract.reference.replaceAll(/[^\w-]+/g, '-')}.pdf`,
    bytes: await composePdf(letterPage(`Estado de cuenta ${contract.reference}`, content)),
  };
}
