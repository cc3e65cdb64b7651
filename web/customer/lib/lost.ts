/**
 * Finds the purchase again on the current page, with the dialog of PageFrame. Resolves to true if the purchase is
 * open now.
 */
let finder: (() => Promise<boolean>) | null = null;
let given = -Infinity;
/** After the user closed the dialog, do not ask again for a minute: drafts are saved every few seconds. */
const LEFT_ALONE_MS = 60_000;

export function setFinder(find: (() => Promise<boolean>) | null): void {
  finder = find;
}

/** True if this browser no longer has access to the purchase: its cookie is gone or its 30 days are over. */
export const isLost = (url: string, method: string, status: number): boolean =>
  method !== 'GET' &&
  /^\/(clientes|tramites)\//.test(url) &&
  !url.startsWith('/clientes/enlace') &&
  (status === 401 || status === 404);

export async function findAgain(): Promise<boolean> {
  if (!finder || performance.now() - given < LEFT_ALONE_MS) return false;
  const found = await finder();
  if (!found) given = performance.now();
  return found;
}
