import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';

const ManualChapter = z.object({
  /** Its name in links: `pagos`. */
  id: z.string(),
  title: z.string(),
  /** Markdown without the first heading. */
  text: z.string(),
  /** Its pictures by file name, in pixels: the page keeps their place until they are there. */
  pictures: z.record(z.string(), z.object({ width: z.number().int(), height: z.number().int() })),
});
export type ManualChapter = z.infer<typeof ManualChapter>;

/** The whole manual at once: it is short, and is then searched and read without asking again. */
export const getManual = endpoint({
  method: 'GET',
  path: '/api/manual',
  access: 'staff',
  shows: [],
  summary: 'El manual de la oficina, capítulo por capítulo',
  answer: data(z.array(ManualChapter)),
});

/** A picture of the manual, for the same readers. */
export const MANUAL_PICTURES = '/api/manual/pictures';
