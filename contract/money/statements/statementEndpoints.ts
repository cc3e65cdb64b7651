import { z } from 'zod';
import { data, endpoint, page, sumsOf } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import {
  DUES_MAX,
  ExactPair,
  LINE_STATES,
  LineFilter,
  LineRow,
  STATEMENT_FILE,
  Statement,
  StatementFilter,
  StatementForm,
  StatementRow,
  TriedStatement,
} from './statements.ts';

const base = '/api/accounting/statements';
const lines = '/api/accounting/statement_lines';
const params = z.object({ id: Id });

export const listStatements = endpoint({
  method: 'GET',
  path: base,
  access: 'contabilidad.ver',
  shows: ['extracto', 'linea_banco'],
  summary: 'Extractos bancarios importados, los más nuevos primero',
  query: StatementFilter,
  answer: page(StatementRow),
  exports: exportsOf(StatementRow, {
    title: 'Extractos bancarios',
    permission: 'contabilidad.exportar',
    columns: [
      { key: 'cuenta', title: 'Cuenta', type: 'text', width: 28, value: (row) => row.account.name },
      { key: 'from_on', of: 'to_on', title: 'Desde', type: 'date', value: (row) => row.from_on },
      { key: 'to_on', title: 'Hasta', type: 'date', value: (row) => row.to_on },
      { key: 'saldos', title: 'Saldo inicial', type: 'money', value: (row) => row.opening_centavos },
      {
        key: 'final',
        of: 'saldos',
        title: 'Saldo final',
        type: 'money',
        value: (row) => row.closing_centavos,
      },
      { key: 'lineas', title: 'Líneas nuevas', type: 'number', value: (row) => row.new_lines },
      { key: 'abiertas', title: 'Por conciliar', type: 'number', value: (row) => row.open_lines },
      { key: 'archivo', title: 'Archivo', type: 'text', width: 28, value: (row) => row.file_name },
      { key: 'quien', title: 'Quién', type: 'text', width: 22, value: (row) => row.imported_by },
      { key: 'cuando', of: 'quien', title: 'Cuándo', type: 'instant', value: (row) => row.imported_at },
    ],
    filters: { cuenta_id: { label: 'Cuenta' } },
  }),
});

export const getStatement = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: 'contabilidad.ver',
  shows: ['extracto', 'linea_banco'],
  summary: 'Un extracto bancario',
  params,
  answer: data(Statement),
});

export const undoStatement = endpoint({
  method: 'POST',
  path: `${base}/:id/deshacer`,
  access: 'pagos.anular',
  touches: ['extracto', 'linea_banco', 'pago', 'precontrato', 'etapa', 'comision'],
  summary: 'Deshace un extracto: reversa los recibos que confirmó y retira sus líneas',
  params,
  body: z.object({ motivo: z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(300) }),
  answer: z.object({ success: z.string() }),
  errors: ['TRANSITION', 'STALE'],
  idempotent: true,
});

export const tryStatement = endpoint({
  method: 'POST',
  path: `${base}/prueba`,
  access: 'contabilidad.crear',
  touches: [],
  summary: 'Lee un extracto y dice qué traería y qué tiene de malo, sin escribir nada',
  body: StatementForm,
  files: { archivo: STATEMENT_FILE },
  answer: data(TriedStatement),
  limit: { max: 30, seconds: 60 },
});

export const importStatement = endpoint({
  method: 'POST',
  path: base,
  access: 'contabilidad.crear',
  touches: ['extracto', 'linea_banco'],
  summary: 'Importa un extracto sin faltas; el mismo archivo otra vez no cambia nada',
  body: StatementForm,
  files: { archivo: STATEMENT_FILE },
  answer: z.object({ data: StatementRow, success: z.string() }),
  status: 201,
  errors: ['IMPORT_STALE'],
  idempotent: true,
  limit: { max: 30, seconds: 60 },
});

