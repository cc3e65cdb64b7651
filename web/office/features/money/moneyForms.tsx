import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { ChargeDrawer } from './account/ChargeDrawer.tsx';
import { ExpectationDrawer } from './cashForecast/ExpectationDrawer.tsx';
import { ConfirmPayment } from './verification/ConfirmPayment.tsx';
import { DisbursementDrawer } from './account/DisbursementDrawer.tsx';
import { PlanDrawer } from './account/PlanDrawer.tsx';
import { ReportPayment } from './verification/ReportPayment.tsx';
import { ReprogramDrawer } from './account/ReprogramDrawer.tsx';
import { AllocationDrawer } from './ledger/AllocationDrawer.tsx';
import { RunAllocationDrawer } from './ledger/RunAllocationDrawer.tsx';
import { BookDrawer } from './ledger/BookDrawer.tsx';
import { PostingRuleDrawer } from './ledger/PostingRuleDrawer.tsx';
import { VoucherDrawer } from './ledger/VoucherDrawer.tsx';
import { YearEndDrawer } from './ledger/YearEndDrawer.tsx';
import { NewRuleDrawer } from './statements/NewRuleDrawer.tsx';
import { PayRefund } from './refunds/PayRefund.tsx';
import { PrepareRefund } from './refunds/PrepareRefund.tsx';

const payment = row<Props<typeof ConfirmPayment>['payment']>({
  due_centavos: 100_00,
  reported_centavos: 100_00,
  reference: 'ACH-1',
});
const plan = row<NonNullable<Props<typeof PlanDrawer>['plan']>>({
  total_centavos: 1_500_00,
  percent: 2,
  meses: 12,
});
const refund = row<Props<typeof PayRefund>['refund']>({
  amount_centavos: 450_00,
  payee: { name: 'Eva', bank: { id: 1, name: 'Banco Uno' }, account: '04-1' },
});
const draft = row<Props<typeof PrepareRefund>['draft']>({
  paid_centavos: 500_00,
  payee_name: 'Eva',
  causes: [
    {
      cause: 'desistimiento',
      whyNot: null,
      penalty_percent: 10,
      penalty_centavos: 50_00,
      amount_centavos: 450_00,
    },
  ],
});
const common = { saleId: 1 };
const voucher = row<NonNullable<Props<typeof VoucherDrawer>['voucher']>>({
  book: { id: 7, name: 'Casa uno' },
  kind: 'comprobante',
  day: '2026-01-15',
  description: 'Planilla',
  lines: [
    { account_id: 7, debit_centavos: 100_00, credit_centavos: null, project_id: null, lot_id: null, partner_id: null, bank_account_id: null, note: null }, // prettier-ignore
    { account_id: 7, debit_centavos: null, credit_centavos: 100_00, project_id: null, lot_id: null, partner_id: null, bank_account_id: null, note: null }, // prettier-ignore
  ],
});
const allocation = row<Props<typeof RunAllocationDrawer>['allocation']>({
  account: { id: 7, name: 'Casa uno' },
  project: { id: 7, name: 'Casa uno' },
});
const book = row<Props<typeof BookDrawer>['book']>({ name: 'Promotora', opens_on: null });
const event = row<Props<typeof PostingRuleDrawer>['event']>({
  kind: 'pago.abono',
  title: 'Abono',
  amounts: [{ name: 'recibido', label: 'Recibido' }],
  rules: [
    {
      id: 1,
      valid_from: '2000-01-01',
      reason: null,
      made_by: null,
      lines: [{ amount: 'recibido', account: { id: 7, name: 'Casa uno' }, side: 'debe', bank: false }],
    },
  ],
});

/**
 * This feature group's forms. ImportStatementDrawer is not here: it does a dry run before it sends, and
 * test/e2e/payments.e2e.ts covers it.
 */
