import { z } from 'zod';
import { catalog, innerCatalog } from './catalog.ts';

// Ids and labels of domain.md §2; the meaning of an id never changes.

/** tipo_contratos; `selected` 1 marks the default of the form. */
export const contractTypes = catalog({
  name: 'tipo_contratos',
  title: 'Tipos de contrato',
  module: 'contratos',
  kind: 'extensible',
  path: '/api/tipo_contratos/list',
  access: 'contratos.ver',
  label: 'name',
  extra: {
    selected: z
      .union([z.literal(0), z.literal(1)])
      .default(0)
      .meta({ title: 'El formulario lo propone' }),
  },
  uses: [
    { table: 'contracts', column: 'type_id' },
    { table: 'diaries', column: 'type_id' },
  ],
  rows: [
    [1, 'Construcción de viviendas', { selected: 1 }],
    [2, 'Infraestructura'],
    [3, 'Mano de obra'],
    [4, 'Suministro e instalación'],
    [5, 'Suministro de materiales'],
    [6, 'Movimiento de tierra'],
    [7, 'Alquiler de equipo'],
    [8, 'Servicios profesionales'],
    [9, 'Áreas comunes'],
  ],
});

/** States of a contract (obra, domain.md §3). */
export const contractStates = innerCatalog({
  name: 'estados_contrato',
  title: 'Estados de los contratos',
  module: 'contratos',
  kind: 'fixed',
  label: 'name',
  uses: [{ table: 'contracts', column: 'state_id' }],
  rows: [
    [1, 'Borrador'],
    [2, 'En revisión'],
    [3, 'Aprobado'],
    [4, 'Firmado'],
    [5, 'Vigente'],
    [6, 'Suspendido'],
    [7, 'Terminado'],
    [8, 'Recepción final'],
    [9, 'Liquidado'],
    [10, 'Rescindido'],
  ],
});

/** States of a job (trabajo, domain.md §3). */
export const jobStates = catalog({
  name: 'states_jobs',
  title: 'Estados de los trabajos',
  module: 'contratos',
  kind: 'fixed',
  path: '/api/states_jobs/list',
  access: 'contratos.ver',
  label: 'name',
  uses: [
    { table: 'jobs', column: 'state_id' },
    { table: 'jobs', column: 'resume_state_id' },
  ],
  rows: [
    [1, 'Pendiente'],
    [2, 'Programado'],
    [3, 'En ejecución'],
    [4, 'Terminado (reportado)'],
    [5, 'En inspección'],
    [6, 'Por corregir'],
    [7, 'Aprobado'],
    [8, 'En pago'],
    [9, 'Pagado'],
    [10, 'Suspendido'],
    [11, 'Anulado'],
  ],
});

/** Activities of a house; `peso` is the default percent of the work, 100 in total. */
export const contractActivities = catalog({
  name: 'contract_activities',
  title: 'Actividades de una vivienda',
  module: 'contratos',
  kind: 'extensible',
  path: '/api/contracts/contract_activities',
  access: 'contratos.ver',
  label: 'nombre',
  uses: [
    { table: 'action_plan_steps', column: 'activity_id' },
    { table: 'schedule_tasks', column: 'activity_id' },
    { table: 'schedule_crews', column: 'activity_id' },
    { table: 'schedule_moves', column: 'activity_id' },
    { table: 'contract_activities', column: 'activity_id' },
    { table: 'jobs', column: 'activity_id' },
    { table: 'checklists', column: 'activity_id' },
  ],
  extra: {
    peso: z
      .number()
      .min(0, { error: 'Escribe un porcentaje de 0 a 100.' })
      .max(100, { error: 'Escribe un porcentaje de 0 a 100.' })
      .default(0)
      .meta({ title: 'Peso (%)' }),
  },
  filter: 'name',
  rows: [
    [1, 'Preliminares y replanteo', { peso: 3 }],
    [2, 'Fundaciones', { peso: 11 }],
    [3, 'Plomería bajo losa', { peso: 4 }],
    [4, 'Losa de piso', { peso: 8 }],
    [5, 'Paredes de bloque', { peso: 15 }],
    [6, 'Vigas y columnas', { peso: 8 }],
    [7, 'Estructura y cubierta de techo', { peso: 12 }],
    [8, 'Repello', { peso: 9 }],
    [9, 'Electricidad', { peso: 8 }],
    [10, 'Plomería', { peso: 5 }],
    [11, 'Ventanas y puertas', { peso: 6 }],
    [12, 'Pisos y azulejos', { peso: 5 }],
    [13, 'Pintura', { peso: 3 }],
    [14, 'Aceras y exteriores', { peso: 2 }],
    [15, 'Limpieza y entrega', { peso: 1 }],
  ],
});

