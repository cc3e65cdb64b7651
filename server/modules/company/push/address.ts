import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { Config } from '#server/kernel/config.ts';
import { publicOnly } from '#server/kernel/publicAddress.ts';

type Allowing = Pick<Config, 'PUSH_ORIGINS'>;
const isOwn = ({ PUSH_ORIGINS }: Allowing, origin: string) => PUSH_ORIGINS.split(',').includes(origin);

/**
 * Whether a browser's push endpoint may be called: https on its usual port, a host with a public name, no user in it.
 * An origin of PUSH_ORIGINS is always allowed. What the name resolves to is checked again when it is called.
 */
export function isPushEndpoint(config: Allowing, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (username || password) return false;
  if (isOwn(config, origin)) return true;
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return (
    protocol === 'https:' &&
    port === '' &&
    name.includes('.') &&
    !name.includes(':') &&
    isIP(name) === 0 &&
    !/\.(?:local|localhost|internal|lan|home|intranet|arpa)$/.test(name)
  );
}

export interface Sent {
  headers: Record<string, string | number>;
  body: Buffer;
}

/** Posts to a push endpoint and returns the status. Follows no redirect and reads no answer. Raises on a lost connection. */
export function post(
  config: Allowing & Pick<Config, 'PUSH_TIMEOUT_SECONDS'>,
  endpoint: string,
  { headers, body }: Sent,
): Promise<number> {
  const { protocol, origin } = new URL(endpoint);
  const options: RequestOptions = {
    method: 'POST',
    headers,
    agent: false,
    signal: AbortSignal.timeout(config.PUSH_TIMEOUT_SECONDS * 1000),
    ...(!isOwn(config, origin) && { lookup: publicOnly }),
  };
  return new Promise((done, fail) => {
    const request = (protocol === 'https:' ? requestHttps : requestHttp)(endpoint, options, (answer) => {
      answer.destroy();
      done(answer.statusCode ?? 0);
    });
    request.on('error', fail);
    request.end(body);
  });
}
