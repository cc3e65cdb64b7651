import { z } from 'zod';
import { catalog, innerCatalog } from './catalog.ts';

// Ids and labels of domain.md §2; the meaning of an id never changes.

export const precontractStates = catalog({
  name: 'states_precontract',
  title: 'Estados del pre-contrato',
  module: 'ventas',
  kind: 'fixed',
  path: '/api/sale/states_precontract/list',
  access: 'ventas.ver',
  label: 'name',
  uses: [{ table: 'sales', column: 'state_id' }],
  rows: [
    [1, 'Borrador'],
    [2, 'Recibido'],
    [3, 'En revisión'],
    [4, 'Documentos pendientes'],
    [5, 'Expediente completo'],
    [6, 'En trámite bancario'],
    [7, 'Rechazado por bancos'],
    [8, 'Carta promesa emitida'],
    [9, 'Promesa en firma'],
    [10, 'Promesa firmada'],
    [11, 'En escritura'],
    [12, 'Inscrito'],
    [13, 'Desembolsado'],
    [14, 'Entregado'],
    [15, 'Cerrado'],
    [16, 'Desistido por el cliente'],
    [17, 'Separación vencida'],
    [18, 'Rescindido'],
    [19, 'Cedido'],
  ],
});

/** cells_state: states of a card; the board has one card per stage of a sale. */
export const cellStates = catalog({
  name: 'cells_state',
  title: 'Estados de las tarjetas de seguimiento',
  module: 'ventas',
  kind: 'fixed',
  path: '/api/sale/cells_state/list',
  access: 'ventas.ver',
  label: 'name',
  uses: [{ table: 'sale_cards', column: 'state_id' }],
  rows: [
    [1, 'Sin iniciar'],
    [2, 'Pendiente'],
    [3, 'En proceso'],
    [4, 'Observado'],
    [5, 'Completado'],
    [6, 'Vencido'],
    [7, 'Bloqueado'],
    [8, 'No aplica'],
  ],
});

export const latestActions = catalog({
  name: 'latest_actions',
  title: 'Última acción del cliente',
  module: 'ventas',
  kind: 'fixed',
  path: '/api/sale/latest_actions/list',
  access: 'ventas.ver',
  label: 'nombre',
  uses: [
    { table: 'sales', column: 'last_action_id' },
    { table: 'customer_actions', column: 'action_id' },
    { table: 'prospects', column: 'last_action_id' },
    { table: 'prospect_contacts', column: 'action_id' },
  ],
  rows: [
    [1, 'Sin contacto'],
    [2, 'Llamada contestada'],
    [3, 'No contestó'],
    [4, 'Mensaje enviado'],
    [5, 'Respondió mensaje'],
    [6, 'Agendó cita'],
    [7, 'Visitó el proyecto'],
    [8, 'Llenó formulario'],
    [9, 'Cargó documentos'],
    [10, 'Reportó pago'],
    [11, 'Firmó documento'],
    [12, 'Rechazó firma'],
    [13, 'Solicitó cambio'],
    [14, 'Solicitó desistir'],
    [15, 'Recibió vivienda'],
  ],
});

export const assignmentTypes = catalog({
  name: 'type_assignments',
  title: 'Tipos de asignación',
  module: 'ventas',
  kind: 'fixed',
  path: '/api/sale/type_assignments/list',
  access: 'ventas.ver',
  label: 'name',
  uses: [{ table: 'assignments', column: 'type_id' }],
  rows: [
    [1, 'Automática (menor carga)'],
    [2, 'Manual'],
    [3, 'Reasignación'],
    [4, 'Por campaña'],
    [5, 'Por proyecto'],
    [6, 'Temporal (vacaciones)'],
  ],
});

export const origins = innerCatalog({
  name: 'origen',
  title: 'Orígenes',
  module: 'ventas',
  kind: 'extensible',
  label: 'name',
  extra: { name_id: z.string() },
  uses: [{ table: 'sales', column: 'origin', holds: 'word' }],
  rows: [
    [1, 'Sitio web', { name_id: 'web' }],
    [2, 'Facebook', { name_id: 'facebook' }],
    [3, 'Instagram', { name_id: 'instagram' }],
    [4, 'TikTok', { name_id: 'tiktok' }],
    [5, 'WhatsApp', { name_id: 'whatsapp' }],
    [6, 'Valla', { name_id: 'valla' }],
    [7, 'Feria', { name_id: 'feria' }],
    [8, 'Referido', { name_id: 'referido' }],
    [9, 'Visita', { name_id: 'visita' }],
    [10, 'Encuentra24', { name_id: 'encuentra24' }],
    [11, 'Chatbot', { name_id: 'chatbot' }],
    [12, 'Código QR', { name_id: 'qr' }],
  ],
});

