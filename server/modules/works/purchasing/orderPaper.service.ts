import type { Content } from 'pdfmake/interfaces.js';
import { eq } from 'drizzle-orm';
import { showDay } from '#contract/dates.ts';
import { formatMoney, moneyText } from '#contract/money.ts';
import { quantityText } from '#contract/works/materials/rules.ts';
import { ORDER_STATE } from '#contract/works/purchasing/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { forbidden } from '#server/kernel/errors.ts';
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
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { answerOrder } from './orders.queries.ts';

const right = (text: string, bold = false) => ({ text, alignment: 'right' as const, bold });

/** A purchase order as the supplier gets it. Raises 404, and 403 for who may not see its prices. */
export async function orderPaper(ctx: Context, id: number): Promise<Paper> {
  const order = await answerOrder(ctx, id);
  if (order.total_centavos === null) throw forbidden();
  const [supplier] = await ctx.db.select().from(partners).where(eq(partners.id, order.supplier.id));
  const [site] = await ctx.db.select().from(projects).where(eq(projects.id, order.project.id));
  const head = ['Código', 'Material', 'Cantidad', 'Precio', 'Monto'];
  const content: Content[] = [
    await letterhead(ctx, 'ORDEN DE COMPRA', order.code),
    RULE,
    factsTable([
      ['Proveedor', order.supplier.name],
      ['RUC', supplier ? `${supplier.ruc} DV ${supplier.dv}` : ''],
      ['Fecha', showDay(order.issued_on)],
      ['Se espera el', order.expected_on ? showDay(order.expected_on) : ''],
      ['Entregar en', [order.project.name, site?.address, site?.district].filter(Boolean).join(', ')],
      ['Para', order.house?.name ?? ''],
      ['Solicitud', order.request?.name ?? ''],
    ]),
    {
      margin: [0, 16, 0, 0],
      table: {
        headerRows: 1,
        widths: [64, '*', 84, 64, 76],
        body: [
          head.map((text, at) => (at > 1 ? right(text, true) : { text, bold: true })),
          ...order.lines.map(({ material, quantity, price_centavos, taxed, cents }) => [
            material.code,
            `${material.name}${taxed ? '' : ' (sin ITBMS)'}`,
            right(quantityText(quantity, material.unit)),
            right(moneyText(price_centavos ?? 0)),
            right(moneyText(cents ?? 0)),
          ]),
        ],
      },
      layout: 'lightHorizontalLines',
      fontSize: 9,
    },
    {
      margin: [0, 10, 0, 0],
      table: {
        widths: ['*', 110],
        body: [
          [right('Subtotal'), right(formatMoney(order.subtotal_centavos ?? 0))],
          [right('ITBMS 7 %'), right(formatMoney(order.itbms_centavos ?? 0))],
          [right('Total', true), right(formatMoney(order.total_centavos), true)],
        ],
      },
      layout: 'noBorders',
    },
    ...(order.terms ? [{ text: `Condiciones: ${order.terms}`, margin: [0, 14, 0, 0] as never }] : []),
    {
      text: `Emitida por ${order.issued_by ?? ''}. Cita el número de esta orden en la guía de despacho y en la factura.`,
      color: GREY,
      fontSize: 9,
      margin: [0, 26, 0, 0],
    },
  ];
  const voided = order.state.id === ORDER_STATE.voided;
  const bytes = await composePdf(
    letterPage(
      `Orden de compra ${order.code}`,
      content,
      voided ? { watermark: { text: 'ANULADA', color: '#a32020', opacity: 0.15, bold: true } } : {},
    ),
  );
  return { name: `orden-de-compra-${order.code}.pdf`, bytes };
}
