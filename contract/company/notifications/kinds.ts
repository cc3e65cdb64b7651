/** Kinds of office notices (domain.md §3, Notify): their titles, also in a user's preferences. */
export const NOTICE_KINDS = {
  venta_asignada: 'Venta asignada',
  venta_estado: 'Cambio de estado de una venta',
  desistimiento_pedido: 'Un comprador desiste o retira un permiso',
  rescision_por_decidir: 'Rescisión por decidir',
  documento_cargado: 'Documento cargado',
  firma_rechazada: 'Firma rechazada',
  plantilla_revision: 'Plantilla de contrato por revisar o revisada',
  promesa_revision: 'Promesa por aprobar o revisada',
  promesa_cambio: 'Promesa firmada, rechazada o vencida',
  firma_por_certificar: 'Documento firmado por certificar',
  firma_vencida: 'Documento vencido sin firmas',
  documento_firmado: 'Documento firmado por todos',
  poder_por_vencer: 'Poder de un representante por vencer',
  reserva_por_vencer: 'Reserva o separación por vencer',
  mensaje_recibido: 'Un cliente escribe',
  chatbot_entrega: 'El chatbot te pasa una conversación',
  pago_reportado: 'Pago reportado',
  pago_confirmado: 'Pago confirmado',
  pago_rechazado: 'Pago rechazado',
  pago_vencido: 'Pago vencido',
  pago_devuelto: 'Pago devuelto por el banco',
  pago_reversado: 'Pago reversado',
  devolucion_por_aprobar: 'Devolución por aprobar',
  devolucion_resuelta: 'Devolución resuelta',
  descuento_por_aprobar: 'Descuento por aprobar',
  descuento_resuelto: 'Descuento resuelto',
  proforma_aceptada: 'Proforma aceptada',
  prospecto_asignado: 'Prospecto asignado',
  seguimiento_pendiente: 'Seguimiento pendiente',
  coincidencia_encontrada: 'Posible persona repetida',
  solicitud_respondida: 'Respuesta de un banco',
  carta_por_vencer: 'Carta promesa por vencer',
  escritura_defecto: 'Defecto de una escritura',
  escritura_plazo: 'Escritura: plazo o documento por vencer',
  contrato_obra: 'Contrato de obra por aprobar, firmar o cambiado',
  fianza_por_vencer: 'Fianza de un contrato por vencer',
  reclamo_plazo: 'Plazo de un reclamo ante ACODECO',
  datos_bancarios_enviados: 'Datos bancarios enviados',
  lotes_alarma: 'Muchos lotes apartados sin confirmar',
  lista_de_espera: 'Lista de espera de un lote',
  cita_agendada: 'Cita agendada',
  cita_cambiada: 'Cambio en una cita',
  reglas_cambiadas: 'Cambio de reglas de interés preferencial',
  servidor_correo: 'Cambio del servidor de correo',
  sello_pendiente: 'Un documento no se pudo sellar',
  certificado_por_vencer: 'El certificado de la empresa vence',
  trabajo_reportado: 'Trabajo reportado por inspeccionar',
  trabajo_rechazado: 'Trabajo devuelto por corregir',
  entrega_en_riesgo: 'Vivienda que no estará en la fecha prometida',
  mencion: 'Te mencionan en un comentario',
  tarea_asignada: 'Tarea que te dejan',
  tarea_hecha: 'Tarea que dejaste y ya está hecha',
} as const;
export type NoticeKind = keyof typeof NOTICE_KINDS;
export const NOTICE_KIND_NAMES = Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]];

/** Kinds that wait neither for the morning nor for a digest. */
const URGENT: readonly NoticeKind[] = ['lotes_alarma', 'mensaje_recibido', 'cita_cambiada'];
export const isUrgent = (kind: NoticeKind): boolean => URGENT.includes(kind);

/** Kinds that come with a mail of their own, which a person may switch off. Any other kind comes by mail to who asks for it. */
const MAILED: readonly NoticeKind[] = [
  'venta_asignada',
  'venta_estado',
  'documento_cargado',
  'firma_rechazada',
  'reserva_por_vencer',
  'pago_reportado',
  'pago_confirmado',
  'pago_rechazado',
];
export const isMailed = (kind: NoticeKind): boolean => MAILED.includes(kind);
