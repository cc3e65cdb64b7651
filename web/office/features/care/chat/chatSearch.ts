import { z } from 'zod';
import { filterId } from '#web/office/lib/listSearch.ts';
import { BoxName } from '#contract/care/chat/model.ts';

/**
 * The box, the text searched for, the open room (its sid, or its number as the home page knows it), and the number of the
 * message to show there.
 */
export const ChatSearch = z.object({
  bandeja: BoxName.optional().catch(undefined),
  q: z.coerce.string().max(100).optional().catch(undefined),
  sala: z.coerce.string().max(40).optional().catch(undefined),
  mensaje: filterId,
});
export type ChatSearch = z.infer<typeof ChatSearch>;

/** Rooms that the list shows at once. */
const SHOWN = 100;

export const roomsAsked = ({ bandeja, q }: ChatSearch) => ({
  per_page: SHOWN,
  bandeja: bandeja ?? ('sin_responder' as const),
  ...(q && { q }),
});
