import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MESSAGES, type ErrorAnswer } from '#contract/errors.ts';
import { TEXTS } from '#contract/texts.ts';
import { diskFull } from './space.ts';
import { Refused, tooMany } from './errors.ts';
import { BARE_POLICY } from './headers.ts';
import { prefersHtml } from './route.ts';

/** Renders an error as a page, for page URLs and for forms sent without JavaScript. */
export type ErrorPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  answer: ErrorAnswer,
) => Promise<string> | string;

/** Gives every error response the same shape (rulings.md 13). Logs faults with the request id that the user sees. */
export function registerErrors(app: FastifyInstance, errorPage?: ErrorPage): void {
  app.setErrorHandler(async (error, request, reply) => answer(request, reply, toRefused(error, request)));
  app.setNotFoundHandler(async (request, reply) =>
    answer(request, reply, new Refused(404, 'NOT_FOUND', MESSAGES.NOT_FOUND)),
  );

  async function answer(request: FastifyRequest, reply: FastifyReply, refused: Refused) {
    const { status, code, details } = refused;
    const message = toBuyers(request) ? wordsForBuyers(refused, request) : refused.message;
    const body: ErrorAnswer = {
      message,
      code,
      request_id: request.id,
      ...(details.errors && { errors: details.errors }),
      ...(details.current !== undefined && { current: details.current }),
      ...(details.retryAfter !== undefined && { retry_after: details.retryAfter }),
    };
    if (details.retryAfter !== undefined) void reply.header('retry-after', details.retryAfter);
    void reply.code(status).header('cache-control', 'no-store');
    if (errorPage && prefersHtml(request) && !request.url.startsWith('/api/'))
      return reply.type('text/html; charset=utf-8').send(await errorPage(request, reply, status, body));
    return reply.send(body);
  }
}

/** URLs outside /api are pages or endpoints of the buyers (spec §7). */
const toBuyers = ({ url }: FastifyRequest) => !url.startsWith('/api/');

/** The buyers' messages of spec §8 (rulings.md 43). The text for a fault differs between their API and pages. */
function wordsForBuyers({ code, message }: Refused, request: FastifyRequest): string {
  if (message === MESSAGES.INVALID) return MESSAGES.INVALID_CUSTOMER;
  return code === 'INTERNAL' && !prefersHtml(request) ? FAILED : message;
}
const FAILED = `${TEXTS.sendFailed} Inténtalo de nuevo en un momento.`;

/** 404 for a malformed URL. Fastify calls this before any hook, so it sets the headers itself. */
export function refuseAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const body: ErrorAnswer = { message: MESSAGES.NOT_FOUND, code: 'NOT_FOUND', request_id: request.id };
  void reply
    .code(404)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': BARE_POLICY,
      'x-content-type-options': 'nosniff',
      'x-request-id': request.id,
    })
    .send(body);
}

function toRefused(error: unknown, request: FastifyRequest): Refused {
  if (error instanceof Refused) return error;
  const fault = error as Partial<FastifyError>;
  switch (fault.statusCode) {
    case 400:
      return new Refused(422, 'INVALID', MESSAGES.INVALID, {
        errors: [{ field: '', message: MESSAGES.UNSUPPORTED }],
      });
    case 413:
      return new Refused(413, 'TOO_LARGE', MESSAGES.TOO_LARGE);
    case 406:
    case 415:
      return new Refused(415, 'UNSUPPORTED', MESSAGES.UNSUPPORTED);
    case 429:
      return tooMany(Number(fault.message) || 60);
    case 503:
      return new Refused(503, 'OVERLOADED', MESSAGES.OVERLOADED, { retryAfter: 5 });
    default:
  }
  if (isBrokenInput(error))
    return new Refused(422, 'INVALID', MESSAGES.INVALID, {
      errors: [{ field: '', message: MESSAGES.UNSUPPORTED }],
    });
  if (hasCode(error, NO_ROOM)) {
    request.log.error({ err: error }, 'the disk is full');
    return diskFull();
  }
  if (isCrowded(error)) {
    request.log.warn({ err: error }, 'no connection to the database');
    return new Refused(503, 'OVERLOADED', MESSAGES.OVERLOADED, { retryAfter: 5 });
  }
  request.log.error({ err: error }, 'fault');
  return new Refused(500, 'INTERNAL', MESSAGES.INTERNAL);
}

/** No disk space: codes of PostgreSQL and of the system. */
const NO_ROOM = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** PostgreSQL is starting, stopping or unreachable; the next request tries a new connection. */
const NO_DATABASE = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', '08006', '08001']);

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && codes.has(at.code)) return true;
  return false;
}

/** Whether the pool timed out without a free connection, or the database is unreachable. */
function isCrowded(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (/timeout exceeded when trying to connect|Connection terminated/.test(at.message)) return true;
  return hasCode(error, NO_DATABASE);
}

/** Text that PostgreSQL refuses (NUL, lone surrogates), and truncated multipart streams. */
function isBrokenInput(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && (at.code === '22021' || at.code === '22P05' || at.code === '22003')) return true;
    if ('code' in at && at.code === '22P02' && at.message.endsWith('type json')) return true;
    if (/Unexpected end of (form|multipart)|Malformed part header|Premature close/i.test(at.message))
      return true;
  }
  return false;
}
