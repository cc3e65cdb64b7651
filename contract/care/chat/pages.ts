import { z } from 'zod';
import { page } from '#contract/page.ts';
import { Message } from './model.ts';

/** The buyer's conversation with the company. */
export const chatPage = page({
  name: 'care/chat/ChatPage',
  path: '/clientes/chat',
  access: 'client',
  title: 'Mensajes',
  data: z.object({
    saleId: z.number().int(),
    /** The sale's name in URLs. */
    name: z.string(),
    /** Without it the thread stays hidden. */
    codeDue: z.boolean(),
    /** The newest first. */
    messages: z.array(Message),
    lastSeq: z.number().int(),
  }),
});
