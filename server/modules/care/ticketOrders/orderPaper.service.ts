import type { Content } from 'pdfmake/interfaces.js';
import { ORDER } from '#contract/care/ticketOrders/rules.ts';
import { panamaDay, showDay } from '#contract/dates.ts';
import { showPhone } from '#contract/phone.ts';
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
import { needsFamily } from './ticketOrders.present.ts';
import { findOrder } from './ticketOrders.queries.ts';

/** A work order as its contractor takes it to the house. Raises 404. */
export async function orderPaper(ctx: Context, id: number): Promise<Paper> {
  const one = await findOrder(ctx, id);
  if (!one) throw notFound();
  const needed = needsFamily(ctx, one);
  const content: Content[] = [
    await letterhead(ctx, 'ORDEN DE TRABAJO', one.code),
    RULE,
    factsTable([
      ['Contratista', one.contractor],
      ['Fecha', showDay(panamaDay(new Date(one.createdAt)))],
      ['Hasta el', showDay(one.dueOn)],
      [
        'Dónde',
        [one.house ?? one.commonArea, one.lot && `lote ${one.lot}`, one.project, one.address]
          .filter(Boolean)
          .join(', '),
      ],
      ['Pregunta por', (needed && one.contact) || ''],
      ['Celular', needed && one.phone ? showPhone(one.phone) : ''],
      ['Ticket', `${one.ticket} · ${one.title}`],
    ]),
    { text: 'Trabajo', bold: true, margin: [0, 16, 0, 4] },
    { text: one.what },
    {
      text: `Ofrecida por ${one.offered ?? 'la empresa'}. El trabajo se recibe cuando la empresa lo verifica.`,
      color: GREY,
      fontSize: 9,
      margin: [0, 26, 0, 40],
    },
    {
      columns: ['Contratista', 'Recibe en la casa'].map((text) => [
        { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 200, y2: 0, lineWidth: 0.5 }] },
        { text, fontSize: 9, color: GREY, margin: [0, 4, 0, 0] as never },
      ]),
    },
  ];
  const bytes = await composePdf(
    letterPage(
      `Orden de trabajo ${one.code}`,
      content,
      one.stateId === ORDER.cancelled
        ? { watermark: { text: 'CANCELADA', color: '#a32020', opacity: 0.15, bold: true } }
        : {},
    ),
  );
  return { name: `orden-de-trabajo-${one.code}.pdf`, bytes };
}
