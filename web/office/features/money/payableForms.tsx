import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { ClosingDrawer } from './bankReconciliations/ClosingDrawer.tsx';
import { ExplainDrawer } from './bankReconciliations/ExplainDrawer.tsx';
import { AdvanceDrawer } from './invoices/AdvanceDrawer.tsx';
import { SettleDrawer } from './invoices/SettleDrawer.tsx';
import { ChequesDrawer } from './paymentBatches/ChequesDrawer.tsx';
import { ConfirmBatchDrawer } from './paymentBatches/ConfirmBatchDrawer.tsx';
import { ReturnLineDrawer } from './paymentBatches/ReturnLineDrawer.tsx';
import { SupplierAccountDrawer } from './paymentBatches/SupplierAccountDrawer.tsx';
import { SettleDepositsDrawer } from './onlineDeposits/SettleDepositsDrawer.tsx';
import { ReceiverDrawer } from './issuedInvoices/ReceiverDrawer.tsx';
import { SeriesDrawer } from './issuedInvoices/SeriesDrawer.tsx';
import { CountFundDrawer } from './pettyCash/CountFundDrawer.tsx';
import { ChangeFundDrawer, CloseFundDrawer, FundDrawer } from './pettyCash/FundDrawer.tsx';

const invoice = row<Props<typeof SettleDrawer>['invoice']>({
  balance_centavos: 107_00,
  applicable: [{ kind: 'credito', id: 7, text: 'Nota de crédito NC-1', cents: 20_00 }],
});
const batch = row<Props<typeof ConfirmBatchDrawer>['batch']>({ total_centavos: 107_00 });
const line = row<Props<typeof ReturnLineDrawer>['line']>({
  source: { id: 7, name: 'Factura F-1' },
  cents: 107_00,
});
const fund = row<Props<typeof CountFundDrawer>['fund']>({ cash_centavos: 100_00 });
const kept = row<Props<typeof ChangeFundDrawer>['fund']>({
  name: 'Caja obra',
  project: null,
  custodian: { id: 7, name: 'Eva' },
  cents: 300_00,
});
const issued = row<Props<typeof ReceiverDrawer>['invoice']>({
  receiver_type: 'ruc',
  receiver_name: 'Comercial, S.A.',
  receiver_document: '155612345-2-2015',
  receiver_dv: '59',
  receiver_address: '',
  receiver_email: '',
});
const reads = {
  payees: [{ id: 7, name: 'Ferretería', ruc: '8-1-1', dv: '1', kind: 'proveedor' }],
  '/open': { due_days: 30, withholds: false, orders: [], accounts: [], invoices: [] },
};

/**
 * Forms of payables. InvoiceForm, IssueDrawer, BatchDrawer, FormatDrawer and PettyVoucherDrawer have lists or files that test/e2e/payables.e2e.ts
 * and the tests of the server cover.
 */
