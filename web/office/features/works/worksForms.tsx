import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { PlanEditor } from './actionPlans/PlanEditor.tsx';
import { PublishDrawer } from './actionPlans/PublishDrawer.tsx';
import { BudgetDrawer } from './budgets/BudgetDrawer.tsx';
import { ActivitiesDrawer } from './contracts/ActivitiesDrawer.tsx';
import { AddendumForm } from './contracts/AddendumForm.tsx';
import { AdvanceDrawer } from './contracts/AdvanceDrawer.tsx';
import { DeductionDrawer } from './accounts/DeductionDrawer.tsx';
import { DisputeDrawer } from './accounts/DisputeDrawer.tsx';
import { PaymentDrawer } from './accounts/PaymentDrawer.tsx';
import { RetentionDrawer } from './accounts/RetentionDrawer.tsx';
import { ContractForm } from './contracts/ContractForm.tsx';
import { ContractStepDrawer } from './contracts/ContractStepDrawer.tsx';
import { GuaranteeDrawer } from './contracts/GuaranteeDrawer.tsx';
import { HouseAmountsDrawer } from './contracts/HouseAmountsDrawer.tsx';
import { ItemsDrawer } from './contracts/ItemsDrawer.tsx';
import { RescissionDrawer } from './contracts/RescissionDrawer.tsx';

const contract = row<NonNullable<Props<typeof ContractForm>['contract']>>({
  name: 'Casas 1 a 4',
  reference: 'C-01',
  project: { id: 1, name: 'Valle' },
  type: { id: 7, name: 'Casa uno' },
  contractor: { id: 7, name: 'Casa uno' },
  contractor_id: 7,
  contracting_party: { id: 7, name: 'Casa uno' },
  contracting_party_id: 7,
  houses: [{ id: 7, name: 'Casa uno', amount_centavos: 100_00, certified_centavos: 0, approved_percent: 0 }],
  measure: 'actividades',
  activities: [
    { activity_id: 7, name: 'Casa uno', weight_bp: 10_000, cost_code: { id: 7, name: 'Casa uno' } },
  ],
  items: [],
  advance_percent: 20,
  retention_percent: 10,
  itbms_percent: 7,
  performance_percent: 10,
  retention_months: 12,
  state: { id: 3, name: 'Aprobado' },
  starts_on: null,
  ends_on: null,
  amount_centavos: 100_00,
  amount_visible: true,
});

const plan = row<Props<typeof PlanEditor>['plan']>({
  model_id: 7,
  modelo: 'Casa uno',
  area_m2: 60,
  site: { week: 'L-S', days_off: [] },
  in_force: null,
  draft: {
    number: 1,
    days: 5,
    steps: [{ activity_id: 1, name: 'Losa', days: 5, outdoors: false, after: [] }],
  },
  offered: [],
});
const addendum = row<NonNullable<Props<typeof AddendumForm>['addendum']>>({
  number: 1,
  reason: 'Menos ventanas',
  ends_on: null,
  lines: [
    {
      house: { id: 7, name: 'Casa uno' },
      item: null,
      delta_quantity: null,
      price_centavos: null,
      cost_code_id: null,
      delta_centavos: -100_00,
    },
  ],
});
const budget = row<Props<typeof BudgetDrawer>['rows'][number]>({ name: 'Techo', own: null });

