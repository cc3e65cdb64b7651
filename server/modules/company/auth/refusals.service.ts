import { MESSAGES } from '#contract/errors.ts';
import { Refused } from '#server/kernel/errors.ts';

/** 422 with one message, also shown at its field. */
const refusedAt = (code: string, field: string, message: string) =>
  new Refused(422, code, message, { errors: [{ field, message }] });

/** The same message for an unknown address and a wrong password, so that nobody can find out who has an account. */
export const wrongCredentials = () =>
  refusedAt('CREDENTIALS', 'email', 'El correo o la contraseña no son correctos.');
export const wrongCode = (field = 'code') =>
  refusedAt('CODE', field, 'El código no es correcto o ya venció.');
export const wrongToken = (field = 'token') =>
  refusedAt('TOKEN', field, 'El enlace ya se usó o venció. Pide uno nuevo.');
export const wrongPassword = (field = 'password') =>
  refusedAt('PASSWORD', field, 'La contraseña no es correcta.');
export const secondStepFirst = () => new Refused(401, 'SECOND_STEP', MESSAGES.SECOND_STEP);
