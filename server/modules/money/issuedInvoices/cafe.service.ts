import { and, eq } from 'drizzle-orm';
import type { Content } from 'pdfmake/interfaces.js';
import { showDay, showInstant } from '#contract/dates.ts';
import { formatMoney, moneyText } from '#contract/money.ts';
import { ISSUED_KINDS, issuedNumber, ITBMS_RATES } from '#contract/money/issuedInvoices/rules.ts';
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
import { issuedInvoices } from './issuedInvoices.table.ts';
import { documentOf } from './sending.service.ts';

const right = (text: string, bold = false) => ({ text, alignment: 'right' as const, bold });

async function authorizedOf(ctx: Context, id: number) {
  const [one] = await ctx.db
    .select()
    .from(issuedInvoices)
    .where(and(eq(issuedInvoices.id, id), issuedInReach(ctx)));
  if (!one || one.xml === null || one.qr === null) throw notFound();
  return { one, xml: one.xml, qr: one.qr };
}

/** The XML of an authorized document. Raises 404. */
export async function issuedXml(ctx: Context, id: number): Promise<Paper> {
  const { one, xml } = await authorizedOf(ctx, id);
  return { name: `${one.cufe}.xml`, bytes: Buffer.from(xml, 'utf8') };
}

/** The CAFE of an authorized document: what the DGI asks on paper, with its CUFE and QR. Raises 404. */
export async function cafePaper(ctx: Context, id: number): Promise<Paper> {
  const { one, qr } = await authorizedOf(ctx, id);
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
