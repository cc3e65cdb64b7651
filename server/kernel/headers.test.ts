import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Core } from './core.ts';
import { registerHeaders } from './headers.ts';

test('the log contains the route pattern, never a URL with a token', async () => {
  const lines: string[] = [];
  const app = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } });
  app.decorate('core', { services: { config: { secure: false } } } as Core);
  registerHeaders(app);
  app.get('/proforma/:codigo', async () => 'x');
  await app.inject({ url: '/proforma/SECRETO-1?token=SECRETO-2' });
  await app.inject({ url: '/citas/enlace/SECRETO-3' });
  const told = lines.map((line) => JSON.parse(line) as { msg: string; path?: string });
  expect(told.filter(({ msg }) => msg === 'request').map(({ path }) => path)).toEqual([
    '/proforma/:codigo',
    '(none)',
  ]);
});
