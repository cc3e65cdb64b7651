import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import {
  ClosingCost,
  COST_BASES,
  CostForm,
  CostRow,
  InterestRule,
  LendingLimits,
  PAYERS,
  RuleChange,
  RuleForm,
  RuleRow,
  TouchedRow,
} from './model.ts';

const SEES = ['ventas.ver', 'tramites.ver', 'administracion.ver'] as const;
const EDITS = 'administracion.editar';
const params = z.object({ id: Id });
const standing = z.enum(['vigentes', 'todas']).default('vigentes');
const STANDINGS = { vigentes: 'Vigentes y futuras', todas: 'Todas, también las pasadas' };

export const listInterestRules = endpoint({
  method: 'GET',
  path: '/api/interest/rules',
  access: SEES,
  shows: ['regla_interes'],
  summary: 'Las reglas del interés preferencial, con sus fechas',
  query: pageBy('vigencia', 'precio', 'puntos', 'meses', 'proformas').extend({ ver: standing }),
  answer: page(RuleRow),
  exports: exportsOf(RuleRow, {
    title: 'Reglas del interés preferencial',
    permission: 'ventas.exportar',
    columns: [
      { key: 'regimen', title: 'Ley', type: 'text', width: 36, value: (row) => row.regime },
      { key: 'region', title: 'Región', type: 'text', width: 10, value: (row) => row.region ?? 'Todas' },
      {
        key: 'desde_precio',
        of: 'precio',
        title: 'Precio desde',
        type: 'money',
        value: (row) => row.min_centavos,
      },
      {
        key: 'hasta_precio',
        of: 'precio',
        title: 'Precio hasta',
        type: 'money',
        value: (row) => row.max_centavos,
      },
      { key: 'puntos', title: 'Puntos', type: 'percent', value: (row) => row.points_percent },
      { key: 'meses', title: 'Meses', type: 'number', width: 8, value: (row) => row.months },
      { key: 'desde', of: 'vigencia', title: 'Vigente desde', type: 'date', value: (row) => row.valid_from },
      { key: 'hasta', of: 'vigencia', title: 'Vigente hasta', type: 'date', value: (row) => row.valid_to },
      { key: 'estado', title: 'Estado', type: 'text', width: 14, value: (row) => row.standing },
      {
        key: 'seguro',
        title: 'Confirmada',
        type: 'text',
        width: 12,
        value: (row) => (row.sure ? 'Sí' : 'Por confirmar'),
      },
      { key: 'fuente', title: 'Fuente', type: 'text', width: 50, value: (row) => row.source },
    ],
    filters: { ver: { label: 'Cuáles', values: STANDINGS } },
  }),
});

export const addInterestRule = endpoint({
  method: 'POST',
  path: '/api/interest/rules',
  access: EDITS,
  touches: ['regla_interes', 'cambio_regla', 'proforma'],
  summary: 'Agrega una regla del interés preferencial',
  body: RuleForm,
  answer: data(RuleRow),
  status: 201,
  errors: ['RULES_OVERLAP'],
  idempotent: true,
});

/**
 * The new rule applies from the form's `valid_from`. The old row stays until the day before and for the quotes that use
 * it.
 */
export const reviseInterestRule = endpoint({
  method: 'POST',
  path: '/api/interest/rules/:id/versions',
  access: EDITS,
  touches: ['regla_interes', 'cambio_regla', 'proforma'],
  summary: 'Cambia una regla desde un día; lo anterior queda guardado',
  params,
  body: RuleForm,
  answer: data(RuleRow),
  status: 201,
  errors: ['RULES_OVERLAP', 'STALE'],
  idempotent: true,
});

export const endInterestRule = endpoint({
  method: 'POST',
  path: '/api/interest/rules/:id/end',
  access: EDITS,
  touches: ['regla_interes', 'cambio_regla', 'proforma'],
  summary: 'Pone el último día de una regla',
  params,
  body: z.object({
    valid_to: IsoDate,
    motivo: z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(200),
  }),
  answer: data(RuleRow),
  errors: ['STALE'],
  idempotent: true,
});

export const listRuleChanges = endpoint({
  method: 'GET',
  path: '/api/interest/changes',
  access: SEES,
  shows: ['cambio_regla'],
  summary: 'Los cambios de las reglas: qué, desde cuándo, quién y por qué',
  query: pageBy('id', 'rige', 'quien', 'cuando'),
  answer: page(RuleChange),
  exports: exportsOf(RuleChange, {
    title: 'Cambios de reglas del interés preferencial',
    permission: 'ventas.exportar',
    columns: [
      { key: 'cuando', title: 'Cuándo', type: 'instant', value: (row) => row.at },
      { key: 'rige', title: 'Rige desde', type: 'date', value: (row) => row.effective_on },
      { key: 'antes', title: 'Antes', type: 'text', width: 44, value: (row) => row.before },
      { key: 'despues', title: 'Después', type: 'text', width: 44, value: (row) => row.after },
      { key: 'quien', title: 'Quién', type: 'text', width: 22, value: (row) => row.by },
      { key: 'motivo', title: 'Motivo', type: 'text', width: 36, value: (row) => row.reason },
    ],
  }),
});

