import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { StatusChange } from '#contract/transitions.ts';
import { COLUMNS } from './columns.ts';
import {
  AttorneyForm,
  ClausesChange,
  PromiseFilter,
  PromiseRecord,
  PromiseRow,
  SalePromises,
  TermsChange,
  TermsForm,
} from './model.ts';
import { PROMISE_STATES } from './rules.ts';

const base = '/api/legal/promises';
const one = `${base}/:id` as const;
const ofSale = '/api/sale/precontracts/:id/promises' as const;
const params = z.object({ id: Id });
const record = data(PromiseRecord);
/** What a promise moves: itself, its sale with its stages, and the sale's lot. */
const MOVES = ['promesa', 'precontrato', 'etapa', 'lote', 'sobre'] as const;

/** GET: the document as it is now, or as it was sent to sign. */
export const PROMISE_PAPER = `${one}/documento.pdf` as const;
const TURNS = { legal: 'Legal', firmantes: 'Firmantes', mio: 'Tu turno' };

export const listPromises = endpoint({
  method: 'GET',
  path: base,
  access: 'legal.ver',
  shows: ['promesa', 'precontrato'],
  summary: 'Las promesas de compraventa, con sus filtros',
  query: PromiseFilter,
  answer: page(PromiseRow),
  exports: exportsOf(PromiseRow, {
    title: 'Promesas',
    permission: 'legal.exportar',
    columns: [
      { key: 'id', title: 'Promesa', type: 'text', width: 16, value: (row) => row.code },
      COLUMNS.sale,
      COLUMNS.customer,
      COLUMNS.project,
      { key: 'modelo', of: 'proyecto', title: 'Modelo', type: 'text', value: (row) => row.model },
      { key: 'lote', of: 'proyecto', title: 'Lote', type: 'text', value: (row) => row.lot },
      COLUMNS.state,
      { key: 'turno', title: 'Le toca a', type: 'text', value: (row) => row.turn && TURNS[row.turn] },
      COLUMNS.since,
      COLUMNS.lawyer,
      { key: 'price_centavos', title: 'Precio', type: 'money', value: (row) => row.price_centavos },
      { key: 'entrega', title: 'Entrega pactada', type: 'date', value: (row) => row.delivery_on },
      { key: 'sign_by', title: 'Firmar hasta', type: 'date', value: (row) => row.sign_by },
      { key: 'ronda', of: 'id', title: 'Ronda', type: 'number', value: (row) => row.round },
    ],
    filters: {
      estado_id: { label: 'Estado', values: PROMISE_STATES },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      abogado_id: { label: 'Abogado', of: 'usuario' },
      turno: { label: 'Le toca a', values: TURNS },
      venta_id: { label: 'Venta' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const getPromise = endpoint({
  method: 'GET',
  path: one,
  access: 'legal.ver',
  shows: ['promesa', 'precontrato', 'sobre'],
  summary: 'Una promesa con su texto, sus datos congelados y lo que se puede hacer con ella',
  params,
  answer: record,
});

export const salePromises = endpoint({
  method: 'GET',
  path: ofSale,
  access: 'legal.ver',
  shows: ['promesa', 'precontrato', 'plantilla_legal'],
  summary: 'Las promesas de una venta, y si se puede generar otra',
  params,
  answer: data(SalePromises),
});

export const generatePromise = endpoint({
  method: 'POST',
  path: ofSale,
  access: 'legal.crear',
  touches: MOVES,
  summary: 'Genera la promesa de una venta con la plantilla aprobada; congela los datos del comprador',
  params,
  body: TermsForm,
  answer: record,
  status: 201,
  errors: ['PROMISE_OPEN', 'TRANSITION'],
  idempotent: true,
});

export const changePromiseTerms = endpoint({
  method: 'PUT',
  path: `${one}/terms`,
  access: 'legal.crear',
  touches: ['promesa'],
  summary: 'Cambia la fecha de entrega, la finca, el plazo para firmar o quien firma por la promotora',
  params,
  body: TermsChange,
  answer: record,
  errors: ['STALE', 'NOT_DRAFT'],
});

export const setAttorney = endpoint({
  method: 'PUT',
  path: `${one}/attorneys`,
  access: 'legal.crear',
  touches: ['promesa'],
  summary: 'Anota quién firma por un comprador, con su poder; sin nadie, firma el comprador',
  params,
  body: AttorneyForm,
  answer: record,
  errors: ['NOT_DRAFT'],
});

export const changePromiseClauses = endpoint({
  method: 'PUT',
  path: `${one}/clauses`,
  access: 'legal.crear',
  touches: ['promesa'],
  summary: 'Cambia el texto de una promesa; si no es el de la plantilla, otra persona lo aprueba',
  params,
  body: ClausesChange,
  answer: record,
  errors: ['STALE', 'NOT_DRAFT'],
});

export const refreezePromise = endpoint({
  method: 'POST',
  path: `${one}/refreeze`,
  access: 'legal.crear',
  touches: ['promesa'],
  summary: 'Vuelve a tomar de la venta los datos del comprador, la vivienda y el precio',
  params,
  answer: record,
  errors: ['NOT_DRAFT', 'TRANSITION'],
});

export const nextRound = endpoint({
  method: 'POST',
  path: `${one}/rounds`,
  access: 'legal.crear',
  touches: MOVES,
  summary:
    'Empieza una versión nueva de una promesa rechazada, vencida o anulada; la anterior queda como está',
  params,
  answer: record,
  status: 201,
  errors: ['PROMISE_OPEN', 'TRANSITION'],
  idempotent: true,
});

export const markClause = endpoint({
  method: 'PUT',
  path: `${one}/rejected_clause`,
  access: 'legal.crear',
  touches: ['promesa'],
  summary: 'Marca la cláusula por la que se rechazó una promesa',
  params,
  body: z.object({ clausula: z.string().max(40).nullable() }),
  answer: record,
});

export const changePromiseStatus = endpoint({
  method: 'PATCH',
  path: `${one}/status`,
  access: 'legal.ver',
  touches: MOVES,
  summary: 'Pide aprobación, aprueba, devuelve, envía a firma, retira o anula una promesa',
  params,
  body: StatusChange,
  answer: record,
  errors: ['TRANSITION', 'STALE'],
});
