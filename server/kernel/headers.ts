import type { FastifyInstance } from 'fastify';

/** Content policy for responses that are not pages: nothing in them may run. */
export const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Security headers for every response. Pages set their own content policy. */
export function registerHeaders(app: FastifyInstance): void {
  const { secure } = app.core.services.config;
  const constant: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=(self), payment=()',
    ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
  app.addHook('onSend', async (request, reply) => {
    for (const name in constant) if (!reply.hasHeader(name)) void reply.header(name, constant[name]);
    void reply.header('x-request-id', request.id);
    if (!reply.hasHeader('content-security-policy'))
      void reply.header('content-security-policy', BARE_POLICY);
  });
  // URLs contain tokens, also in the path: log only the route pattern.
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url ?? '(none)';
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });
}
