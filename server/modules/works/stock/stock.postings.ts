import type { MoveKind } from '#contract/works/stock/rules.ts';
import { rows, sql } from '#server/kernel/db.ts';
import {
  amongIds,
  eventsOf,
  idsOf,
  type NamedAmount,
  type PostingEvent,
  type PostingSource,
} from '#server/kernel/postings.ts';

interface Movement {
  id: number;
  kind: MoveKind;
  cents: number;
  day: string;
  paper: string;
  projectId: number;
  lotId: number | null;
  contractId: number | null;
  supplierId: number | null;
  /** Of a transfer: the other site, and whether it is of the same promotora. */
  otherId: number | null;
  same: boolean | null;
}

/** Movements of materials at the value that they had: received, given to a house, transferred, adjusted by a count. */
export const stockPostings: PostingSource = {
  record: 'existencia',
  async events(db, ids) {
    const found = await rows<Movement>(
      db,
      sql`select m.id, m.kind, m.value_cents cents, m.moved_on "day", m.paper, m.project_id "projectId", h.lot_id "lotId",
          m.contract_id "contractId", coalesce(
            (select o.supplier_id from order_receipt_lines l join order_receipts r on r.id = l.receipt_id
              join purchase_orders o on o.id = r.order_id where l.movement_id = m.id limit 1),
            (select o.supplier_id from order_return_lines l join order_returns r on r.id = l.return_id
              join purchase_orders o on o.id = r.order_id where l.movement_id = m.id limit 1)) "supplierId",
          x.project_id "otherId", p.promoter_id = q.promoter_id same
        from stock_movements m join projects p on p.id = m.project_id left join houses h on h.id = m.house_id
        left join stock_movements x on x.id = m.pair_id or x.pair_id = m.id left join projects q on q.id = x.project_id
        where ${amongIds(sql`m.id`, ids)} and m.value_cents <> 0`,
    );
    return eventsOf(found, (one) => movedOf(one));
  },
  after: idsOf('stock_movements', sql`value_cents <> 0`),
};

function movedOf(one: Movement): PostingEvent[] {
  const make = (kind: string, description: string, amounts: readonly NamedAmount[]): PostingEvent[] => [
    {
      key: 'movido',
      kind: `existencia.${kind}`,
      day: one.day,
      description: `${description} ${one.paper}`.trim(),
      of: {
        projectId: one.projectId,
        lotId: one.lotId,
        contractId: one.contractId,
        partnerId: one.supplierId,
      },
      amounts,
    },
  ];
  const value = (cents: number) => [{ name: 'valor', cents }];
  switch (one.kind) {
    case 'inicial':
      return make('inicial', 'Existencia inicial', value(one.cents));
    case 'recepcion':
      return make('recepcion', 'Materiales recibidos', value(one.cents));
    case 'devolucion':
      return make('recepcion', 'Materiales devueltos al proveedor', value(one.cents));
    case 'entrega':
      return make('entrega', 'Materiales entregados', value(-one.cents));
    case 'retorno':
      return make('entrega', 'Materiales que volvieron', value(-one.cents));
    case 'conteo':
      return make('conteo', 'Ajuste por conteo', value(one.cents));
    case 'traslado_entrada':
      // Within one company the entry of the materials tells both sides.
      if (one.same)
        return make('traslado', 'Materiales trasladados', [
          { name: 'valor', cents: one.cents },
          { name: 'valor', cents: -one.cents, projectId: one.otherId },
        ]);
      return make('traslado_entrada', 'Materiales de otra empresa', value(one.cents));
    case 'traslado_salida':
      return one.same ? [] : make('traslado_salida', 'Materiales a otra empresa', value(-one.cents));
  }
}
