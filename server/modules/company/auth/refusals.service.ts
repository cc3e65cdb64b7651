import { MESSAGES } from '#contract/errors.ts';
import { Refused } from '#server/kernel/errors.ts';

/** 422 with one sentence, shown at its field too. */
const refusedAt = (code: string, field: string, message: string) =>
  new Refused(422, code, message, { errors: [{ field, message }] });

/** One sentence for an unknown address and a wrong password: nobody learns who works here. */
export const wrongCredentials = () =>
  refusedAt('CREDENTIALS', 'email', 'El correo o la contraseña no son correctos.');
export const wrongCode = (field = 'code') =>
  refusedAt('CODE', field, 'El código no es correcto o ya venció.');
export const wrongToken = (field = 'token') =>
  refusedAt('TOKEN', field, 'El enlace ya se usó o venció. Pide uno nuevo.');
export const wrongPassword = (field = 'password') =>
  refusedAt('PASSWORD', field, 'La contraseña no es correcta.');
export const secondStepFirst = () => new Refused(401, 'SECOND_STEP', MESSAGES.SECOND_STEP);
