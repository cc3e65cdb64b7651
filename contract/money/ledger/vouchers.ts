import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { Cents } from '#contract/money.ts';
import { pageBy } from '#contract/paging.ts';
import { StatusChange, TransitionOffer, type Machine } from '#contract/transitions.ts';
import { ENTRY_KINDS, type VoucherKind } from './model.ts';

/** States of a voucher (comprobante de diario). */
export const VOUCHER_STATE = { draft: 1, sent: 2, approved: 3, voided: 5 } as const;
export const VOUCHER_STATES: Readonly<Record<number, string>> = {
  1: 'Borrador',
  2: 'Por aprobar',
  3: 'Aprobado',
  5: 'Anulado',
};
const { draft, sent, approved, voided } = VOUCHER_STATE;

const { registro: _, ...VOUCHER_KIND_LABELS } = ENTRY_KINDS;
export const VOUCHER_KINDS: Readonly<Record<VoucherKind, string>> = VOUCHER_KIND_LABELS;
const KIND_NAMES = Object.keys(VOUCHER_KINDS) as [VoucherKind, ...VoucherKind[]];

export interface VoucherFacts {
  madeByCaller: boolean;
  /** Debits less credits, and the number of lines. */
  differenceCents: number;
  lines: number;
  /** Its day is in a closed month. */
  closed: boolean;
}

/** Typed by one, approved by another; what was approved is only reversed (permissions.tsv). */
export const voucherMachine: Machine<VoucherFacts> = {
  entity: 'comprobante_diario',
  transitions: [
    {
      from: [draft],
      to: sent,
      label: 'Enviar a aprobar',
      permission: 'contabilidad.crear',
      whyNot: ({ lines, differenceCents }) =>
        lines < 2
          ? 'Escribe al menos dos líneas.'
          : differenceCents !== 0
            ? 'El debe y el haber no suman lo mismo.'
            : null,
    },
    {
      from: [sent],
      to: approved,
      label: 'Aprobar',
      permission: 'contabilidad.aprobar',
      whyNot: ({ madeByCaller, closed }) =>
        madeByCaller
          ? 'Quien lo escribió no puede aprobarlo: pídelo a otra persona.'
          : closed
            ? 'El mes de su fecha está cerrado.'
            : null,
    },
    {
      from: [sent],
      to: draft,
      label: 'Devolver',
      permission: 'contabilidad.aprobar',
      reason: 'required',
    },
    {
      from: [draft, sent],
      to: voided,
      label: 'Anular',
      permission: 'contabilidad.anular',
      reason: 'required',
    },
    {
      from: [approved],
      to: voided,
      label: 'Reversar',
      permission: 'contabilidad.anular',
      reason: 'required',
    },
  ],
};

const Named = z.object({ id: z.number().int(), name: z.string() });
const cents = z.number().int();

export const VoucherRow = z.object({
  id: z.number().int(),
  book: Named,
  kind: z.enum(KIND_NAMES),
  state: Named,
  day: z.string(),
  description: z.string(),
  centavos: cents,
  made_by: z.string(),
  approved_by: z.string().nullable(),
});
export type VoucherRow = z.infer<typeof VoucherRow>;

const side = Cents.min(0, { error: 'Escribe un monto de cero o más.' });
export const VoucherLine = z.object({
  account_id: z.number({ error: 'Elige la cuenta.' }).int().min(1),
  debit_centavos: side.nullable().default(null),
  credit_centavos: side.nullable().default(null),
  project_id: z.number().int().nullable().default(null),
  lot_id: z.number().int().nullable().default(null),
  partner_id: z.number().int().nullable().default(null),
  bank_account_id: z.number().int().nullable().default(null),
  note: z.string().trim().max(200).nullable().default(null),
});
export type VoucherLine = z.infer<typeof VoucherLine>;

export const VoucherForm = z.object({
  book_id: z.number({ error: 'Elige la empresa.' }).int().min(1),
  kind: z.enum(['comprobante', 'apertura'], { error: 'Elige la clase.' }).default('comprobante'),
  day: IsoDate,
  description: z.string().trim().min(3, { error: 'Escribe qué es.' }).max(200),
  lines: z.array(VoucherLine).min(1, { error: 'Escribe al menos dos líneas.' }).max(500),
});
export type VoucherForm = z.infer<typeof VoucherForm>;

