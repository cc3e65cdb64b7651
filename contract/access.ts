/**
 * Permissions, scopes, roles and their seed (domain.md §2.1, permissions.tsv, rulings 27 and 31-35). A permission that
 * is not granted is denied. Afterwards the back office edits roles and grants.
 */

const ACTIONS = {
  ver: { id: 1, label: 'ver' },
  crear: { id: 2, label: 'crear' },
  editar: { id: 3, label: 'editar' },
  aprobar: { id: 4, label: 'aprobar' },
  anular: { id: 5, label: 'anular' },
  exportar: { id: 6, label: 'exportar' },
  entregar: { id: 7, label: 'entregar la vivienda' },
  ingresos: { id: 8, label: 'ver documentos de ingresos' },
  inspeccionar: { id: 9, label: 'inspeccionar' },
  montos: { id: 10, label: 'ver montos' },
} as const;
export type Action = keyof typeof ACTIONS;

const READ = ['ver', 'exportar'] as const;
const WORK = ['ver', 'crear', 'editar'] as const;
const ALL = ['ver', 'crear', 'editar', 'aprobar', 'anular', 'exportar'] as const;

/** Modules and their actions. Permission ids depend on the position of the module: only append. */
const MODULES = {
  proyectos: { label: 'Proyectos', actions: ALL },
  ventas: { label: 'Ventas', actions: [...ALL, 'entregar'] },
  documentos: { label: 'Documentos', actions: [...ALL, 'ingresos'] },
  tramites: { label: 'Trámites', actions: ALL },
  citas: { label: 'Citas', actions: ALL },
  legal: { label: 'Legal', actions: ALL },
  pagos: { label: 'Pagos', actions: ALL },
  contratos: { label: 'Contratos', actions: [...ALL, 'inspeccionar', 'montos'] },
  bitacora: { label: 'Bitácora', actions: ALL },
  materiales: { label: 'Materiales', actions: ALL },
  permisos: { label: 'Permisos y planos', actions: ALL },
  contabilidad: { label: 'Contabilidad', actions: ALL },
  tickets: { label: 'Tickets', actions: ALL },
  chat: { label: 'Chat', actions: ALL },
  chatbot: { label: 'Chatbot', actions: ALL },
  notificaciones: { label: 'Notificaciones', actions: ALL },
  reportes: { label: 'Reportes', actions: ['ver', 'crear', 'exportar'] },
  administracion: { label: 'Administración', actions: ALL },
  auditoria: { label: 'Auditoría', actions: READ },
} as const;
export type Module = keyof typeof MODULES;
type ActionOf<M extends Module> = (typeof MODULES)[M]['actions'][number];

/** `modulo.accion`; only combinations that exist. */
export type Permission = { [M in Module]: `${M}.${ActionOf<M>}` }[Module];

/** Every permission, in module order. `id` is stable: module × 100 + action. */
export const PERMISSIONS: readonly {
  id: number;
  name: Permission;
  display_name: string;
  module: Module;
  action: Action;
}[] = Object.entries(MODULES).flatMap(([module, { label, actions }], at) =>
  actions.map((action) => ({
    id: (at + 1) * 100 + ACTIONS[action].id,
    name: `${module}.${action}` as Permission,
    display_name: `${label}: ${ACTIONS[action].label}`,
    module: module as Module,
    action,
  })),
);

/** Module labels, for the headings of the permission matrix. */
export const MODULE_LABELS = Object.fromEntries(
  Object.entries(MODULES).map(([name, { label }]) => [name, label]),
) as Record<Module, string>;

export const isPermission = (text: string): text is Permission =>
  PERMISSIONS.some((permission) => permission.name === text);

/**
 * Row scopes, widest first. todo: all rows · sus_proyectos: projects whose team includes the user · asignado: the user
 * is processor, lawyer or assignee · propio: the user is adviser, creator or contractor.
 */
export const SCOPES = ['todo', 'sus_proyectos', 'asignado', 'propio'] as const;
export type Scope = (typeof SCOPES)[number];

/** The widest scope when several roles grant one permission (rulings 31); undefined without any. */
export function widestScope(scopes: Iterable<Scope>): Scope | undefined {
  const given = new Set(scopes);
  return SCOPES.find((scope) => given.has(scope));
}

