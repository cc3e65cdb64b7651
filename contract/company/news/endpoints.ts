import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';

const News = z.object({
  version: z.string(),
  /** Newest first. */
  entries: z.array(
    z.object({
      day: IsoDate,
      title: z.string(),
      /** Markdown. */
      text: z.string(),
      /** Not read yet by the caller. */
      unread: z.boolean(),
    }),
  ),
});
export type News = z.infer<typeof News>;

export const getNews = endpoint({
  method: 'GET',
  path: '/api/news',
  access: 'staff',
  shows: ['ajuste'],
  summary: 'La versión en uso y las novedades, las más nuevas primero',
  answer: data(News),
});

export const readNews = endpoint({
  method: 'PUT',
  path: '/api/user_settings/:userId/news',
  access: 'own',
  touches: ['ajuste', 'menu'],
  summary: 'Anota hasta qué día leyó uno las novedades',
  params: z.object({ userId: Id }),
  body: z.object({ day: IsoDate }),
  answer: z.object({ unread: z.number().int() }),
});
