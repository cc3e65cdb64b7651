import { Tokens } from '@fastify/csrf';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MESSAGES } from '#contract/errors.ts';
import type { Config } from './config.ts';
import { Refused } from './errors.ts';

/** The package's types describe its variant with user data. The secret's cookie makes user data unnecessary. */
interface Engine {
  secretSync(): string;
  create(secret: string): string;
  verify(secret: string, token: string): boolean;
}
const tokens: Engine = Tokens() as unknown as Engine;

declare module 'fastify' {
  interface FastifyRequest {
    csrfSecret?: string;
  }
}

/** With TLS, a __Host- cookie: only this host can set it. It also identifies a visitor (customerSession). */
const cookieOf = (secure: boolean) => (secure ? '__Host-_csrf' : '_csrf');
const sentSecret = (request: FastifyRequest) =>
  request.cookies[cookieOf(request.server.core.services.config.secure)];

/** The secret of this browser's tokens; undefined before it has one. */
export const csrfSecretOf = (request: FastifyRequest): string | undefined =>
  request.csrfSecret ?? sentSecret(request);

/** A token for a page's meta tag. Sets the secret's cookie if the browser has none. */
export function csrfToken(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Pick<Config, 'secure'>,
): string {
  const known = sentSecret(request);
  const secret = (request.csrfSecret ??= known ?? tokens.secretSync());
  if (known !== secret)
    void reply.setCookie(cookieOf(config.secure), secret, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: config.secure,
      maxAge: 31_536_000,
    });
  return tokens.create(secret);
}

/** Raises 403 CSRF unless the header, or the hidden field of a plain form, holds a token of this browser. */
export function requireCsrf(request: FastifyRequest, formToken?: unknown): void {
  const secret = sentSecret(request);
  const given = request.headers['x-csrf-token'] ?? formToken;
  if (!secret || typeof given !== 'string' || !tokens.verify(secret, given))
    throw new Refused(403, 'CSRF', MESSAGES.CSRF);
}
