import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { PlanEditor } from './actionPlans/PlanEditor.tsx';
import { PublishDrawer } from './actionPlans/PublishDrawer.tsx';
import { ContractForm } from './contracts/ContractForm.tsx';

const contract = row<NonNullable<Props<typeof ContractForm>['contract']>>({
  name: 'Casas 1 a 4',
  reference: 'C-01',
  project: { id: 1, name: 'Valle' },
  type: { id: 7, name: 'Casa uno' },
  contractor: { id: 7, name: 'Casa uno' },
  contractor_id: 7,
  contracting_party: { id: 7, name: 'Casa uno' },
  contracting_party_id: 7,
  houses: [],
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
];
