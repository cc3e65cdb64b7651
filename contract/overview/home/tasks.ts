import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';

/** Kinds of task, in the order of their tabs; the server's modules say which of their records are one (`Module.tasks`). */
export const TASK_KINDS = {
  mensaje: 'Mensajes',
  llamada: 'Llamadas',
  cita: 'Visitas',
  venta: 'Ventas',
  proforma: 'Proformas',
  banco: 'Bancos',
  escritura: 'Escrituras',
  reclamo: 'Reclamos',
  derecho: 'Derechos de datos',
  ticket: 'Tickets',
  pago: 'Pagos',
  descuento: 'Descuentos',
  rescision: 'Rescisiones',
  promesa: 'Promesas',
  adenda: 'Adendas',
  plantilla_legal: 'Plantillas',
  plan_accion: 'Planes de acción',
  contrato: 'Contratos de obra',
  fianza: 'Fianzas',
  entrega: 'Entregas en riesgo',
  cuenta_obra: 'Cuentas de obra',
  factura_proveedor: 'Facturas',
  lote_pago: 'Pagos a proveedores',
  caja_menuda: 'Caja menuda',
  firma: 'Firmas',
  devolucion: 'Devoluciones',
  comprobante_diario: 'Comprobantes',
  periodo_contable: 'Períodos contables',
  conciliacion: 'Conciliaciones',
  comision: 'Comisiones',
  sello: 'Sellos',
  trabajo: 'Trabajos',
  cronograma: 'Cronogramas',
  semana: 'Semanas por cerrar',
  permiso: 'Permisos',
  plano: 'Planos',
  bitacora: 'Bitácora',
  solicitud_material: 'Solicitudes de materiales',
  orden_compra: 'Órdenes de compra',
  conteo_material: 'Conteos de materiales',
  entrega_vivienda: 'Entregas',
  pendiente_entrega: 'Pendientes de entrega',
  cargo_garantia: 'Cargos de garantía',
  tarea: 'Tareas',
} as const;
export const TaskKind = z.enum(Object.keys(TASK_KINDS) as [keyof typeof TASK_KINDS]);
export type TaskKind = keyof typeof TASK_KINDS;

/** How many tasks the home page shows. */
export const TASKS_SHOWN = 40;

export const Task = z.object({
  kind: TaskKind,
  /** Of the record. */
  id: z.number().int(),
  title: z.string(),
  /** What to do. */
  text: z.string(),
  /** Last day, YYYY-MM-DD; before today: late. Null: it has no day. */
  due: z.string().nullable(),
  /** Its hour, where it has one; ISO 8601. */
  at: z.string().nullable(),
  since: z.string(),
  sale_id: z.number().int().nullable(),
  /** The record of a task that can be about any kind. */
  record: z.object({ reference: z.string(), id: z.number().int() }).nullable(),
  phone: z.string().nullable(),
  centavos: z.number().int().nullable(),
});
export type Task = z.infer<typeof Task>;

export const homeTasks = endpoint({
  method: 'GET',
  path: '/api/office/home/tasks',
  access: 'staff',
  summary: 'Lo que espera por quien pregunta, lo más urgente primero; cada clase se cuenta hasta 999',
  shows: [
    'mensaje',
    'conversacion',
    'precontrato',
    'prospecto',
    'cita',
    'proforma',
    'solicitud',
    'escritura',
    'reclamo_acodeco',
    'derecho',
    'pago',
    'devolucion',
    'sobre',
    'comision',
    'sello',
    'trabajo',
    'cronograma',
    'semana',
    'permiso',
    'plano',
    'bitacora',
    'tarea',
    'promesa',
    'adenda',
    'plantilla_legal',
    'plan_accion',
    'contrato',
    'adenda_contrato',
    'cuenta_obra',
    'solicitud_material',
    'orden_compra',
    'conteo_material',
    'entrega',
    'pendiente_entrega',
    'cargo_garantia',
    'factura_proveedor',
    'lote_pago',
    'cuenta_proveedor',
    'reposicion_caja',
    'conciliacion',
    'ticket',
  ],
  query: z.object({ tipo: TaskKind.optional() }),
  answer: data(
    z.object({
      tasks: z.array(Task),
      totals: z.array(z.object({ kind: TaskKind, total: z.number().int() })),
    }),
  ),
});
