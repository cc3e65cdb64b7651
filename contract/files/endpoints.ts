import { z } from 'zod';
import { data, endpoint } from '../endpoint.ts';
import { Id } from '../ids.ts';

export const FileItem = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number().int(),
  url: z.string(),
  created_at: z.string(),
});

export const listFiles = endpoint({
  method: 'GET',
  path: '/api/files/:id/:reference',
  access: 'record',
  summary: 'Archivos de un registro, con direcciones firmadas que vencen',
  params: z.object({ id: Id, reference: z.string().max(40) }),
  answer: data(z.array(FileItem)),
});
