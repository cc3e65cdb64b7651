import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isPublic, NOT_PUBLIC, publicOnly } from '#server/kernel/publicAddress.ts';

/** The address cannot be read; the message says why and what to do. */
export class AddressFault extends Error {}

const TIMEOUT_MS = 15_000;
const BYTES_MAX = 5 * 1_048_576;
const REDIRECTS = 3;
const TYPES = ['text/html', 'text/plain', 'application/xhtml+xml', 'application/pdf'];

interface Fetched {
  bytes: Buffer;
  mime: string;
}

/**
 * Reads a public address: http or https on their own ports, to a public IP; each redirect is checked the same way. `allowed`:
 * hosts that the configuration lets through. Raises AddressFault.
 */
export async function fetchAddress(
  address: string,
  allowed: readonly string[],
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<Fetched> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = new URL(address);
  try {
    for (let left = REDIRECTS; ; left -= 1) {
      const response = await ask(url, allowed, signal);
      const { statusCode = 0, headers } = response;
      if (statusCode < 300) return await readBody(response);
      response.destroy();
      if (statusCode >= 400 || !headers.location)
        throw new AddressFault(`La página respondió con el error ${statusCode}. Revisa la dirección.`);
      if (left === 0)
        throw new AddressFault(
          'La página lleva de una dirección a otra sin terminar. Usa la dirección final.',
        );
      url = new URL(headers.location, url);
    }
  } catch (error) {
    if (error instanceof AddressFault) throw error;
    if ((error as NodeJS.ErrnoException).code === NOT_PUBLIC) throw new AddressFault(REFUSED);
    throw new AddressFault(
      signal.aborted
        ? 'La página tardó demasiado en responder. Inténtalo más tarde.'
        : 'No se pudo llegar a la página. Revisa que la dirección abra en tu navegador.',
      { cause: error },
    );
  }
}

const REFUSED = 'Esa dirección no es pública: el chatbot solo lee páginas que cualquiera puede abrir.';

async function ask(url: URL, allowed: readonly string[], signal: AbortSignal): Promise<IncomingMessage> {
  const trusted = allowed.includes(url.host) || allowed.includes(url.hostname);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || (url.port !== '' && !trusted))
    throw new AddressFault(REFUSED);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!trusted && isIP(host) && !isPublic(host)) throw new AddressFault(REFUSED);
  const { promise, resolve: answer, reject } = Promise.withResolvers<IncomingMessage>();
  (url.protocol === 'https:' ? secure : plain)(
    url,
    {
      ...(!trusted && { lookup: publicOnly }),
      signal,
      agent: false,
      headers: { accept: TYPES.join(', '), 'accept-encoding': 'identity', 'user-agent': 'Llave' },
    },
    answer,
  )
    .once('error', reject)
    .end();
  return promise;
}

async function readBody(response: IncomingMessage): Promise<Fetched> {
  const mime = /^[^;]*/
    .exec(response.headers['content-type'] ?? '')![0]
    .trim()
    .toLowerCase();
  if (!TYPES.includes(mime)) {
    response.destroy();
    throw new AddressFault('La dirección no es una página ni un PDF. Sube el archivo en su lugar.');
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BYTES_MAX) {
      response.destroy();
      throw new AddressFault('La página pesa más de 5 MB. Usa la dirección de una parte.');
    }
    parts.push(part);
  }
  return { bytes: Buffer.concat(parts), mime: mime === 'application/xhtml+xml' ? 'text/html' : mime };
}
