/** Limits and rules of signing in (product.md auth, spec §4 and §9, rulings 11). */

export const DAY_SECONDS = 86_400;
/** Max-Age of the token cookie: 365 days when remembered, else 1 day. */
export const sessionSeconds = (remember: boolean) => (remember ? 365 : 1) * DAY_SECONDS;

/** A half session, whose second step is due, is good for that long. */
export const SECOND_STEP_MINUTES = 30;
export const CODE_MINUTES = 10;
export const CODE_ATTEMPTS = 5;
export const RESET_MINUTES = 60;
export const INVITATION_DAYS = 7;
export const BROWSER_TOKEN_MINUTES = 5;
/** Says who a change is by, as the page knows it: a browser that is somebody else's by now is answered 401. */
export const ACTING_HEADER = 'x-llave-user';
/** How long after giving the password one may change how one signs in. */
export const PROOF_MINUTES = 5;
export const BACKUP_CODES = 10;
/** A customer's link and what it opened in a browser; renewed by use. */
export const LINK_DAYS = 30;
/** What a one-time code opens in a customer's browser (rulings 11). */
export const VERIFIED_MINUTES = 30;

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 200;

/** Fragments of which a password of this company's people must not mostly consist. */
const COMMON = [
  'contraseña',
  'contrasena',
  'password',
  'qwertyuiop',
  'asdfghjkl',
  '1234567890',
  '0123456789',
  '0987654321',
  'panama',
  'llave',
  'admin',
  'administrador',
  'bienvenido',
];

/** Why this may not be a password, as a sentence; null when it may. `about` holds the name and address of its owner. */
export function whyNotPassword(password: string, about: readonly string[] = []): string | null {
  if (password.length < PASSWORD_MIN) return `Usa al menos ${PASSWORD_MIN} caracteres.`;
  if (password.length > PASSWORD_MAX) return `Usa como máximo ${PASSWORD_MAX} caracteres.`;
  const text = password.toLowerCase();
  if (new Set(text).size < 5) return 'Usa más caracteres distintos.';
  const own = about.flatMap((one) => one.toLowerCase().split(/[\s@.]+/)).filter((part) => part.length >= 3);
  const longestFirst = [...own, ...COMMON].sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((left, part) => left.replaceAll(part, ''), text);
  if (rest.length < 5) return 'Es fácil de adivinar. Usa varias palabras que no se relacionen contigo.';
  return null;
}