export const withdrawalReasons = innerCatalog({
  name: 'motivos_desistimiento',
  title: 'Motivos de desistimiento',
  module: 'ventas',
  kind: 'extensible',
  label: 'name',
  rows: [
    [1, 'Crédito rechazado'],
    [2, 'Cambio de trabajo'],
    [3, 'Precio'],
    [4, 'Ubicación'],
    [5, 'Demora'],
    [6, 'Compró otra'],
    [7, 'Personal'],
  ],
});

export const prospectStages = catalog({
  name: 'prospect_stages',
  title: 'Etapas del prospecto',
  module: 'ventas',
  kind: 'fixed',
  path: '/api/sale/prospect_stages/list',
  access: 'ventas.ver',
  label: 'name',
  uses: [{ table: 'prospects', column: 'stage_id' }],
  rows: [
    [1, 'Nuevo'],
    [2, 'Contactado'],
    [3, 'Cita'],
    [4, 'Cotizado'],
    [5, 'Ganado'],
    [6, 'Descartado'],
  ],
});

/** Monthly family income, as the prospect states it. */
export const incomeRanges = catalog({
  name: 'income_ranges',
  title: 'Rangos de ingreso',
  module: 'ventas',
  kind: 'extensible',
  path: '/api/sale/income_ranges/list',
  access: 'ventas.ver',
  label: 'name',
  uses: [{ table: 'prospects', column: 'income_range_id' }],
  rows: [
    [1, 'Hasta B/. 800'],
    [2, 'B/. 800 a 1,200'],
    [3, 'B/. 1,200 a 1,800'],
    [4, 'B/. 1,800 a 2,500'],
    [5, 'B/. 2,500 a 3,500'],
    [6, 'Más de B/. 3,500'],
  ],
});

export const discardReasons = innerCatalog({
  name: 'motivos_descarte',
  title: 'Motivos de descarte de prospectos',
  module: 'ventas',
  kind: 'extensible',
  label: 'name',
  rows: [
    [1, 'No contesta'],
    [2, 'No le interesa'],
    [3, 'No califica'],
    [4, 'Precio'],
    [5, 'Ubicación'],
    [6, 'Compró otra'],
    [7, 'Datos equivocados'],
  ],
});

export const documentStatus = catalog({
  name: 'document_status',
  title: 'Estados de los documentos',
  module: 'documentos',
  kind: 'fixed',
  path: '/api/sale/document_status/list',
  access: 'ventas.ver',
  label: 'name',
  extra: { name_id: z.string() },
  uses: [{ table: 'documents', column: 'state_id' }],
  rows: [
    [1, 'Pendiente', { name_id: 'pendiente' }],
    [2, 'Cargado', { name_id: 'cargado' }],
    [3, 'En revisión', { name_id: 'en_revision' }],
    [4, 'Aprobado', { name_id: 'aprobado' }],
    [5, 'Rechazado', { name_id: 'rechazado' }],
    [6, 'Vencido', { name_id: 'vencido' }],
    [7, 'No aplica', { name_id: 'no_aplica' }],
    [8, 'Por firmar', { name_id: 'por_firmar' }],
    [9, 'Firmado', { name_id: 'firmado' }],
    [10, 'Firma rechazada', { name_id: 'firma_rechazada' }],
    [11, 'Reemplazado', { name_id: 'reemplazado' }],
  ],
});

export const rejectionReasons = innerCatalog({
  name: 'motivos_rechazo_documento',
  title: 'Motivos de rechazo de documentos',
  module: 'documentos',
  kind: 'extensible',
  label: 'name',
  rows: [
    [1, 'Ilegible'],
    [2, 'Vencido'],
    [3, 'Incompleto'],
    [4, 'No coincide con la cédula'],
  ],
});

/** estado_cita: states of an appointment (domain.md §3). */
export const appointmentStatus = catalog({
  name: 'appointment_status',
  title: 'Estados de las citas',
  module: 'citas',
  kind: 'fixed',
  path: '/api/sale/appointment_status/list',
  access: 'citas.ver',
  label: 'name',
  uses: [{ table: 'appointments', column: 'state_id' }],
  rows: [
    [1, 'Programada'],
    [2, 'Confirmada'],
    [3, 'Reprogramada'],
    [4, 'Atendida'],
    [5, 'No asistió'],
    [6, 'Cancelada por el cliente'],
    [7, 'Cancelada por la empresa'],
  ],
});
