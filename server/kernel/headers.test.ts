import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { House } from './house.ts';
import { registerHeaders } from './headers.ts';

test('the log contains the route pattern, never a URL with a token', async () => {
  const lines: string[] = [];
  const app = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } });
  app.decorate('house', { services: { config: { secure: false } } } as House);
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
