const DAY = 86_400;

export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  if (!found) return null;
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return null;
  }
}

/** Stores a cookie for `days`. `value` is encoded. */
export function writeCookie(name: string, value: string, days: number): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${days * DAY}; Path=/; SameSite=Lax`;
}

/** Removes the cookie from this host and from its parent domains, where the server may have set it (COOKIE_DOMAIN). */
export function dropCookie(name: string): void {
  const end = `${name}=; Max-Age=0; Path=/; SameSite=Lax`;
  document.cookie = end;
  const parts = window.location.hostname.split('.');
  for (let at = 0; at < parts.length - 1; at++)
    document.cookie = `${end}; Domain=${parts.slice(at).join('.')}`;
}