/**
 * Whether scope `held` includes all rows of scope `wanted`. The narrow scopes select different rows (a sale assigned to
 * a user need not be in the user's projects), so only todo includes the others.
 */
export const covers = (held: Scope | undefined, wanted: Scope): boolean => held === 'todo' || held === wanted;

/** Modules whose rows have no owner: only the scope todo makes sense. */
const WITHOUT_ROWS: readonly Module[] = ['administracion', 'auditoria', 'chatbot'];

/** Scopes that a permission can be granted with, widest first. */
export const scopesOf = (permission: Permission): readonly Scope[] =>
  WITHOUT_ROWS.some((module) => permission.startsWith(`${module}.`)) ? ['todo'] : SCOPES;

/** One way to get access to an endpoint. */
export type AccessRule =
  /** Anyone, signed in or not. */
  | 'public'
  /** A customer session (link token). It reaches only its own sales. */
  | 'client'
  /** Any signed-in user of the company or its partners. */
  | 'staff'
  /** Staff, except contractors and outside lawyers (rulings 33). */
  | 'colleagues'
  /** Staff, on their own row only; another user's row gives 403 (user settings). */
  | 'own'
  /** The access rule of the record decides (comments, files, transitions). */
  | 'record'
  /** Staff with this permission; its scope limits the query. */
  | Permission;

/** The access of an endpoint: one rule, or several of which one is enough (rulings 35). */
export type Access = AccessRule | readonly AccessRule[];

/** Seed of the roles. `name` is also the demo sign-in. cliente exists in lists only and can never sign in as staff. */
export const ROLES = [
  { id: 1, name: 'administrador', display_name: 'Administrador' },
  { id: 2, name: 'gerencia', display_name: 'Gerencia' },
  { id: 3, name: 'coordinador', display_name: 'Coordinador de ventas' },
  { id: 4, name: 'asesor', display_name: 'Asesor de ventas' },
  { id: 5, name: 'procesador', display_name: 'Procesador de ventas' },
  { id: 6, name: 'abogado', display_name: 'Abogado' },
  { id: 7, name: 'contabilidad', display_name: 'Contabilidad' },
  { id: 8, name: 'proyectos', display_name: 'Gerente de proyecto' },
  { id: 9, name: 'inspector', display_name: 'Inspector' },
  { id: 10, name: 'compras', display_name: 'Compras / almacén' },
  { id: 11, name: 'contratista', display_name: 'Contratista' },
  { id: 12, name: 'permisos', display_name: 'Permisos' },
  { id: 13, name: 'postventa', display_name: 'Post-venta' },
  { id: 14, name: 'soporte', display_name: 'Soporte / TI' },
  { id: 15, name: 'auditor', display_name: 'Auditor' },
  { id: 16, name: 'cliente', display_name: 'Cliente' },
  { id: 17, name: 'residente', display_name: 'Residente de obra' },
] as const;
export type RoleName = (typeof ROLES)[number]['name'];

type Grants = { [M in Module]?: readonly ActionOf<M>[] };

const everyAction = Object.fromEntries(
  Object.entries(MODULES).map(([module, { actions }]) => [module, actions]),
) as Grants;
const readEverything = Object.fromEntries(Object.keys(MODULES).map((module) => [module, READ])) as Required<{
  [M in Module]: typeof READ;
}>;

