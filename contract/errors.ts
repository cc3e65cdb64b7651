import { z } from 'zod';
import { LeadsTo } from './offers.ts';

/** One fault: at its field, named as it was sent, or with its code and the page where it is mended. */
const Fault = z.object({
  field: z.string(),
  message: z.string(),
  code: z.string().optional(),
  leads_to: LeadsTo.optional(),
});
export type FieldError = z.infer<typeof Fault>;

/** Shape of every error response (rulings.md 13). `field` is the name as sent. */
export const ErrorAnswer = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.array(Fault).optional(),
  request_id: z.string(),
  current: z.unknown().optional(),
  retry_after: z.number().optional(),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;

/** General errors and their messages, word for word from the request (spec §8) where it has one. */
export const MESSAGES = {
  UNAUTHENTICATED: 'Inicia sesión nuevamente para continuar.',
  SECOND_STEP: 'Confirma el segundo paso para continuar.',
  FORBIDDEN: 'No tienes permiso para ingresar aquí.',
  CSRF: 'La página estuvo abierta mucho tiempo. Inténtalo de nuevo.',
  VIEW_AS:
    'Estás viendo la oficina como otra persona: solo se puede mirar. Para hacer cambios, deja de ver como ella.',
  NOT_FOUND: 'No encontramos lo que buscas.',
  CONFLICT: 'Alguien lo cambió mientras lo tenías abierto. Revisa los cambios e inténtalo de nuevo.',
  INVALID: 'Por favor verifica los siguientes campos en el formulario.',
  INVALID_CUSTOMER: 'Por favor, verifique los siguientes campos',
  TRANSITION: 'Cambio de estado no permitido',
  TOO_MANY: 'Demasiados intentos. Espera un momento e inténtalo de nuevo.',
  TOO_LARGE: 'El archivo o el formulario es demasiado grande.',
  COMPRESSED: 'No se aceptan envíos comprimidos. Envía los datos sin comprimir.',
  TOO_MUCH: 'Desde aquí ya se enviaron muchos archivos en la última hora. Inténtalo de nuevo en {espera}.',
  DISK_FULL:
    'Por ahora no podemos guardar lo que envías: al servidor le queda poco espacio. Lo anterior está guardado; inténtalo más tarde.',
  NO_ROOM: 'Queda menos espacio libre en el disco que MIN_FREE_MB: no se reciben archivos; lo demás sigue.',
  UNSUPPORTED: 'No se reconoce el formato de lo enviado.',
  IDEMPOTENCY: 'Esta solicitud ya se usó con otros datos.',
  OVERLOADED: 'Hay muchas visitas en este momento. Inténtalo de nuevo en unos segundos.',
  INTERNAL: '¡Algo salió mal! Inténtalo de nuevo.',
} as const;

/** Waiting time in seconds below two minutes, else in whole minutes rounded up. */
export function tooManyText(seconds: number): string {
  const left = Math.max(1, Math.ceil(seconds));
  const wait = left === 1 ? '1 segundo' : left < 120 ? `${left} segundos` : `${Math.ceil(left / 60)} minutos`;
  return `Demasiados intentos. Inténtalo de nuevo en ${wait}.`;
}
