import { z } from 'zod';
import { data, endpoint, page } from '../endpoint.ts';
import { Id } from '../ids.ts';
import { OrderQuery, PageQuery } from '../paging.ts';
import { BlockForm, Lot, LotForm } from './model.ts';

export const listLots = endpoint({
  method: 'GET',
  path: '/api/lotes',
  access: 'proyectos.ver',
  summary: 'Los lotes, con su estado comercial',
  query: PageQuery.extend(OrderQuery.shape).extend({
    proyecto_id: Id.optional(),
    estado_id: z.coerce.number().int().min(1).max(7).optional(),
    q: z.string().max(40).optional(),
  }),
  answer: page(Lot),
});

export const listLotOptions = endpoint({
  method: 'GET',
  path: '/api/lotes/list',
  access: 'proyectos.ver',
  summary: 'Lotes para escoger; activo 1 es libre',
  query: OrderQuery.extend({ proyecto_id: Id.optional() }),
  answer: data(z.array(z.object({ id: z.number().int(), lote: z.string(), activo: z.number().int() }))),
});

export const createBlock = endpoint({
  method: 'POST',
  path: '/api/lotes',
  access: 'proyectos.editar',
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
  summary: 'Cambia un lote; retirarlo de la venta exige que esté libre y un motivo',
  params: z.object({ id: Id }),
  body: LotForm,
  answer: data(Lot),
  errors: ['NAME_TAKEN', 'LOT_CLAIMED'],
});
