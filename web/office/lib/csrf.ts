const meta = () => document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]');

/** The CSRF token of the page, or the last renewed one. */
export const csrfToken = () => meta()?.content ?? '';

let renewal: Promise<void> | undefined;

/** Fetches a new CSRF token (rulings 9). Concurrent calls share one request. */
export function renewCsrf(): Promise<void> {
  renewal ??= fetch('/api/csrf', { headers: { Accept: 'application/json' }, credentials: 'same-origin' })
    .then(async (answer) => {
      const body = (await answer.json()) as { data?: { token?: string } };
      const tag = meta();
      if (tag && body.data?.token) tag.content = body.data.token;
      return undefined;
    })
    .catch(() => undefined)
    .finally(() => (renewal = undefined));
  return renewal;
}