const SEED: Record<RoleName, { [S in Scope]?: Grants }> = {
  administrador: { todo: everyAction },
  gerencia: {
    todo: {
      ...readEverything,
      ventas: [...READ, 'aprobar', 'anular'],
      documentos: [...READ, 'ingresos'],
      legal: [...READ, 'aprobar', 'anular'],
      pagos: [...READ, 'aprobar'],
      contratos: [...READ, 'aprobar', 'anular', 'montos'],
      materiales: [...READ, 'aprobar'],
      contabilidad: [...READ, 'aprobar'],
      tickets: [...READ, 'crear', 'editar'],
      reportes: [...READ, 'crear'],
    },
  },
  coordinador: {
    todo: {
      proyectos: ['ver'],
      ventas: [...ALL, 'entregar'],
      documentos: [...WORK, 'aprobar', 'exportar', 'ingresos'],
      tramites: [...WORK, 'anular', 'exportar'],
      citas: ALL,
      legal: ['ver'],
      pagos: ['ver'],
      tickets: WORK,
      chat: ALL,
      notificaciones: ['ver', 'crear'],
      reportes: READ,
    },
  },
  asesor: {
    todo: { proyectos: ['ver'] },
    propio: {
      ventas: WORK,
      documentos: ['ver', 'crear'],
      citas: WORK,
      pagos: ['ver'],
      chat: ['ver', 'crear'],
    },
    asignado: { tickets: WORK },
  },
  procesador: {
    todo: { proyectos: ['ver'] },
    asignado: {
      ventas: ['ver', 'editar', 'anular', 'exportar'],
      documentos: [...WORK, 'aprobar', 'ingresos'],
      tramites: [...WORK, 'anular', 'exportar'],
      citas: WORK,
      legal: ['ver'],
      pagos: ['ver'],
      tickets: WORK,
      chat: ['ver', 'crear'],
    },
  },
  abogado: {
    todo: {
      proyectos: ['ver'],
      ventas: ['ver'],
      documentos: ['ver', 'crear'],
      legal: ALL,
      pagos: ['ver'],
      contratos: ['ver', 'editar', 'anular'],
    },
    asignado: { documentos: ['ingresos'], tickets: WORK },
  },
  contabilidad: {
    todo: {
      proyectos: ['ver'],
      ventas: ['ver'],
      documentos: ['ver'],
      tramites: ['ver', 'editar'],
      legal: ['ver', 'editar'],
      pagos: ALL,
      contratos: ['ver', 'montos'],
      contabilidad: ALL,
      reportes: READ,
    },
    asignado: { tickets: WORK },
  },
  proyectos: {
    sus_proyectos: {
      proyectos: [...WORK, 'exportar'],
      contratos: [...ALL, 'montos'],
      bitacora: [...WORK, 'exportar'],
      materiales: ALL,
      permisos: ['ver', 'editar'],
      tickets: WORK,
      reportes: ['ver'],
    },
  },
  inspector: {
    sus_proyectos: {
      proyectos: ['ver'],
      contratos: ['ver', 'inspeccionar'],
      bitacora: WORK,
      materiales: ['ver', 'editar'],
      permisos: ['ver'],
    },
    asignado: { tickets: WORK },
  },
  compras: {
    todo: { proyectos: ['ver'], contratos: ['ver'], materiales: [...WORK, 'exportar'] },
    asignado: { tickets: WORK },
  },
  contratista: {
    propio: { contratos: ['ver', 'editar', 'montos'], bitacora: ['ver'], materiales: ['ver', 'crear'] },
    asignado: { tickets: ['ver', 'editar'] },
  },
  permisos: {
    todo: { proyectos: ['ver'], permisos: ALL },
    asignado: { tickets: WORK },
  },
  postventa: {
    todo: {
      proyectos: ['ver'],
      ventas: ['ver', 'entregar'],
      documentos: ['ver', 'crear'],
      citas: WORK,
      contratos: ['ver'],
      tickets: ALL,
    },
  },
  soporte: { todo: { tickets: ALL, chatbot: ALL, notificaciones: ALL } },
  auditor: { todo: readEverything },
  cliente: {},
  residente: {
    sus_proyectos: { proyectos: ['ver'], contratos: ['ver', 'editar'], bitacora: WORK, materiales: WORK },
    asignado: { tickets: WORK },
  },
};

/** Seed of the grants: one row per role and permission. A role has each permission at most once. */
export const GRANTS: readonly { role: RoleName; permission: Permission; scope: Scope }[] = ROLES.flatMap(
  ({ name }) =>
    SCOPES.flatMap((scope) =>
      Object.entries(SEED[name][scope] ?? {}).flatMap(([module, actions]) =>
        actions.map((action) => ({ role: name, permission: `${module}.${action}` as Permission, scope })),
      ),
    ),
);

/**
 * A user with only permissions that show or export (an auditor) may write nothing, not even a comment. Seeing amounts of
 * contracts or income papers is showing, too.
 */
export const mayWrite = (permissions: Iterable<string>): boolean =>
  [...permissions].some((permission) => !/\.(ver|exportar|montos|ingresos)$/.test(permission));
