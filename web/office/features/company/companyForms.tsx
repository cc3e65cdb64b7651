import { SETTING_KEYS, Settings } from '#contract/company/settings/model.ts';
import { ChangePassword } from './auth/ChangePassword.tsx';
import { NewPasswordForm } from './auth/NewPasswordForm.tsx';
import { ProofForm } from './auth/ProofDialog.tsx';
import { RecoverPage } from './auth/RecoverPage.tsx';
import { SecondStepPage } from './auth/SecondStepPage.tsx';
import { SignInPage } from './auth/SignInPage.tsx';
import { TotpSteps } from './auth/TotpSetup.tsx';
import { ItemDrawer } from './catalogs/ItemDrawer.tsx';
import { LawyerDrawer } from './lawyers/LawyerDrawer.tsx';
import { MailServerForm } from './mailServer/MailServerPage.tsx';
import { PaperDrawer } from './partners/PaperDrawer.tsx';
import { PartnerDrawer } from './partners/PartnerDrawer.tsx';
import { EditRoleDrawer } from './roles/EditRoleDrawer.tsx';
import { NewRoleDrawer } from './roles/NewRoleDrawer.tsx';
import { BrandForm } from './settings/BrandForm.tsx';
import { EraseForm } from './settings/DemoSection.tsx';
import { ClaimsPart, CompanyPart, HolidaysPart, HostsPart, HoursPart } from './settings/SettingForms.tsx';
import { TaskDrawer } from './tasks/TaskDrawer.tsx';
import { TemplateForm } from './templates/TemplateForm.tsx';
import { AwayDrawer } from './users/AwayDrawer.tsx';
import { EditUserDrawer } from './users/EditUserDrawer.tsx';
import { HandoverDrawer } from './users/HandoverDrawer.tsx';
import { NewUserDrawer } from './users/NewUserDrawer.tsx';
import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';

const stored = row<Props<typeof ClaimsPart>['stored']>({
  values: { ...Settings.parse({}), ownHolidays: [{ day: '2026-12-26', name: 'Inventario' }] },
  set: SETTING_KEYS.map((key) => ({ key, version: 3 })),
  logo_url: null,
});
const user = row<Props<typeof EditUserDrawer>['user']>({
  name: 'Ana Ruiz',
  email: 'ana@casas.test',
  phone: null,
  user_type: { id: 1, name: 'Interno' },
  roles: [{ id: 2, display_name: 'Gerencia' }],
  organizational_role: null,
  partner: null,
  projects: [],
  away_from: null,
  away_to: null,
  open_work: { processor: 1, adviser: 0 },
  self: false,
});

