import { z } from 'zod';
import { page } from '#contract/page.ts';

export const privacyPage = page({
  name: 'overview/privacy/PrivacyPage',
  path: '/privacidad',
  access: 'public',
  query: z.object({ version: z.string().max(20).optional() }),
  title: 'Privacidad',
  description:
    'Qué datos personales pedimos, para qué, quién los ve y cuáles son tus derechos (Ley 81 de 2019).',
  robots: 'index',
  data: z.object({
    version: z.string(),
    from: z.string(),
    /** A newer text is in force. */
    replaced: z.boolean(),
    sections: z.array(z.object({ title: z.string(), paragraphs: z.array(z.string()) })),
    versions: z.array(z.string()),
    /** Name of whoever opened a purchase here with a code: they need not say who they are. */
    known: z.string().nullable(),
  }),
});
