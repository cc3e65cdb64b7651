import type { Content } from 'pdfmake/interfaces.js';
import { instantText, showDay } from '#contract/dates.ts';
import type {
  Reconciliation,
  ReconciledBankLine,
  ReconciledBookLine,
} from '#contract/money/bankReconciliations/model.ts';
import { EXPLANATIONS } from '#contract/money/bankReconciliations/rules.ts';
import { formatMoney, moneyText } from '#contract/money.ts';
import type { Context } from '#server/kernel/context.ts';
import { composePdf } from '#server/kernel/pdf/compose.ts';
import type { Paper } from '#server/kernel/pdf/paper.ts';
import {
  factsTable,
  GREY,
  letterhead,
  letterPage,
  RULE,
} from '#server/modules/company/settings/letterhead.service.ts';
import { answerReconciliation } from './bankReconciliations.queries.ts';
import { monthOf } from './bankReconciliations.service.ts';

const right = (text: string, bold = false) => ({ text, alignment: 'right' as const, bold });
const heading = (text: string): Content => ({ text, bold: true, fontSize: 12, margin: [0, 16, 0, 6] });
type Line = ReconciledBankLine | ReconciledBookLine;
const sum = (list: readonly Line[]) => list.reduce((all, { centavos }) => all + centavos, 0);

/** The equation: from the bank's balance to that of the books, by what stands on one side. */
function equation(one: Reconciliation, bank: readonly Line[], book: readonly ReconciledBookLine[]): Content {
  const kinds = Map.groupBy(
    book,
    ({ transit, centavos }) =>
      transit ||
      (centavos > 0 ? 'En los libros, no en el banco: entradas' : 'En los libros, no en el banco: salidas'),
  );
  const rows: [string, string, boolean][] = [
    [`Saldo según el banco al ${showDay(one.to_on)}`, moneyText(one.closing_centavos ?? 0), true],
    ...[...kinds].map(([kind, list]): [string, string, boolean] => [
      `${kind} (${list.length})`,
      moneyText(sum(list)),
      false,
    ]),
    ...(bank.length > 0
      ? [
          [`En el banco, no en los libros (${bank.length})`, moneyText(-sum(bank)), false] as [
            string,
            string,
            boolean,
          ],
        ]
      : []),
    ...(one.unexplained_centavos === 0
      ? []
      : [['Sin explicar', moneyText(-one.unexplained_centavos), false] as [string, string, boolean]]),
    [`Saldo según los libros al ${showDay(one.to_on)}`, formatMoney(one.book_centavos), true],
  ];
  return {
    table: {
      headerRows: 0,
      widths: ['*', 120],
      body: rows.map(([label, value, bold]) => [{ text: label, bold }, right(value, bold)]),
    },
    layout: 'lightHorizontalLines',
  };
}

/** Lines of one side: day, what it is, why it stands open, amount. */
const linesTable = (list: readonly Line[], wordsOf: (line: Line) => string): Content => ({
  table: {
    headerRows: 1,
    widths: [58, '*', 150, 76],
    body: [
      ['Fecha', 'Línea', 'Por qué', 'Monto'].map((text, at) =>
        at === 3 ? right(text, true) : { text, bold: true },
      ),
      ...list.map((line) => [
        showDay(line.day),
        [line.reference, line.description].filter(Boolean).join(' · '),
        { text: wordsOf(line), color: GREY },
        right(moneyText(line.centavos)),
      ]),
      [{ text: 'Total', bold: true }, '', '', right(moneyText(sum(list)), true)],
    ],
  },
  layout: 'lightHorizontalLines',
  fontSize: 8.5,
});

const explained = ({ explanation }: Line) =>
  explanation
    ? [explanation.kind === 'otro' ? '' : EXPLANATIONS[explanation.kind], explanation.text]
        .filter(Boolean)
        .join('. ')
    : '';

/** The reconciliation of a month as PDF. Raises 404. */
export async function reconciliationPaper(ctx: Context, id: number): Promise<Paper> {
  const one = await answerReconciliation(ctx, id);
  const open = ({ status }: Line) => status === 'open' || status === 'proposed';
  const bank = one.bank.filter(open);
  const book = one.book.filter((line) => open(line) && !line.unassigned);
  const settled = one.bank.filter((line) => !open(line));
  const whys = new Map(one.matches.map(({ group, why }) => [group, why]));
  const month = monthOf(one.period);
  const section = (title: string, list: readonly Line[], wordsOf: (line: Line) => string): Content[] =>
    list.length === 0 ? [] : [heading(title), linesTable(list, wordsOf)];
  const content: Content[] = [
    await letterhead(ctx, 'CONCILIACIÓN BANCARIA', month),
    RULE,
    factsTable([
      ['Cuenta', `${one.account.name}, ${one.account.number}`],
      ['Banco', one.account.bank],
      ['Estado', one.state.name],
      ['Saldo inicial del banco', formatMoney(one.opening_centavos)],
      ['Movimientos del extracto', formatMoney(one.lines_centavos - one.opening_centavos)],
      ['Saldo inicial de los libros', formatMoney(one.book_opening_centavos)],
      [
        'Asientos tardíos de meses conciliados',
        one.late_centavos === 0 ? '' : formatMoney(one.late_centavos),
      ],
    ]),
    heading('Del banco a los libros'),
    equation(one, bank, book),
    ...section('En los libros, no en el banco', book, (line) =>
      [(line as ReconciledBookLine).transit, explained(line)].filter(Boolean).join('. '),
    ),
    ...section('En el banco, no en los libros', bank, explained),
    ...section(
      'Ajustado desde esta conciliación',
      settled.filter(({ status }) => status === 'adjusted'),
      () => 'En los libros',
    ),
    ...section(
      'Conciliado',
      settled.filter(({ status }) => status === 'matched'),
      ({ group }) => whys.get(group ?? '') ?? '',
    ),
    {
      margin: [0, 34, 0, 0],
      unbreakable: true,
      columns: [signed('La preparó', one.finished), signed('La revisó', one.reviewed)],
      columnGap: 40,
    },
  ];
  const bytes = await composePdf(
    letterPage(`Conciliación de ${one.account.name}, ${month}`, content, {
      footer: {
        text: `${one.account.name} · ${month}${one.revision > 1 ? ` · versión ${one.revision}` : ''}`,
        alignment: 'center',
        color: GREY,
        fontSize: 8,
      },
    }),
  );
  return { name: `conciliacion-${one.account.number}-${one.period}.pdf`, bytes };
}

const signed = (label: string, step: Reconciliation['finished']): Content => ({
  stack: [
    { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 230, y2: 0, lineColor: '#c9d2cc' }] },
    { text: step ? step.by : ' ', margin: [0, 4, 0, 0] },
    { text: step ? `${label} el ${instantText(step.at)}` : label, color: GREY, fontSize: 9 },
  ],
});
