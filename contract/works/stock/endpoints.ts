import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import {
  ChargeForm,
  CountDecision,
  CountForm,
  CountRow,
  HouseReturnForm,
  IssueForm,
  MoveRow,
  StockRow,
  TransferForm,
  UsageRow,
} from './model.ts';
import { COUNT_STATES, MOVE_KIND_NAMES, MOVE_LABELS } from './rules.ts';

const base = '/api/works/stock';
const MOVES = ['existencia'] as const;
const moved = data(z.object({ moved: z.number().int() }));

export const StockFilter = pageBy('material', 'quantity').extend({
  q: z.string().max(80).optional(),
  proyecto_id: Id.optional(),
  /** 1: also what ran out. */
  agotados: z.coerce.number().int().min(0).max(1).optional(),
});
export type StockFilter = z.infer<typeof StockFilter>;

export const listStock = endpoint({
  method: 'GET',
  path: base,
  access: 'materiales.ver',
  shows: ['existencia'],
  summary: 'Lo que hay en cada obra: la suma de sus movimientos',
  query: StockFilter,
  answer: page(StockRow),
  exports: exportsOf(StockRow, {
    title: 'Existencias de materiales',
    permission: 'materiales.exportar',
    columns: [
      { key: 'material', title: 'Material', type: 'text', width: 40, value: (row) => row.material.name },
      {
        key: 'codigo',
        of: 'material',
        title: 'Código',
        type: 'text',
        width: 14,
        value: (row) => row.material.code,
      },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 28, value: (row) => row.project.name },
      { key: 'cantidad', title: 'Hay', type: 'number', value: (row) => row.quantity },
      {
        key: 'unidad',
        of: 'cantidad',
        title: 'Unidad',
        type: 'text',
        width: 10,
        value: (row) => row.material.unit,
      },
      { key: 'valor', title: 'Valor sin ITBMS', type: 'money', value: (row) => row.value_centavos },
    ],
    filters: {
      q: { label: 'Búsqueda' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      agotados: { label: 'Con lo agotado', values: { 1: 'Sí', 0: 'No' } },
    },
  }),
});

export const MoveFilter = pageBy('id').extend({
  proyecto_id: Id.optional(),
  material_id: Id.optional(),
  vivienda_id: Id.optional(),
  contrato_id: Id.optional(),
  tipo: z.enum(MOVE_KIND_NAMES).optional(),
});
export type MoveFilter = z.infer<typeof MoveFilter>;

export const listMoves = endpoint({
  method: 'GET',
  path: `${base}/movements`,
  access: 'materiales.ver',
  shows: ['existencia', 'cuenta_obra'],
  summary: 'Los movimientos de materiales, el último primero',
  query: MoveFilter,
  answer: page(MoveRow),
  exports: exportsOf(MoveRow, {
    title: 'Movimientos de materiales',
    permission: 'materiales.exportar',
    columns: [
      { key: 'fecha', title: 'Fecha', type: 'date', value: (row) => row.on },
      {
        key: 'movimiento',
        title: 'Movimiento',
        type: 'text',
        width: 24,
        value: (row) => MOVE_LABELS[row.kind],
      },
      { key: 'material', title: 'Material', type: 'text', width: 36, value: (row) => row.material.name },
      {
        key: 'proyecto',
        of: 'material',
        title: 'Proyecto',
        type: 'text',
        width: 26,
        value: (row) => row.project.name,
      },
      { key: 'cantidad', title: 'Cantidad', type: 'number', value: (row) => row.quantity },
      {
        key: 'unidad',
        of: 'cantidad',
        title: 'Unidad',
        type: 'text',
        width: 10,
        value: (row) => row.material.unit,
      },
      {
        key: 'vivienda',
        of: 'destino',
        title: 'Vivienda',
        type: 'text',
        width: 18,
        value: (row) => row.house?.name,
      },
      {
        key: 'contrato',
        of: 'destino',
        title: 'Contrato',
        type: 'text',
        width: 26,
        value: (row) => row.contract?.name,
      },
      { key: 'destino', title: 'Otra obra', type: 'text', width: 26, value: (row) => row.other_site },
      { key: 'documento', title: 'Documento', type: 'text', width: 18, value: (row) => row.paper },
      { key: 'quien', title: 'Lo registró', type: 'text', width: 24, value: (row) => row.by },
      { key: 'valor', title: 'Valor sin ITBMS', type: 'money', value: (row) => row.value_centavos },
    ],
    filters: {
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      material_id: { label: 'Material' },
      vivienda_id: { label: 'Vivienda' },
      contrato_id: { label: 'Contrato' },
      tipo: { label: 'Movimiento', values: MOVE_LABELS },
    },
  }),
});

const write = {
  method: 'POST',
  access: 'materiales.editar',
  touches: MOVES,
  answer: moved,
  status: 201,
  errors: ['NOT_IN_STOCK', 'KEY_USED'],
  idempotent: true,
} as const;

