import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { ErrorAnswer } from '#contract/errors.ts';
import { endpointsOf } from './route.ts';
import { openApiPage } from './openapiPage.ts';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
};

/** The OpenAPI description of every declared endpoint. */
export function describeApi(endpoints: readonly EndpointSpec[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const spec of endpoints) {
    const path = spec.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: operation(spec) };
  }
  return { openapi: '3.1.0', info: { title: 'Llave', version: '1' }, paths };
}

function operation(spec: EndpointSpec): object {
  const properties = (schema: z.ZodObject | undefined, place: 'path' | 'query') =>
    Object.entries(schema?.shape ?? {}).map(([name, one]) => ({
      name,
      in: place,
      required: place === 'path' || !one.safeParse(undefined).success,
      schema: schemaOf(one as z.ZodType, 'input'),
    }));
  const error = (description: string) => ({
    description,
    content: { 'application/json': { schema: schemaOf(ErrorAnswer, 'output') } },
  });
  return {
    summary: spec.summary,
    'x-access': spec.access,
    'x-files': spec.files,
    parameters: [...properties(spec.params, 'path'), ...properties(spec.query, 'query')],
    ...(spec.body || spec.files
      ? {
          requestBody: {
            content: {
              [spec.files ? 'multipart/form-data' : 'application/json']: {
                schema: {
                  allOf: [
                    ...(spec.body ? [schemaOf(spec.body, 'input')] : []),
                    ...(spec.files ? [filesSchema(spec.files)] : []),
                  ],
                },
              },
            },
          },
        }
      : {}),
    responses: {
      [spec.status ?? 200]: {
        description: 'Respuesta',
        content: { 'application/json': { schema: schemaOf(spec.answer, 'output') } },
      },
      ...(spec.access === 'public' ? {} : { 401: error('Sin sesión'), 403: error('Sin permiso') }),
      422: error('Datos no válidos'),
      ...(spec.limit ? { 429: error('Demasiadas solicitudes') } : {}),
    },
  };
}

const filesSchema = (files: NonNullable<EndpointSpec['files']>) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(files).map(([name, rule]) => {
      const file = { type: 'string', format: 'binary', contentMediaType: rule.types.join(', ') };
      return rule.maxCount > 1
        ? [`${name}[]`, { type: 'array', items: file, maxItems: rule.maxCount }]
        : [name, file];
    }),
  ),
});

export function registerOpenApi(app: FastifyInstance): void {
  let description: object | undefined;
  const describe = () => (description ??= describeApi(endpointsOf(app)));
  app.get('/api/openapi.json', { config: { access: 'public' } }, async () => describe());
  app.get('/api/docs', { config: { access: 'public' } }, async (_request, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type('text/html; charset=utf-8')
      .send(openApiPage(endpointsOf(app))),
  );
}
