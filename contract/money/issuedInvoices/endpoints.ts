import { z } from 'zod';
import { data, endpoint, page, sumsOf } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { StatusChange } from '#contract/transitions.ts';
import { Issued, IssuedForm, IssuedRow, ReceiverForm, Series, SeriesForm } from './model.ts';
import { ISSUED_KIND_NAMES, ISSUED_KINDS, ISSUED_STATES } from './rules.ts';

const params = z.object({ id: Id });
const base = '/api/issued_invoices';
const MOVES = ['factura_emitida'] as const;

export const IssuedFilter = pageBy('id', 'issued_on', 'total').extend({
  q: z.string().max(80).optional(),
  tipo: z.enum(ISSUED_KIND_NAMES).optional(),
  empresa_id: Id.optional(),
  proyecto_id: Id.optional(),
  venta_id: Id.optional(),
  estado_id: Id.optional(),
});
export type IssuedFilter = z.infer<typeof IssuedFilter>;

export const listIssued = endpoint({
  method: 'GET',
  path: base,
  access: 'contabilidad.ver',
  shows: MOVES,
  summary: 'Las facturas electrónicas y notas de crédito que emiten las empresas del grupo',
  query: IssuedFilter,
  answer: page(IssuedRow),
  exports: exportsOf(IssuedRow, {
    title: 'Facturas emitidas',
    permission: 'contabilidad.exportar',
    columns: [
      { key: 'tipo', of: 'factura', title: 'Tipo', type: 'text', width: 16, value: (row) => ISSUED_KINDS[row.kind] },
      { key: 'factura', title: 'Número', type: 'text', width: 18, value: (row) => row.number },
      { key: 'empresa', of: 'cliente', title: 'Empresa', type: 'text', width: 28, value: (row) => row.company.name },
      { key: 'cliente', title: 'Cliente', type: 'text', width: 30, value: (row) => row.receiver.name },
      { key: 'documento', of: 'cliente', title: 'Documento', type: 'text', width: 20, value: (row) => row.receiver.document },
      { key: 'concepto', title: 'Concepto', type: 'text', width: 36, value: (row) => row.concept },
      { key: 'proyecto', of: 'concepto', title: 'Proyecto', type: 'text', width: 26, value: (row) => row.project?.name },
      { key: 'estado', title: 'Estado', type: 'text', width: 16, value: (row) => row.state.name },
      { key: 'issued_on', title: 'Fecha', type: 'date', value: (row) => row.issued_on },
      { key: 'subtotal', of: 'total', title: 'Subtotal', type: 'money', value: (row) => row.subtotal_centavos },
      { key: 'itbms', of: 'total', title: 'ITBMS', type: 'money', value: (row) => row.itbms_centavos },
      { key: 'total', title: 'Total', type: 'money', value: (row) => row.total_centavos },
      { key: 'cufe', of: 'factura', title: 'CUFE', type: 'text', width: 40, value: (row) => row.cufe },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      tipo: { label: 'Tipo', values: ISSUED_KINDS },
      empresa_id: { label: 'Empresa' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      venta_id: { label: 'Venta' },
      estado_id: { label: 'Estado', values: ISSUED_STATES },
    },
  }),
}); // prettier-ignore

export const sumIssued = endpoint({
  method: 'GET',
  path: `${base}/sumas`,
  access: 'contabilidad.ver',
  shows: MOVES,
  summary:
    'Suma de las facturas emitidas que cumplen el filtro; las notas de crédito restan y lo anulado no cuenta',
  query: IssuedFilter,
  answer: sumsOf('total'),
});

export const findIssued = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: 'contabilidad.ver',
  shows: ['factura_emitida', 'asiento'],
  summary: 'Una factura emitida con sus líneas y lo que respondió el proveedor',
  params,
  answer: data(Issued),
});

export const createIssued = endpoint({
  method: 'POST',
  path: base,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Emite la factura de un ingreso que no viene de otro registro',
  body: IssuedForm,
  answer: data(Issued),
  status: 201,
  errors: ['NO_SERIES'],
  idempotent: true,
});

export const changeReceiver = endpoint({
  method: 'PUT',
  path: `${base}/:id/receiver`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Corrige los datos del cliente de una factura que no se ha enviado, o que se rechazó',
  params,
  body: ReceiverForm.safeExtend({ version: z.number().int().optional() }),
  answer: data(Issued),
  errors: ['STALE', 'TRANSITION'],
});

export const changeIssuedStatus = endpoint({
  method: 'PATCH',
  path: `${base}/:id/status`,
  access: 'contabilidad.ver',
  touches: MOVES,
  summary: 'Envía de nuevo o anula una factura rechazada',
  params,
  body: StatusChange,
  answer: data(Issued),
  errors: ['STALE', 'TRANSITION'],
});

export const creditIssued = endpoint({
  method: 'POST',
  path: `${base}/:id/credit`,
  access: 'contabilidad.anular',
  touches: MOVES,
  summary: 'Emite la nota de crédito de una factura autorizada que se hizo a mano',
  params,
  body: z.object({
    reason: z
      .string()
      .trim()
      .min(3, { error: 'Escribe el motivo.' })
      .max(300, { error: 'Escribe como máximo 300 caracteres.' }),
  }),
  answer: data(Issued),
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});

export const listSeries = endpoint({
  method: 'GET',
  path: `${base}/series`,
  access: 'contabilidad.ver',
  shows: ['serie_factura', 'factura_emitida'],
  summary: 'Los puntos de emisión de las empresas del grupo, y si hay proveedor configurado',
  answer: data(z.object({ provider: z.boolean(), series: z.array(Series) })),
});

export const createSeries = endpoint({
  method: 'POST',
  path: `${base}/series`,
  access: 'contabilidad.aprobar',
  touches: ['serie_factura'],
  summary: 'Abre el punto de emisión de una empresa; el que tenía queda cerrado',
  body: SeriesForm,
  answer: data(Series),
  status: 201,
  errors: ['SERIES_TAKEN'],
  idempotent: true,
});

export const changeSeries = endpoint({
  method: 'PUT',
  path: `${base}/series/:id`,
  access: 'contabilidad.aprobar',
  touches: ['serie_factura'],
  summary: 'Cambia los datos de un punto de emisión, no su numeración',
  params,
  body: SeriesForm.omit({ company_id: true, branch: true, point: true, last_number: true }).extend({
    version: z.number().int().optional(),
  }),
  answer: data(Series),
  errors: ['STALE'],
});

/** The CAFE: the printed form of an authorized document, with its QR. */
export const CAFE_PAPER = `${base}/:id/cafe.pdf`;
/** The XML that the provider authorized. */
export const ISSUED_XML = `${base}/:id/factura.xml`;