export const issueMaterials = endpoint({
  ...write,
  path: `${base}/issues`,
  summary: 'Entrega materiales del almacén de la obra a una vivienda, o a un contratista para ella',
  body: IssueForm,
});
export const returnMaterials = endpoint({
  ...write,
  path: `${base}/house_returns`,
  summary: 'Vuelve al almacén lo que una vivienda no usó',
  body: HouseReturnForm,
});
export const transferMaterials = endpoint({
  ...write,
  path: `${base}/transfers`,
  summary: 'Traslada materiales de una obra a otra',
  body: TransferForm,
});

export const CountFilter = pageBy('id').extend({
  proyecto_id: Id.optional(),
  material_id: Id.optional(),
  estado_id: Id.optional(),
});
export type CountFilter = z.infer<typeof CountFilter>;
const counts = `${base}/counts`;

export const listCounts = endpoint({
  method: 'GET',
  path: counts,
  access: 'materiales.ver',
  shows: ['conteo_material'],
  summary: 'Los conteos del almacén y quién aprobó su diferencia',
  query: CountFilter,
  answer: page(CountRow),
  exports: exportsOf(CountRow, {
    title: 'Conteos de materiales',
    permission: 'materiales.exportar',
    columns: [
      { key: 'material', title: 'Material', type: 'text', width: 36, value: (row) => row.material.name },
      {
        key: 'proyecto',
        of: 'material',
        title: 'Proyecto',
        type: 'text',
        width: 26,
        value: (row) => row.project.name,
      },
      { key: 'esperado', title: 'Según movimientos', type: 'number', value: (row) => row.expected },
      { key: 'contado', title: 'Contado', type: 'number', value: (row) => row.counted },
      { key: 'diferencia', title: 'Diferencia', type: 'number', value: (row) => row.difference },
      { key: 'estado', title: 'Estado', type: 'text', width: 14, value: (row) => row.state.name },
      { key: 'motivo', title: 'Motivo', type: 'text', width: 36, value: (row) => row.reason },
      { key: 'conto', title: 'Contó', type: 'text', width: 24, value: (row) => row.by },
      {
        key: 'decidio',
        of: 'estado',
        title: 'Decidió',
        type: 'text',
        width: 24,
        value: (row) => row.decided_by,
      },
    ],
    filters: {
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      material_id: { label: 'Material' },
      estado_id: { label: 'Estado', values: COUNT_STATES },
    },
  }),
});

export const countMaterial = endpoint({
  method: 'POST',
  path: counts,
  access: 'materiales.editar',
  touches: ['conteo_material'],
  summary: 'Registra lo contado de un material; otra persona aprueba la diferencia',
  body: CountForm,
  answer: data(CountRow),
  status: 201,
  errors: ['KEY_USED'],
  idempotent: true,
});

export const decideCount = endpoint({
  method: 'POST',
  path: `${counts}/:id/decide`,
  access: 'materiales.aprobar',
  touches: ['conteo_material', 'existencia'],
  summary: 'Aprueba o rechaza la diferencia de un conteo',
  params: z.object({ id: Id }),
  body: CountDecision,
  answer: data(CountRow),
  errors: ['NOT_IN_STOCK', 'TRANSITION'],
});

export const getUsage = endpoint({
  method: 'GET',
  path: `${base}/usage`,
  access: 'materiales.ver',
  shows: ['existencia', 'lista_materiales'],
  summary: 'Lo que una vivienda usó de cada material, al lado de lo que debía usar',
  query: z.object({ vivienda_id: Id }),
  answer: data(z.array(UsageRow)),
  exports: exportsOf(UsageRow, {
    title: 'Consumo de una vivienda',
    permission: 'materiales.exportar',
    columns: [
      { key: 'code', title: 'Código', type: 'text', width: 14, value: (row) => row.code },
      { key: 'name', title: 'Material', type: 'text', width: 40, value: (row) => row.name },
      { key: 'unit', title: 'Unidad', type: 'text', width: 10, value: (row) => row.unit },
      { key: 'presupuesto', title: 'Presupuesto', type: 'number', value: (row) => row.budget },
      { key: 'usado', title: 'Usado', type: 'number', value: (row) => row.used },
      { key: 'queda', title: 'Queda', type: 'number', value: (row) => row.left },
      { key: 'monto', title: 'Presupuesto sin ITBMS', type: 'money', value: (row) => row.budget_centavos },
      { key: 'valor', title: 'Usado sin ITBMS', type: 'money', value: (row) => row.used_centavos },
    ],
    filters: { vivienda_id: { label: 'Vivienda' } },
  }),
});

export const chargeMaterials = endpoint({
  method: 'POST',
  path: `${base}/charges`,
  access: 'contratos.aprobar',
  touches: ['existencia', 'cuenta_obra', 'contrato'],
  summary: 'Descuenta de una cuenta de obra los materiales que se dieron a su contratista',
  body: ChargeForm,
  answer: data(z.object({ charged: z.number().int(), centavos: z.number().int() })),
  status: 201,
  errors: ['CHARGED', 'TRANSITION'],
  idempotent: true,
});
