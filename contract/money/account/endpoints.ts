import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { MoneyText } from '#contract/money.ts';
import { ReportedReference } from '#contract/money/payments/model.ts';
import {
  NewCharge,
  NewPlan,
  PlanPreview,
  PlanTerms,
  Reprogram,
  SaleMoney,
  StatementRow,
} from '#contract/money/payments/plan.ts';

const base = '/api/sale/precontracts/:id';
const params = z.object({ id: Id });

export const getSaleMoney = endpoint({
  method: 'GET',
  path: `${base}/cuenta`,
  access: 'pagos.ver',
  shows: ['pago'],
  summary: 'El plan de pago de una venta, lo que se debe y su estado de cuenta',
  params,
  answer: data(SaleMoney),
});

/** First the price with the bank's part, then the other charges; each has its own running balance. */
export const listSaleStatement = endpoint({
  method: 'GET',
  path: `${base}/estado_de_cuenta`,
  access: 'pagos.ver',
  shows: ['pago'],
  summary: 'Estado de cuenta de una venta, renglón por renglón',
  params,
  answer: data(z.array(StatementRow.extend({ cuenta: z.string() }))),
  exports: exportsOf(StatementRow.extend({ cuenta: z.string() }), {
    title: 'Estado de cuenta',
    permission: 'pagos.exportar',
    columns: [
      { key: 'cuenta', title: 'Cuenta', type: 'text', width: 14, value: (row) => row.cuenta },
      { key: 'fecha', title: 'Fecha', type: 'date', value: (row) => row.day },
      { key: 'confirmado', title: 'Confirmado', type: 'date', value: (row) => row.confirmed_on },
      { key: 'detalle', title: 'Detalle', type: 'text', width: 40, value: (row) => row.text },
      { key: 'recibo', title: 'Recibo', type: 'text', width: 12, value: (row) => row.receipt },
      { key: 'cargo', title: 'Cargo', type: 'money', value: (row) => row.debit_centavos || null },
      { key: 'abono', title: 'Abono', type: 'money', value: (row) => row.credit_centavos || null },
      { key: 'saldo', title: 'Saldo', type: 'money', value: (row) => row.balance_centavos },
    ],
  }),
});

export const previewPlan = endpoint({
  method: 'GET',
  path: `${base}/plan/cuotas`,
  access: 'pagos.crear',
  shows: ['pago', 'precontrato'],
  summary: 'Las cuotas que haría un plan, sin crearlo',
  params,
  query: PlanTerms,
  answer: data(PlanPreview),
  errors: ['TRANSITION'],
});

export const makePlan = endpoint({
  method: 'POST',
  path: `${base}/plan`,
  access: 'pagos.crear',
  touches: ['pago', 'precontrato'],
  summary: 'Crea el plan de abonos de una venta, o lo cambia por otro con su motivo',
  params,
  body: NewPlan,
  answer: data(SaleMoney),
  status: 201,
  errors: ['TRANSITION', 'STALE'],
  idempotent: true,
});

export const reprogramPlan = endpoint({
  method: 'PUT',
  path: `${base}/plan`,
  access: 'pagos.editar',
  touches: ['pago', 'precontrato'],
  summary: 'Reprograma las cuotas que faltan; su suma no cambia',
  params,
  body: Reprogram,
  answer: data(SaleMoney),
  errors: ['TRANSITION', 'STALE'],
});

export const addCharge = endpoint({
  method: 'POST',
  path: `${base}/cargos`,
  access: 'pagos.crear',
  touches: ['pago', 'precontrato'],
  summary: 'Agrega un cobro a la venta: gastos legales, mejoras, contado u otro',
  params,
  body: NewCharge,
  answer: data(SaleMoney),
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});

export const addDisbursement = endpoint({
  method: 'POST',
  path: `${base}/desembolso`,
  access: 'pagos.crear',
  touches: ['pago', 'precontrato'],
  summary: 'Registra el desembolso de la hipoteca; otra persona lo confirma con la línea del banco',
  params,
  body: z.object({
    monto: MoneyText.refine((cents) => cents > 0, { error: 'Escribe un monto mayor que cero.' }),
    referencia: ReportedReference,
    fecha: IsoDate,
  }),
  answer: data(SaleMoney),
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});
