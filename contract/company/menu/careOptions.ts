import type { MenuOption } from './menu.ts';

/** Pages of the delivery of houses and their warranty, beside the tickets. */
export const CARE_OPTIONS: readonly MenuOption[] = [
  {
    id: 1203,
    module: 12,
    name: 'Órdenes de trabajo',
    href: '/oficina/ordenes-de-trabajo',
    permission: 'tickets.ver',
    counter: 'orders',
  },
  {
    id: 1206,
    module: 12,
    name: 'Entregas',
    href: '/oficina/entregas',
    permission: ['ventas.entregar', 'ventas.aprobar', 'contratos.inspeccionar'],
  },
  {
    id: 1209,
    module: 12,
    name: 'Pendientes de entrega',
    href: '/oficina/pendientes-de-entrega',
    permission: ['ventas.entregar', 'contratos.inspeccionar', 'contratos.editar'],
  },
  {
    id: 1207,
    module: 12,
    name: 'Garantías',
    href: '/oficina/garantias',
    permission: ['ventas.entregar', 'ventas.aprobar', 'contratos.inspeccionar'],
  },
  {
    id: 1208,
    module: 12,
    name: 'Defectos repetidos',
    href: '/oficina/defectos-repetidos',
    permission: ['contratos.aprobar', 'contratos.inspeccionar', 'ventas.entregar'],
  },
  {
    id: 1210,
    module: 12,
    name: 'Cargos de garantía',
    href: '/oficina/cargos-de-garantia',
    permission: ['contratos.montos', 'contabilidad.aprobar'],
  },
];
