import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { showDay, monthText } from '#contract/dates.ts';
import { formatMoney, formatPercent } from '#contract/money.ts';
import type { QuoteOutcome, QuoteSnapshot } from '#contract/sales/quotes/model.ts';
import { printPdf } from '#server/kernel/pdf/print.ts';
import { answer, taskOf } from '#server/kernel/inThread.ts';

/** Input of the worker thread: one version of a proforma. */
export interface QuotePaperJob {
  company: string;
  legalName: string;
  phone: string;
  color: string;
  code: string;
  number: number;
  customer: string;
  place: string;
  adviser: string | null;
  /** A stamp at the top: "Vencida", "Anulada"; null while it is valid. */
  stamp: string | null;
  snapshot: QuoteSnapshot;
  result: QuoteOutcome;
}

const job = taskOf<QuotePaperJob>();
const { snapshot, result } = job;
const { terms } = snapshot;

const GREY = '#4a5650';
const LINE = '#c9d3ce';

type Line = readonly [label: string, value: string, strong?: boolean];

/** A table with labels on the left and amounts on the right, with a thin line below each row. */
const amounts = (lines: readonly Line[]): Content => ({
  table: {
    widths: ['*', 'auto'],
    body: lines.map(([label, value, strong = false]): TableCell[] => [
      { text: label, bold: strong },
      { text: value, alignment: 'right', bold: strong },
    ]),
  },
  layout: {
    hLineWidth: (at: number) => (at === 0 ? 0 : 0.5),
    vLineWidth: () => 0,
    hLineColor: () => LINE,
    paddingLeft: () => 0,
    paddingRight: () => 0,
    paddingTop: () => 3,
    paddingBottom: () => 3,
  },
});

const heading = (text: string): Content => ({
  text,
  bold: true,
  fontSize: 11,
  color: job.color,
  margin: [0, 12, 0, 4],
});

const PART_NAMES = {
  separacion: 'Separación',
  abono: 'Resto del abono',
  cuota: 'Cuota',
  hipoteca: 'Hipoteca del banco',
  saldo: 'Saldo contra entrega',
} as const;

const priceLines: Line[] = [
  [`Modelo ${snapshot.model.name}`, formatMoney(snapshot.model_centavos)],
  ...(snapshot.lot
    ? [
        [
          `Lote ${snapshot.lot.name}${snapshot.lot_premium_centavos > 0 ? ', recargo' : ''}`,
          formatMoney(snapshot.lot_premium_centavos),
        ] as const,
      ]
    : []),
  ...terms.extras.map((one): Line => [one.nombre, formatMoney(one.centavos)]),
  ...(result.discount_centavos > 0 ? [['Descuento', formatMoney(-result.discount_centavos)] as const] : []),
  ['Precio', formatMoney(result.price_centavos), true],
];

const months = result.parts.filter(({ kind }) => kind === 'cuota');
const planLines: Line[] = result.parts
  .filter(({ kind, number }) => kind !== 'cuota' || number === 1)
  .map((part): Line => {
    if (part.kind === 'cuota' && months.length > 1) {
      const last = months.at(-1)!;
      const even = months.every(({ centavos }) => centavos === part.centavos);
      const most = formatMoney(part.centavos);
      return [
        `${months.length} cuotas mensuales, del ${showDay(part.due_on!)} al ${showDay(last.due_on!)}`,
        even ? `${most} c/u` : `${most} a ${formatMoney(last.centavos)} c/u`,
      ];
    }
    const due = part.due_on ? ` · ${showDay(part.due_on)}` : '';
    return [`${PART_NAMES[part.kind]}${due}`, formatMoney(part.centavos)];
  });

