import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import {
  Authorization,
  Email,
  Flag,
  NewPassword,
  SecondStepCode,
  SecondStepMethod,
  SecondStepSetup,
  SignedInUser,
  StaffSession,
  TypedPassword,
} from './model.ts';

const Done = z.object({ success: z.string() });

/**
 * 422 CREDENTIALS at `email`, with the same message for an unknown address and a wrong password; 429 with retry_after.
 * `two_factor` true: the session only allows the second step (page /ingresar/verificar).
 */
export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  touches: [],
  summary: 'Inicia sesión: pone la cookie token, y la responde para usarla como Bearer',
  body: z.object({ email: Email, password: TypedPassword, remember: Flag.default(false) }),
  answer: z.object({ token: z.string(), two_factor: z.boolean() }),
  errors: ['CREDENTIALS', 'TOO_MANY'],
  csrf: false,
  ownTransactions: true,
});

/** Second-step methods of the user; `email` is masked. */
export const secondStepMethods = endpoint({
  method: 'GET',
  path: '/api/login/second_step',
  access: 'staff',
  shows: [],
  summary: 'Cómo puede darse el segundo paso',
  answer: data(z.object({ methods: z.array(SecondStepMethod), email: z.string() })),
  duringSecondStep: true,
});

/** 422 CODE at `code`; 429. Sets fa_auth: {success: true} here, {success: false} on failure. */
export const secondStep = endpoint({
  method: 'POST',
  path: '/api/login/second_step',
  access: 'staff',
  touches: [],
  summary: 'Segundo paso: código del autenticador, del correo o de respaldo',
  body: z.object({ code: SecondStepCode, remember: Flag.optional() }),
  answer: z.object({ success: z.boolean() }),
  errors: ['CODE', 'TOO_MANY'],
  duringSecondStep: true,
  ownTransactions: true,
});

export const sendEmailCode = endpoint({
  method: 'POST',
  path: '/api/login/email_code',
  access: 'staff',
  touches: [],
  summary: 'Envía por correo un código para el segundo paso',
  answer: Done,
  errors: ['TOO_MANY', 'METHOD_OFF'],
  duringSecondStep: true,
  ownTransactions: true,
});

export const currentUser = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'staff',
  shows: [],
  summary: 'Quién inició sesión; con el segundo paso pendiente, sin permisos y two_factor en true',
  answer: data(SignedInUser),
  duringSecondStep: true,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'staff',
  touches: [],
  summary: 'Cierra esta sesión, y ninguna otra',
  answer: z.object({ message: z.string() }),
  duringSecondStep: true,
  whileViewing: true,
});

export const settingsCheck = endpoint({
  method: 'GET',
  path: '/api/settings/check',
  access: 'staff',
  shows: [],
  summary: 'Si hay sesión, y qué puede hacer',
  answer: z.object({ check: z.tuple([z.boolean(), Authorization]) }),
});

/** Same answer and same response time for known and unknown addresses. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/password/forgot',
  access: 'public',
  touches: [],
  summary: 'Envía un enlace para poner otra contraseña, si el correo está registrado',
  body: z.object({ email: Email }),
  answer: Done,
  errors: ['TOO_MANY'],
  csrf: false,
  ownTransactions: true,
});

/**
 * Takes the single-use token from the mail. It comes in the fragment: /ingresar/recuperar#clave=… (new password) or
 * /ingresar/recuperar#invitacion=… (first password). Ends all sessions. 422 TOKEN at `token`, 422 at `password`.
 */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/password/reset',
  access: 'public',
  touches: [],
  summary: 'Pone la contraseña con el enlace del correo; se cierran todas las sesiones',
  body: z.object({ token: z.string().min(1).max(200), password: NewPassword }),
  answer: Done,
  errors: ['TOKEN', 'TOO_MANY'],
  csrf: false,
  ownTransactions: true,
});

/** 422 at `current` or `password`. Ends the other sessions. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/password/change',
  access: 'staff',
  touches: ['sesion'],
  summary: 'Cambia la contraseña propia; se cierran las demás sesiones',
  body: z.object({ current: TypedPassword, password: NewPassword }),
  answer: Done,
  errors: ['PASSWORD', 'TOO_MANY'],
  ownTransactions: true,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'staff',
  shows: ['sesion'],
  summary: 'Las sesiones abiertas de quien pregunta',
  answer: data(z.array(StaffSession)),
});

/** 404 for another user's session or an ended one. */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access: 'staff',
  touches: ['sesion'],
  summary: 'Cierra una sesión propia',
  params: z.object({ id: z.uuid() }),
  answer: Done,
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'staff',
  touches: ['sesion'],
  summary: 'Cierra todas las sesiones propias menos esta',
  answer: z.object({ success: z.string(), closed: z.number().int() }),
});

export const secondStepSetup = endpoint({
  method: 'GET',
  path: '/api/auth/second_step',
  access: 'staff',
  shows: ['sesion'],
  summary: 'Qué segundo paso tiene puesto quien pregunta',
  answer: data(SecondStepSetup),
});