export const moneyForms: FormCase[] = [
  {
    name: 'AllocationDrawer',
    form: (onClose) => <AllocationDrawer onClose={onClose} />,
    types: {
      Proyecto: 'Proyecto uno',
      'Sale de': '1.3.03 Infraestructura',
      'Llega a': '1.3.02 Viviendas',
      'Se reparte': 'Por área',
      'Vale desde': '02-01-2026',
    },
    submit: 'Agregar reparto',
    sends: { project_id: 7, account_id: 12, target_id: 11, basis: 'area', valid_from: '2026-01-02' },
    refused: ['target_id', 'Llega a'],
    reads: {
      accounting_accounts: [
        { id: 12, name: '1.3.03 Infraestructura' },
        { id: 11, name: '1.3.02 Viviendas' },
      ],
      '/api/projects/lists': [{ id: 7, text: 'Proyecto uno' }],
    },
  },
  {
    name: 'RunAllocationDrawer',
    form: (onClose) => <RunAllocationDrawer allocation={allocation} period={202_601} onClose={onClose} />,
    types: { Mes: '202602' },
    submit: 'Preparar reparto',
    sends: { period: 202_602 },
    refused: ['period', 'Mes'],
  },
  {
    name: 'BookDrawer',
    form: (onClose) => <BookDrawer book={book} onClose={onClose} />,
    types: { 'Primer día': '02-01-2026' },
    submit: 'Guardar',
    sends: { opens_on: '2026-01-02' },
    refused: ['opens_on', 'Primer día'],
  },
  {
    name: 'PostingRuleDrawer',
    form: (onClose) => <PostingRuleDrawer event={event} onClose={onClose} />,
    types: { 'Vale desde': '02-01-2026', Motivo: 'Cambió el plan' },
    submit: 'Guardar regla',
    sends: { event: 'pago.abono', valid_from: '2026-01-02', lines: [{ account: 7, side: 'debe' }] },
    refused: ['lines[0][account]', 'Cuenta contable'],
    reads: { accounting_accounts: [{ id: 7, name: 'Casa uno' }] },
  },
  {
    name: 'VoucherDrawer',
    form: (onClose) => <VoucherDrawer voucher={voucher} onClose={() => onClose()} />,
    types: { Descripción: 'Planilla de enero' },
    submit: 'Guardar comprobante',
    sends: {
      description: 'Planilla de enero',
      lines: [{ debit_centavos: 100_00 }, { credit_centavos: 100_00 }],
    },
    refused: ['description', 'Descripción'],
    reads: { accounting_accounts: [{ id: 7, name: 'Casa uno' }] },
    fresh: voucher,
  },
  {
    name: 'YearEndDrawer',
    form: (onClose) => <YearEndDrawer bookId={7} year={2026} onClose={onClose} />,
    types: { Año: '2025' },
    submit: 'Preparar cierre',
    sends: { book_id: 7, year: 2025 },
    refused: ['year', 'Año'],
  },
  {
    name: 'NewRuleDrawer',
    form: (onClose) => <NewRuleDrawer texto="INTERESES" onClose={onClose} />,
    types: { 'Se aparta como': 'Intereses del banco' },
    submit: 'Crear regla',
    sends: { texto: 'INTERESES', motivo: 'Intereses del banco', sentido: 'any', aplicar: true },
    refused: ['texto', 'Si la línea dice'],
    reads: {
      '/prueba': { lineas: 0, in_centavos: 0, out_centavos: 0, primeras: [] },
      '/bank_accounts/lists': [],
    },
  },
  {
    name: 'ConfirmPayment',
    form: (onDone) => <ConfirmPayment payment={payment} onDone={onDone} onCancel={onDone} />,
    types: { Forma: 'Casa uno', Banco: 'Casa uno', 'Fecha del banco': '02-01-2026' },
    submit: 'Confirmar pago',
    sends: { params: { tipo: 7, banco_id: 7, referencia: 'ACH-1', fecha: '2026-01-02', monto: '100.00' } },
    refused: ['params[banco_id]', 'Banco'],
    fresh: payment,
  },
  {
    name: 'ReportPayment',
    form: (onDone) => <ReportPayment payment={payment} onDone={onDone} />,
    types: { 'Banco desde el que pagó': 'Casa uno' },
    file: ['Comprobante', 'application/pdf'],
    submit: 'Registrar pago',
    sends: { monto_pagado: '100.00', banco_id: '7' },
    refused: ['monto_pagado', 'Monto pagado'],
  },
  {
    name: 'PlanDrawer',
    form: (onClose) => (
      <PlanDrawer {...common} price={75_000_00} plan={plan} agreed={null} onClose={onClose} />
    ),
    types: { 'Abono, % del precio': '3', Motivo: 'Lo pidió' },
    submit: 'Cambiar el plan',
    sends: { porcentaje: 3, meses: 12, incluye_separacion: true, motivo: 'Lo pidió', plan_id: 7 },
    refused: ['monto', 'Abono, % del precio'],
    reads: {
      '/plan/cuotas': {
        total_centavos: 2_250_00,
        separacion_centavos: 0,
        pagado_centavos: 0,
        cuotas: [{ part: 1, due_on: '2026-12-31', centavos: 2_250_00 }],
      },
    },
  },
  {
    name: 'ReprogramDrawer',
    form: (onClose) => (
      <ReprogramDrawer
        {...common}
        plan={plan}
        dues={[
          row<Props<typeof ReprogramDrawer>['dues'][number]>({
            type: { id: 3, name: 'Abono' },
            state: { id: 1, name: 'Pendiente' },
            due_centavos: 100_00,
            due_at: '2099-01-31T12:00:00Z',
          }),
        ]}
        onClose={onClose}
      />
    ),
    types: { 'Fecha 1': '28-02-2099', Motivo: 'Cambió de empleo' },
    submit: 'Reprogramar',
    sends: { plan_id: 7, motivo: 'Cambió de empleo', cuotas: [{ fecha: '2099-02-28', monto: '100.00' }] },
    refused: ['cuotas[0][monto]', 'Monto 1'],
  },
  {
    name: 'ChargeDrawer',
    form: (onClose) => <ChargeDrawer {...common} onClose={onClose} />,
    types: { Concepto: 'Casa uno', Detalle: 'Notaría', Monto: '250' },
    submit: 'Agregar',
    sends: { tipo_id: 7, concepto: 'Notaría', monto: '250.00', vence: null },
    refused: ['monto', 'Monto'],
  },
  {
    name: 'DisbursementDrawer',
    form: (onClose) => <DisbursementDrawer {...common} onClose={onClose} />,
    types: { Monto: '60,000', Fecha: '02-01-2026' },
    submit: 'Registrar',
    sends: { monto: '60,000.00', fecha: '2026-01-02' },
    refused: ['fecha', 'Fecha'],
  },
  {
    name: 'PrepareRefund',
    form: (onClose) => <PrepareRefund saleId={1} draft={draft} onClose={onClose} />,
    types: { 'El cliente desistió': '', Banco: 'Casa uno', 'Número de cuenta': '04-1234' },
    submit: 'Preparar devolución',
    sends: { cause: 'desistimiento', amount_centavos: 450_00, payee_name: 'Eva', bank_id: 7 },
    refused: ['account', 'Número de cuenta'],
  },
  {
    name: 'PayRefund',
    form: (onClose) => <PayRefund refund={refund} onClose={onClose} />,
    types: { 'Número de la transferencia': 'ACH-9', 'Día de la transferencia': '02-01-2026' },
    submit: 'Registrar pago',
    sends: { params: { referencia: 'ACH-9', fecha: '2026-01-02' } },
    refused: ['params[referencia]', 'Número de la transferencia'],
    fresh: refund,
  },
  {
    name: 'ExpectationDrawer',
    form: (onClose) => <ExpectationDrawer expectation={null} onClose={onClose} />,
    types: { Tipo: 'Casa uno', Concepto: 'Planilla', Monto: '1,250.00', 'Primer día': '15-12-2026' },
    submit: 'Agregar',
    sends: {
      type_id: 7,
      company_id: 7,
      concept: 'Planilla',
      centavos: 1_250_00,
      first_on: '2026-12-15',
      monthly: false,
    },
    refused: ['concept', 'Concepto'],
  },
];
