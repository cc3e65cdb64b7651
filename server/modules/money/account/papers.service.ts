import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Content } from 'pdfmake/interfaces.js';
import { bankPaymentTypes, banks, paymentTypes } from '#contract/company/catalogs/moneyLists.ts';
import { amountInWords } from '#contract/amountInWords.ts';
import { longDay, panamaDay, showDay, showInstant } from '#contract/dates.ts';
import { formatMoney, moneyText } from '#contract/money.ts';
import { statementOf, type StatementPart } from '#contract/money/account/statement.ts';
import { receiptCodeText } from '#contract/money/account/pages.ts';
import { isOpen } from '#contract/money/payments/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { composePdf } from '#server/kernel/pdf/compose.ts';
import type { Paper } from '#server/kernel/pdf/paper.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import {
  factsTable,
  GREY,
  letterhead,
  letterPage,
  RULE,
} from '#server/modules/company/settings/letterhead.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { saleAccount } from './account.service.ts';
import { titleWith } from '#server/modules/money/payments/concept.service.ts';
import { receiptOf } from '#contract/money/payments/receipts.ts';
import { paymentCredits, paymentReversals, payments } from '#server/modules/money/payments/payments.table.ts';

type Asking = Pick<Context, 'db' | 'now' | 'files' | 'config'>;

async function partiesOf(ctx: Asking, saleId: number) {
  const [found] = await ctx.db
    .select({ sale: sales, person: people, project: projects.name, model: houseModels.name, lot: lots.name })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .innerJoin(projects, eq(projects.id, sales.projectId))
    .innerJoin(houseModels, eq(houseModels.id, sales.modelId))
    .leftJoin(lotClaims, and(eq(lotClaims.saleId, sales.id), isNull(lotClaims.releasedAt)))
    .leftJoin(lots, eq(lots.id, lotClaims.lotId))
    .where(eq(sales.id, saleId));
  if (!found) throw notFound();
  return found;
}

/**
 * The receipt of a settled payment as PDF; REVERSADO is printed across the receipt of a reversed payment. Raises 404
 * when there is no receipt. The caller has checked the permission.
 */
export async function receiptPaper(ctx: Asking, saleId: number, paymentId: number): Promise<Paper> {
  const [found] = await ctx.db
    .select({
      payment: payments,
      reversal: paymentReversals,
      by: users.name,
      fromStatement: sql<boolean>`exists (select from statement_matches m where m.payment_id = ${payments.id})`,
    })
    .from(payments)
    .leftJoin(paymentReversals, eq(paymentReversals.paymentId, payments.id))
    .leftJoin(users, eq(users.id, payments.confirmedBy))
    .where(and(eq(payments.id, paymentId), eq(payments.saleId, saleId)));
  if (!found || found.payment.receiptNumber === null || !found.payment.confirmedAt) throw notFound();
  const { payment, reversal, by, fromStatement } = found;
  const { sale, person, project, model, lot } = await partiesOf(ctx, saleId);
  const number = receiptOf(payment)!;
  const bankNames = await catalogLabels(ctx.db, banks);
  const ways = await catalogLabels(ctx.db, bankPaymentTypes);
  const types = await catalogLabels(ctx.db, paymentTypes);
  const cents = payment.bankCents ?? 0;
  const rest = payment.dueCents - cents;
  const content: Content[] = [
    await letterhead(ctx, 'RECIBO', `Nº ${number}`),
    RULE,
    {
      columns: [
        { text: `Emitido el ${longDay(panamaDay(found.payment.confirmedAt))}`, color: GREY },
        { text: formatMoney(cents), bold: true, fontSize: 20, alignment: 'right' },
      ],
      margin: [0, 0, 0, 10],
    },
    factsTable([
      ['Recibimos de', person.name],
      ['Documento', person.documentNumber ?? ''],
      ['La suma de', amountInWords(cents)],
      ['En concepto de', titleWith(types, payment)],
      ['Compra', [sale.code ?? `Venta ${sale.id}`, project, model, lot && `Lote ${lot}`].filter(Boolean).join(' · ')],
      ['Forma', payment.bankPaymentTypeId === null ? '' : (ways.get(payment.bankPaymentTypeId) ?? '')],
      ['Banco', payment.bankId === null ? '' : (bankNames.get(payment.bankId) ?? '')],
      ['Referencia', payment.bankReference ?? ''],
      ['Fecha del banco', payment.bankDate ? showDay(payment.bankDate) : ''],
    ]),
    ...(rest > 0
      ? [{ text: `Pago parcial: de este concepto quedan ${formatMoney(rest)} por pagar.`, bold: true, margin: [0, 12, 0, 0] as [number, number, number, number] }]
      : []),
    ...(await surplusLines(ctx, payment, -rest, types)),
    ...(reversal
      ? [{ text: `Reversado el ${showInstant(reversal.at)}, reverso ${reversal.number}: ${reversal.reason}. Este recibo no vale.`, bold: true, color: '#a32020', margin: [0, 12, 0, 0] as [number, number, number, number] }]
      : []),
    { text: `Confirmado por ${by ?? 'contabilidad'} ${fromStatement ? 'contra el extracto del banco ' : ''}el ${showInstant(found.payment.confirmedAt)}.${fromStatement ? '' : ' Los datos del banco se escribieron a mano.'}`, color: GREY, fontSize: 9, margin: [0, 26, 0, 0] },
    ...checkOf(ctx, payment.receiptCode),
  ]; // prettier-ignore
  const bytes = await composePdf(
    letterPage(`Recibo ${number}`, content, reversal ? { watermark: { text: 'REVERSADO', color: '#a32020', opacity: 0.15, bold: true } } : {}), // prettier-ignore
  );
  return { name: `recibo-${number}.pdf`, bytes };
}