/**
 * Required before a change of sign-in methods when the last proof is older than a few minutes: those calls give 403
 * PROOF_NEEDED. 422 PASSWORD at `password`; 422 CODE at `code`, which is required when a second step is on.
 */
export const prove = endpoint({
  method: 'POST',
  path: '/api/auth/proof',
  access: 'staff',
  touches: [],
  summary: 'Vuelve a dar la contraseña, y el segundo paso donde está puesto, antes de un cambio delicado',
  body: z.object({ password: TypedPassword, code: z.string().trim().max(40).optional() }),
  answer: Done,
  errors: ['PASSWORD', 'CODE', 'TOO_MANY'],
  ownTransactions: true,
});

/**
 * Nothing is stored until confirmation with `setup` and a code. `qr` is SVG markup; 409 METHOD_ON when an authenticator
 * exists.
 */
export const beginTotp = endpoint({
  method: 'POST',
  path: '/api/auth/second_step/totp',
  access: 'staff',
  touches: [],
  summary: 'Empieza a poner una app de autenticación',
  answer: data(z.object({ secret: z.string(), uri: z.string(), qr: z.string(), setup: z.string() })),
  errors: ['METHOD_ON', 'PROOF_NEEDED'],
  duringSecondStep: true,
});

/** Returns ten backup codes, shown only once. 422 CODE at `code`; 422 TOKEN at `setup` after 10 minutes. */
export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/auth/second_step/totp/confirm',
  access: 'staff',
  touches: ['sesion'],
  summary: 'Confirma la app con un código',
  body: z.object({ setup: z.string().min(1).max(600), code: SecondStepCode }),
  answer: data(z.object({ backup_codes: z.array(z.string()) })),
  errors: ['CODE', 'TOKEN', 'METHOD_ON', 'PROOF_NEEDED', 'TOO_MANY'],
  duringSecondStep: true,
  ownTransactions: true,
});

/** 403 PROOF_NEEDED; 409 REQUIRED when a role requires a second step and no other method is on. */
export const disableTotp = endpoint({
  method: 'POST',
  path: '/api/auth/second_step/totp/disable',
  access: 'staff',
  touches: ['sesion'],
  summary: 'Quita la app de autenticación y los códigos de respaldo',
  answer: Done,
  errors: ['PROOF_NEEDED', 'REQUIRED'],
  ownTransactions: true,
});

/** 403 PROOF_NEEDED; 409 REQUIRED when it is the last method and a role requires one. */
export const setEmailCode = endpoint({
  method: 'POST',
  path: '/api/auth/second_step/email',
  access: 'staff',
  touches: ['sesion'],
  summary: 'Pone o quita el código por correo como segundo paso',
  body: z.object({ enabled: Flag }),
  answer: Done,
  errors: ['PROOF_NEEDED', 'METHOD_OFF', 'REQUIRED'],
  ownTransactions: true,
});

/**
 * Ten new codes, shown only once; the old ones become invalid. 403 PROOF_NEEDED; 409 METHOD_OFF without authenticator
 * or e-mail code.
 */
export const renewBackupCodes = endpoint({
  method: 'POST',
  path: '/api/auth/second_step/backup_codes',
  access: 'staff',
  touches: ['sesion'],
  summary: 'Diez códigos de respaldo nuevos',
  answer: data(z.object({ backup_codes: z.array(z.string()) })),
  errors: ['PROOF_NEEDED', 'METHOD_OFF'],
  ownTransactions: true,
});

/** Valid once, for 5 minutes, as `?token=` on a URL under /oficina or /ingresar (rulings 4). */
export const makeBrowserToken = endpoint({
  method: 'POST',
  path: '/api/auth/browser_token',
  access: 'staff',
  touches: [],
  summary: 'Un token de un solo uso para abrir la oficina en un navegador',
  answer: data(z.object({ token: z.string(), url: z.string(), expires_at: z.string() })),
  status: 201,
});

/** The user that a link token would sign in: shown before the token is used. 422 TOKEN. */
export const lookAtToken = endpoint({
  method: 'POST',
  path: '/ingresar/cambiar/quien',
  access: 'public',
  touches: [],
  summary: 'De quién es el enlace de ingreso que se abrió; no lo usa',
  body: z.object({ token: z.string().min(1).max(200) }),
  answer: data(z.object({ name: z.string(), email: z.string(), replaces: z.string().nullable() })),
  errors: ['TOKEN'],
});

/**
 * Page /ingresar/cambiar?volver=/oficina/…#token=…: a `?token=` arrived in a browser where its owner is not signed in.
 * The page names the new user; yes posts the token here, no goes to `volver`. 422 TOKEN.
 */
export const switchUser = endpoint({
  method: 'POST',
  path: '/ingresar/cambiar',
  access: 'public',
  touches: [],
  summary: 'Entra como la persona del enlace, cuando quien lo abrió dijo que sí',
  body: z.object({ token: z.string().min(1).max(200) }),
  answer: Done,
  errors: ['TOKEN'],
});
