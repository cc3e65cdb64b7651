import { randomUUID } from 'node:crypto';

export type Fields = Record<string, string | File | readonly File[]>;

/** The content of a write. With a key, a repeat counts as the same write. */
export interface Sending {
  method: 'POST' | 'PATCH';
  path: string;
  body: { json: unknown } | { form: Fields } | { bytes: Buffer };
  key?: string;
}

export interface Answer {
  status: number;
  body: unknown;
}

/** Raised when a request got no response, or a 5xx: the write may or may not have been done. */
export class Unanswered extends Error {}

/** A browser (or program) that talks over the network, with its own cookies, IP address and CSRF token. */
export interface CrashBrowser {
  get<T>(path: string): Promise<T>;
  send(sending: Sending): Promise<Answer>;
}

/** `bearer`: a colleague's token; without it, a visitor with cookies. */
export function openBrowser(url: string, address: string, bearer?: string): CrashBrowser {
  const cookies = new Map<string, string>();
  let csrf: string | undefined;

  async function ask(
    path: string,
    init: RequestInit & { headers?: Record<string, string> },
  ): Promise<Answer> {
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(url + path, {
        ...init,
        redirect: 'manual',
        headers: {
          'x-forwarded-for': address,
          accept: 'application/json',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(bearer && { authorization: `Bearer ${bearer}` }),
          ...init.headers,
        },
      });
      text = await answer.text();
    } catch (error) {
      throw new Unanswered(path, { cause: error });
    }
    if (answer.status >= 500) throw new Unanswered(`${path}: ${answer.status} ${text}`);
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name && value !== undefined) cookies.set(name, value);
    }
    return { status: answer.status, body: JSON.parse(text || 'null') as unknown };
  }

  async function get<T>(path: string): Promise<T> {
    const { status, body } = await ask(path, {});
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    return body as T;
  }

  return {
    get,
    async send({ method, path, body, key }) {
      if (!bearer) csrf ??= (await get<{ data: { token: string } }>('/api/csrf')).data.token;
      return ask(path, {
        method,
        ...contentOf(body),
        headers: {
          ...(csrf && { 'x-csrf-token': csrf }),
          ...(key && { 'idempotency-key': key }),
          ...('json' in body && { 'content-type': 'application/json' }),
          ...('bytes' in body && { 'content-type': 'application/octet-stream' }),
        },
      });
    },
  };
}

function contentOf(body: Sending['body']): { body: BodyInit } {
  if ('json' in body) return { body: JSON.stringify(body.json) };
  if ('bytes' in body) return { body: new Uint8Array(body.bytes) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body.form))
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, one as string);
  return { body: form };
}

export const newKey = (): string => randomUUID();