/** Limited to the user's scope. Open quotes first, then sales whose deed is not registered. */
export const listTouched = endpoint({
  method: 'GET',
  path: '/api/interest/changes/:id/touched',
  access: 'ventas.ver',
  shows: ['cambio_regla', 'proforma'],
  summary: 'Las proformas y ventas abiertas a las que llega un cambio de reglas',
  params,
  query: pageBy('id').extend({ tipo: z.enum(['proforma', 'venta']).default('proforma') }),
  answer: page(TouchedRow),
  exports: exportsOf(TouchedRow, {
    title: 'Proformas y ventas afectadas',
    permission: 'ventas.exportar',
    columns: [
      { key: 'codigo', title: 'Código', type: 'text', width: 18, value: (row) => row.code },
      { key: 'cliente', title: 'Cliente', type: 'text', width: 28, value: (row) => row.customer },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 24, value: (row) => row.project },
      { key: 'precio', title: 'Precio', type: 'money', value: (row) => row.price_centavos },
      { key: 'estado', title: 'Estado', type: 'text', width: 20, value: (row) => row.state },
      { key: 'asesor', title: 'Asesor', type: 'text', width: 22, value: (row) => row.adviser },
    ],
    filters: { tipo: { label: 'Qué', values: { proforma: 'Proformas', venta: 'Ventas' } } },
  }),
});

export const listCosts = endpoint({
  method: 'GET',
  path: '/api/interest/costs',
  access: SEES,
  shows: ['gasto_cierre'],
  summary: 'Los gastos de cierre, con sus fechas',
  query: pageBy('nombre', 'vigencia').extend({ ver: standing }),
  answer: page(CostRow),
  exports: exportsOf(CostRow, {
    title: 'Gastos de cierre',
    permission: 'ventas.exportar',
    columns: [
      { key: 'nombre', title: 'Gasto', type: 'text', width: 32, value: (row) => row.label },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 22, value: (row) => row.project ?? 'Todos' },
      {
        key: 'base',
        of: 'cuanto',
        title: 'Se calcula',
        type: 'text',
        width: 22,
        value: (row) => COST_BASES[row.basis],
      },
      { key: 'monto', of: 'cuanto', title: 'Monto', type: 'money', value: (row) => row.amount_centavos },
      { key: 'porcentaje', of: 'cuanto', title: 'Porcentaje', type: 'percent', value: (row) => row.percent },
      { key: 'paga', title: 'Lo paga', type: 'text', width: 16, value: (row) => PAYERS[row.payer] },
      { key: 'desde', of: 'vigencia', title: 'Vigente desde', type: 'date', value: (row) => row.valid_from },
      { key: 'hasta', of: 'vigencia', title: 'Vigente hasta', type: 'date', value: (row) => row.valid_to },
      { key: 'fuente', title: 'Fuente', type: 'text', width: 50, value: (row) => row.source },
    ],
    filters: { ver: { label: 'Cuáles', values: STANDINGS } },
  }),
});

export const addCost = endpoint({
  method: 'POST',
  path: '/api/interest/costs',
  access: EDITS,
  touches: ['gasto_cierre'],
  summary: 'Agrega un gasto de cierre',
  body: CostForm,
  answer: data(CostRow),
  status: 201,
  errors: ['RULES_OVERLAP'],
  idempotent: true,
});

export const reviseCost = endpoint({
  method: 'POST',
  path: '/api/interest/costs/:id/versions',
  access: EDITS,
  touches: ['gasto_cierre'],
  summary: 'Cambia un gasto de cierre desde un día; lo anterior queda guardado',
  params,
  body: CostForm,
  answer: data(CostRow),
  status: 201,
  errors: ['RULES_OVERLAP', 'STALE'],
  idempotent: true,
});

export const interestToday = endpoint({
  method: 'GET',
  path: '/api/interest/today',
  access: SEES,
  shows: ['regla_interes', 'gasto_cierre'],
  summary: 'Reglas, gastos y límites para la calculadora, también los que vendrán',
  answer: data(
    z.object({
      date: z.string(),
      rules: z.array(InterestRule),
      costs: z.array(ClosingCost),
      limits: LendingLimits.extend({ financing_max: z.number() }),
      /** Defaults from the projects: the most common rate, down payment and term. */
      rate_percent: z.number(),
      down_payment_percent: z.number(),
      term_months: z.number().int(),
    }),
  ),
});
