import { CARE_OPTIONS } from './careOptions.ts';
import { MONEY_OPTIONS } from './moneyOptions.ts';
import { PERMISSIONS, type Permission } from '#contract/access.ts';
import type { MenuCounter } from './counters.ts';

/**
 * The back office's menu (domain.md §2, "Modules → options menu"): modules and pages with stable ids. The office edits
 * names, order and visibility as rows; path, permission and counter are here, by id.
 */

export interface MenuOption {
  /** Stable: module × 100 + number. Never reused for another page. */
  id: number;
  /** Default module; the office may move the page. */
  module: number;
  name: string;
  /** Path under /oficina. The page may not exist yet: the menu shows only pages of this build. */
  href: string;
  /** Permission to open it; with several, one is enough. */
  permission: Permission | readonly Permission[];
  /** Not for who has one of these: they have another page for it. */
  except?: readonly Permission[];
  counter?: MenuCounter;
}

const SEES_ADMINISTRATION = 'administracion.ver';
/** Not materiales.ver, which a contractor has, to whom materials are closed. */
const MATERIALS: readonly Permission[] = ['materiales.editar', 'materiales.exportar'];

/** Whoever may export a list may schedule it. */
const EXPORTS: readonly Permission[] = PERMISSIONS.filter(({ action }) => action === 'exportar').map(
  ({ name }) => name,
);