function loanContent(): Content[] {
  const { loan, subsidy } = result;
  if (!loan) return [];
  const years = (count: number) => (count % 12 === 0 ? `${count / 12} años` : `${count} meses`);
  const row = (label: string, rate: number, term: string, cents: number, strong = false): TableCell[] => [
    { text: label, bold: strong },
    { text: formatPercent(rate), alignment: 'right' },
    { text: term, alignment: 'right' },
    { text: formatMoney(cents), alignment: 'right', bold: strong },
  ];
  return [
    heading('Hipoteca estimada'),
    {
      table: {
        headerRows: 1,
        widths: ['*', 60, 80, 90],
        body: [
          [
            { text: snapshot.bank ?? 'Banco por elegir', bold: true },
            { text: 'Tasa al año', bold: true, alignment: 'right' },
            { text: 'Por', bold: true, alignment: 'right' },
            { text: 'Letra al mes', bold: true, alignment: 'right' },
          ],
          ...(loan.with
            ? [
                row(
                  'Con interés preferencial',
                  loan.with.rate_percent,
                  years(loan.with.months),
                  loan.with.installment_centavos,
                  true,
                ),
                ...(loan.after
                  ? [
                      row(
                        'Después, sin subsidio',
                        loan.after.rate_percent,
                        years(loan.after.months),
                        loan.after.installment_centavos,
                      ),
                    ]
                  : []),
              ]
            : []),
          row(
            'Sin subsidio, todo el plazo',
            loan.without.rate_percent,
            years(terms.plazo_meses),
            loan.without.installment_centavos,
            !loan.with,
          ),
        ],
      },
      layout: {
        hLineWidth: (at: number) => (at === 0 ? 0 : 0.5),
        vLineWidth: () => 0,
        hLineColor: () => LINE,
        paddingLeft: () => 0,
        paddingRight: () => 4,
        paddingTop: () => 3,
        paddingBottom: () => 3,
      },
    },
    {
      margin: [0, 5, 0, 0],
      color: GREY,
      fontSize: 8,
      text: subsidy?.applies
        ? `${subsidy.regime}: el Estado paga ${formatPercent(subsidy.points_percent)} de la tasa por ${subsidy.months} meses.${subsidy.sure ? '' : ' Puntos y plazo por confirmar con el texto de la ley.'} Al terminar, el banco recalcula la letra.`
        : `Sin interés preferencial: ${subsidy && !subsidy.applies ? subsidy.reason : ''}`,
    },
  ];
}

const mine = result.costs.filter(({ payer }) => payer === 'comprador');
const theirs = result.costs.filter(({ payer, centavos }) => payer === 'promotora' && centavos > 0);

