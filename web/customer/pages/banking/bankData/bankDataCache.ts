/**
 * The form in the session storage: `request` from the server's answers, a cache of the draft on the server (spec §4),
 * and typed values that are not sent yet. If the server has another version, the cache is stale and starts empty.
 */
type Texts = Record<string, string | Record<string, string>[]>;
interface Cache {
  version: string;
  request: Texts;
  typed: Record<string, Record<string, string>>;
}

const keyOf = (sale: string) => `datos-bancarios:${sale}`;
const empty = (version: number): Cache => ({ version: String(version), request: {}, typed: {} });

export function readCache(sale: string, version: number): Cache {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(sale)) ?? '') as Cache;
    return kept.version === String(version) ? kept : { ...empty(version), typed: kept.typed };
  } catch {
    return empty(version);
  }
}

function write(sale: string, cache: Cache): void {
  try {
    sessionStorage.setItem(keyOf(sale), JSON.stringify(cache));
  } catch {
    // A private window may refuse. The server has the draft.
  }
}

/** Stores the fields that the server's answer says it has saved. */
export function keepRequest(sale: string, version: number, page: number, request: Texts): void {
  const cache = readCache(sale, version);
  const { [String(page)]: _sent, ...typed } = cache.typed;
  const { version: now, ...fields } = request;
  write(sale, {
    version: typeof now === 'string' ? now : cache.version,
    request: { ...cache.request, ...fields },
    typed,
  });
}

/** A refused request may have saved its valid fields: the next request must use the new version. */
export function keepVersion(sale: string, from: number, to: number): void {
  write(sale, { ...readCache(sale, from), version: String(to) });
}

/** Stores the values that are being typed in a page. */
export function keepTyped(sale: string, version: number, page: number, fields: Record<string, string>): void {
  const cache = readCache(sale, version);
  write(sale, { ...cache, typed: { ...cache.typed, [String(page)]: fields } });
}

/** Deletes the cache: everything is sent, or it belongs to an older state. */
export function dropCache(sale: string): void {
  try {
    sessionStorage.removeItem(keyOf(sale));
  } catch {
    // There was no storage.
  }
}

/** The whole form from the session storage, plus the values of the last page. */
export function wholeForm(sale: string, version: number, last: FormData): FormData {
  const { request, version: kept } = readCache(sale, version);
  const form = new FormData();
  for (const [name, value] of Object.entries(request)) {
    if (typeof value === 'string') form.set(name, value);
    else
      for (const [at, row] of value.entries())
        for (const [column, text] of Object.entries(row)) form.set(`${name}[${at}][${column}]`, text);
  }
  form.set('version', kept);
  for (const [name, value] of last.entries()) form.set(name, value);
  return form;
}
