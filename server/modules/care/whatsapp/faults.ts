/** The provider's reasons as sentences that say what to do, by their code. */
const FAULTS: Readonly<Record<number, string>> = {
  131026: 'Ese número no recibe mensajes de WhatsApp. Llama a la persona.',
  131047: 'Pasaron más de 24 horas desde su último mensaje. Envía una plantilla.',
  131049: 'WhatsApp no entrega más mensajes de promoción a esta persona por ahora. Inténtalo otro día.',
  131050: 'La persona pidió a WhatsApp no recibir promociones.',
  131051: 'WhatsApp no acepta ese tipo de mensaje.',
  131052: 'WhatsApp no pudo leer el archivo de la persona. Pide que lo envíe de nuevo.',
  131053: 'WhatsApp no acepta ese archivo. Envíalo en PDF o JPG.',
  132000: 'La plantilla tiene otro número de lugares. Revisa la plantilla en Chat, Plantillas.',
  132001: 'Esa plantilla ya no existe en WhatsApp. Elige otra.',
  132012: 'Un dato no tiene la forma que la plantilla espera. Elige otra plantilla.',
  132015: 'WhatsApp pausó esa plantilla. Elige otra.',
  132016: 'WhatsApp desactivó esa plantilla. Elige otra.',
  130472: 'WhatsApp no entrega ese mensaje a esta persona. Llámala.',
  470: 'Pasaron más de 24 horas desde su último mensaje. Envía una plantilla.',
};
/** Codes after which the stored templates are out of date. */
export const TEMPLATE_FAULTS: readonly number[] = [132000, 132001, 132012, 132015, 132016];

export const faultText = (code: number | null): string =>
  (code !== null && FAULTS[code]) ||
  `WhatsApp no entregó el mensaje${code === null ? '' : ` (código ${code})`}. Toca Enviar otra vez, o llama a la persona.`;

export const MEDIA_GONE =
  'El archivo ya no está en WhatsApp: lo guarda solo algunos días. Pide que lo envíen de nuevo.';
export const MEDIA_KIND =
  'El archivo llegó en un formato que no se guarda. Pide que lo envíen en PDF o como foto.';
export const MEDIA_LARGE = 'El archivo pesa más de 16 MB y no se guardó. Pide uno más pequeño.';
export const MEDIA_MANY =
  'Hoy llegaron muchos archivos de este número y este no se descargó. Toca Pedir el archivo si lo necesitas.';
export const MEDIA_LATE = 'WhatsApp no entregó el archivo. Toca Pedir el archivo para intentarlo otra vez.';
export const UNKNOWN =
  'WhatsApp no confirmó si lo recibió. Se espera su aviso antes de enviarlo otra vez, para no repetirlo.';
export const LOST =
  'WhatsApp no confirmó el mensaje en un día. Pregunta a la persona antes de enviarlo otra vez.';
export const REFUSED_TOKEN =
  'WhatsApp no acepta la clave de la empresa. El mensaje espera y sale solo cuando la acepte.';
