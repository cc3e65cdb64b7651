/** Texts that the browser itself shows (spec §8). */
export const TEXTS = {
  sent: 'Datos enviados correctamente.',
  sendFailed: 'Error al enviar los datos.',
  rejected: 'Solicitud procesada correctamente.',
  pushConfirmed: 'Gracias por confirmar...',
  emptySignature: 'Debe dibujar su firma en el panel indicado.',
  shortSignature: 'Tu firma es muy corta. Fírmala completa, como en tu documento.',
  straightSignature: 'Una sola raya no es una firma. Firma como en tu documento.',
  noFile: 'Por favor, especifique la ruta al archivo a cargar!',
} as const;
