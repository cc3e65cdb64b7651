/** Finds the purchase again on the page that one is on; the page's frame says how. Answers whether it is open now. */
let finder: (() => Promise<boolean>) | null = null;
let given = -Infinity;
/** Whoever closes the window is left alone for a while: drafts are kept every few seconds. */
const LEFT_ALONE_MS = 60_000;

export function setFinder(find: (() => Promise<boolean>) | null): void {
  finder = find;
}

/** Whether an answer means that this browser holds the purchase no more: its cookie was lost, or its 30 days ended. */
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
