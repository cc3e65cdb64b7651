import type { FieldError } from '#contract/errors.ts';

interface Failure {
  code?: string;
  /** The system's own code, such as ECONNREFUSED. */
  originalCode?: string;
  command?: string;
  responseCode?: number;
}

/**
 * What failed and what to do, at the field of the mail server's form that mends it. Of the server's answer only the class
 * of its code is told: the form must not read out what an arbitrary address answers.
 */
export function mailFailure(error: unknown): FieldError {
  const { code = '', originalCode = code, command = '', responseCode } = error as Failure;
  const answered = responseCode
    ? ` El servidor respondió con un código ${Math.floor(responseCode / 100)}xx${responseCode < 500 ? ', que suele pasar: inténtalo en unos minutos' : ''}.`
    : '';
  const at = (field: string, message: string): FieldError => ({ field, message: message + answered });
  if (code === 'EDNS' || originalCode === 'ENOTFOUND')
    return at('host', 'No existe un servidor con ese nombre. Revisa cómo está escrito.');
  if (originalCode === 'ECONNREFUSED')
    return at(
      'port',
      'El servidor rechazó la conexión: nada recibe correo en ese puerto. Prueba otro puerto.',
    );
  if (code === 'ETIMEDOUT' || code === 'EABORT' || originalCode === 'ETIMEDOUT')
    return at(
      'port',
      'El servidor no respondió a tiempo. Revisa el nombre y el puerto, y que la red los deje pasar.',
    );
  if (code === 'EAUTH')
    return at(
      'password',
      'El servidor no aceptó el usuario o la contraseña. Algunos piden una contraseña de aplicación.',
    );
  if (code === 'ETLS' || code === 'ENOAUTH' || isCertificate(originalCode))
    return at(
      'security',
      'No se pudo cifrar la conexión. Con el puerto 465 elige TLS; con el 587, STARTTLS. El certificado del servidor debe ser válido para ese nombre.',
    );
  if (command === 'MAIL FROM')
    return at('sender_address', 'El servidor no deja enviar como esa dirección. Usa una de tu cuenta.');
  if (command === 'RCPT TO')
    return at('sender_address', 'El servidor no aceptó enviar a la dirección de quien recibe.');
  if (code === 'EMESSAGE' || command === 'DATA')
    return at('sender_address', 'El servidor no aceptó el mensaje.');
  if (code === 'ESOCKET' || code === 'ECONNECTION' || code === 'EPROTOCOL')
    return at(
      'port',
      'La conexión se cortó antes de enviar. Revisa el puerto y el cifrado: el 465 es para TLS, y el 587 para STARTTLS.',
    );
  return at('host', 'El correo no salió. Revisa los datos del servidor.');
}

const isCertificate = (code: string) =>
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code);
