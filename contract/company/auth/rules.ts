/** Limits and rules of sign-in (product.md auth, spec §4 and §9, rulings 11). */

export const DAY_SECONDS = 86_400;
/** Max-Age of the token cookie in seconds: 365 days when remembered, else 1 day. */
export const sessionSeconds = (remember: boolean) => (remember ? 365 : 1) * DAY_SECONDS;

/** Lifetime of a session without its second step. */
export const SECOND_STEP_MINUTES = 30;
export const CODE_MINUTES = 10;
export const CODE_ATTEMPTS = 5;
export const RESET_MINUTES = 60;
export const INVITATION_DAYS = 7;
export const BROWSER_TOKEN_MINUTES = 5;
/**
 * Header with the user id that the page shows. If the browser is now signed in as another user, the request gets 401.
 */
export const ACTING_HEADER = 'x-llave-user';
/** After giving the password, a user may change sign-in methods for this long. */
export const PROOF_MINUTES = 5;
export const BACKUP_CODES = 10;
/** Lifetime of a customer's link and of the browser session that it opens; use renews it. */
export const LINK_DAYS = 30;
/** How long a one-time code keeps a customer's browser verified (rulings 11). */
export const VERIFIED_MINUTES = 30;

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 200;

/** Common fragments: a password must not consist mostly of them. */
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

/**
 * Why this password is refused, as a sentence; null when it is accepted. `about` holds the owner's name and address.
 */
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
