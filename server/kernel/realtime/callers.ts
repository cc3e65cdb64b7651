import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import type { Callers, Credentials } from '../auth.ts';
import type { Context } from '../context.ts';
import type { Config } from '../config.ts';
import { networkOf } from '../throttle.ts';

export const NOBODY: Callers = { staff: null, client: null, bearer: false };

/**
 * What a handshake says about who connects: an Authorization header, or the cookies of this site's own pages. A page of
 * another site cannot read these sockets, because the browser tells its Origin and its cookies are ignored.
 */
export function credentialsOf(app: FastifyInstance, request: IncomingMessage): Credentials {
  const { authorization, cookie } = request.headers;
  if (authorization) return { headers: { authorization }, cookies: {} };
  const own = cookie && isOwnPage(request, app.core.services.config);
  return { headers: {}, cookies: own ? app.parseCookie(cookie) : {} };
}

function isOwnPage({ headers }: IncomingMessage, { appUrl }: Config): boolean {
  const { origin, host } = headers;
  if (!origin || !URL.canParse(origin)) return false;
  return origin === new URL(appUrl).origin || new URL(origin).host === host;
}

/** The network address of the client, behind the trusted proxies. */
export function addressOf(config: Config): (request: IncomingMessage) => string {
  const trusted = proxyAddr.compile(config.TRUST_PROXY?.split(',') ?? []);
  return (request) => {
    const chain = proxyAddr.all(request, trusted);
    return networkOf(chain.at(-1) ?? '');
  };
}

/** A context for the access rules and queries of a socket's user. It has no request. */
export function contextFor(app: FastifyInstance, callers: Pick<Callers, 'staff' | 'client'>): Context {
  const ctx: Context = {
    ...app.core.services,
    db: app.core.database.db,
    now: app.core.clock.now(),
    log: app.log,
    requestId: '',
    ip: '',
    userAgent: '',
    staff: callers.staff,
    client: callers.client,
    besideStaff: null,
    uploads: new Map(),
    refusedFiles: [],
    visitor: null,
    device: null,
    transaction: (act) => act(ctx),
    setCookie: () => undefined,
    afterCommit: () => undefined,
  };
  return ctx;
}

/** Where the office finds live updates if ECHO_HOST or ECHO_PORT moves them; null: where its page comes from. */
export function liveAddress({ ECHO_HOST, ECHO_PORT, appUrl, secure }: Config): string | null {
  if (ECHO_HOST === undefined && ECHO_PORT === undefined) return null;
  const port = ECHO_PORT === undefined ? '' : `:${ECHO_PORT}`;
  return `${secure ? 'wss' : 'ws'}://${ECHO_HOST ?? new URL(appUrl).hostname}${port}`;
}
