import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { MailServerState, MailServerToSave } from './model.ts';

const path = '/api/mail_server';

export const getMailServer = endpoint({
  method: 'GET',
  path,
  access: 'administracion.ver',
  shows: ['configuracion'],
  summary: 'El servidor de correo en vigor y el que se guardó aquí, sin su contraseña',
  answer: data(MailServerState),
});

/**
 * Sends a mail to the caller through the typed server, and keeps the server only if that worked. So no fault of typing
 * can stop the mails, or the codes that colleagues sign in with. The failure is at its field.
 */
export const saveMailServer = endpoint({
  method: 'PUT',
  path,
  access: 'administracion.editar',
  touches: ['configuracion', 'correo'],
  summary: 'Prueba un servidor de correo y, si el correo sale, lo pone en vigor',
  body: MailServerToSave,
  answer: z.object({ success: z.string(), data: MailServerState }),
  errors: ['PROOF_NEEDED', 'FROM_ENVIRONMENT', 'SAFE_MODE', 'STALE', 'MAIL_FAILED'],
  ownTransactions: true,
});

export const removeMailServer = endpoint({
  method: 'DELETE',
  path,
  access: 'administracion.editar',
  touches: ['configuracion', 'correo'],
  summary: 'Quita el servidor de correo: los correos se quedan en la oficina',
  answer: z.object({ success: z.string(), data: MailServerState }),
  errors: ['PROOF_NEEDED'],
});

/** Through the server in force, wherever it was set. The failure comes as 422 with a sentence. */
export const testMailServer = endpoint({
  method: 'POST',
  path: `${path}/test`,
  access: 'administracion.editar',
  touches: [],
  summary: 'Envía un correo de prueba a quien lo pide por el servidor en vigor',
  answer: z.object({ success: z.string() }),
  errors: ['PROOF_NEEDED', 'NO_SMTP', 'SAFE_MODE', 'MAIL_FAILED'],
  ownTransactions: true,
});
