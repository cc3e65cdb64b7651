import { STAFF_SECRET_MAILS } from '#contract/company/auth/model.ts';
import { CODE_MINUTES, INVITATION_DAYS, RESET_MINUTES } from '#contract/company/auth/rules.ts';
import { fill } from '#contract/company/templates/mails.ts';
import type { Mail } from '#server/kernel/mail.ts';
import { spaced } from './codes.service.ts';

/** The password reset mail for staff. The token is in the URL fragment, which no server, log or referrer receives. */
export const resetMail = (to: string, name: string, url: string): Mail => ({
  kind: STAFF_SECRET_MAILS.reset,
  to,
  secret: true,
  ...fill('clave', { nombre: name, minutos: String(RESET_MINUTES), enlace: url }),
});

/** The invitation mail for a new user; the token is in the fragment too. */
export const invitationMail = (to: string, name: string, company: string, url: string): Mail => ({
  kind: STAFF_SECRET_MAILS.invite,
  to,
  secret: true,
  ...fill('invitacion', { nombre: name, empresa: company, dias: String(INVITATION_DAYS), enlace: url }),
});

export const addressChangedMail = (to: string, name: string, address: string): Mail => ({
  kind: 'aviso_seguridad',
  to,
  ...fill('correo_cambiado', { nombre: name, correo: address }),
});

export const signInCodeMail = (to: string, code: string): Mail => ({
  kind: STAFF_SECRET_MAILS.code,
  to,
  secret: true,
  ...fill('codigo_ingreso', { codigo: spaced(code), minutos: String(CODE_MINUTES) }),
});

export const passwordChangedMail = (to: string, name: string): Mail => ({
  kind: 'aviso_seguridad',
  to,
  ...fill('clave_cambiada', { nombre: name }),
});

export const secondStepChangedMail = (to: string, name: string, what: string): Mail => ({
  kind: 'aviso_seguridad',
  to,
  ...fill('segundo_paso_cambiado', { nombre: name, cambio: what }),
});