/** This feature group's forms, for the test that types, submits, gets a refusal and recovers. */
export const worksForms: FormCase[] = [
  {
    name: 'ContractForm, new',
    form: (onClose) => <ContractForm contract={null} projectId={7} onClose={onClose} />,
    types: {
      Tipo: 'Casa uno',
      Nombre: 'Casas 1 a 4',
      Referencia: 'C-01',
      Contratista: 'Casa uno',
      Contratante: 'Casa uno',
      'Monto sin ITBMS': '50,000',
    },
    submit: 'Crear contrato',
    sends: { project_id: 7, type_id: 7, reference: 'C-01', amount_centavos: 50_000_00 },
    refused: ['reference', 'Referencia'],
  },
  {
    name: 'ContractForm, draft',
    form: (onClose) => <ContractForm contract={contract} onClose={onClose} />,
    types: { Nombre: 'Casas 1 a 5' },
    submit: 'Guardar contrato',
    sends: { name: 'Casas 1 a 5', amount_centavos: 100_00, version: 3 },
    refused: ['name', 'Nombre'],
    fresh: { ...contract, name: 'Casas 1 a 6' },
  },
  {
    name: 'PlanEditor',
    form: () => <PlanEditor plan={plan} />,
    types: { 'Días de Losa': '8' },
    submit: 'Guardar plan',
    sends: { steps: [{ activity_id: 1, days: 8, outdoors: false, after: [] }], version: 3 },
    refused: ['steps[0][days]', 'Días de Losa'],
    stays: true,
  },
  {
    name: 'PublishDrawer',
    form: (onClose) => <PublishDrawer plan={plan} onClose={onClose} />,
    types: { 'Qué cambió': 'Más días en la losa' },
    submit: 'Publicar',
    sends: { nota: 'Más días en la losa', version: 3 },
    refused: ['nota', 'Qué cambió'],
  },
  {
    name: 'HouseAmountsDrawer',
    form: (onClose) => <HouseAmountsDrawer contract={contract} onClose={onClose} />,
    types: { 'Casa uno': '32,500.50' },
    submit: 'Guardar montos',
    sends: { houses: [{ house_id: 7, amount_centavos: 32_500_50 }], version: 3 },
    refused: ['houses[0][amount_centavos]', 'Casa uno'],
  },
  {
    name: 'ActivitiesDrawer',
    form: (onClose) => <ActivitiesDrawer contract={contract} onClose={onClose} />,
    types: { 'Peso 1, %': '62.5' },
    submit: 'Guardar actividades',
    sends: { activities: [{ activity_id: 7, weight_bp: 6250 }], version: 3 },
    refused: ['activities[0][weight_bp]', 'Peso 1, %'],
  },
  {
    name: 'ItemsDrawer',
    form: (onClose) => <ItemsDrawer contract={contract} onClose={onClose} />,
    types: {
      Código: '1.01',
      Descripción: 'Cordón',
      Unidad: 'm',
      Cantidad: '12.5',
      Precio: '21.75',
      'Código de costo': 'Casa uno',
    },
    submit: 'Guardar partidas',
    sends: { items: [{ code: '1.01', unit: 'm', quantity: 12.5, price_centavos: 21_75, cost_code_id: 7 }] },
    refused: ['items[0][code]', 'Código'],
    reads: { cost_codes: [{ id: 7, name: 'Casa uno' }] },
  },
  {
    name: 'GuaranteeDrawer',
    form: (onClose) => <GuaranteeDrawer contract={contract} renews={null} onClose={onClose} />,
    types: {
      Fianza: 'Fianza de anticipo',
      'Aseguradora o banco': 'ASSA',
      Número: 'F-1',
      Monto: '8,000',
      Desde: '01-12-2026',
      Hasta: '30-11-2027',
    },
    file: ['Archivo', 'application/pdf'],
    submit: 'Guardar fianza',
    sends: { kind: 'anticipo', insurer: 'ASSA', amount_centavos: '800000', ends_on: '2027-11-30' },
    refused: ['number', 'Número'],
  },
  {
    name: 'AdvanceDrawer',
    form: (onClose) => <AdvanceDrawer contract={contract} onClose={onClose} />,
    types: { Referencia: 'ACH 1002' },
    submit: 'Registrar el pago',
    sends: { reference: 'ACH 1002', version: 3 },
    refused: ['paid_on', 'Pagado el'],
  },
  {
    name: 'ContractStepDrawer',
    form: (onClose) => <ContractStepDrawer contract={contract} to={4} onClose={onClose} />,
    types: {},
    submit: 'Registrar la firma',
    sends: { params: { estado_id: 4, version: 3 } },
    refused: ['params[fecha]', 'Firmado el'],
  },
  {
    name: 'RescissionDrawer',
    form: (onClose) => <RescissionDrawer contract={contract} onClose={onClose} />,
    types: { Motivo: 'Abandono de la obra' },
    submit: 'Preparar la rescisión',
    sends: { reason: 'Abandono de la obra', version: 3 },
    refused: ['reason', 'Motivo'],
  },
  {
    name: 'AddendumForm, new',
    form: (onClose) => <AddendumForm contract={contract} addendum={null} onClose={onClose} />,
    types: { 'Por qué cambia': 'Más plazo', 'Nuevo último día': '31-05-2027' },
    submit: 'Crear adenda',
    sends: { reason: 'Más plazo', ends_on: '2027-05-31', houses: [] },
    refused: ['ends_on', 'Nuevo último día'],
  },
  {
    name: 'AddendumForm, draft of houses',
    form: (onClose) => <AddendumForm contract={contract} addendum={addendum} onClose={onClose} />,
    types: { 'Monto 1': '1,500' },
    submit: 'Guardar adenda',
    sends: { houses: [{ house_id: 7, delta_centavos: -1500_00 }], version: 3 },
    refused: ['houses[0][delta_centavos]', 'Monto 1'],
  },
  {
    name: 'BudgetDrawer',
    form: (onClose) => (
      <BudgetDrawer filter={{ proyecto_id: 7 }} rows={[budget]} name="Todo el proyecto" onClose={onClose} />
    ),
    types: { Techo: '3,000' },
    submit: 'Guardar presupuesto',
    sends: { proyecto_id: 7, lines: [{ cost_code_id: 7, amount_centavos: 3000_00 }] },
    refused: ['lines[0][amount_centavos]', 'Techo'],
  },
  {
    name: 'DeductionDrawer',
    form: (onClose) => <DeductionDrawer account={{ id: 7 }} onClose={onClose} />,
    types: {
      'Qué se descuenta': 'Multa',
      Motivo: 'Atraso de dos semanas',
      'Número del documento': 'M-01',
      Monto: '50',
    },
    submit: 'Agregar descuento',
    sends: { kind: 'multa', paper: 'M-01', amount_centavos: 50_00 },
    refused: ['amount_centavos', 'Monto'],
  },
  {
    name: 'DisputeDrawer',
    form: (onClose) => (
      <DisputeDrawer account={{ id: 7 }} line={{ id: 8, work: 'Techo', house: 'Casa 1' }} onClose={onClose} />
    ),
    types: { Motivo: 'Falta medir un cuarto' },
    submit: 'Disputar la línea',
    sends: { reason: 'Falta medir un cuarto' },
    refused: ['reason', 'Motivo'],
  },
  {
    name: 'PaymentDrawer',
    form: (onClose) => (
      <PaymentDrawer account={{ id: 7, version: 3, net_centavos: 100_00 }} onClose={onClose} />
    ),
    types: { Banco: 'Banco General', Referencia: 'ACH 778' },
    submit: 'Registrar el pago',
    sends: { params: { estado_id: 5, banco: 'Banco General', referencia: 'ACH 778', version: 3 } },
    refused: ['params[banco]', 'Banco'],
  },
  {
    name: 'RetentionDrawer',
    form: (onClose) => (
      <RetentionDrawer
        statement={{
          contract: { id: 7, name: 'Casas 1 a 4', reference: 'C-01' },
          retained_centavos: 100_00,
          returnable_centavos: 50_00,
        }}
        kind="charge"
        onClose={onClose}
      />
    ),
    types: { Monto: '50', 'Qué se reparó': 'Filtración', 'Número del documento': 'T-8' },
    submit: 'Cargar al retenido',
    sends: { amount_centavos: 50_00, paper: 'T-8' },
    refused: ['amount_centavos', 'Monto'],
  },
];
