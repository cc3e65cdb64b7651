import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint, page, sumsOf } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import {
  Broker,
  CommissionAccount,
  CommissionFilter,
  CommissionLine,
  CommissionRule,
  CommissionStatusChange,
  NewBroker,
  NewCommissionRule,
  SaleCommissions,
} from './model.ts';
import { COMMISSION_EVENTS, COMMISSION_LABELS, PAYEES } from './rules.ts';

/** Advisers see their own; users who approve sales or payments, and the auditor, see all. */
export const SEES_COMMISSIONS = ['ventas.crear', 'ventas.aprobar', 'pagos.aprobar', 'auditoria.ver'] as const;
/** Exporting their own commissions needs the export permission for sales (rulings.md 42). */
const OWN_EXPORT = {
  permission: 'ventas.exportar',
  without: ['ventas.aprobar', 'pagos.aprobar', 'auditoria.ver'],
} as const;
const base = '/api/sale/commissions';
const params = z.object({ id: Id });
const ofSale = '/api/sale/precontracts/:id/commissions' as const;

export const listCommissions = endpoint({
  method: 'GET',
  path: base,
  access: SEES_COMMISSIONS,
  shows: ['comision'],
  summary: 'Partes de comisiones, las más nuevas primero; las de una persona son su estado de cuenta',
  query: CommissionFilter,
  answer: page(CommissionLine),
  exports: exportsOf(CommissionLine, {
    title: 'Comisiones',
    permission: 'pagos.exportar',
    own: OWN_EXPORT,
    columns: [
      {
        key: 'persona',
        of: 'id',
        title: 'Persona',
        type: 'text',
        width: 28,
        value: (row) => row.person.name,
      },
      { key: 'tipo', of: 'id', title: 'Tipo', type: 'text', width: 16, value: (row) => PAYEES[row.payee] },
      {
        key: 'venta',
        title: 'Pre-contrato',
        type: 'text',
        width: 16,
        value: (row) => row.sale.code ?? `Venta ${row.sale.id}`,
      },
      {
        key: 'cliente',
        of: 'venta',
        title: 'Cliente',
        type: 'text',
        width: 28,
        value: (row) => row.sale.customer,
      },
      { key: 'proyecto', of: 'venta', title: 'Proyecto', type: 'text', value: (row) => row.project.name },
      {
        key: 'evento',
        title: 'Por',
        type: 'text',
        width: 24,
        value: (row) => `${row.reverse ? 'Reverso: ' : ''}${COMMISSION_EVENTS[row.event]}`,
      },
      { key: 'estado', title: 'Estado', type: 'text', width: 14, value: (row) => row.state.name },
      { key: 'monto', title: 'Monto', type: 'money', value: (row) => row.centavos },
      {
        key: 'descontado',
        of: 'neto',
        title: 'Descontado',
        type: 'money',
        value: (row) => row.descontado_centavos || null,
      },
      { key: 'neto', title: 'Neto', type: 'money', value: (row) => row.neto_centavos },
      { key: 'liberada', title: 'Liberada', type: 'instant', value: (row) => row.released_at },
      { key: 'pagada', of: 'liberada', title: 'Pagada el', type: 'date', value: (row) => row.paid?.on },
      {
        key: 'referencia',
        of: 'liberada',
        title: 'Referencia',
        type: 'text',
        value: (row) => row.paid?.reference,
      },
    ],
    filters: {
      estado_id: { label: 'Estado', values: COMMISSION_LABELS },
      asesor_id: { label: 'Asesor', of: 'usuario' },
      corredor_id: { label: 'Corredor' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const sumCommissions = endpoint({
  method: 'GET',
  path: `${base}/sumas`,
  access: SEES_COMMISSIONS,
  shows: ['comision'],
  summary: 'Suma de las partes de comisiones, de todo lo que cumple el filtro',
  query: CommissionFilter,
  answer: sumsOf('monto'),
});

export const commissionAccounts = endpoint({
  method: 'GET',
  path: `${base}/people`,
  access: SEES_COMMISSIONS,
  shows: ['comision'],
  summary: 'Cuánto tiene cada asesor y corredor por liberar, por pagar y pagado',
  query: pageBy('persona', 'tipo'),
  answer: page(CommissionAccount),
  exports: exportsOf(CommissionAccount, {
    title: 'Comisiones por persona',
    permission: 'pagos.exportar',
    own: OWN_EXPORT,
    columns: [
      { key: 'persona', title: 'Persona', type: 'text', width: 28, value: (row) => row.person.name },
      { key: 'tipo', title: 'Tipo', type: 'text', value: (row) => PAYEES[row.payee] },
      { key: 'ventas', title: 'Ventas', type: 'number', value: (row) => row.sales },
      { key: 'previsto', title: 'Por liberar', type: 'money', value: (row) => row.planned_centavos },
      { key: 'debe', title: 'Liberado sin pagar', type: 'money', value: (row) => row.owed_centavos },
      { key: 'pagado', title: 'Pagado', type: 'money', value: (row) => row.paid_centavos },
    ],
  }),
});

export const sumCommissionAccounts = endpoint({
  method: 'GET',
  path: `${base}/people/sumas`,
  access: SEES_COMMISSIONS,
  shows: ['comision'],
  summary: 'Suma de las comisiones por liberar, por pagar y pagadas de todas las personas',
  answer: sumsOf('previsto', 'debe', 'pagado'),
});

export const getCommission = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: SEES_COMMISSIONS,
  shows: ['comision'],
  summary: 'Una parte de comisión con quién la preparó, aprobó y pagó',
  params,
  answer: data(CommissionLine),
});

export const changeCommissionStatus = endpoint({
  method: 'PATCH',
  path: `${base}/:id/status`,
  access: SEES_COMMISSIONS,
  touches: ['comision'],
  summary: 'Prepara, aprueba o paga una parte de comisión; cada cambio pide su propio permiso',
  params,
  body: CommissionStatusChange,
  answer: data(CommissionLine),
  errors: ['TRANSITION', 'STALE'],
});

export const listCommissionRules = endpoint({
  method: 'GET',
  path: '/api/sale/commission-rules',
  access: ['ventas.aprobar', 'pagos.aprobar', 'auditoria.ver'],
  shows: ['regla_comision'],
  summary: 'Las reglas de comisión con sus fechas, las vigentes primero',
  answer: data(z.array(CommissionRule)),
});

export const addCommissionRule = endpoint({
  method: 'POST',
  path: '/api/sale/commission-rules',
  access: 'administracion.editar',
  touches: ['regla_comision'],
  summary: 'Agrega una regla de comisión',
  body: NewCommissionRule,
  answer: data(CommissionRule),
  status: 201,
  errors: ['RULES_OVERLAP'],
  idempotent: true,
});

export const endCommissionRule = endpoint({
  method: 'PATCH',
  path: '/api/sale/commission-rules/:id/end',
  access: 'administracion.editar',
  touches: ['regla_comision'],
  summary: 'Dice hasta qué día vale una regla de comisión',
  params,
  body: z.object({ hasta: IsoDate }),
  answer: data(CommissionRule),
});

export const listBrokers = endpoint({
  method: 'GET',
  path: '/api/sale/brokers',
  access: ['ventas.aprobar', 'pagos.aprobar', 'auditoria.ver'],
  shows: ['corredor'],
  summary: 'Corredores externos, por nombre',
  answer: data(z.array(Broker)),
});

export const addBroker = endpoint({
  method: 'POST',
  path: '/api/sale/brokers',
  access: 'ventas.aprobar',
  touches: ['corredor'],
  summary: 'Agrega un corredor externo',
  body: NewBroker,
  answer: data(Broker),
  status: 201,
  idempotent: true,
});

export const changeBroker = endpoint({
  method: 'PATCH',
  path: '/api/sale/brokers/:id',
  access: 'ventas.aprobar',
  touches: ['corredor'],
  summary: 'Cambia o archiva un corredor externo',
  params,
  body: NewBroker.partial().extend({ activo: z.boolean().optional(), version: z.number().int().optional() }),
  answer: data(Broker),
  errors: ['STALE'],
});

export const saleCommissions = endpoint({
  method: 'GET',
  path: ofSale,
  access: SEES_COMMISSIONS,
  shows: ['comision'],
  summary: 'Las comisiones de una venta',
  params,
  answer: data(SaleCommissions),
});

export const nameCommission = endpoint({
  method: 'POST',
  path: ofSale,
  access: 'ventas.aprobar',
  touches: ['comision'],
  summary: 'Nombra al corredor de una venta, o al asesor de una que entró por internet',
  params,
  body: z.object({
    para: z.enum(['asesor', 'corredor'], { error: 'Elige asesor o corredor.' }),
    /** User or broker. */
    persona_id: z.number().int().min(1, { error: 'Elige a la persona.' }),
  }),
  answer: data(SaleCommissions),
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});
