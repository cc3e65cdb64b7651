import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { CHARGE_LABELS } from './charges.ts';
import * as model from './model.ts';
import { COVERS, COVER_NAMES, PART_NAMES, type Cover } from '#contract/care/covers/parts.ts';
import { COVER_STATES, type CoverState } from '#contract/care/covers/rules.ts';

const SEES = ['ventas.ver', 'ventas.entregar', 'contratos.inspeccionar', 'tickets.ver'] as const;
const base = '/api/care/warranty';
const params = z.object({ id: Id });
const shows = ['entrega', 'regla_garantia'] as const;

export const WarrantyFilter = pageBy('id', 'delivered_on').extend({
  proyecto_id: Id.optional(),
  vivienda_id: Id.optional(),
  /** Houses with a cover in this state, of `cobertura` if that is given. */
  estado: z.enum(Object.keys(COVER_STATES) as [CoverState, ...CoverState[]]).optional(),
  cobertura: z.enum(COVER_NAMES).optional(),
  q: z.string().trim().max(80).optional(),
});
export type WarrantyFilter = z.infer<typeof WarrantyFilter>;

const until = (row: model.WarrantyRow, cover: Cover) =>
  row.clocks.find((one) => one.cover === cover)?.until ?? null;

export const listWarranties = endpoint({
  method: 'GET',
  path: `${base}/houses`,
  access: SEES,
  shows,
  summary: 'Las viviendas entregadas con sus plazos de garantía',
  query: WarrantyFilter,
  answer: page(model.WarrantyRow),
  exports: exportsOf(model.WarrantyRow, {
    title: 'Garantías',
    permission: 'ventas.exportar',
    columns: [
      { key: 'id', title: 'Vivienda', type: 'text', width: 20, value: (row) => row.house.name },
      { key: 'modelo', of: 'id', title: 'Modelo', type: 'text', value: (row) => row.model.name },
      { key: 'cliente', title: 'Cliente', type: 'text', width: 30, value: (row) => row.name },
      { key: 'codigo', of: 'cliente', title: 'Pre-contrato', type: 'text', value: (row) => row.sale.code },
      { key: 'delivered_on', title: 'Entregada', type: 'date', value: (row) => row.delivered_on },
      { key: 'acabados', title: COVERS.acabados, type: 'date', value: (row) => until(row, 'acabados') },
      {
        key: 'instalaciones',
        title: COVERS.instalaciones,
        type: 'date',
        value: (row) => until(row, 'instalaciones'),
      },
      { key: 'ocultos', title: COVERS.ocultos, type: 'date', value: (row) => until(row, 'ocultos') },
      { key: 'estructura', title: COVERS.estructura, type: 'date', value: (row) => until(row, 'estructura') },
      { key: 'proyecto', title: 'Proyecto', type: 'text', value: (row) => row.project.name },
    ],
    filters: {
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      vivienda_id: { label: 'Vivienda' },
      estado: { label: 'Estado', values: COVER_STATES },
      cobertura: { label: 'Cobertura', values: COVERS },
      q: { label: 'Búsqueda' },
    },
  }),
});

/** Whether a defect is under cover, for whoever opens a claim. */
export const getCover = endpoint({
  method: 'GET',
  path: `${base}/cover`,
  access: SEES,
  shows,
  summary: 'Si una parte de una vivienda está en garantía un día',
  query: z.object({ vivienda_id: Id, parte: z.enum(PART_NAMES), dia: IsoDate.optional() }),
  answer: data(model.Cover),
});

export const listWarrantyRules = endpoint({
  method: 'GET',
  path: `${base}/rules`,
  access: [...SEES, 'legal.ver'],
  shows: ['regla_garantia'],
  summary: 'Los plazos de garantía por cobertura, con su vigencia',
  answer: data(z.array(model.WarrantyRuleRow)),
});

