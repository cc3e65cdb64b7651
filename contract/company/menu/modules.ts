/** The menu's modules, with stable ids (domain.md §2, "Modules → options menu"). */

export interface MenuModule {
  /** Stable: 1-17. */
  id: number;
  name: string;
}

export const MENU_MODULES: readonly MenuModule[] = [
  { id: 1, name: 'Proyectos' },
  { id: 2, name: 'Viviendas y lotes' },
  { id: 3, name: 'Ventas' },
  { id: 4, name: 'Trámites' },
  { id: 5, name: 'Citas' },
  { id: 6, name: 'Legal' },
  { id: 7, name: 'Contratos' },
  { id: 8, name: 'Bitácora' },
  { id: 9, name: 'Materiales' },
  { id: 10, name: 'Permisos y planos' },
  { id: 11, name: 'Contabilidad' },
  { id: 12, name: 'Tickets' },
  { id: 13, name: 'Chat' },
  { id: 14, name: 'Notificaciones' },
  { id: 15, name: 'Chatbot' },
  { id: 16, name: 'Reportes' },
  { id: 17, name: 'Administración' },
];
