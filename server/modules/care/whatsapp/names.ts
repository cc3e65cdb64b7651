import { z } from 'zod';

/** The jobs that services of this feature send. */
export const FetchMedia = { name: 'whatsapp.media', payload: z.object({ messageId: z.number().int() }) };
export const SendWaiting = { name: 'whatsapp.send', payload: z.object({ addressId: z.number().int() }) };
export const SendReaction = {
  name: 'whatsapp.react',
  payload: z.object({ messageId: z.number().int(), emoji: z.string() }),
};
export const SyncTemplates = { name: 'whatsapp.templates', payload: z.object({}) };
