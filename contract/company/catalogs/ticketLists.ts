import { z } from 'zod';
import { catalog, innerCatalog } from './catalog.ts';

// Ids and labels of domain.md §2; the meaning of an id never changes.

export const departments = catalog({
  name: 'ticket_departments',
  title: 'Departamentos',
  module: 'tickets',
  kind: 'extensible',
  path: '/api/ticket/departments/list',
  access: 'staff',
  label: 'nombre',
  uses: [
    { table: 'tickets', column: 'department_id' },
    { table: 'department_members', column: 'department_id' },
  ],
  rows: [
    [1, 'Ventas'],
    [2, 'Trámites'],
    [3, 'Legal'],
    [4, 'Contabilidad y tesorería'],
    [5, 'Ingeniería y obras'],
    [6, 'Inspección y calidad'],
    [7, 'Compras y almacén'],
    [8, 'Permisos'],
    [9, 'Post-venta'],
    [10, 'Mercadeo'],
    [11, 'Recursos humanos'],
    [12, 'Tecnología'],
  ],
});

/** `horas`: time limit for answering a ticket of this priority. */
export const priorities = catalog({
  name: 'ticket_priorities',
  title: 'Prioridades',
  module: 'tickets',
  kind: 'extensible',
  path: '/api/ticket/priorities/list',
  access: 'staff',
  label: 'nombre',
  uses: [
    { table: 'jobs', column: 'priority_id' },
    { table: 'tickets', column: 'priority_id' },
  ],
  inner: {
    horas: z
      .number()
      .int()
      .min(1, { error: 'Escribe las horas: 1 o más.' })
      .max(8760, { error: 'Como máximo un año: 8760 horas.' })
      .meta({ title: 'Horas para responder' }),
  },
  rows: [
    [1, 'Baja', { horas: 72 }],
    [2, 'Media', { horas: 48 }],
    [3, 'Alta', { horas: 24 }],
    [4, 'Urgente', { horas: 4 }],
  ],
});

/** States of a ticket (domain.md §3). */
export const ticketStatus = catalog({
  name: 'ticket_status',
  title: 'Estados de los tickets',
  module: 'tickets',
  kind: 'fixed',
  path: '/api/ticket/status/list',
  access: 'staff',
  label: 'nombre',
  uses: [{ table: 'tickets', column: 'state_id' }],
  rows: [
    [1, 'Abierto'],
    [2, 'Asignado'],
    [3, 'En proceso'],
    [4, 'En espera del cliente'],
    [5, 'En espera de proveedor'],
    [6, 'Resuelto'],
    [7, 'Cerrado'],
    [8, 'Reabierto'],
    [9, 'Cancelado'],
  ],
});

/** Subjects of an after-sales ticket. */
export const ticketCategories = innerCatalog({
  name: 'ticket_categories',
  title: 'Categorías de los tickets',
  module: 'tickets',
  kind: 'extensible',
  label: 'name',
  uses: [{ table: 'tickets', column: 'category_id' }],
  rows: [
    [1, 'Filtración'],
    [2, 'Plomería'],
    [3, 'Electricidad'],
    [4, 'Repello/pintura'],
    [5, 'Piso'],
    [6, 'Ventana/puerta'],
    [7, 'Techo'],
    [8, 'Infraestructura'],
    [9, 'Documentos'],
    [10, 'Pago'],
    [11, 'Otro'],
  ],
});
