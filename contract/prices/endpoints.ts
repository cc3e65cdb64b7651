import { z } from 'zod';
import { data, endpoint, page } from '../endpoint.ts';
import { Id } from '../ids.ts';
import { PageQuery } from '../paging.ts';
import {
  Increase,
  IncreaseForm,
  IncreaseRow,
  PriceChange,
  PriceEdits,
  PriceRow,
  PriceTarget,
} from './model.ts';

const params = z.object({ id: Id });

export const listPrices = endpoint({
  method: 'GET',
  path: '/api/prices',
  access: 'proyectos.ver',
  summary: 'Los precios en vigor: de cada modelo, y el recargo de cada lote',
  query: PageQuery.extend({
    proyecto_id: Id.optional(),
    tipo: PriceTarget.default('model'),
    q: z.string().max(60).optional(),
  }),
  answer: page(PriceRow),
});

export const changePrices = endpoint({
  method: 'PATCH',
  path: '/api/prices',
  access: 'proyectos.editar',
  summary: 'Cambia precios en vigor, todos o ninguno; las ventas recibidas conservan el suyo',
  body: PriceEdits,
  answer: z.object({ success: z.string() }),
  errors: ['STALE'],
});

export const priceHistory = endpoint({
  method: 'GET',
  path: '/api/prices/history',
  access: 'proyectos.ver',
  summary: 'Cada cambio de precio: de cuánto a cuánto, quién, cuándo y por qué',
  query: PageQuery.extend({
    proyecto_id: Id.optional(),
    modelo_id: Id.optional(),
    lote_id: Id.optional(),
  }),
  answer: page(PriceChange),
});

export const listIncreases = endpoint({
  method: 'GET',
  path: '/api/prices/increases',
  access: 'proyectos.ver',
  summary: 'Los aumentos con fecha: preparados, confirmados, en vigor y cancelados',
  query: PageQuery,
  answer: page(Increase),
});

export const findIncrease = endpoint({
  method: 'GET',
  path: '/api/prices/increases/:id',
  access: 'proyectos.ver',
  summary: 'Un aumento, con el antes y el después de cada precio',
  params,
  answer: data(Increase.extend({ rows: z.array(IncreaseRow) })),
});

export const previewIncrease = endpoint({
  method: 'POST',
  path: '/api/prices/increases/preview',
  access: 'proyectos.editar',
  summary: 'El antes y el después de cada precio, sin guardar nada',
  body: IncreaseForm,
  answer: data(z.array(IncreaseRow)),
});

export const prepareIncrease = endpoint({
  method: 'POST',
  path: '/api/prices/increases',
  access: 'proyectos.editar',
  summary: 'Prepara un aumento para un día; entra en vigor solo si se confirma',
  body: IncreaseForm,
  answer: data(Increase),
  status: 201,
  errors: ['INCREASE_PENDING'],
  idempotent: true,
});

export const confirmIncrease = endpoint({
  method: 'POST',
  path: '/api/prices/increases/:id/confirm',
  access: 'proyectos.aprobar',
  summary: 'Confirma un aumento: entra en vigor a las 00:00 de su día',
  params,
  answer: data(Increase),
  errors: ['TRANSITION'],
  idempotent: true,
});

export const cancelIncrease = endpoint({
  method: 'POST',
  path: '/api/prices/increases/:id/cancel',
  access: ['proyectos.editar', 'proyectos.aprobar'],
  summary: 'Cancela un aumento antes de su día; uno confirmado lo cancela quien puede confirmar',
  params,
  body: z.object({ motivo: z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(200) }),
  answer: data(Increase),
  errors: ['TRANSITION'],
  idempotent: true,
});
