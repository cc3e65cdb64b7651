import { NewRightDrawer } from './privacy/NewRightDrawer.tsx';
import { AnswerForm } from './privacy/RightDrawer.tsx';
import { SETTING_KEYS, Settings } from '#contract/company/settings/model.ts';
import { ClaimsPart } from '#web/office/features/company/settings/SettingForms.tsx';
import { PersonDrawer } from './person/PersonDrawer.tsx';
import { TargetsDrawer } from './reports/Targets.tsx';
import { FirstAdministratorForm } from './setup/FirstAdministratorForm.tsx';
import { FirstCompanyForm } from './setup/FirstCompanyForm.tsx';
import { LotsStep } from './setup/LotsStep.tsx';
import { ModelStep } from './setup/ModelStep.tsx';
import { PeopleStep } from './setup/PeopleStep.tsx';
import { ProjectStep } from './setup/ProjectStep.tsx';
import { SetupPage } from './setup/SetupPage.tsx';
import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';

const stored = row<Props<typeof ClaimsPart>['stored']>({
  values: { ...Settings.parse({}), ownHolidays: [{ day: '2026-12-26', name: 'Inventario' }] },
  set: SETTING_KEYS.map((key) => ({ key, version: 3 })),
  logo_url: null,
});
const progress = row<Props<typeof LotsStep>['progress']>({
  steps: [],
  project: { id: 1, name: 'Valle', slug: 'valle' },
});

/** This feature group's forms, for the test that types, submits, gets a refusal and recovers. */
export const overviewForms: FormCase[] = [
  {
    name: 'PersonDrawer',
    form: (onClose) => (
      <PersonDrawer
        person={row<Props<typeof PersonDrawer>['person']>({
          identity: {
            nombre: 'Eva',
            celular: '+50761234567',
            email: null,
            tipo_documento: null,
            cedula: null,
          },
          actions: {},
        })}
        onClose={onClose}
      />
    ),
    types: { 'Nombre completo': 'Eva Díaz', Correo: 'eva@mail.test' },
    submit: 'Guardar datos',
    sends: { nombre: 'Eva Díaz', email: 'eva@mail.test', version: 3 },
    refused: ['email', 'Correo'],
  },
  {
    name: 'FirstCompanyForm',
    form: (onClose) => (
      <FirstCompanyForm
        code="ABC"
        company={stored.values.company}
        fiscal={stored.values.fiscal}
        saved={false}
        onDone={onClose}
      />
    ),
    types: {
      'Nombre comercial': 'Casas',
      'Razón social': 'Casas, S.A.',
      RUC: '155712345-2-2024',
      Teléfono: '6123-4567',
    },
    submit: 'Guardar y seguir',
    sends: { code: 'ABC', company: { name: 'Casas' }, fiscal: { taxpayer: 'juridica' } },
    refused: ['company[ruc]', 'RUC'],
  },
  {
    name: 'FirstAdministratorForm',
    form: () => <FirstAdministratorForm code="ABC" onBack={() => undefined} />,
    types: { 'Tu nombre': 'Ana', 'Tu correo': 'ana@casas.test', Contraseña: 'tres gatos en la azotea' },
    submit: 'Crear y entrar',
    sends: { code: 'ABC', name: 'Ana', email: 'ana@casas.test' },
    refused: ['email', 'Tu correo'],
    stays: true,
  },
  {
    name: 'ProjectStep',
    form: (onClose) => <ProjectStep project={null} onNext={onClose} />,
    types: { 'Nombre del proyecto': 'Valle Sereno', Provincia: 'Coclé', Distrito: 'Antón' },
    submit: 'Crear proyecto y seguir',
    sends: { name: 'Valle Sereno', slug: 'valle-sereno', region: 2, separation_centavos: 500_00 },
    refused: ['name', 'Nombre del proyecto'],
  },
  {
    name: 'ModelStep',
    form: () => <ModelStep progress={progress} onNext={() => undefined} />,
    types: { 'Nombre del modelo': 'Casa Uno', Precio: '75,000', 'Área (m²)': '60' },
    submit: 'Agregar modelo',
    sends: { name: 'Casa Uno', slug: 'casa-uno', price_centavos: 75_000_00, bedrooms: 2, area_m2: 60 },
    refused: ['price_centavos', 'Precio'],
    stays: true,
  },
  {
    name: 'LotsStep',
    form: (onClose) => <LotsStep progress={progress} onNext={onClose} />,
    types: { 'Área (m²)': '180' },
    submit: 'Crear 40 lotes',
    sends: { project_id: 1, block: 'A', from: 1, to: 20, area_m2: 180 },
    refused: ['blocks[0][area_m2]', 'Área (m²)'],
  },
  {
    name: 'PeopleStep',
    form: () => <PeopleStep progress={progress} onNext={() => undefined} />,
    types: { Nombre: 'Ana', Correo: 'ana@casas.test' },
    submit: 'Invitar a 3 personas',
    sends: { people: [{ name: 'Ana', role: 'coordinador' }, { role: 'procesador' }, {}], project_ids: [1] },
    refused: ['people[0][email]', 'Correo'],
    stays: true,
  },
  {
    name: 'SetupPage',
    form: () => <SetupPage />,
    types: { Código: 'ABC' },
    submit: 'Empezar',
    sends: { code: 'ABC' },
    refused: ['code', 'Código'],
    reads: { setup: { open: true } },
    stays: true,
  },
  {
    name: 'TargetsDrawer',
    form: (onClose) => <TargetsDrawer onClose={onClose} />,
    types: { 'Toda la empresa': '20' },
    submit: 'Guardar la meta de Toda la empresa',
    sends: { asesor_id: null, ventas: 20 },
    refused: ['ventas', 'Toda la empresa'],
    reads: { targets: [{ id: null, name: 'Toda la empresa', sales: 12, target: null }] },
    stays: true,
  },
  {
    name: 'NewRightDrawer',
    form: (onClose) => <NewRightDrawer onClose={onClose} />,
    types: { 'Quién la pide': 'PC-2026-00012', Recibida: '02-01-2026', 'Qué pidió': 'Una copia' },
    submit: 'Anotar solicitud',
    sends: { quien: 'PC-2026-00012', derecho: 'acceso', canal: 'correo', recibida: '2026-01-02' },
    refused: ['quien', 'Quién la pide'],
  },
  {
    name: 'AnswerForm of a right',
    form: () => <AnswerForm one={row({})} />,
    types: { 'Qué se respondió': 'Se envió la copia.' },
    submit: 'Registrar respuesta',
    sends: { resultado: 'atendida', respuesta: 'Se envió la copia.', version: 3 },
    refused: ['respuesta', 'Qué se respondió'],
    stays: true,
  },
];