/** What the surplus of a receipt paid, and what is left of it for the next dues. */
async function surplusLines(
  ctx: Asking,
  payment: typeof payments.$inferSelect,
  surplus: number,
  types: ReadonlyMap<number, string>,
): Promise<Content[]> {
  if (surplus <= 0) return [];
  const given = await ctx.db
    .select({ cents: paymentCredits.cents, to: payments })
    .from(paymentCredits)
    .innerJoin(payments, eq(payments.id, paymentCredits.toId))
    .where(and(eq(paymentCredits.fromId, payment.id), isNull(paymentCredits.undoneAt)))
    .orderBy(paymentCredits.id);
  const left = given.reduce((cents, one) => cents - one.cents, surplus);
  const lines = [
    `De esta suma, ${formatMoney(payment.dueCents)} pagan ${titleWith(types, payment)}.`,
    ...given.map(({ cents, to }) => `${formatMoney(cents)} pagan ${titleWith(types, to)}.`),
    ...(left > 0
      ? [`${formatMoney(left)} quedan de más y se aplican a los próximos pagos de la compra.`]
      : []),
  ];
  return [{ stack: lines, margin: [0, 12, 0, 0] }];
}

/** How anybody checks the receipt: a QR code and its address. */
function checkOf({ config }: Asking, code: string | null): Content[] {
  if (code === null) return [];
  const url = `${config.appUrl}/recibo/${receiptCodeText(code)}`;
  return [
    {
      columns: [
        { qr: url, fit: 78, width: 90 },
        {
          stack: [
            { text: 'Verifica este recibo', bold: true },
            { text: url, color: GREY },
            { text: `Código ${receiptCodeText(code)}`, color: GREY },
          ],
          margin: [0, 14, 0, 0],
        },
      ],
      fontSize: 9,
      margin: [0, 20, 0, 0],
    },
  ];
}

const amount = (cents: number) => (cents === 0 ? '' : moneyText(cents));
const right = (text: string, bold = false) => ({ text, alignment: 'right' as const, bold });