export const Voucher = VoucherRow.extend({
  version: z.number().int(),
  reason: z.string().nullable(),
  lines: z.array(
    z.object({
      account_id: z.number().int(),
      debit_centavos: cents.nullable(),
      credit_centavos: cents.nullable(),
      project_id: z.number().int().nullable(),
      lot_id: z.number().int().nullable(),
      partner_id: z.number().int().nullable(),
      bank_account_id: z.number().int().nullable(),
      note: z.string().nullable(),
      account: z.string(),
      project: z.string().nullable(),
      lot: z.string().nullable(),
    }),
  ),
  entry: z.object({ id: z.number().int(), number: z.string() }).nullable(),
  may_edit: z.boolean(),
  transitions: z.array(TransitionOffer),
  history: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      who: z.string().nullable(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
});
export type Voucher = z.infer<typeof Voucher>;

/** Sort columns: dia (default, newest first) · monto. */
export const VoucherFilter = pageBy('dia', 'monto').extend({
  libro_id: Id.optional(),
  estado_id: z.coerce.number().int().min(1).max(5).optional(),
  clase: z.enum(KIND_NAMES).optional(),
  q: z.string().trim().max(80).optional(),
});
export type VoucherFilter = z.infer<typeof VoucherFilter>;

const base = '/api/accounting/vouchers';
const one = `${base}/:id` as const;
const params = z.object({ id: Id });
const record = data(Voucher);

export const listVouchers = endpoint({
  method: 'GET',
  path: base,
  access: 'contabilidad.ver',
  shows: ['comprobante_diario'],
  summary: 'Comprobantes de diario: lo que ningún registro dice',
  query: VoucherFilter,
  answer: page(VoucherRow),
  exports: exportsOf(VoucherRow, {
    title: 'Comprobantes de diario',
    permission: 'contabilidad.exportar',
    columns: [
      { key: 'dia', title: 'Fecha', type: 'date', value: (row) => row.day },
      { key: 'descripcion', title: 'Descripción', type: 'text', width: 40, value: (row) => row.description },
      { key: 'empresa', title: 'Empresa', type: 'text', width: 28, value: (row) => row.book.name },
      { key: 'clase', title: 'Clase', type: 'text', width: 20, value: (row) => VOUCHER_KINDS[row.kind] },
      { key: 'estado', title: 'Estado', type: 'text', width: 14, value: (row) => row.state.name },
      { key: 'monto', title: 'Monto', type: 'money', value: (row) => row.centavos },
      { key: 'hizo', title: 'Lo hizo', type: 'text', width: 22, value: (row) => row.made_by },
      {
        key: 'aprobo',
        of: 'hizo',
        title: 'Lo aprobó',
        type: 'text',
        width: 22,
        value: (row) => row.approved_by,
      },
    ],
    filters: {
      libro_id: { label: 'Empresa' },
      estado_id: { label: 'Estado', values: VOUCHER_STATES },
      clase: { label: 'Clase', values: VOUCHER_KINDS },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const getVoucher = endpoint({
  method: 'GET',
  path: one,
  access: 'contabilidad.ver',
  shows: ['comprobante_diario', 'periodo_contable'],
  summary: 'Un comprobante con sus líneas, quién lo hizo y quién lo aprobó',
  params,
  answer: record,
});

export const createVoucher = endpoint({
  method: 'POST',
  path: base,
  access: 'contabilidad.crear',
  touches: ['comprobante_diario'],
  summary: 'Escribe un comprobante de diario en borrador',
  body: VoucherForm,
  answer: record,
  status: 201,
  errors: ['OPENING_TAKEN'],
  idempotent: true,
});

export const changeVoucher = endpoint({
  method: 'PUT',
  path: one,
  access: 'contabilidad.crear',
  touches: ['comprobante_diario'],
  summary: 'Cambia un comprobante en borrador',
  params,
  body: VoucherForm.extend({ version: z.number().int().optional() }),
  answer: record,
  errors: ['STALE', 'OPENING_TAKEN'],
});

export const changeVoucherStatus = endpoint({
  method: 'PATCH',
  path: `${one}/status`,
  access: 'contabilidad.ver',
  touches: ['comprobante_diario', 'asiento'],
  summary: 'Envía, aprueba, devuelve, anula o reversa un comprobante; cada cambio pide su propio permiso',
  params,
  body: StatusChange,
  answer: record,
  errors: ['TRANSITION', 'STALE'],
});

/** Draft of the closing entry: income, costs and expenses of a year into the year's result. */
export const draftYearEnd = endpoint({
  method: 'POST',
  path: '/api/accounting/year_end',
  access: 'contabilidad.crear',
  touches: ['comprobante_diario'],
  summary: 'Prepara el comprobante de cierre del año de una empresa',
  body: z.object({
    book_id: z.number({ error: 'Elige la empresa.' }).int().min(1),
    year: z.number({ error: 'Escribe el año.' }).int().min(2000).max(2100),
  }),
  answer: record,
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});