answer(
  await printPdf({
    info: { title: `Proforma ${job.code}`, author: job.company },
    pageSize: 'LETTER',
    pageMargins: [48, 44, 48, 58],
    defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.15 },
    ...(job.stamp && {
      watermark: { text: job.stamp.toUpperCase(), color: '#8a2c2c', opacity: 0.12, bold: true },
    }),
    footer: (page: number, pages: number) => ({
      margin: [48, 8, 48, 0],
      fontSize: 7.5,
      color: GREY,
      columns: [
        {
          width: '*',
          text: `Cálculo de referencia: el banco confirma tasa, plazo y letra. No incluye seguros de vida e incendio.\n${[job.legalName || job.company, job.phone].filter(Boolean).join(' · ')}`,
        },
        { width: 70, text: `${page} de ${pages}`, alignment: 'right' },
      ],
    }),
    content: [
      {
        columns: [
          {
            width: '*',
            stack: [
              { text: job.company, bold: true, fontSize: 14, color: job.color },
              { text: `${snapshot.project.name} · ${job.place}`, color: GREY },
            ],
          },
          {
            width: 'auto',
            alignment: 'right',
            stack: [
              { text: `Proforma ${job.code}`, bold: true, fontSize: 12 },
              { text: `Versión ${job.number} · ${showDay(snapshot.date)}`, color: GREY },
              { text: `Válida hasta el ${showDay(snapshot.valid_until)}`, bold: true },
            ],
          },
        ],
      },
      { canvas: [{ type: 'line', x1: 0, y1: 6, x2: 516, y2: 6, lineWidth: 1.2, lineColor: job.color }] },
      {
        margin: [0, 10, 0, 0],
        columns: [
          {
            width: '*',
            stack: [
              { text: 'Para', color: GREY, fontSize: 8 },
              { text: job.customer, bold: true },
            ],
          },
          {
            width: '*',
            stack: [
              { text: 'Casa', color: GREY, fontSize: 8 },
              {
                text: `${snapshot.model.name}, ${snapshot.lot ? `lote ${snapshot.lot.name}` : 'lote por elegir'}`,
                bold: true,
              },
              {
                text: `${snapshot.model.bedrooms} recámaras · ${snapshot.model.bathrooms} ${snapshot.model.bathrooms === 1 ? 'baño' : 'baños'} · ${snapshot.model.area_m2} m²`,
                color: GREY,
              },
            ],
          },
          {
            width: '*',
            stack: [
              { text: 'Asesor', color: GREY, fontSize: 8 },
              { text: job.adviser ?? 'Sala de ventas', bold: true },
              ...(snapshot.delivery_month
                ? [{ text: `Entrega estimada: ${monthText(snapshot.delivery_month)}`, color: GREY }]
                : []),
            ],
          },
        ],
      },
      {
        columnGap: 24,
        columns: [
          { width: '*', stack: [heading('Precio'), amounts(priceLines)] },
          {
            width: '*',
            stack: [
              heading('Cómo se paga'),
              amounts([...planLines, ['Suma', formatMoney(result.price_centavos), true]]),
            ],
          },
        ],
      },
      ...loanContent(),
      heading('Gastos de cierre'),
      amounts([
        ...mine.map((one): Line => [
          `${one.label}${one.sure ? '' : ' (por confirmar)'}`,
          formatMoney(one.centavos),
        ]),
        ['Gastos que pagas tú', formatMoney(result.costs_centavos), true],
      ]),
      ...(theirs.length > 0
        ? [
            {
              margin: [0, 4, 0, 0] as [number, number, number, number],
              color: GREY,
              fontSize: 8,
              text: `A cargo de la promotora: ${theirs.map((one) => `${one.label} ${formatMoney(one.centavos)}`).join(' · ')}.`,
            },
          ]
        : []),
      {
        margin: [0, 12, 0, 0],
        table: {
          widths: ['*', '*', '*'],
          body: [
            [
              {
                stack: [
                  { text: 'Abono', color: GREY, fontSize: 8 },
                  { text: formatMoney(result.down_centavos), bold: true, fontSize: 13 },
                ],
              },
              {
                stack: [
                  {
                    text: result.monthly_centavos === null ? 'Saldo' : 'Letra mensual',
                    color: GREY,
                    fontSize: 8,
                  },
                  {
                    text: formatMoney(
                      result.monthly_centavos ?? result.price_centavos - result.down_centavos,
                    ),
                    bold: true,
                    fontSize: 13,
                  },
                ],
              },
              {
                stack: [
                  { text: 'Total a pagar, con intereses y gastos', color: GREY, fontSize: 8 },
                  { text: formatMoney(result.total_centavos), bold: true, fontSize: 13 },
                ],
              },
            ],
          ],
        },
        layout: {
          hLineWidth: () => 0,
          vLineWidth: () => 0,
          fillColor: () => '#eef3f0',
          paddingLeft: () => 10,
          paddingTop: () => 8,
          paddingBottom: () => 8,
        },
      },
      ...(months.length > 1 ? [heading('Calendario de cuotas'), calendar()] : []),
      ...(terms.nota ? [heading('Nota'), { text: terms.nota }] : []),
    ],
  }),
);

/** The monthly payments in three columns. */
function calendar(): Content {
  const third = Math.ceil(months.length / 3);
  return {
    columnGap: 24,
    columns: [0, 1, 2].map((at) => {
      const part = months.slice(at * third, (at + 1) * third);
      return {
        width: '*',
        stack:
          part.length === 0
            ? []
            : [
                amounts(
                  part.map((one): Line => [
                    `${one.number} · ${showDay(one.due_on!)}`,
                    formatMoney(one.centavos),
                  ]),
                ),
              ],
      };
    }),
  };
}
