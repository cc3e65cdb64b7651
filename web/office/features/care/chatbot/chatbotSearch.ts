import { z } from 'zod';
import { listSources } from '#contract/care/chatbot/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterId } from '#web/office/lib/listSearch.ts';

/** The tab, the open source, and the filters of its list. */
export const ChatbotSearch = searchOf(listSources, {
  ver: z.enum(['preguntas', 'pruebas', 'versiones', 'probar', 'reglas']).optional().catch(undefined),
  fuente: filterId,
});
export type ChatbotSearch = z.infer<typeof ChatbotSearch>;
