import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { StatusChange } from '#contract/transitions.ts';
import { COLUMNS } from '#contract/legal/promises/columns.ts';
import { ClausesChange } from '#contract/legal/promises/model.ts';
import { Change } from './change.ts';
import {
  AddendumAttorneyForm,
  AddendumChange,
  AddendumFilter,
  AddendumForm,
  AddendumRecord,
  AddendumRow,
  EffectLine,
  SaleAddenda,
} from './model.ts';
import { ADDENDUM_KINDS, ADDENDUM_STATES } from './rules.ts';

const base = '/api/legal/addenda';
const one = `${base}/:id` as const;
const ofSale = '/api/sale/precontracts/:id/addenda' as const;
const params = z.object({ id: Id });
const record = data(AddendumRecord);
/** What a signed addendum may change. */
const MOVES = ['adenda', 'promesa', 'precontrato', 'etapa', 'lote', 'apartado', 'pago', 'sobre'] as const;

/** GET: the document as it is now, or as it was sent to sign. */
export const ADDENDUM_PAPER = `${one}/documento.pdf` as const;

export const listAddenda = endpoint({
  method: 'GET',
  path: base,
  access: 'legal.ver',
  shows: ['adenda', 'precontrato'],
  summary: 'Las adendas, con sus filtros',
  query: AddendumFilter,
  answer: page(AddendumRow),
  exports: exportsOf(AddendumRow, {
    title: 'Adendas',
    permission: 'legal.exportar',
    columns: [
      { key: 'id', title: 'Adenda', type: 'text', width: 16, value: (row) => row.code },
      { key: 'tipo', title: 'Tipo', type: 'text', width: 26, value: (row) => ADDENDUM_KINDS[row.kind] },
      COLUMNS.customer,
      COLUMNS.sale,
      COLUMNS.project,
      { key: 'cambio', title: 'Lo que cambia', type: 'text', width: 44, value: (row) => row.effect },
      COLUMNS.state,
      COLUMNS.since,
      COLUMNS.lawyer,
    ],
    filters: {
      estado_id: { label: 'Estado', values: ADDENDUM_STATES },
      tipo: { label: 'Tipo', values: ADDENDUM_KINDS },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      venta_id: { label: 'Venta' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const getAddendum = endpoint({
  method: 'GET',
  path: one,
  access: 'legal.ver',
  shows: ['adenda', 'precontrato', 'sobre'],
  summary: 'Una adenda con lo que cambia, antes y después',
  params,
  answer: record,
});

export const saleAddenda = endpoint({
  method: 'GET',
  path: ofSale,
  access: 'legal.ver',
  shows: ['adenda', 'promesa', 'precontrato', 'lote'],
  summary: 'Las adendas de una venta, y lo que se puede cambiar',
  params,
  answer: data(SaleAddenda),
});

export const tryAddendum = endpoint({
  method: 'POST',
  path: `${ofSale}/effect`,
  access: 'legal.crear',
  touches: [],
  summary: 'Muestra lo que cambiaría una adenda, sin hacerla',
  params,
  body: z.object({ cambio: Change }),
  answer: data(z.object({ lines: z.array(EffectLine), why_not: z.string().nullable() })),
});

export const createAddendum = endpoint({
  method: 'POST',
  path: ofSale,
  access: 'legal.crear',
  touches: MOVES,
  summary: 'Empieza una adenda de una promesa firmada',
  params,
  body: AddendumForm,
  answer: record,
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});

export const changeAddendum = endpoint({
  method: 'PUT',
  path: one,
  access: 'legal.crear',
  touches: ['adenda'],
  summary: 'Cambia una adenda que todavía se prepara',
  params,
  body: AddendumChange,
  answer: record,
  errors: ['STALE', 'NOT_DRAFT'],
});

export const changeAddendumStatus = endpoint({
  method: 'PATCH',
  path: `${one}/status`,
  access: 'legal.ver',
  touches: MOVES,
  summary: 'Pasa una adenda a revisión, la envía a firma, la corrige o la anula',
  params,
  body: StatusChange,
  answer: record,
  errors: ['TRANSITION', 'STALE', 'ADDENDUM_SIGNING'],
});

export const setAddendumAttorney = endpoint({
  method: 'PUT',
  path: `${one}/attorneys`,
  access: 'legal.crear',
  touches: ['adenda'],
  summary: 'Anota quién firma una adenda por un comprador: con un poder, o por una empresa',
  params,
  body: AddendumAttorneyForm,
  answer: record,
  errors: ['STALE', 'NOT_DRAFT'],
});

export const changeAddendumClauses = endpoint({
  method: 'PUT',
  path: `${one}/clauses`,
  access: 'legal.crear',
  touches: ['adenda'],
  summary: 'Cambia el texto de una adenda; si no es el de la plantilla, otra persona lo aprueba',
  params,
  body: ClausesChange,
  answer: record,
  errors: ['STALE', 'NOT_DRAFT'],
});

export const approveAddendumText = endpoint({
  method: 'POST',
  path: `${one}/approval`,
  access: 'legal.aprobar',
  touches: ['adenda'],
  summary: 'Aprueba el texto de una adenda que no es el de su plantilla',
  params,
  body: z.object({ version: z.number().int() }),
  answer: record,
  errors: ['STALE', 'TRANSITION'],
});
