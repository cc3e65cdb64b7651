import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { BODY_MAX, SUBJECT_MAX } from './template.ts';
import { TEMPLATE_KINDS } from './templates.ts';

const params = z.object({ kind: z.enum(TEMPLATE_KINDS) });
const Text = z.object({
  subject: z.string().trim().min(1).max(SUBJECT_MAX),
  body: z.string().trim().min(1).max(BODY_MAX),
});

const Head = z.object({
  kind: z.string(),
  label: z.string(),
  when: z.string(),
  channel: z.string(),
  audience: z.enum(['cliente', 'personal']),
  /** The text differs from the default. */
  changed: z.boolean(),
  /** 0: never changed. */
  version: z.number().int(),
  updated_at: z.string().nullable(),
});
export type TemplateHead = z.infer<typeof Head>;

export const Template = Head.extend({
  subject: z.string(),
  body: z.string(),
  standard: z.object({ subject: z.string(), body: z.string() }),
  variables: z.array(
    z.object({ name: z.string(), label: z.string(), example: z.string(), required: z.boolean() }),
  ),
  history: z.array(
    z.object({
      version: z.number().int(),
      subject: z.string(),
      body: z.string(),
      standard: z.boolean(),
      at: z.string(),
      by: z.string().nullable(),
    }),
  ),
});
export type Template = z.infer<typeof Template>;

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/templates',
  access: 'administracion.ver',
  shows: ['plantilla'],
  summary: 'Los mensajes que envía la aplicación',
  answer: data(z.array(Head)),
});

export const getTemplate = endpoint({
  method: 'GET',
  path: '/api/templates/:kind',
  access: 'administracion.ver',
  shows: ['plantilla'],
  summary: 'Un mensaje con su texto, sus variables y sus versiones',
  params,
  answer: data(Template),
});

/**
 * `version` is the one that was read; 409 STALE when another was saved meanwhile. 422 at `subject` or `body` with the
 * position.
 */
export const changeTemplate = endpoint({
  method: 'PUT',
  path: '/api/templates/:kind',
  access: 'administracion.editar',
  touches: ['plantilla'],
  summary: 'Guarda otro texto; se usa desde el próximo mensaje',
  params,
  body: Text.extend({ version: z.number().int().min(0) }),
  answer: data(Template),
  errors: ['STALE'],
});

export const restoreTemplate = endpoint({
  method: 'POST',
  path: '/api/templates/:kind/restore',
  access: 'administracion.editar',
  touches: ['plantilla'],
  summary: 'Restablece el texto original',
  params,
  body: z.object({ version: z.number().int().min(0) }),
  answer: data(Template),
  errors: ['STALE'],
});

/** Writes nothing. `page` is a whole HTML document, for a frame without scripts. */
export const previewTemplate = endpoint({
  method: 'POST',
  path: '/api/templates/:kind/preview',
  access: 'administracion.ver',
  touches: [],
  summary: 'El texto con datos de ejemplo',
  params,
  body: Text,
  answer: data(z.object({ subject: z.string(), text: z.string(), page: z.string() })),
});

export const testTemplate = endpoint({
  method: 'POST',
  path: '/api/templates/:kind/test',
  access: 'administracion.editar',
  touches: [],
  summary: 'Envía el texto con datos de ejemplo a quien lo pide',
  params,
  body: Text,
  answer: z.object({ success: z.string() }),
  limit: { max: 20, seconds: 60 },
});
