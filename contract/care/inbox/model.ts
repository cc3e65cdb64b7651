import { z } from 'zod';
import { Id } from '#contract/ids.ts';

/** What a quick answer may name: the server writes it for the person of the conversation. */
export const QUICK_WORDS = {
  nombre: 'Nombre de la persona',
  asesor: 'Tu nombre',
  empresa: 'Nombre de la empresa',
  proyecto: 'Proyecto de la persona',
} as const;
export type QuickWord = keyof typeof QUICK_WORDS;

/** Quick answers of the company. */
export const QUICK_MAX = 500;

export const Shortcut = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9ñáéíóú-]{2,30}$/, 'Usa de 2 a 30 letras, números o guiones, sin espacios.');

export const QuickText = z
  .string()
  .trim()
  .min(1, 'Escribe la respuesta.')
  .max(2000, 'La respuesta tiene a lo más 2000 caracteres.')
  .refine(
    (text) => [...text.matchAll(/\{(\w+)\}/g)].every(([, word]) => Object.hasOwn(QUICK_WORDS, word!)),
    `Solo se pueden usar ${Object.keys(QUICK_WORDS)
      .map((word) => `{${word}}`)
      .join(', ')}.`,
  );

export const NewQuickAnswer = z.object({
  shortcut: Shortcut,
  text: QuickText,
  /** Only who has that role is offered it; null: everybody. */
  role_id: Id.nullable(),
});
export type NewQuickAnswer = z.infer<typeof NewQuickAnswer>;

export const QuickAnswer = z.object({
  id: z.number().int(),
  shortcut: z.string(),
  text: z.string(),
  role: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  version: z.number().int(),
});
export type QuickAnswer = z.infer<typeof QuickAnswer>;
/** One as it would be sent, with its words filled in. */
export const QuickOffer = QuickAnswer.pick({ id: true, shortcut: true, text: true });
export type QuickOffer = z.infer<typeof QuickOffer>;

/** How fast customers are answered. Minutes; null: nobody was. */
export const AnswerTimes = z.object({
  days: z.number().int(),
  answers: z.number().int(),
  median_minutes: z.number().nullable(),
  /** The first answer that a person ever got. */
  first_median_minutes: z.number().nullable(),
  waiting: z.number().int(),
  longest_waiting_minutes: z.number().nullable(),
});
export type AnswerTimes = z.infer<typeof AnswerTimes>;