export const addWarrantyRule = endpoint({
  method: 'POST',
  path: `${base}/rules`,
  access: 'legal.aprobar',
  touches: ['regla_garantia', 'entrega'],
  summary: 'Fija el plazo de una cobertura para las entregas desde un día',
  body: model.NewWarrantyRule,
  answer: data(model.WarrantyRuleRow),
  status: 201,
  errors: ['TAKEN'],
  idempotent: true,
});

export const findRepeatedDefects = endpoint({
  method: 'GET',
  path: `${base}/repeats`,
  access: ['contratos.aprobar', 'contratos.inspeccionar', 'ventas.entregar', 'contratos.exportar'],
  shows: ['pendiente_entrega', 'trabajo', 'entrega', 'ticket'],
  summary: 'Los defectos que se repiten por modelo, contratista y semana',
  query: z.object({ proyecto_id: Id.optional() }),
  answer: data(model.Repeats),
});

const charges = '/api/care/charges';
/** Who sees charges: who may see the amounts of contracts. */
const SEES_CHARGES = ['contratos.montos', 'contabilidad.aprobar'] as const;
const touches = ['cargo_garantia', 'contrato'] as const;
const charge = data(model.Charge);
export const ChargeFilter = pageBy('id', 'monto_centavos').extend({
  estado_id: z.coerce.number().int().min(1).max(5).optional(),
  contrato_id: Id.optional(),
  q: z.string().trim().max(80).optional(),
});
export type ChargeFilter = z.infer<typeof ChargeFilter>;

export const listCharges = endpoint({
  method: 'GET',
  path: charges,
  access: SEES_CHARGES,
  shows: ['cargo_garantia'],
  summary: 'Los cargos de garantía a contratistas y lo que deben',
  query: ChargeFilter,
  answer: page(model.ChargeRow),
  exports: exportsOf(model.ChargeRow, {
    title: 'Cargos de garantía',
    permission: 'contratos.exportar',
    columns: [
      { key: 'id', title: 'Cargo', type: 'text', value: (row) => row.code },
      { key: 'documento', of: 'id', title: 'Documento', type: 'text', value: (row) => row.paper },
      {
        key: 'contratista',
        title: 'Contratista',
        type: 'text',
        width: 28,
        value: (row) => row.contractor.name,
      },
      {
        key: 'contrato',
        of: 'contratista',
        title: 'Contrato',
        type: 'text',
        value: (row) => row.contract.reference,
      },
      { key: 'vivienda', title: 'Vivienda', type: 'text', value: (row) => row.house?.name },
      {
        key: 'estado',
        title: 'Estado',
        type: 'text',
        width: 24,
        value: (row) => CHARGE_LABELS[row.state.id],
      },
      { key: 'monto_centavos', title: 'Monto', type: 'money', value: (row) => row.amount_centavos },
      { key: 'retenido', title: 'Del retenido', type: 'money', value: (row) => row.retained_centavos },
      { key: 'por_cobrar', title: 'Por cobrar', type: 'money', value: (row) => row.receivable_centavos },
      { key: 'fecha', title: 'Pedido', type: 'date', value: (row) => row.made_on },
    ],
    filters: {
      estado_id: { label: 'Estado', values: CHARGE_LABELS },
      contrato_id: { label: 'Contrato' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const getCharge = endpoint({
  method: 'GET',
  path: `${charges}/:id`,
  access: SEES_CHARGES,
  shows: ['cargo_garantia'],
  summary: 'Un cargo de garantía con su historia',
  params,
  answer: charge,
});

export const createCharge = endpoint({
  method: 'POST',
  path: charges,
  access: 'contratos.montos',
  touches,
  summary: 'Pide cargar una reparación al contratista; otra persona lo aprueba',
  body: model.NewCharge,
  answer: charge,
  status: 201,
  errors: ['TAKEN'],
  idempotent: true,
});

export const changeChargeStatus = endpoint({
  method: 'PATCH',
  path: `${charges}/:id/status`,
  access: SEES_CHARGES,
  touches,
  summary: 'Aprueba o no un cargo, o registra su cobro',
  params,
  body: model.ChargeStatusChange,
  answer: charge,
  errors: ['TRANSITION', 'STALE'],
});
