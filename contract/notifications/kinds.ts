/** What a notice in the office may be about (domain.md §3, Notify): the words over it, and in a person's preferences. */
export const NOTICE_KINDS = {
  venta_asignada: 'Venta asignada',
  venta_estado: 'Cambio de estado de una venta',
  documento_cargado: 'Documento cargado',
  firma_rechazada: 'Firma rechazada',
  reserva_por_vencer: 'Reserva o separación por vencer',
  pago_reportado: 'Pago reportado',
  pago_confirmado: 'Pago confirmado',
  pago_rechazado: 'Pago rechazado',
  pago_vencido: 'Pago vencido',
  devolucion_por_aprobar: 'Devolución por aprobar',
  devolucion_resuelta: 'Devolución resuelta',
  descuento_por_aprobar: 'Descuento por aprobar',
  descuento_resuelto: 'Descuento resuelto',
  prospecto_asignado: 'Prospecto asignado',
  seguimiento_pendiente: 'Seguimiento pendiente',
  coincidencia_encontrada: 'Posible persona repetida',
  solicitud_respondida: 'Respuesta de un banco',
  carta_por_vencer: 'Carta promesa por vencer',
  datos_bancarios_enviados: 'Datos bancarios enviados',
  lista_de_espera: 'Lista de espera de un lote',
  cita_agendada: 'Cita agendada',
  cita_cambiada: 'Cambio en una cita',
  reglas_cambiadas: 'Cambio de reglas de interés preferencial',
} as const;
export type NoticeKind = keyof typeof NOTICE_KINDS;
export const NOTICE_KIND_NAMES = Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]];