/** Pages in their default order within a module. */
export const MENU_OPTIONS: readonly MenuOption[] = [
  { id: 101, module: 1, name: 'Proyectos', href: '/oficina/proyectos', permission: 'proyectos.ver' },
  { id: 102, module: 1, name: 'Modelos', href: '/oficina/modelos', permission: 'proyectos.ver' },
  {
    id: 103,
    module: 1,
    name: 'Planes de acción',
    href: '/oficina/planes-de-accion',
    permission: 'proyectos.ver',
  },
  { id: 104, module: 1, name: 'Clima', href: '/oficina/clima', permission: 'proyectos.ver' },

  { id: 201, module: 2, name: 'Lotes', href: '/oficina/lotes', permission: 'proyectos.ver' },
  { id: 202, module: 2, name: 'Viviendas', href: '/oficina/viviendas', permission: 'proyectos.ver' },
  { id: 203, module: 2, name: 'Precios', href: '/oficina/precios', permission: 'proyectos.ver' },

  {
    id: 301,
    module: 3,
    name: 'Tablero',
    href: '/oficina/tablero',
    permission: 'ventas.ver',
    counter: 'board',
  },
  {
    id: 302,
    module: 3,
    name: 'Pre-contratos',
    href: '/oficina/ventas',
    permission: 'ventas.ver',
    counter: 'sales',
  },
  {
    id: 303,
    module: 3,
    name: 'Prospectos',
    href: '/oficina/prospectos',
    permission: 'ventas.ver',
    counter: 'prospects',
  },
  {
    id: 304,
    module: 3,
    name: 'Coincidencias',
    href: '/oficina/coincidencias',
    permission: 'ventas.ver',
    counter: 'coincidences',
  },
  { id: 305, module: 3, name: 'Proformas', href: '/oficina/proformas', permission: 'ventas.ver' },
  {
    id: 306,
    module: 3,
    name: 'Calculadora',
    href: '/oficina/calculadora',
    permission: ['ventas.ver', 'tramites.ver'],
  },
  {
    id: 307,
    module: 3,
    name: 'Comisiones',
    href: '/oficina/comisiones',
    permission: ['ventas.crear', 'ventas.aprobar', 'pagos.aprobar', 'auditoria.ver'],
  },

  {
    id: 401,
    module: 4,
    name: 'Solicitudes bancarias',
    href: '/oficina/solicitudes-bancarias',
    permission: 'tramites.ver',
    counter: 'applications',
  },
  {
    id: 402,
    module: 4,
    name: 'Datos bancarios',
    href: '/oficina/datos-bancarios',
    permission: 'tramites.ver',
  },
  { id: 403, module: 4, name: 'Desembolsos', href: '/oficina/desembolsos', permission: 'tramites.ver' },
  {
    id: 404,
    module: 4,
    name: 'Requisitos bancarios',
    href: '/oficina/requisitos-bancarios',
    permission: 'tramites.ver',
  },
  {
    id: 405,
    module: 4,
    name: 'Interés preferencial',
    href: '/oficina/interes-preferencial',
    permission: ['ventas.ver', 'tramites.ver', SEES_ADMINISTRATION],
  },
  {
    id: 406,
    module: 4,
    name: 'Formularios de bancos',
    href: '/oficina/formularios-bancarios',
    permission: 'tramites.ver',
  },

  {
    id: 501,
    module: 5,
    name: 'Citas',
    href: '/oficina/citas',
    permission: 'citas.ver',
    counter: 'appointments',
  },

  { id: 601, module: 6, name: 'Promesas', href: '/oficina/promesas', permission: 'legal.ver' },
  { id: 602, module: 6, name: 'Adendas', href: '/oficina/adendas', permission: 'legal.ver' },
  {
    id: 603,
    module: 6,
    name: 'Escrituras',
    href: '/oficina/escrituras',
    permission: 'legal.ver',
    counter: 'deeds',
  },
  { id: 604, module: 6, name: 'Abogados', href: '/oficina/abogados', permission: 'legal.ver' },
  {
    id: 605,
    module: 6,
    name: 'Plantillas de contratos',
    href: '/oficina/plantillas-contratos',
    permission: 'legal.ver',
  },
  { id: 606, module: 6, name: 'Firmas', href: '/oficina/firmas', permission: 'legal.ver' },
  { id: 607, module: 6, name: 'Representantes', href: '/oficina/representantes', permission: 'legal.ver' },
  { id: 609, module: 6, name: 'Sellos', href: '/oficina/sellos', permission: 'legal.ver' },
  {
    id: 608,
    module: 6,
    name: 'Expedientes de viviendas',
    href: '/oficina/expedientes-viviendas',
    permission: 'legal.ver',
  },
  {
    id: 610,
    module: 6,
    name: 'Reclamos ACODECO',
    href: '/oficina/reclamos-acodeco',
    permission: 'legal.ver',
  },

  { id: 701, module: 7, name: 'Contratos', href: '/oficina/contratos', permission: 'contratos.ver' },
  {
    id: 702,
    module: 7,
    name: 'Viviendas',
    href: '/oficina/contratos-de-viviendas',
    permission: 'contratos.ver',
  },
  {
    id: 703,
    module: 7,
    name: 'Infraestructura',
    href: '/oficina/infraestructura',
    permission: 'contratos.ver',
  },
  { id: 704, module: 7, name: 'Programación', href: '/oficina/programacion', permission: 'contratos.ver' },
  { id: 705, module: 7, name: 'Trabajos', href: '/oficina/trabajos', permission: 'contratos.ver' },
  {
    id: 706,
    module: 7,
    name: 'Pagos',
    href: '/oficina/pagos-a-contratistas',
    permission: 'contratos.montos',
  },
  {
    id: 707,
    module: 7,
    name: 'Presupuestos',
    href: '/oficina/presupuestos',
    // Not contratos.montos, which a contractor has for its own contracts.
    permission: ['contratos.aprobar', 'contabilidad.ver'],
  },

  { id: 801, module: 8, name: 'Bitácora', href: '/oficina/bitacora', permission: 'bitacora.ver' },
  {
    id: 901,
    module: 9,
    name: 'Materiales',
    href: '/oficina/materiales',
    permission: MATERIALS,
    counter: 'materials',
  },
  {
    id: 902,
    module: 9,
    name: 'Órdenes de compra',
    href: '/oficina/ordenes-de-compra',
    permission: MATERIALS,
  },
  { id: 903, module: 9, name: 'Existencias', href: '/oficina/existencias', permission: MATERIALS },
  { id: 904, module: 9, name: 'Consumo', href: '/oficina/consumo-de-materiales', permission: MATERIALS },
  { id: 905, module: 9, name: 'Catálogo', href: '/oficina/catalogo-de-materiales', permission: MATERIALS },
  // prettier-ignore
  { id: 906, module: 9, name: 'Mis materiales', href: '/oficina/mis-materiales', permission: 'materiales.crear', except: MATERIALS },
  { id: 1001, module: 10, name: 'Permisos', href: '/oficina/permisos', permission: 'permisos.ver' },
  { id: 1002, module: 10, name: 'Planos', href: '/oficina/planos', permission: 'permisos.ver' },

  ...MONEY_OPTIONS,

  { id: 1201, module: 12, name: 'Tickets', href: '/oficina/tickets', permission: 'tickets.ver' },
  ...CARE_OPTIONS,
  {
    id: 1202,
    module: 12,
    name: 'Departamentos',
    href: '/oficina/departamentos',
    permission: ['tickets.crear', 'tickets.exportar'],
  },
  { id: 1301, module: 13, name: 'Chat', href: '/oficina/chat', permission: 'chat.ver', counter: 'chat' },
  {
    id: 1401,
    module: 14,
    name: 'Notificaciones',
    href: '/oficina/notificaciones',
    permission: 'notificaciones.ver',
  },
  { id: 1501, module: 15, name: 'Chatbot', href: '/oficina/chatbot', permission: 'chatbot.ver' },
  { id: 1601, module: 16, name: 'Reportes', href: '/oficina/reportes', permission: 'reportes.ver' },
  {
    id: 1602,
    module: 16,
    name: 'Listas por correo',
    href: '/oficina/listas-por-correo',
    permission: EXPORTS,
  },
  {
    id: 1603,
    module: 16,
    name: 'Cuellos de botella',
    href: '/oficina/cuellos-de-botella',
    permission: 'reportes.ver',
  },
  {
    id: 1604,
    module: 16,
    name: 'Satisfacción',
    href: '/oficina/satisfaccion',
    permission: ['reportes.ver', 'ventas.entregar'],
  },

  { id: 1701, module: 17, name: 'Usuarios', href: '/oficina/usuarios', permission: SEES_ADMINISTRATION },
  { id: 1702, module: 17, name: 'Roles', href: '/oficina/roles', permission: SEES_ADMINISTRATION },
  {
    id: 1703,
    module: 17,
    name: 'Permisos',
    href: '/oficina/roles/permisos',
    permission: SEES_ADMINISTRATION,
  },
  { id: 1704, module: 17, name: 'Módulos y menú', href: '/oficina/menu', permission: SEES_ADMINISTRATION },
  { id: 1705, module: 17, name: 'Listas', href: '/oficina/listas', permission: SEES_ADMINISTRATION },
  {
    id: 1706,
    module: 17,
    name: 'Inspectores',
    href: '/oficina/inspectores',
    permission: SEES_ADMINISTRATION,
  },
  {
    id: 1707,
    module: 17,
    name: 'Contratistas',
    href: '/oficina/contratistas',
    permission: SEES_ADMINISTRATION,
  },
  {
    id: 1708,
    module: 17,
    name: 'Contratantes',
    href: '/oficina/contratantes',
    permission: SEES_ADMINISTRATION,
  },
  {
    id: 1719,
    module: 17,
    name: 'Proveedores',
    href: '/oficina/proveedores',
    permission: SEES_ADMINISTRATION,
  },
  {
    id: 1709,
    module: 17,
    name: 'Correos',
    href: '/oficina/correos',
    permission: [SEES_ADMINISTRATION, 'ventas.aprobar'],
  },
  {
    id: 1717,
    module: 17,
    name: 'Servidor de correo',
    href: '/oficina/servidor-de-correo',
    permission: SEES_ADMINISTRATION,
  },
  { id: 1710, module: 17, name: 'Plantillas', href: '/oficina/plantillas', permission: SEES_ADMINISTRATION },
  {
    id: 1711,
    module: 17,
    name: 'Importar',
    href: '/oficina/importar',
    permission: [
      'proyectos.editar',
      'ventas.aprobar',
      'chat.editar',
      'chatbot.editar',
      'legal.crear',
      'permisos.crear',
      'materiales.editar',
      'ventas.entregar',
      'contabilidad.crear',
    ],
  },
  {
    id: 1712,
    module: 17,
    name: 'Configuración',
    href: '/oficina/configuracion',
    permission: SEES_ADMINISTRATION,
  },
  { id: 1713, module: 17, name: 'Auditoría', href: '/oficina/auditoria', permission: 'auditoria.ver' },
  { id: 1714, module: 17, name: 'Privacidad', href: '/oficina/privacidad', permission: SEES_ADMINISTRATION },
  { id: 1715, module: 17, name: 'Respaldos', href: '/oficina/respaldos', permission: SEES_ADMINISTRATION },
  {
    id: 1716,
    module: 17,
    name: 'Estado del sistema',
    href: '/oficina/estado',
    permission: SEES_ADMINISTRATION,
  },
];

/** Whether at least one of the option's permissions is granted, and none that has another page. */
export const mayOpenOption = (
  { permission, except = [] }: Pick<MenuOption, 'permission' | 'except'>,
  granted: { has(permission: Permission): boolean },
): boolean =>
  (typeof permission === 'string' ? [permission] : permission).some((one) => granted.has(one)) &&
  !except.some((one) => granted.has(one));

/** The option for a path under /oficina: its page or a record below it; undefined for any other path. */
export function optionOf(pathname: string): MenuOption | undefined {
  return MENU_OPTIONS.filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`)).toSorted(
    (a, b) => b.href.length - a.href.length,
  )[0];
}
