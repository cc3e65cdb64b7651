import { and, desc, eq, isNotNull, type SQL } from 'drizzle-orm';
import type { Content } from 'pdfmake/interfaces.js';
import { showDay, showInstant } from '#contract/dates.ts';
import { formatMoney, moneyText } from '#contract/money.ts';
import {
  ISSUED_KINDS,
  ISSUED_STATE as S,
  issuedNumber,
  ITBMS_RATES,
  type IssuedKind,
} from '#contract/money/issuedInvoices/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { composePdf } from '#server/kernel/pdf/compose.ts';
import type { Paper } from '#server/kernel/pdf/paper.ts';
import {
  factsTable,
  GREY,
  letterhead,
  letterPage,
  RULE,
} from '#server/modules/company/settings/letterhead.service.ts';
import { issuedInReach } from './issuedInvoices.scope.ts';
import { invoiceSeries, issuedInvoices } from './issuedInvoices.table.ts';
import { documentOf } from './sending.service.ts';

const right = (text: string, bold = false) => ({ text, alignment: 'right' as const, bold });

async function authorizedOf(ctx: Context, id: number, inReach: SQL | undefined) {
  const [one] = await ctx.db
    .select()
    .from(issuedInvoices)
    .where(and(eq(issuedInvoices.id, id), inReach));
  if (!one || one.xml === null || one.qr === null) throw notFound();
  return { one, xml: one.xml, qr: one.qr };
}

/** The XML of an authorized document. Raises 404. */
export async function issuedXml(ctx: Context, id: number): Promise<Paper> {
  const { one, xml } = await authorizedOf(ctx, id, issuedInReach(ctx));
  return { name: `${one.cufe}.xml`, bytes: Buffer.from(xml, 'utf8') };
}

interface OwnInvoice {
  id: number;
  kind: IssuedKind;
  number: string;
  /** YYYY-MM-DD */
  day: string;
  cents: number;
}

/** The authorized documents of a sale for its buyer, the last first. The caller has checked the sale. */
export async function invoicesOfSale(ctx: Pick<Context, 'db'>, saleId: number): Promise<OwnInvoice[]> {
  const found = await ctx.db
    .select({
      id: issuedInvoices.id,
      kind: issuedInvoices.kind,
      number: issuedInvoices.number,
      point: invoiceSeries.point,
      day: issuedInvoices.issuedOn,
      cents: issuedInvoices.totalCents,
    })
    .from(issuedInvoices)
    .innerJoin(invoiceSeries, eq(invoiceSeries.id, issuedInvoices.seriesId))
    .where(and(ofSale(saleId), isNotNull(issuedInvoices.xml), isNotNull(issuedInvoices.qr)))
    .orderBy(desc(issuedInvoices.issuedOn), desc(issuedInvoices.id));
  return found.map(({ point, ...one }) => ({ ...one, number: issuedNumber({ point, number: one.number }) }));
}
const ofSale = (saleId: number) =>
  and(eq(issuedInvoices.saleId, saleId), eq(issuedInvoices.stateId, S.authorized));

/** The CAFE of a document of a sale, for its buyer. The caller has checked the sale. Raises 404. */
export const cafeOfSale = (ctx: Context, saleId: number, id: number): Promise<Paper> =>
  composeCafe(ctx, id, ofSale(saleId));

/** The CAFE of an authorized document in the caller's scope. Raises 404. */
export const cafePaper = (ctx: Context, id: number): Promise<Paper> =>
  composeCafe(ctx, id, issuedInReach(ctx));

/** What the DGI asks on paper, with its CUFE and QR. */
async function composeCafe(ctx: Context, id: number, inReach: SQL | undefined): Promise<Paper> {
  const { one, qr } = await authorizedOf(ctx, id, inReach);
  const { lines, series, company, corrected } = await documentOf(ctx, one);
  const number = issuedNumber({ point: series.point, number: one.number });
  const document = [one.receiverDocument, one.receiverDv && `DV ${one.receiverDv}`].filter(Boolean).join(' ');
  const content: Content[] = [
    await letterhead(ctx, `COMPROBANTE AUXILIAR DE ${ISSUED_KINDS[one.kind].toUpperCase()} ELECTRÓNICA`, `Nº ${number}`),
    RULE,
    factsTable([
      ['Emisor', `${company.name}, RUC ${company.ruc} DV ${company.dv}`],
      ['Sucursal', `${series.branch}, ${series.address}`],
      ['Cliente', one.receiverName],
      ['Documento', document],
      ['Dirección', one.receiverAddress],
      ['Fecha de emisión', showDay(one.issuedOn)],
      ['Concepto', one.concept],
      ...(corrected ? ([['Corrige', `${corrected.cufe}, del ${showDay(corrected.issuedOn)}`], ['Motivo', one.reason ?? '']] as [string, string][]) : []),
    ]),
    {
      margin: [0, 16, 0, 0],
      table: {
        headerRows: 1,
        widths: ['*', 90, 60, 90],
        body: [
          [{ text: 'Descripción', bold: true }, right('Monto', true), right('ITBMS', true), right('Total', true)],
          ...lines.map((line) => [
            line.description,
            right(moneyText(line.cents)),
            right(line.rate === 0 ? (ITBMS_RATES[0] ?? '') : moneyText(line.itbmsCents)),
            right(moneyText(line.cents + line.itbmsCents)),
          ]),
          [{ text: 'Total', bold: true }, right(moneyText(one.subtotalCents), true), right(moneyText(one.itbmsCents), true), right(formatMoney(one.totalCents), true)],
        ],
      },
      layout: 'lightHorizontalLines',
      fontSize: 9,
    },
    {
      margin: [0, 26, 0, 0],
      columns: [
        { qr, fit: 110, width: 125 },
        {
          stack: [
            { text: 'CUFE', bold: true },
            { text: one.cufe ?? '', color: GREY, fontSize: 9 },
            { text: `Protocolo de autorización ${one.protocol ?? ''}${one.authorizedAt ? `, ${showInstant(one.authorizedAt)}` : ''}`, color: GREY, fontSize: 9, margin: [0, 6, 0, 0] },
            { text: 'Consulta este documento en el sitio de la DGI con el código QR.', color: GREY, fontSize: 9 },
          ],
          margin: [0, 12, 0, 0],
        },
      ],
    },
  ]; // prettier-ignore
  const bytes = await composePdf(letterPage(`${ISSUED_KINDS[one.kind]} ${number}`, content));
  return { name: `cafe-${number}.pdf`, bytes };
}
