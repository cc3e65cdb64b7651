import { z } from 'zod';
import type { Config } from '#server/kernel/config.ts';

/** Access to the authorized provider; undefined when the company has none. */
interface Pac {
  url: string;
  token: string;
}
export function pacOf({ PAC_URL: url, PAC_TOKEN: token }: Config): Pac | undefined {
  return url && token ? { url: url.replace(/\/$/, ''), token } : undefined;
}

/** What names a document at the provider: nothing else may have it. */
interface DocumentName {
  ruc: string;
  branch: string;
  point: string;
  /** iDoc */
  type: string;
  /** Ten digits. */
  number: string;
}

const text = (most: number) => z.string().trim().min(1).max(most);
const Answer = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('authorized'),
    cufe: text(120),
    /** The address that the QR code holds. */
    qr: z.url({ protocol: /^https?$/ }).max(1000),
    protocol: text(80),
    authorized_at: z.iso.datetime({ offset: true }),
    xml: z.string().min(1).max(500_000),
  }),
  z.object({
    status: z.literal('rejected'),
    errors: z
      .array(z.object({ code: text(20), message: text(300) }))
      .min(1)
      .max(50),
  }),
]);
export type PacAnswer = z.output<typeof Answer>;

/** Why a call gave no answer. token: our credential is refused · busy: too many calls · silent: it may have arrived. */
type PacFaultKind = 'token' | 'busy' | 'silent';
export class PacFault extends Error {
  readonly kind: PacFaultKind;
  constructor(kind: PacFaultKind, cause?: unknown) {
    super(`pac: ${kind}`, { cause });
    this.kind = kind;
  }
}

const TIMEOUT_MS = 20_000;
const ANSWER_MAX = 1_048_576;

async function ask(pac: Pac, path: string, init: RequestInit = {}): Promise<PacAnswer | null> {
  try {
    const response = await fetch(`${pac.url}${path}`, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { authorization: `Bearer ${pac.token}`, ...init.headers },
    });
    if (response.status === 404 && init.method === undefined) return null;
    if (response.status === 401 || response.status === 403) throw new PacFault('token');
    if (response.status === 429) throw new PacFault('busy');
    if (!response.ok && response.status !== 422) throw new PacFault('silent');
    return Answer.parse(JSON.parse(await bodyOf(response)));
  } catch (error) {
    // An answer that nobody can read is no answer: the next attempt asks by number.
    throw error instanceof PacFault ? error : new PacFault('silent', error);
  }
}

async function bodyOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > ANSWER_MAX) throw new PacFault('silent');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Sends a document. Raises PacFault. */
export async function sendDocument(pac: Pac, xml: string): Promise<PacAnswer> {
  const answer = await ask(pac, '/documents', {
    method: 'POST',
    body: xml,
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
  if (!answer) throw new PacFault('silent');
  return answer;
}

/** What the provider has of a document; null: it never got it. Raises PacFault. */
export const findDocument = (pac: Pac, { ruc, branch, point, type, number }: DocumentName) =>
  ask(pac, `/documents/${[ruc, branch, point, type, number].map(encodeURIComponent).join('/')}`);
