import { z } from 'zod';
import { ROLES } from '#contract/access.ts';
import { Email, NewPassword } from '#contract/company/auth/model.ts';
import { CompanyToSave, Fiscal } from '#contract/company/settings/model.ts';

/** The code printed at start; spaces and hyphens are ignored. */
export const SetupCode = z
  .string()
  .max(80)
  .transform((typed) => typed.toUpperCase().replace(/[^A-Z0-9]/g, ''))
  .pipe(z.string().min(1, { error: 'Escribe el código que muestra el arranque.' }).max(40));

export const SetupCompany = CompanyToSave;
export const SetupFiscal = Fiscal;

export const FirstAdministrator = z.object({
  name: z.string().trim().min(2, { error: 'Escribe tu nombre.' }).max(120),
  email: Email,
  password: NewPassword,
});

/** Setup steps before the company can sell, in order. */
export const SETUP_STEPS = [
  { id: 'empresa', title: 'Empresa', text: 'Razón social, RUC y teléfono' },
  { id: 'imagen', title: 'Logo y color', text: 'Se ven en páginas y correos' },
  { id: 'proyecto', title: 'Proyecto', text: 'El primero, con sus condiciones' },
  { id: 'modelos', title: 'Modelos', text: 'Al menos uno, con su precio' },
  { id: 'lotes', title: 'Lotes', text: 'Por manzana, todos de una vez' },
  { id: 'personas', title: 'Personas', text: 'Al menos tres, con su rol' },
  { id: 'equipo', title: 'Equipo del proyecto', text: 'Alguien que procese ventas' },
  { id: 'imagenes', title: 'Imágenes', text: 'Una foto principal del proyecto' },
  { id: 'publicar', title: 'Publicar', text: 'El proyecto, a la vista de todos' },
  { id: 'correo', title: 'Servidor de correo', text: 'Para que los mensajes salgan' },
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number]['id'];
/** Steps of the guided first run; the other steps are done on their own pages. */
export const GUIDED: readonly SetupStep[] = ['empresa', 'imagen', 'proyecto', 'modelos', 'lotes', 'personas'];

export const PEOPLE_WANTED = 3;

/** Setup progress, computed from the database. */
export const SetupProgress = z.object({
  steps: z.array(
    z.object({
      id: z.enum(SETUP_STEPS.map(({ id }) => id) as [SetupStep, ...SetupStep[]]),
      done: z.boolean(),
      /** Number of existing lots, users … */
      count: z.number().int(),
    }),
  ),
  /** The oldest project that is not archived. */
  project: z.object({ id: z.number().int(), name: z.string(), slug: z.string() }).nullable(),
  dismissed: z.boolean(),
  done: z.boolean(),
  demo: z.boolean(),
});
export type SetupProgress = z.infer<typeof SetupProgress>;

/** Roles that the first run may invite; contractors come later with their company. */
export const INVITED_ROLES = ROLES.filter(({ name }) => name !== 'cliente' && name !== 'contratista');

/** A person to invite. */
export const Invited = z.object({
  name: z.string().trim().min(2, { error: 'Escribe el nombre.' }).max(120),
  email: Email,
  role: z.enum(
    INVITED_ROLES.map(({ name }) => name),
    { error: 'Elige el rol.' },
  ),
});

/** A created invitation; the link opens the account and is shown once. */
export const Invitation = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  link: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

/** Counts of what erasing the demo deletes. */
export const DemoContents = z.object({
  demo: z.boolean(),
  company: z.string(),
  goes: z.array(z.object({ label: z.string(), count: z.number().int() })),
});

/** Labels of what stays. */
export const DEMO_STAYS = [
  'Los roles y sus permisos',
  'Las listas de valores, también las que se cambiaron',
  'Los textos de los correos',
  'La configuración: reservas, horario, feriados, recibos, conservación, servidor de correo',
] as const;