export const listLines = endpoint({
  method: 'GET',
  path: lines,
  access: 'contabilidad.ver',
  shows: ['linea_banco'],
  summary: 'Líneas de los extractos con el pago de cada una, o los que puede ser',
  query: LineFilter,
  answer: page(LineRow),
  exports: exportsOf(LineRow, {
    title: 'Líneas del banco',
    permission: 'contabilidad.exportar',
    columns: [
      { key: 'posted_on', title: 'Fecha', type: 'date', value: (row) => row.posted_on },
      { key: 'cuenta', title: 'Cuenta', type: 'text', width: 24, value: (row) => row.account.name },
      { key: 'referencia', title: 'Referencia', type: 'text', width: 18, value: (row) => row.reference },
      {
        key: 'descripcion',
        of: 'referencia',
        title: 'Descripción',
        type: 'text',
        width: 34,
        value: (row) => row.description,
      },
      { key: 'monto', title: 'Monto', type: 'money', value: (row) => row.centavos },
      { key: 'saldo', of: 'monto', title: 'Saldo', type: 'money', value: (row) => row.balance_centavos },
      { key: 'estado', title: 'Estado', type: 'text', width: 18, value: (row) => LINE_STATES[row.state] },
      { key: 'pago', title: 'Cliente', type: 'text', width: 26, value: (row) => row.payment?.name },
      {
        key: 'recibo',
        of: 'pago',
        title: 'Recibo',
        type: 'text',
        width: 12,
        value: (row) => row.payment?.receipt,
      },
    ],
    filters: {
      extracto_id: { label: 'Extracto' },
      cuenta_id: { label: 'Cuenta' },
      estado: { label: 'Estado', values: LINE_STATES },
      sentido: { label: 'Sentido', values: { in: 'Entradas', out: 'Salidas' } },
      desde: { label: 'Desde' },
      hasta: { label: 'Hasta' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const sumLines = endpoint({
  method: 'GET',
  path: `${lines}/sumas`,
  access: 'contabilidad.ver',
  shows: ['linea_banco'],
  summary: 'Suma de las líneas del banco, de todo lo que cumple el filtro',
  query: LineFilter,
  answer: sumsOf('monto'),
});

export const changeLine = endpoint({
  method: 'PATCH',
  path: `${lines}/:id`,
  access: 'contabilidad.editar',
  touches: ['linea_banco', 'pago'],
  summary: 'Aparta una línea que no es de un cliente, o la devuelve',
  params,
  body: z.object({
    estado: z.enum(['open', 'ignored']),
    motivo: z.string().trim().max(200).default(''),
    version: z.number().int(),
  }),
  answer: z.object({ success: z.string() }),
  errors: ['STALE', 'TRANSITION'],
});

export const setLinesAside = endpoint({
  method: 'POST',
  path: `${lines}/apartar`,
  access: 'contabilidad.editar',
  touches: ['linea_banco', 'pago'],
  summary: 'Aparta varias líneas que no son de un cliente; las que ya son de un pago se quedan como están',
  body: z.object({
    lineas: z.array(Id).min(1, { error: 'Elige las líneas.' }).max(200, { error: 'Hasta 200 líneas.' }),
    motivo: z.string().trim().min(3, { error: 'Escribe qué son estas líneas.' }).max(200),
  }),
  answer: z.object({
    success: z.string(),
    left: z.array(z.object({ line_id: z.number().int(), reason: z.string() })),
  }),
});

export const confirmLine = endpoint({
  method: 'POST',
  path: `${lines}/:id/pago`,
  access: 'pagos.aprobar',
  touches: ['linea_banco', 'pago', 'precontrato', 'etapa', 'comision'],
  summary:
    'Da esta línea a uno o varios cobros, de una o varias ventas, reportados o no; lo que sobra queda para los próximos',
  params,
  body: z.object({
    /** In the order in which the money pays them; a separation always comes first. */
    pagos: z
      .array(z.object({ id: Id, version: z.number().int() }))
      .min(1, { error: 'Elige qué paga este depósito.' })
      .max(DUES_MAX),
  }),
  answer: z.object({ success: z.string(), payment_id: z.number().int() }),
  errors: ['TRANSITION', 'STALE', 'BANK_LINE_USED', 'LINE_TAKEN'],
  idempotent: true,
});

export const listExactPairs = endpoint({
  method: 'GET',
  path: `${lines}/exactas`,
  access: 'pagos.aprobar',
  shows: ['linea_banco', 'pago'],
  summary: 'Pagos que coinciden al centavo y por referencia con una sola línea: para confirmar de una vez',
  query: z.object({ extracto_id: Id.optional(), cuenta_id: Id.optional() }),
  answer: data(z.array(ExactPair)),
});

export const confirmExactPairs = endpoint({
  method: 'POST',
  path: `${lines}/exactas`,
  access: 'pagos.aprobar',
  touches: ['linea_banco', 'pago', 'precontrato', 'etapa', 'comision'],
  summary: 'Confirma de una vez los pagos que se vieron; lo que dejó de coincidir se queda como está',
  body: z.object({
    pares: z
      .array(z.object({ line_id: Id, payment_id: Id, payment_version: z.number().int() }))
      .min(1)
      .max(200),
  }),
  answer: z.object({
    success: z.string(),
    confirmed: z.number().int(),
    left: z.array(z.object({ line_id: z.number().int(), payment_id: z.number().int(), reason: z.string() })),
  }),
  idempotent: true,
});
