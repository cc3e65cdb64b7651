import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { DrawdownDrawer } from './interimLoans/DrawdownDrawer.tsx';
import { LetterDrawer } from './interimLoans/LetterDrawer.tsx';
import { LoanDrawer } from './interimLoans/LoanDrawer.tsx';
import { LoanPaidDrawer } from './interimLoans/LoanPaidDrawer.tsx';
import { LoanPaymentDrawer } from './interimLoans/LoanPaymentDrawer.tsx';
import { PriceDrawer } from './interimLoans/PriceDrawer.tsx';
import { RateDrawer } from './interimLoans/RateDrawer.tsx';
import { ReceivedDrawer } from './interimLoans/ReceivedDrawer.tsx';
import { ReleaseDrawer } from './interimLoans/ReleaseDrawer.tsx';

const loan = row<Props<typeof LoanPaymentDrawer>['loan']>({
  available_centavos: 500_00,
  interest_centavos: 620_00,
  balance_centavos: 100_000_00,
  running_centavos: 100_00,
  closing_fee_centavos: 0,
  fee_paid_centavos: 0,
  releases: [],
});
const payment = row<Props<typeof LoanPaidDrawer>['payment']>({ number: 1, total_centavos: 620_00 });
const lots = { lots: [{ id: 7, name: 'A-07' }], models: [{ id: 7, name: 'Casa uno' }] };

/** Forms of interim loans. */
export const loanForms: FormCase[] = [
  {
    name: 'LoanDrawer',
    form: (onClose) => <LoanDrawer loan={null} onClose={onClose} />,
    types: {
      Proyecto: 'Casa uno',
      Banco: 'Casa uno',
      'Número del préstamo': 'INT-1',
      Límite: '900000.00',
      Inicio: '02-01-2026',
      Vencimiento: '02-01-2028',
      'Tasa anual, en %': '7.25',
      'Cuenta del banco': 'Casa uno (04-1)',
      'Precio de liberación por vivienda': '42000.00',
    },
    submit: 'Registrar préstamo',
    sends: {
      company_id: 7,
      project_id: 7,
      bank_id: 7,
      number: 'INT-1',
      limit_cents: 900_000_00,
      rate: 7.25,
      release_cents: 42_000_00,
    },
    refused: ['number', 'Número del préstamo'],
    reads: { bank_accounts: [{ id: 7, nombre: 'Casa uno', numero: '04-1' }] },
  },
  {
    name: 'DrawdownDrawer',
    form: (onClose) => <DrawdownDrawer loan={row({ available_centavos: 500_00 })} onClose={onClose} />,
    types: { Monto: '400.00', 'Fecha de la solicitud': '02-01-2026', 'Para qué': 'Calles' },
    submit: 'Solicitar desembolso',
    sends: { cents: 400_00, requested_on: '2026-01-02', purpose: 'Calles' },
    refused: ['cents', 'Monto'],
  },
  {
    name: 'ReceivedDrawer',
    form: (onClose) => <ReceivedDrawer drawdown={row({ number: 1, cents: 400_00 })} onClose={onClose} />,
    types: { 'Llegó el': '02-01-2026', 'Referencia del banco': 'TR-1' },
    submit: 'Registrar que llegó',
    sends: { params: { estado_id: 3, fecha: '2026-01-02', referencia: 'TR-1', version: 3 } },
    refused: ['params[fecha]', 'Llegó el'],
    reads: { '/lines': [] },
  },
  {
    name: 'LoanPaymentDrawer',
    form: (onClose) => <LoanPaymentDrawer loan={loan} onClose={onClose} />,
    types: { 'Se paga el': '02-01-2026', Interés: '600.00', 'Otro capital': '1000.00' },
    submit: 'Preparar pago',
    sends: { pay_on: '2026-01-02', interest_cents: 600_00, capital_cents: 1_000_00 },
    refused: ['interest_cents', 'Interés'],
  },
  {
    name: 'LoanPaidDrawer',
    form: (onClose) => <LoanPaidDrawer payment={payment} to={3} onClose={onClose} />,
    types: { 'Se pagó el': '02-01-2026', 'Referencia del banco': 'ND-1' },
    submit: 'Registrar el pago',
    sends: { params: { estado_id: 3, fecha: '2026-01-02', referencia: 'ND-1', version: 3 } },
    refused: ['params[referencia]', 'Referencia del banco'],
  },
  {
    name: 'ReleaseDrawer',
    form: (onClose) => <ReleaseDrawer loan={row({})} onClose={onClose} />,
    types: { Vivienda: 'A-07', Monto: '42000.00', 'Se paga hasta el': '02-01-2026', 'Por qué': 'De contado' },
    submit: 'Preparar liberación',
    sends: { lot_id: 7, cents: 42_000_00, due_on: '2026-01-02', reason: 'De contado' },
    refused: ['lot_id', 'Vivienda'],
    reads: { '/lots': lots },
  },
  {
    name: 'LetterDrawer',
    form: (onClose) => <LetterDrawer release={row({ lot: { id: 7, name: 'A-07' } })} onClose={onClose} />,
    types: { 'Fecha de la carta': '02-01-2026' },
    file: ['Carta de liberación', 'application/pdf'],
    submit: 'Guardar la carta',
    sends: { lifted_on: '2026-01-02' },
    refused: ['lifted_on', 'Fecha de la carta'],
  },
  {
    name: 'RateDrawer',
    form: (onClose) => <RateDrawer loan={row({})} onClose={onClose} />,
    types: { Desde: '02-01-2026', 'Tasa anual, en %': '7.5' },
    submit: 'Proponer tasa',
    sends: { from: '2026-01-02', rate: 7.5 },
    refused: ['from', 'Desde'],
  },
  {
    name: 'PriceDrawer',
    form: (onClose) => <PriceDrawer loan={row({})} onClose={onClose} />,
    types: { Modelo: 'Casa uno', Monto: '42000.00' },
    submit: 'Agregar precio',
    sends: { model_id: 7, release_cents: 42_000_00 },
    refused: ['release_cents', 'Monto'],
    reads: { '/lots': lots },
  },
];
