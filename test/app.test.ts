import { describe, expect, test } from 'vitest';
import { useApp } from './app.ts';

const llave = useApp();

describe('the application', () => {
  test('reports that it runs and that its database answers', async () => {
    expect((await llave.browser().get('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await llave.browser().get('/readyz')).statusCode).toBe(200);
  });

  test('answers an unknown URL with the standard error shape', async () => {
    const answer = await llave.browser().get('/api/nada');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({
      code: 'NOT_FOUND',
      message: 'No encontramos lo que buscas.',
      request_id: answer.headers['x-request-id'],
    });
  });

  test('describes every endpoint with its access', async () => {
    const { paths } = (await llave.browser().get('/api/openapi.json')).json<{
      paths: Record<string, Record<string, object>>;
    }>();
    expect(paths['/api/files/{id}/{reference}']?.['get']).toMatchObject({ 'x-access': 'record' });
    expect((await llave.browser().get('/api/docs')).body).toContain('/api/files/:id/:reference');
  });
});