/** Cost codes of budgets and contracts. */
export const costCodes = catalog({
  name: 'codigos_costo',
  title: 'Códigos de costo',
  module: 'contratos',
  kind: 'extensible',
  path: '/api/works/cost_codes/list',
  access: 'contratos.ver',
  label: 'name',
  inner: {
    codigo: z
      .string()
      .trim()
      .regex(/^\d{2}(\.\d{2})?$/, { error: 'Escribe el código como 04 o 04.10.' })
      .meta({ title: 'Código' }),
  },
  prefix: 'codigo',
  uses: [
    { table: 'budget_lines', column: 'cost_code_id' },
    { table: 'contract_activities', column: 'cost_code_id' },
    { table: 'contract_items', column: 'cost_code_id' },
    { table: 'contract_addendum_lines', column: 'cost_code_id' },
    { table: 'materials', column: 'cost_code_id' },
    { table: 'supplier_invoice_lines', column: 'cost_code_id' },
  ],
  rows: [
    [1, 'Preliminares', { codigo: '01' }],
    [2, 'Fundaciones y losa', { codigo: '02' }],
    [3, 'Paredes y estructura', { codigo: '03' }],
    [4, 'Techo', { codigo: '04' }],
    [5, 'Electricidad y plomería', { codigo: '05' }],
    [6, 'Acabados', { codigo: '06' }],
    [7, 'Exteriores y limpieza', { codigo: '07' }],
    [8, 'Movimiento de tierra', { codigo: '08' }],
    [9, 'Calles y drenajes', { codigo: '09' }],
    [10, 'Agua potable y alcantarillado', { codigo: '10' }],
    [11, 'Red eléctrica y alumbrado', { codigo: '11' }],
    [12, 'Áreas comunes', { codigo: '12' }],
    [13, 'Equipo y alquileres', { codigo: '13' }],
    [14, 'Materiales', { codigo: '14' }],
    [15, 'Servicios profesionales', { codigo: '15' }],
    [99, 'Otros costos de obra', { codigo: '99' }],
  ],
});

export const periods = catalog({
  name: 'periods',
  title: 'Períodos',
  module: 'contratos',
  kind: 'fixed',
  path: '/api/periods/list',
  access: 'staff',
  label: 'nombre',
  rows: [
    [1, 'Diario'],
    [2, 'Semanal'],
    [3, 'Quincenal'],
    [4, 'Mensual'],
    [5, 'Bimestral'],
    [6, 'Trimestral'],
    [7, 'Semestral'],
    [8, 'Anual'],
  ],
});

/** States of a material request (domain.md §3). */
export const materialRequestStates = catalog({
  name: 'estados_solicitudes',
  title: 'Estados de las solicitudes de materiales',
  module: 'materiales',
  kind: 'fixed',
  path: '/api/estados_solicitudes',
  access: 'materiales.ver',
  label: 'nombre',
  uses: [{ table: 'material_requests', column: 'state_id' }],
  rows: [
    [1, 'Borrador'],
    [2, 'Solicitada'],
    [3, 'Aprobada'],
    [4, 'Rechazada'],
    [5, 'En cotización'],
    [6, 'Orden de compra emitida'],
    [7, 'Despacho parcial'],
    [8, 'Despachada'],
    [9, 'Recibida en obra'],
    [10, 'Cerrada'],
    [11, 'Anulada'],
  ],
});

/** Why a job runs late, chosen with its report. */
export const delayReasons = catalog({
  name: 'motivos_atraso',
  title: 'Motivos de atraso de un trabajo',
  module: 'contratos',
  kind: 'extensible',
  path: '/api/works/delay_reasons/list',
  access: 'contratos.ver',
  label: 'name',
  uses: [{ table: 'job_reports', column: 'delay_reason_id' }],
  rows: [
    [1, 'Lluvia'],
    [2, 'Falta de material'],
    [3, 'Falta de personal'],
    [4, 'Equipo dañado'],
    [5, 'Trabajo anterior sin terminar'],
    [6, 'Cambio de planos'],
    [7, 'Permiso pendiente'],
    [8, 'Otro'],
  ],
});
