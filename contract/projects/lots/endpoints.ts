import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { OrderQuery, pageBy } from '#contract/paging.ts';
import { BlockForm, Lot, LotEvent, LotForm, LotsChange } from './model.ts';

export const listLots = endpoint({
  method: 'GET',
  path: '/api/lotes',
  access: 'proyectos.ver',
  shows: ['lote'],
  summary: 'Los lotes, con su estado comercial',
  query: pageBy('lote', 'area_m2', 'premium_centavos', 'id').extend({
    proyecto_id: Id.optional(),
    estado_id: z.coerce.number().int().min(1).max(7).optional(),
    q: z.string().max(40).optional(),
  }),
  answer: page(Lot),
  exports: exportsOf(Lot, {
    title: 'Lotes',
    permission: 'proyectos.exportar',
    columns: [
      { key: 'lote', title: 'Lote', type: 'text', width: 9, value: (row) => row.lote },
      { key: 'manzana', of: 'lote', title: 'Manzana', type: 'text', width: 9, value: (row) => row.block },
      { key: 'proyecto', of: 'lote', title: 'Proyecto', type: 'text', value: (row) => row.project.name },
      { key: 'estado', title: 'Estado', type: 'text', width: 16, value: (row) => row.estado.name },
      { key: 'motivo', of: 'estado', title: 'Motivo', type: 'text', value: (row) => row.withheld_reason },
      { key: 'hasta', of: 'estado', title: 'Hasta', type: 'instant', value: (row) => row.claimed_until },
      {
        key: 'venta',
        title: 'Quién lo tiene',
        type: 'text',
        width: 16,
        value: (row) => row.sale && (row.sale.code ?? `Borrador ${row.sale.id}`),
      },
      { key: 'tipo', title: 'Tipo', type: 'text', width: 16, value: (row) => row.type.name },
      { key: 'area_m2', title: 'Área (m²)', type: 'number', value: (row) => row.area_m2 },
      { key: 'premium_centavos', title: 'Recargo', type: 'money', value: (row) => row.premium_centavos },
      { key: 'vivienda', title: 'Vivienda', type: 'text', width: 16, value: (row) => row.house?.name },
      {
        key: 'modelo',
        of: 'vivienda',
        title: 'Modelo',
        type: 'text',
        width: 16,
        value: (row) => row.house?.model,
      },
    ],
    filters: {
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      estado_id: { label: 'Estado', of: 'catalog:lot_states' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const listLotOptions = endpoint({
  method: 'GET',
  path: '/api/lotes/list',
  access: 'proyectos.ver',
  shows: ['lote'],
  summary: 'Lotes para elegir; activo 1 es libre',
  query: OrderQuery.extend({ proyecto_id: Id.optional() }),
  answer: data(z.array(z.object({ id: z.number().int(), lote: z.string(), activo: z.number().int() }))),
});

export const listSaleLots = endpoint({
  method: 'GET',
  path: '/api/sale/precontracts/:id/lotes',
  access: 'ventas.ver',
  shows: ['lote'],
  summary: 'Lotes que una venta puede tomar, y el suyo; activo 1 se puede elegir',
  params: z.object({ id: Id }),
  query: OrderQuery,
  answer: data(z.array(z.object({ id: z.number().int(), lote: z.string(), activo: z.number().int() }))),
});

export const createBlock = endpoint({
  method: 'POST',
  path: '/api/lotes',
  access: 'proyectos.editar',
  touches: ['lote'],
  summary: 'Crea los lotes de una manzana; los que ya existen quedan como están',
  body: BlockForm,
  answer: z.object({ data: z.array(Lot), success: z.string() }),
  status: 201,
  idempotent: true,
});

export const changeLot = endpoint({
  method: 'PATCH',
  path: '/api/lotes/:id',
  access: 'proyectos.editar',
  touches: ['lote'],
  summary: 'Cambia un lote; retirarlo de la venta exige que esté libre y un motivo',
  params: z.object({ id: Id }),
  body: LotForm,
  answer: data(Lot),
  errors: ['NAME_TAKEN', 'LOT_CLAIMED', 'STALE'],
});

export const changeLots = endpoint({
  method: 'PATCH',
  path: '/api/lotes',
  access: 'proyectos.editar',
  touches: ['lote'],
  summary: 'Cambia varios lotes de una vez, todos o ninguno',
  body: LotsChange,
  answer: z.object({ success: z.string() }),
  errors: ['LOT_CLAIMED'],
});

export const lotHistory = endpoint({
  method: 'GET',
  path: '/api/lotes/:id/historia',
  access: 'proyectos.ver',
  shows: ['lote'],
  summary: 'La historia de un lote: quién lo tuvo, sus precios y sus cambios',
  params: z.object({ id: Id }),
  answer: data(z.array(LotEvent)),
});
