import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { MESSAGES } from '#contract/errors.ts';
import { forbidden } from './errors.ts';
import { metricsSecret } from './secrets.ts';
import { isFull } from './space.ts';

const bears = ({ headers }: FastifyRequest, token: string) =>
  timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * /healthz: the process answers. /readyz: the database answers and the disk has space. /metrics: requires METRICS_TOKEN,
 * or the generated token in DATA_DIR/secrets/metrics.
 */
export async function registerHealth(app: FastifyInstance): Promise<void> {
  const { config } = app.core.services;
  const token = config.METRICS_TOKEN ?? (await metricsSecret(config.DATA_DIR));
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
      await app.core.database.pool.query('select 1');
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'database unavailable' });
    }
    if (!(await isFull(config))) return { status: 'ok' };
    request.log.warn({ least: config.MIN_FREE_MB }, 'not ready: the disk is full');
    return reply.code(503).send({ status: 'disk full', message: MESSAGES.NO_ROOM });
  });
  app.get('/metrics', { config: { access: 'public' } }, async (request, reply) => {
    if (!bears(request, token)) throw forbidden();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