function entriesTable({ title, rows }: StatementPart): Content[] {
  const head = ['Fecha', 'Detalle', 'Recibo', 'Cargo', 'Abono', 'Saldo'];
  return [
    { text: title, bold: true, fontSize: 12, margin: [0, 16, 0, 6] },
    {
      table: {
        headerRows: 1,
        widths: [58, '*', 52, 64, 64, 68],
        body: [
          head.map((text, at) => (at > 2 ? right(text, true) : { text, bold: true })),
          ...rows.map((one) => [
            one.day === null ? '' : showDay(one.day),
            one.confirmed_on === null || one.confirmed_on === one.day
              ? one.text
              : `${one.text} (confirmado el ${showDay(one.confirmed_on)})`,
            one.receipt ?? '',
            right(amount(one.debit_centavos)),
            right(amount(one.credit_centavos)),
            right(moneyText(one.balance_centavos), true),
          ]),
        ],
      },
      layout: 'lightHorizontalLines',
      fontSize: 9,
    },
  ];
}

/** The statement of account of a sale as PDF. Raises 404. The caller has checked the permission. */
export async function statementPaper(ctx: Asking, saleId: number): Promise<Paper> {
  const { sale, person, project, model, lot } = await partiesOf(ctx, saleId);
  const account = await saleAccount(ctx, sale);
  const types = await catalogLabels(ctx.db, paymentTypes);
  const due = (await ctx.db.select().from(payments).where(eq(payments.saleId, saleId)))
    .filter(({ stateId }) => isOpen(stateId) && !account.ended)
    .toSorted((a, b) => (a.dueAt?.getTime() ?? Infinity) - (b.dueAt?.getTime() ?? Infinity));
  const name = sale.code ?? `Venta ${sale.id}`;
  // For an ended sale show one figure: the net amount owed, in either direction.
  const owed = account.balance_centavos + (account.ended ? account.others_balance_centavos : 0);
  const content: Content[] = [
    await letterhead(ctx, 'ESTADO DE CUENTA', showDay(panamaDay(ctx.now))),
    RULE,
    factsTable([
      ['Cliente', person.name],
      ['Documento', person.documentNumber ?? ''],
      ['Compra', [name, project, model, lot && `Lote ${lot}`].filter(Boolean).join(' · ')],
    ]),
    {
      margin: [0, 14, 0, 0],
      table: {
        widths: ['*', '*', '*', '*'],
        body: [
          ['Precio', 'Pagado', owed < 0 ? 'A favor del cliente' : account.ended ? 'Saldo' : 'Saldo del precio', 'Vencido'].map((text) => ({ text, color: GREY, alignment: 'center' as const })),
          [account.price_centavos, account.paid_centavos, Math.abs(owed), account.overdue_centavos].map((cents) => ({ text: formatMoney(cents), bold: true, fontSize: 12, alignment: 'center' as const })),
        ],
      },
      layout: 'noBorders',
    },
    ...(account.credit_centavos > 0
      ? [{ text: `A favor: ${formatMoney(account.credit_centavos)}, para el próximo pago.`, margin: [0, 8, 0, 0] as [number, number, number, number] }]
      : []),
    ...statementOf(account).flatMap(entriesTable),
    ...dueTable(types, due),
  ]; // prettier-ignore
  return { name: `estado-de-cuenta-${name.replaceAll(' ', '-')}.pdf`, bytes: await composePdf(letterPage(`Estado de cuenta ${name}`, content)) }; // prettier-ignore
}

function dueTable(
  types: ReadonlyMap<number, string>,
  due: readonly (typeof payments.$inferSelect)[],
): Content[] {
  if (due.length === 0) return [];
  return [
    { text: 'Por pagar', bold: true, fontSize: 12, margin: [0, 16, 0, 6] },
    {
      table: {
        headerRows: 1,
        widths: [80, '*', 80],
        body: [
          [{ text: 'Vence', bold: true }, { text: 'Concepto', bold: true }, right('Monto', true)],
          ...due.map((one) => [
            one.dueAt ? showDay(panamaDay(one.dueAt)) : 'Sin fecha',
            titleWith(types, one),
            right(moneyText(one.dueCents)),
          ]),
        ],
      },
      layout: 'lightHorizontalLines',
      fontSize: 9,
    },
  ];
}
