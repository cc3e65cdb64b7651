import { z } from 'zod';
import { data, endpoint, page, sumsOf } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import {
  Account,
  AccountRow,
  AccountStatusChange,
  ContractStatement,
  DeductionForm,
  DisputeForm,
  JobPayment,
  JobTotals,
  MeasureForm,
  RetentionCharge,
  RetentionReturn,
} from './model.ts';

const params = z.object({ id: Id });
const record = data(Account);
const MOVES = ['cuenta_obra', 'contrato', 'trabajo'] as const;

export const AccountFilter = pageBy('id').extend({
  contrato_id: Id.optional(),
  proyecto_id: Id.optional(),
  contratista_id: Id.optional(),
  estado_id: Id.optional(),
});
export type AccountFilter = z.infer<typeof AccountFilter>;

export const listAccounts = endpoint({
  method: 'GET',
  path: '/api/works/accounts',
  access: 'contratos.ver',
  shows: ['cuenta_obra', 'contrato'],
  summary: 'Las cuentas de obra; los montos, solo para quien puede verlos',
  query: AccountFilter,
  answer: page(AccountRow),
  exports: exportsOf(AccountRow, {
    title: 'Cuentas de obra',
    permission: 'contratos.exportar',
    columns: [
      { key: 'numero', title: 'Cuenta', type: 'number', value: (row) => row.number },
      { key: 'contrato', title: 'Contrato', type: 'text', width: 30, value: (row) => row.contract.name },
      {
        key: 'proyecto',
        of: 'contrato',
        title: 'Proyecto',
        type: 'text',
        width: 24,
        value: (row) => row.project.name,
      },
      {
        key: 'contratista',
        of: 'contrato',
        title: 'Contratista',
        type: 'text',
        width: 28,
        value: (row) => row.contractor.name,
      },
      { key: 'estado', title: 'Estado', type: 'text', width: 20, value: (row) => row.state.name },
      { key: 'medida', title: 'Medida el', type: 'date', value: (row) => row.measured_on },
      { key: 'pagada', title: 'Pagada el', type: 'date', value: (row) => row.paid_on },
      { key: 'avance', title: 'Avance', type: 'money', value: (row) => row.gross_centavos },
      { key: 'amortiza', title: 'Amortiza', type: 'money', value: (row) => row.amortised_centavos },
      { key: 'retiene', title: 'Retiene', type: 'money', value: (row) => row.retained_centavos },
      { key: 'itbms', title: 'ITBMS', type: 'money', value: (row) => row.itbms_centavos },
      {
        key: 'itbms_retenido',
        title: 'ITBMS retenido',
        type: 'money',
        value: (row) => row.withheld_centavos,
      },
      { key: 'descuentos', title: 'Descuentos', type: 'money', value: (row) => row.deductions_centavos },
      { key: 'neto', title: 'Neto', type: 'money', value: (row) => row.net_centavos },
    ],
    filters: {
      contrato_id: { label: 'Contrato' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      contratista_id: { label: 'Contratista', of: 'contratista' },
      estado_id: { label: 'Estado' },
    },
  }),
});

export const sumAccounts = endpoint({
  method: 'GET',
  path: '/api/works/accounts/sumas',
  access: 'contratos.montos',
  shows: ['cuenta_obra'],
  summary: 'Suma del avance y del neto de las cuentas que cumplen el filtro',
  query: AccountFilter,
  answer: sumsOf('avance', 'neto'),
});

export const findAccount = endpoint({
  method: 'GET',
  path: '/api/works/accounts/:id',
  access: 'contratos.ver',
  shows: ['cuenta_obra'],
  summary: 'Una cuenta de obra con sus líneas y descuentos',
  params,
  answer: record,
});

/** The account to sign, as PDF. */
export const ACCOUNT_PAPER = '/api/works/accounts/:id/documento.pdf';
/** The statement of a contract, as PDF. */
export const STATEMENT_PAPER = '/api/contracts/:id/statement/documento.pdf';

export const measureContract = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/accounts',
  access: 'contratos.aprobar',
  touches: MOVES,
  summary: 'Mide un contrato: hace una cuenta con todo lo aprobado que ninguna cuenta tiene',
  params,
  body: MeasureForm,
  answer: record,
  status: 201,
  errors: ['QUANTITY_TAKEN', 'STALE'],
  idempotent: true,
});

export const changeAccountStatus = endpoint({
  method: 'PATCH',
  path: '/api/works/accounts/:id/status',
  access: 'contratos.ver',
  touches: MOVES,
  summary: 'Envía, refrenda, aprueba, paga, reversa o anula una cuenta',
  params,
  body: AccountStatusChange,
  answer: record,
  errors: ['STALE', 'TRANSITION'],
});

export const disputeLine = endpoint({
  method: 'POST',
  path: '/api/works/accounts/:id/lines/:line/dispute',
  access: 'contratos.ver',
  touches: MOVES,
  summary: 'El contratista no está de acuerdo con una línea: las demás siguen',
  params: params.extend({ line: Id }),
  body: DisputeForm,
  answer: record,
  errors: ['TRANSITION'],
});

export const addDeduction = endpoint({
  method: 'POST',
  path: '/api/works/accounts/:id/deductions',
  access: 'contratos.aprobar',
  touches: MOVES,
  summary: 'Descuenta de una cuenta materiales, una multa, un préstamo u otra cosa, con su documento',
  params,
  body: DeductionForm,
  answer: record,
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});

export const removeDeduction = endpoint({
  method: 'DELETE',
  path: '/api/works/accounts/:id/deductions/:deduction',
  access: 'contratos.aprobar',
  touches: MOVES,
  summary: 'Quita un descuento de una cuenta',
  params: params.extend({ deduction: Id }),
  answer: record,
  errors: ['TRANSITION'],
});

export const contractStatement = endpoint({
  method: 'GET',
  path: '/api/contracts/:id/statement',
  access: 'contratos.ver',
  shows: ['cuenta_obra', 'contrato', 'trabajo'],
  summary: 'Estado de cuenta de un contrato: cuentas, anticipo, retenido y pagado',
  params,
  answer: data(ContractStatement),
});

export const returnRetention = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/retention/return',
  access: 'contabilidad.aprobar',
  touches: MOVES,
  summary: 'Devuelve del retenido la mitad con la recepción provisional, el resto con la final',
  params,
  body: RetentionReturn,
  answer: data(ContractStatement),
  errors: ['PAYMENT_STOPPED', 'TRANSITION'],
  idempotent: true,
});

export const chargeRetention = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/retention/charge',
  access: 'contabilidad.aprobar',
  touches: MOVES,
  summary: 'Carga al retenido el costo de una garantía, con su documento',
  params,
  body: RetentionCharge,
  answer: data(ContractStatement),
  errors: ['TRANSITION'],
  idempotent: true,
});

export const payJob = endpoint({
  method: 'PATCH',
  path: '/api/:path/update_total_amount_pay_jobs/:id',
  access: 'contabilidad.aprobar',
  touches: MOVES,
  summary: 'Paga la cuenta aprobada de un trabajo y responde el trabajo con sus totales',
  params: z.object({ path: z.enum(['contracts', 'infras_contract']), id: Id }),
  body: JobPayment,
  answer: data(JobTotals),
  errors: ['STALE', 'TRANSITION'],
});
