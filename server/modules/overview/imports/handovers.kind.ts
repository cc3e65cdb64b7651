import { and, inArray, ne } from 'drizzle-orm';
import { HANDOVER } from '#contract/care/handover/rules.ts';
import { panamaDay } from '#contract/dates.ts';
import { cellText, dayCell } from '#contract/overview/imports/cells.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { handovers } from '#server/modules/care/handover/handover.table.ts';
import { importHandover, takeBackHandover } from '#server/modules/care/handover/imported.service.ts';
import { houseOfSale } from '#server/modules/care/handover/handover.service.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import type { ImportKind } from './kind.ts';
import { saleCode, saleColumn } from './named.ts';

interface KnownSale {
  id: number;
  stateId: number;
  house: boolean;
  handover: { id: number; deliveredOn: string | null } | null;
}
interface Known {
  today: string;
  sales: ReadonlyMap<string, KnownSale>;
}

/** States of a sale whose house may already be with its family. */
const FITTING: readonly number[] = [SALE.disbursed, SALE.delivered, SALE.closed];

/** Houses that were delivered before the company moved in: their warranty runs from their own day. */
export const handoversImport: ImportKind<Known> = {
  name: 'handovers',
  title: 'Viviendas entregadas',
  text: 'Trae las viviendas que ya se entregaron, con el día del acta: su garantía corre desde ahí.',
  permission: 'ventas.entregar',
  seenBy: 'ventas.entregar',
  most: 1000,
  columns: [
    saleColumn,
    {
      key: 'entregada',
      title: 'Entregada',
      aliases: ['fecha', 'fecha de entrega', 'dia de entrega'],
      required: true,
      example: '15/03/2025',
      hint: 'El día del acta de entrega.',
      read: () => dayCell,
    },
  ],

  async load(ctx, lock, rows) {
    const codes = [
      ...new Set(rows.map((one) => saleCode(cellText(one['precontrato'] ?? null))).filter(Boolean)),
    ];
    const query = ctx.db
      .select({ id: sales.id, code: sales.code, stateId: sales.stateId })
      .from(sales)
      .where(and(inArray(sales.code, [...codes, '']), salesInReach(ctx, 'ventas.entregar')))
      .orderBy(sales.id);
    const found = await (lock ? query.for('no key update') : query);
    const known = new Map<string, KnownSale>();
    const made = await ctx.db
      .select({ id: handovers.id, saleId: handovers.saleId, deliveredOn: handovers.deliveredOn })
      .from(handovers)
      .where(
        and(
          inArray(handovers.saleId, [0, ...found.map(({ id }) => id)]),
          ne(handovers.stateId, HANDOVER.voided),
        ),
      );
    for (const { id, code, stateId } of found)
      known.set(code ?? '', {
        id,
        stateId,
        house: (await houseOfSale(ctx, id)) !== undefined,
        handover: made.find(({ saleId }) => saleId === id) ?? null,
      });
    return { today: panamaDay(ctx.now), sales: known };
  },

  match(values, { today, sales: known }) {
    const code = saleCode(String(values['precontrato']));
    const sale = known.get(code);
    if (!sale) return { column: 'Pre-contrato', fault: `no hay una venta ${code} que puedas entregar.` };
    if (!FITTING.includes(sale.stateId))
      return { column: 'Pre-contrato', fault: 'esa venta todavía no está desembolsada.' };
    if (!sale.house) return { column: 'Pre-contrato', fault: 'el lote de esa venta no tiene una vivienda.' };
    const day = String(values['entregada']);
    if (day > today) return { column: 'Entregada', fault: 'escribe un día que ya pasó, u hoy.' };
    const { handover } = sale;
    if (handover && handover.deliveredOn !== day)
      return { column: 'Pre-contrato', fault: 'ya tiene una entrega aquí: síguela en su página.' };
    return {
      key: code,
      label: code,
      existing: handover ? { id: handover.id, values: { precontrato: code, entregada: day } } : null,
      values: { precontrato: code, entregada: day, _sale: sale.id },
    };
  },

  async write(ctx, rows) {
    const ids = new Map<number, number>();
    for (const { row, values } of rows)
      ids.set(row, await importHandover(ctx, Number(values['_sale']), String(values['entregada'])));
    return ids;
  },

  async undo(ctx, rows) {
    for (const { recordId } of rows)
      if (!(await takeBackHandover(ctx, recordId)))
        return 'Alguna de las entregas se trabajó después: síguela en su página.';
    return null;
  },
};
