import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { forbidden } from './errors.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** What proxies add to a request. */
const PASSED_ON = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'] as const;

/** Asked for on this machine by itself: what a proxy of this machine passes on comes from outside. */
const isLocal = ({ ip, headers }: FastifyRequest) =>
  LOOPBACK.has(ip) && PASSED_ON.every((name) => headers[name] === undefined);

const bears = ({ headers }: FastifyRequest, token: string) =>
  timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
const digest = (text: string) => createHash('sha256').update(text).digest();

/** /healthz: the process answers. /readyz: so does the database. /metrics: for loopback, or with METRICS_TOKEN. */
export function registerHealth(app: FastifyInstance): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'llave_http_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  app.get('/healthz', { config: { access: 'public' } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { access: 'public' } }, async (request, reply) => {
    try {
      await app.house.database.pool.query('select 1');
      return { status: 'ok' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'database unavailable' });
    }
  });
  app.get('/metrics', { config: { access: 'public' } }, async (request, reply) => {
    const token = app.house.services.config.METRICS_TOKEN;
    const allowed = token ? bears(request, token) : isLocal(request);
    if (!allowed) throw forbidden();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
