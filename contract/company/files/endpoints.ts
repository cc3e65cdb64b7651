import { z } from 'zod';
import { PAPER_FILE } from './files.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';

/** Files that staff may attach to a record: a document or an office file. */
export const ATTACHED_FILE = {
  ...PAPER_FILE,
  types: [
    ...PAPER_FILE.types,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
} as const;
/** Maximum number of attached files per record. */
export const ATTACHED_MAX = 100;

export const FileItem = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number().int(),
  url: z.string(),
  created_at: z.string(),
  /** Uploader; null: the customer or the application itself. */
  by: z.string().nullable(),
  /** Attached by staff to the record itself, so not a document or proof that a rule depends on. */
  attached: z.boolean(),
  /** The current user attached it. */
  removable: z.boolean(),
});
export type FileItem = z.infer<typeof FileItem>;

const params = z.object({ id: Id, reference: z.string().max(40) });

export const listFiles = endpoint({
  method: 'GET',
  path: '/api/files/:id/:reference',
  access: 'record',
  shows: ['adjunto'],
  summary: 'Archivos de un registro, con direcciones firmadas que vencen',
  params,
  answer: data(z.array(FileItem)),
});

export const attachFile = endpoint({
  method: 'POST',
  path: '/api/files/:id/:reference',
  access: 'record',
  touches: ['adjunto'],
  summary: 'Adjunta un archivo a un registro que se puede abrir',
  params,
  body: z.object({}),
  files: { archivo: ATTACHED_FILE },
  answer: data(FileItem),
  status: 201,
  idempotent: true,
});

export const removeFile = endpoint({
  method: 'DELETE',
  path: '/api/files/:id/:reference/:archivo_id',
  access: 'record',
  touches: ['adjunto'],
  summary: 'Quita un archivo que uno mismo adjuntó',
  params: params.extend({ archivo_id: z.uuid() }),
  answer: z.object({ success: z.string() }),
});
