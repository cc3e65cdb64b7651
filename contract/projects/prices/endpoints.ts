import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import {
  Increase,
  IncreaseForm,
  IncreaseRow,
  PriceChange,
  PriceEdits,
  PriceRow,
  PriceTarget,
} from './model.ts';
import { INCREASE_STATES } from './rules.ts';

const params = z.object({ id: Id });

export const listPrices = endpoint({
  method: 'GET',
  path: '/api/prices',
  access: 'proyectos.ver',
  shows: ['modelo', 'lote', 'aumento'],
  summary: 'Los precios en vigor: de cada modelo, y el recargo de cada lote',
  query: pageBy('proyecto', 'nombre', 'precio').extend({
    proyecto_id: Id.optional(),
    tipo: PriceTarget.default('model'),
    q: z.string().max(60).optional(),
  }),
  answer: page(PriceRow),
  exports: exportsOf(PriceRow, {
    title: 'Precios',
    permission: 'proyectos.exportar',
    columns: [
      { key: 'nombre', title: 'Modelo o lote', type: 'text', width: 24, value: (row) => row.name },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 24, value: (row) => row.project.name },
      { key: 'precio', title: 'Precio o recargo', type: 'money', value: (row) => row.price_centavos },
      { key: 'hasta', title: 'Vale hasta', type: 'date', value: (row) => row.price_until },
      { key: 'proximo', title: 'Próximo precio', type: 'money', value: (row) => row.next?.to_centavos },
      { key: 'desde', title: 'Desde', type: 'date', value: (row) => row.next?.effective_on },
    ],
    filters: {
      tipo: { label: 'Qué', values: { model: 'Modelos', lot: 'Recargos de lotes' } },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const changePrices = endpoint({
  method: 'PATCH',
  path: '/api/prices',
  access: 'proyectos.editar',
  touches: ['modelo', 'lote', 'proyecto'],
  summary: 'Cambia precios en vigor, todos o ninguno; las ventas recibidas conservan el suyo',
  body: PriceEdits,
  answer: z.object({ success: z.string() }),
  errors: ['STALE'],
});

export const priceHistory = endpoint({
  method: 'GET',
  path: '/api/prices/history',
  access: 'proyectos.ver',
  shows: ['modelo', 'lote'],
  summary: 'Cada cambio de precio: de cuánto a cuánto, quién, cuándo y por qué',
  query: pageBy('id', 'cuando').extend({
    proyecto_id: Id.optional(),
    modelo_id: Id.optional(),
    lote_id: Id.optional(),
  }),
  answer: page(PriceChange),
  exports: exportsOf(PriceChange, {
    title: 'Historia de precios',
    permission: 'proyectos.exportar',
    columns: [
      {
        key: 'que',
        title: 'Qué',
        type: 'text',
        width: 10,
        value: (row) => (row.target === 'model' ? 'Modelo' : 'Lote'),
      },
      { key: 'nombre', of: 'que', title: 'Nombre', type: 'text', width: 24, value: (row) => row.name },
      { key: 'proyecto', of: 'que', title: 'Proyecto', type: 'text', width: 24, value: (row) => row.project },
      { key: 'de', title: 'De', type: 'money', value: (row) => row.from_centavos },
      { key: 'a', title: 'A', type: 'money', value: (row) => row.to_centavos },
      { key: 'cuando', title: 'Cuándo', type: 'instant', value: (row) => row.at },
      { key: 'quien', title: 'Quién', type: 'text', width: 22, value: (row) => row.by },
      { key: 'motivo', title: 'Por qué', type: 'text', width: 40, value: (row) => row.reason },
    ],
    filters: {
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      modelo_id: { label: 'Modelo' },
      lote_id: { label: 'Lote' },
    },
  }),
});

export const listIncreases = endpoint({
  method: 'GET',
  path: '/api/prices/increases',
  access: 'proyectos.ver',
  shows: ['aumento'],
  summary: 'Los aumentos con fecha: preparados, confirmados, en vigor y cancelados',
  query: pageBy('dia', 'motivo', 'precios', 'quien'),
  answer: page(Increase),
  exports: exportsOf(Increase, {
    title: 'Aumentos de precios',
    permission: 'proyectos.exportar',
    columns: [
      { key: 'motivo', title: 'Aumento', type: 'text', width: 32, value: (row) => row.reason },
      { key: 'dia', title: 'Desde', type: 'date', value: (row) => row.effective_on },
      { key: 'estado', title: 'Estado', type: 'text', width: 14, value: (row) => INCREASE_STATES[row.state] },
      { key: 'porcentaje', of: 'cuanto', title: 'Porcentaje', type: 'percent', value: (row) => row.percent },
      { key: 'monto', of: 'cuanto', title: 'Monto', type: 'money', value: (row) => row.amount_centavos },
      { key: 'precios', title: 'Precios', type: 'number', width: 9, value: (row) => row.prices },
      { key: 'quien', title: 'Preparó', type: 'text', width: 22, value: (row) => row.by },
      {
        key: 'confirmo',
        of: 'quien',
        title: 'Confirmó',
        type: 'text',
        width: 22,
        value: (row) => row.confirmed_by,
      },
      {
        key: 'cancelo',
        of: 'quien',
        title: 'Canceló',
        type: 'text',
        width: 22,
        value: (row) => row.cancelled_by,
      },
      {
        key: 'por_que_no',
        of: 'quien',
        title: 'Por qué se canceló',
        type: 'text',
        width: 30,
        value: (row) => row.cancel_reason,
      },
    ],
  }),
});

export const findIncrease = endpoint({
  method: 'GET',
  path: '/api/prices/increases/:id',
  access: 'proyectos.ver',
  shows: ['aumento'],
  summary: 'Un aumento, con el antes y el después de cada precio',
  params,
  answer: data(Increase.extend({ rows: z.array(IncreaseRow) })),
});

export const previewIncrease = endpoint({
  method: 'POST',
  path: '/api/prices/increases/preview',
  access: 'proyectos.editar',
  touches: [],
  summary: 'El antes y el después de cada precio, sin guardar nada',
  body: IncreaseForm,
  answer: data(z.array(IncreaseRow)),
});

export const prepareIncrease = endpoint({
  method: 'POST',
  path: '/api/prices/increases',
  access: 'proyectos.editar',
  touches: ['aumento'],
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
  touches: ['aumento', 'modelo', 'lote', 'proyecto'],
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
  touches: ['aumento'],
  summary: 'Cancela un aumento antes de su día; uno confirmado lo cancela quien puede confirmar',
  params,
  body: z.object({ motivo: z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(200) }),
  answer: data(Increase),
  errors: ['TRANSITION'],
  idempotent: true,
});
