import { z } from 'zod';

/** Reads a source's content and indexes it. */
export const ReadSource = { name: 'chatbot.read', payload: z.object({ readingId: z.number().int() }) };
/** Answers what a customer wrote. */
export const AnswerCustomer = {
  name: 'chatbot.answer',
  payload: z.object({
    conversationId: z.number().int(),
    /** Of the customer's message. */
    seq: z.number().int(),
    /** The channel proved who writes: own facts may be told. */
    proven: z.boolean(),
  }),
};
