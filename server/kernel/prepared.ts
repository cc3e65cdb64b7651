import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointSpec } from '#contract/endpoint.ts';

/**
 * An answer that is parsed and serialized once and sent many times, with 304 for a matching ETag. Every caller is admitted
 * first and all get the same bytes, so it must contain nothing that only some of them may see.
 */
export class Prepared {
  readonly body: string;
  /** Weak, since the body may be compressed. */
  readonly etag: string;
  constructor(spec: Pick<EndpointSpec, 'answer'>, answer: unknown) {
    this.body = JSON.stringify(spec.answer.parse(answer));
    this.etag = `W/"${createHash('sha256').update(this.body).digest('base64url').slice(0, 22)}"`;
  }
}

/** Sends the answer, or 304. The browser caches it and revalidates each time. */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, { body, etag }: Prepared) {
  void reply.header('cache-control', 'private, no-cache').header('etag', etag);
  const known = request.headers['if-none-match'];
  if (
    known &&
    (known === '*' || known.split(',').some((one) => one.trim().replace(/^(?!W\/)/, 'W/') === etag))
  )
    return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}