/** This feature group's forms, for the test that types, submits, gets a refusal and recovers. */
export const companyForms: FormCase[] = [
  {
    name: 'TaskDrawer of a record',
    form: (onClose) => (
      <TaskDrawer
        reference="precontrato"
        id={7}
        user={{ id: 3, name: 'Ana Ruiz' }}
        task={null}
        onClose={onClose}
      />
    ),
    types: { 'Qué hay que hacer': 'Llamar al banco', 'Hora, si la tiene': '14:30' },
    submit: 'Crear tarea',
    sends: {
      reference: 'precontrato',
      reference_id: 7,
      text: 'Llamar al banco',
      asignado_id: 3,
      hora: '14:30',
    },
    refused: ['text', 'Qué hay que hacer'],
    reads: { '/api/comments/people': [] },
  },
  {
    name: 'PaperDrawer of a partner',
    form: (onClose) => (
      <PaperDrawer
        partner={row<Props<typeof PaperDrawer>['partner']>({ paper_list: [] })}
        kind={null}
        onClose={onClose}
      />
    ),
    types: { Número: 'CSS-2026-1', Vence: '31-01-2027' },
    file: ['Archivo', 'application/pdf'],
    submit: 'Guardar documento',
    sends: { kind: 'paz_salvo_css', number: 'CSS-2026-1', expires_on: '2027-01-31' },
    refused: ['number', 'Número'],
  },
  {
    name: 'PartnerDrawer',
    form: (onClose) => <PartnerDrawer kind="contratista" partner={null} onClose={onClose} />,
    types: { Nombre: 'Obras del Sur', RUC: '155712345-2-2024', DV: '18' },
    submit: 'Agregar',
    sends: { name: 'Obras del Sur', kind: 'contratista', email: null },
    refused: ['ruc', 'RUC'],
    stays: true,
  },
  {
    name: 'MailServerForm',
    form: () => (
      <MailServerForm
        state={row<Props<typeof MailServerForm>['state']>({
          origin: 'none',
          kept: null,
          ports: [465, 587],
          test_to: 'ana@casas.test',
        })}
      />
    ),
    types: {
      Servidor: 'smtp.casas.test',
      Usuario: 'avisos',
      'Nombre de quien envía': 'Casas del Sol',
      'Correo de quien envía': 'avisos@casas.test',
    },
    submit: 'Probar y guardar',
    sends: {
      host: 'smtp.casas.test',
      port: 465,
      security: 'tls',
      username: 'avisos',
      sender_address: 'avisos@casas.test',
      version: 0,
    },
    refused: ['host', 'Servidor'],
    stays: true,
  },
  {
    name: 'LawyerDrawer',
    form: (onClose) => <LawyerDrawer lawyer={null} onClose={onClose} />,
    types: { 'Nombre completo': 'Luis Vega', Teléfono: '6123-4567' },
    submit: 'Agregar',
    sends: { full_name: 'Luis Vega', phone: '6123-4567', email: null, user_id: null },
    refused: ['full_name', 'Nombre completo'],
  },
  {
    name: 'ItemDrawer',
    form: (onClose) => (
      <ItemDrawer
        list={row<Props<typeof ItemDrawer>['list']>({ name: 'districts', title: 'Distritos', grows: true })}
        item={null}
        onClose={onClose}
      />
    ),
    types: { Nombre: 'Chame' },
    submit: 'Agregar',
    sends: { label: 'Chame' },
    refused: ['label', 'Nombre'],
  },
  {
    name: 'NewRoleDrawer',
    form: (onClose) => <NewRoleDrawer copyOf={null} onClose={onClose} />,
    types: { Nombre: 'Cajera', 'Para qué es': 'Recibe pagos' },
    submit: 'Crear rol',
    sends: { display_name: 'Cajera', description: 'Recibe pagos', copy_of: null },
    refused: ['display_name', 'Nombre'],
  },
  {
    name: 'EditRoleDrawer',
    form: (onClose) => (
      <EditRoleDrawer
        role={row<Props<typeof EditRoleDrawer>['role']>({ display_name: 'Caja', description: '' })}
        onClose={onClose}
      />
    ),
    types: { Nombre: 'Cajera' },
    submit: 'Guardar',
    sends: { display_name: 'Cajera', version: 3 },
    refused: ['display_name', 'Nombre'],
  },
  {
    name: 'ChangePassword',
    form: () => <ChangePassword />,
    types: { 'Contraseña actual': 'una vieja clave', 'Contraseña nueva': 'tres gatos en la azotea' },
    submit: 'Cambiar contraseña',
    sends: { current: 'una vieja clave', password: 'tres gatos en la azotea' },
    refused: ['current', 'Contraseña actual'],
    stays: true,
  },
  {
    name: 'CompanyPart',
    form: () => <CompanyPart stored={stored} />,
    types: { 'Razón social': 'Casas del Sol, S.A.', RUC: '155712345-2-2024', Teléfono: '6123-4567' },
    submit: 'Guardar empresa',
    sends: { value: { legalName: 'Casas del Sol, S.A.', name: 'Llave' }, version: 3 },
    refused: ['value[legalName]', 'Razón social'],
    stays: true,
  },
  {
    name: 'ClaimsPart',
    form: () => <ClaimsPart stored={stored} />,
    types: { 'Horas para pagar la separación': '24' },
    submit: 'Guardar reservas',
    sends: { value: { reservationHours: 24, holdMinutes: 30 }, version: 3 },
    refused: ['value[reservationHours]', 'Horas para pagar la separación'],
    stays: true,
  },
  {
    name: 'HoursPart',
    form: () => <HoursPart stored={stored} />,
    types: { 'Martes, desde': '07:30' },
    submit: 'Guardar horario',
    sends: { value: [{ from: '08:00' }, { open: true, from: '07:30' }, {}, {}, {}, {}, {}], version: 3 },
    refused: ['value[1][from]', 'Martes, desde'],
    stays: true,
  },
  {
    name: 'HolidaysPart',
    form: () => <HolidaysPart stored={stored} />,
    types: { Motivo: 'Inventario anual' },
    submit: 'Guardar feriados propios',
    sends: { value: [{ day: '2026-12-26', name: 'Inventario anual' }] },
    refused: ['value[0][name]', 'Motivo'],
    stays: true,
  },
  {
    name: 'HostsPart',
    form: () => <HostsPart stored={stored} />,
    types: { 'Sitios permitidos': 'https://www.youtube.com' },
    submit: 'Guardar sitios',
    sends: { value: ['https://www.youtube.com'] },
    refused: ['value[0]', 'Sitios permitidos'],
    stays: true,
  },
  {
    name: 'BrandForm',
    form: () => <BrandForm stored={stored} />,
    types: { 'Color de la marca': '#1d4ed8' },
    submit: 'Guardar color',
    sends: { value: { color: '#1d4ed8' }, version: 3 },
    refused: ['value[color]', 'Color de la marca'],
    stays: true,
  },
  {
    name: 'TemplateForm',
    form: () => (
      <TemplateForm
        template={row<Props<typeof TemplateForm>['template']>({
          kind: 'nada',
          subject: 'Hola',
          body: 'Texto',
          variables: [],
        })}
        edits
        onText={() => undefined}
      />
    ),
    types: { Asunto: 'Buenos días' },
    submit: 'Guardar texto',
    sends: { subject: 'Buenos días', body: 'Texto', version: 3 },
    refused: ['subject', 'Asunto'],
    stays: true,
  },
  {
    name: 'EditUserDrawer',
    form: (onClose) => <EditUserDrawer user={user} onClose={onClose} />,
    types: { Nombre: 'Ana Ruiz Vega' },
    submit: 'Guardar usuario',
    sends: { name: 'Ana Ruiz Vega', role_ids: [2], phone: null, version: 3 },
    refused: ['name', 'Nombre'],
  },
  {
    name: 'NewUserDrawer',
    form: (onClose) => <NewUserDrawer onClose={onClose} />,
    types: { Nombre: 'Luis Vega', Correo: 'luis@casas.test', Roles: 'Gerencia' },
    submit: 'Enviar invitación',
    sends: { name: 'Luis Vega', user_type_id: 1, role_ids: [7], project_ids: [], partner_id: null },
    refused: ['role_ids[0]', 'Roles'],
    stays: true,
  },
  {
    name: 'AwayDrawer',
    form: (onClose) => <AwayDrawer user={user} onClose={onClose} />,
    types: { Desde: '24-12-2026', Hasta: '31-12-2026' },
    submit: 'Guardar ausencia',
    sends: { away_from: '2026-12-24', away_to: '2026-12-31', version: 3 },
    refused: ['away_to', 'Hasta'],
  },
  {
    name: 'HandoverDrawer',
    form: (onClose) => <HandoverDrawer user={user} leaving={false} onClose={onClose} />,
    types: { 'Quién las procesa': 'Nadie: las reparte la coordinación', Motivo: 'Vacaciones' },
    submit: 'Pasar ventas',
    sends: { processor: { to: 'nadie' }, motivo: 'Vacaciones', temporal: false },
    refused: ['processor[to]', 'Quién las procesa'],
  },
  {
    name: 'SignInPage',
    form: () => <SignInPage />,
    types: { Correo: 'ana@casas.test', Contraseña: 'tres gatos en la azotea' },
    submit: 'Ingresar',
    sends: { email: 'ana@casas.test', password: 'tres gatos en la azotea', remember: false },
    refused: ['email', 'Correo'],
    stays: true,
  },
  {
    name: 'RecoverPage',
    form: () => <RecoverPage />,
    types: { Correo: 'ana@casas.test' },
    submit: 'Enviar el enlace',
    sends: { email: 'ana@casas.test' },
    refused: ['email', 'Correo'],
    stays: true,
  },
  {
    name: 'NewPasswordForm',
    form: () => <NewPasswordForm token="abc" kind="clave" />,
    types: { 'Contraseña nueva': 'tres gatos en la azotea' },
    submit: 'Guardar contraseña',
    sends: { token: 'abc', password: 'tres gatos en la azotea' },
    refused: ['password', 'Contraseña nueva'],
    stays: true,
  },
  {
    name: 'SecondStepPage',
    form: () => <SecondStepPage />,
    types: { Código: '123456' },
    submit: 'Confirmar',
    sends: { code: '123456' },
    refused: ['code', 'Código'],
    reads: { '/second_step': { methods: ['totp'], email: 'ana@casas.test' } },
    stays: true,
  },
  {
    name: 'ProofForm',
    form: () => <ProofForm />,
    types: { 'Tu contraseña': 'tres gatos en la azotea' },
    submit: 'Confirmar',
    sends: { password: 'tres gatos en la azotea' },
    refused: ['password', 'Tu contraseña'],
    reads: { second_step: { totp: false, email_code: false } },
    stays: true,
  },
  {
    name: 'TotpSteps',
    form: (onClose) => <TotpSteps onClose={onClose} onCodes={() => undefined} />,
    types: { '2. Escribe el código que muestra la app': '123456' },
    submit: 'Confirmar',
    sends: { setup: 'S', code: '123456' },
    refused: ['code', '2. Escribe el código que muestra la app'],
    begins: ['/second_step/totp', { setup: 'S', secret: 'ABC', qr: '<svg/>' }],
  },
  {
    name: 'EraseForm',
    form: () => <EraseForm company="Casas" />,
    types: {
      'Para confirmar, escribe Casas': 'Casas',
      'Tu contraseña de ahora': 'una vieja clave',
      Nombre: 'Ana',
      Correo: 'ana@casas.test',
      'Contraseña nueva': 'tres gatos en la azotea',
    },
    submit: 'Borrar y empezar mi empresa',
    sends: { company: 'Casas', name: 'Ana', email: 'ana@casas.test' },
    refused: ['company', 'Para confirmar, escribe Casas'],
    stays: true,
  },
];
