import { STAFF_SECRET_MAILS } from '#contract/auth/model.ts';
import { CODE_MINUTES, RESET_MINUTES } from '#contract/auth/rules.ts';
import type { Mail } from '#server/kernel/mail.ts';

/** To staff: another password. The token goes in the fragment, which no server, log or referrer sees. */
export const resetMail = (to: string, name: string, url: string): Mail => ({
  kind: STAFF_SECRET_MAILS.reset,
  to,
  secret: true,
  subject: 'Poner otra contraseña',
  body: `Hola, ${name}.\n\nPara poner otra contraseña, abre este enlace. Sirve una vez, durante ${RESET_MINUTES} minutos.\n\n${url}\n\nSi no la pediste, no hagas nada: la contraseña sigue igual.`,
});

export const signInCodeMail = (to: string, code: string): Mail => ({
  kind: STAFF_SECRET_MAILS.code,
  to,
  secret: true,
  subject: 'Código para iniciar sesión',
  body: `El código para terminar de iniciar sesión es ${spaced(code)}. Sirve una vez, durante ${CODE_MINUTES} minutos.\n\nSi no estás iniciando sesión, alguien conoce tu contraseña: cámbiala cuanto antes.`,
});

export const passwordChangedMail = (to: string, name: string): Mail => ({
  kind: 'aviso_seguridad',
  to,
  subject: 'La contraseña fue cambiada',
  body: `Hola, ${name}.\n\nTu contraseña acaba de cambiar y las demás sesiones se cerraron.\n\nSi no fuiste tú, avisa enseguida a quien administra el sistema.`,
});

export const secondStepChangedMail = (to: string, name: string, what: string): Mail => ({
  kind: 'aviso_seguridad',
  to,
  subject: 'Cambió el segundo paso de tu cuenta',
  body: `Hola, ${name}.\n\n${what}\n\nSi no fuiste tú, cambia tu contraseña y avisa a quien administra el sistema.`,
});

/** To a buyer: six digits. Without an address it stays in the outbox for a coordinator to read out. */
export const customerCodeMail = (to: string, name: string, code: string, byHand: boolean): Mail => ({
  kind: 'codigo',
  to,
  secret: true,
  byHand,
  subject: `${spaced(code)} es tu código`,
  body: `Hola, ${name}.\n\nTu código es ${spaced(code)}. Escríbelo en la página donde lo pediste. Sirve una vez, durante ${CODE_MINUTES} minutos.\n\nNo se lo des a nadie: nosotros nunca te lo pediremos. Si no lo pediste, no hagas nada.`,
});

const spaced = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;