export const payableForms: FormCase[] = [
  {
    name: 'AdvanceDrawer',
    form: (onClose) => <AdvanceDrawer onClose={onClose} />,
    types: { Proveedor: 'Ferretería', Monto: '350.00', 'Para qué': 'Acero' },
    submit: 'Pedir anticipo',
    sends: { supplier_id: 7, company_id: 7, cents: 350_00, reason: 'Acero' },
    refused: ['cents', 'Monto'],
    reads,
  },
  {
    name: 'ClosingDrawer',
    form: (onClose) => (
      <ClosingDrawer
        reconciliation={{ id: 7, lines_centavos: 100_00, closing_centavos: null }}
        onClose={onClose}
      />
    ),
    types: { 'Saldo final, como lo dice el papel del banco': '99.00' },
    submit: 'Guardar saldo',
    sends: { closing_centavos: 99_00 },
    refused: ['closing_centavos', 'Saldo final, como lo dice el papel del banco'],
  },
  {
    name: 'ExplainDrawer',
    form: (onClose) => (
      <ExplainDrawer
        reconciliationId={7}
        line={{ key: 'l1', day: '2026-01-02', description: 'CARGO', centavos: -5_00, explanation: null }}
        onClose={onClose}
      />
    ),
    types: { 'Por qué está de un solo lado': 'Otro', Detalle: 'Cobro doble' },
    submit: 'Guardar explicación',
    sends: { key: 'l1', kind: 'otro', text: 'Cobro doble' },
    refused: ['text', 'Detalle'],
  },
  {
    name: 'SettleDrawer',
    form: (onClose) => <SettleDrawer invoice={invoice} onClose={onClose} />,
    types: { Monto: '15.00' },
    submit: 'Aplicar',
    sends: { kind: 'credito', source_id: 7, cents: 15_00 },
    refused: ['cents', 'Monto'],
  },
  {
    name: 'SupplierAccountDrawer',
    form: (onClose) => <SupplierAccountDrawer onClose={onClose} />,
    types: {
      'De quién': 'Ferretería',
      Banco: 'Casa uno',
      'Número de cuenta': '04-1234',
      'Cómo se comprobó': 'Carta del banco',
    },
    submit: 'Proponer cuenta',
    sends: { partner_id: 7, bank_id: 7, number: '04-1234', kind: 'corriente', holder: 'Ferretería' },
    refused: ['number', 'Número de cuenta'],
    reads,
  },
  {
    name: 'ConfirmBatchDrawer',
    form: (onClose) => <ConfirmBatchDrawer batch={batch} onClose={onClose} />,
    types: { 'El banco pagó el': '02-01-2026', 'Referencia del banco': 'ACH 9' },
    submit: 'Confirmar el pago',
    sends: { params: { estado_id: 4, fecha: '2026-01-02', referencia: 'ACH 9', version: 3 } },
    refused: ['params[referencia]', 'Referencia del banco'],
  },
  {
    name: 'ReturnLineDrawer',
    form: (onClose) => <ReturnLineDrawer batchId={7} line={line} onClose={onClose} />,
    types: { 'Volvió el': '02-01-2026', 'Por qué volvió': 'Cuenta cerrada' },
    submit: 'Registrar la devolución',
    sends: { returned_on: '2026-01-02', reason: 'Cuenta cerrada' },
    refused: ['returned_on', 'Volvió el'],
  },
  {
    name: 'ChequesDrawer',
    form: (onClose) => (
      <ChequesDrawer
        series={{ bank_account_id: 7, name: 'Operativa', next_number: null, last_number: null }}
        onClose={onClose}
      />
    ),
    types: { 'Próximo cheque': '501', 'Último cheque': '550' },
    submit: 'Guardar chequera',
    sends: { next_number: 501, last_number: 550 },
    refused: ['last_number', 'Último cheque'],
  },
  {
    name: 'ReceiverDrawer',
    form: (onClose) => <ReceiverDrawer invoice={issued} onClose={onClose} />,
    types: { Dirección: 'Calle 50' },
    submit: 'Guardar cliente',
    sends: { receiver_document: '155612345-2-2015', receiver_address: 'Calle 50', version: 3 },
    refused: ['receiver_document', 'RUC'],
    fresh: { ...issued, version: 4 },
  },
  {
    name: 'SeriesDrawer',
    form: (onClose) => <SeriesDrawer series={null} onClose={onClose} />,
    types: {
      'Factura lo de este día en adelante': '02-01-2026',
      Dirección: 'Vía España 1',
      'Código de ubicación': '8-8-7',
      Corregimiento: 'Bella Vista',
      Distrito: 'Panamá',
      Provincia: 'Panamá',
      Coordenadas: '+8.9892,-79.5201',
      Teléfono: '264-1234',
      Correo: 'f@promotora.test',
    },
    submit: 'Abrir punto',
    sends: { company_id: 7, branch: '0000', point: '001', last_number: 0, issues_from: '2026-01-02' },
    refused: ['point', 'Punto'],
  },
  {
    name: 'SettleDepositsDrawer',
    form: (onClose) => <SettleDepositsDrawer onClose={onClose} />,
    types: {
      'Línea del extracto': '02-01-2026 · USD\u00A097.00 · LIQ · Recaudo',
      'Pagos que trae': 'Lía Mora · USD\u00A0100.00 · AB12',
    },
    submit: 'Liquidar pagos',
    sends: { line_id: 7, deposit_ids: [7] },
    refused: ['line_id', 'Línea del extracto'],
    reads: {
      '/lines': [{ id: 7, day: '2026-01-02', text: 'LIQ', cents: 97_00, account: 'Recaudo' }],
      online_deposits: [{ id: 7, reference: 'AB12', customer: 'Lía Mora', cents: 100_00 }],
    },
  },
  {
    name: 'FundDrawer',
    form: (onClose) => <FundDrawer onClose={onClose} />,
    types: { Nombre: 'Caja obra', 'La custodia': 'Eva', Fondo: '300.00' },
    submit: 'Abrir caja',
    sends: { name: 'Caja obra', company_id: 7, custodian_id: 7, cents: 300_00 },
    refused: ['name', 'Nombre'],
    reads: { custodians: [{ id: 7, name: 'Eva' }] },
  },
  {
    name: 'ChangeFundDrawer',
    form: (onClose) => <ChangeFundDrawer fund={kept} onClose={onClose} />,
    types: { Nombre: 'Caja de la obra' },
    submit: 'Guardar caja',
    sends: { name: 'Caja de la obra', custodian_id: 7, project_id: null, version: 3 },
    refused: ['name', 'Nombre'],
    reads: { custodians: [{ id: 7, name: 'Eva' }], '/petty_cash/7': kept },
  },
  {
    name: 'CloseFundDrawer',
    form: (onClose) => <CloseFundDrawer fund={kept} onClose={onClose} />,
    types: { 'Efectivo contado': '300.00' },
    submit: 'Cerrar caja',
    sends: { counted_centavos: 300_00, version: 3 },
    refused: ['counted_centavos', 'Efectivo contado'],
  },
  {
    name: 'CountFundDrawer',
    form: (onClose) => <CountFundDrawer fund={fund} onClose={onClose} />,
    types: { 'Efectivo contado': '99.00', 'Por qué hay diferencia': 'Falta vuelto' },
    submit: 'Registrar arqueo',
    sends: { counted_centavos: 99_00, reason: 'Falta vuelto' },
    refused: ['reason', 'Por qué hay diferencia'],
  },
];
