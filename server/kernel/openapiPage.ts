import { z } from 'zod';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { escapeHtml } from './pageHtml.ts';

const shape = (schema: z.ZodType | undefined) =>
  schema ? JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), null, 1) : '';

/** The endpoints as a page without JavaScript: one <details> per endpoint, grouped by the first path segments. */
export function openApiPage(endpoints: readonly EndpointSpec[]): string {
  const groups = Map.groupBy(endpoints, ({ path }) => path.split('/').slice(1, 3).join('/'));
  const sections = [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, calls]) => `<section><h2>/${escapeHtml(name)}</h2>${calls.map(fold).join('')}</section>`);
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Llave: llamadas</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${STYLE}</style></head>
<body><main><h1>Llamadas de Llave</h1><p>Generado de las declaraciones del servidor. En JSON: <a href="/api/openapi.json">/api/openapi.json</a>.</p>${sections.join('')}</main></body></html>`;
}

function fold(spec: EndpointSpec): string {
  const access = Array.isArray(spec.access) ? spec.access.join(' o ') : String(spec.access);
  const part = (title: string, schema: z.ZodType | undefined) =>
    schema ? `<h4>${title}</h4><pre>${escapeHtml(shape(schema))}</pre>` : '';
  const files = spec.files
    ? `<h4>Archivos</h4><pre>${escapeHtml(JSON.stringify(spec.files, null, 1))}</pre>`
    : '';
  return `<details><summary><b>${spec.method}</b> <code>${escapeHtml(spec.path)}</code> <span>${escapeHtml(spec.summary)}</span> <i>${escapeHtml(access)}</i></summary>${part('Ruta', spec.params)}${part('Consulta', spec.query)}${part('Cuerpo', spec.body)}${files}${part('Respuesta', spec.answer)}</details>`;
}

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:60rem;margin:auto;padding:1rem}
summary{cursor:pointer;padding:.4rem 0;border-bottom:1px solid #8884}summary b{display:inline-block;min-width:4rem}summary i{opacity:.75}pre{overflow:auto;background:#8881;padding:.75rem;border-radius:8px}`;
