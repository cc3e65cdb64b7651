import { request as plain, type IncomingMessage } from 'node:http';
import { request as secure } from 'node:https';
import { isIP } from 'node:net';
import { isPublic, publicOnly } from '../publicAddress.ts';

export interface Asked {
  /** Sent with POST; without it the request is a GET. */
  body?: { bytes: Uint8Array; type: string };
  /** The address comes from our own configuration, so it may be private. */
  trusted: boolean;
  timeoutMs: number;
  /** Larger answers are cut off with an error. */
  bytesMax: number;
}

/**
 * Asks a service over HTTP and returns the body of its 200 answer. Raises an Error for everything else: another status,
 * a redirect, too slow, too large, an address that is not public.
 */
export async function askOutside(
  address: string,
  { body, trusted, timeoutMs, bytesMax }: Asked,
): Promise<Buffer> {
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.protocol} is not asked`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!trusted && (url.username !== '' || (isIP(host) && !isPublic(host))))
    throw new Error('not a public address');
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const signal = AbortSignal.timeout(timeoutMs);
  (url.protocol === 'https:' ? secure : plain)(
    url,
    {
      method: body ? 'POST' : 'GET',
      ...(!trusted && { lookup: publicOnly }),
      signal,
      agent: false,
      headers: {
        'accept-encoding': 'identity',
        'user-agent': 'Llave',
        ...(body && { 'content-type': body.type, 'content-length': body.bytes.length }),
      },
    },
    resolve,
  )
    .once('error', reject)
    .end(body?.bytes);
  const response = await promise;
  if (response.statusCode !== 200) {
    response.destroy();
    throw new Error(`it answered ${response.statusCode}`);
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > bytesMax) {
      response.destroy();
      throw new Error('its answer is too large');
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
