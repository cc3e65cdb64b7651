const meta = () => document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]');

/** The token that the page was served with, or the last renewed one. */
export const csrfToken = () => meta()?.content ?? '';

let renewal: Promise<void> | undefined;

/** Asks for a fresh token (rulings 9); calls that need it at the same time share one request. */
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
