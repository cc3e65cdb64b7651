import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

/** A PDF that somebody wants to verify. It is looked at and thrown away. */
const VERIFIED_FILE = {
  maxCount: 1,
  maxSize: 25 * 1_048_576,
  types: ['application/pdf'],
} as const;

export const verifyDocument = endpoint({
  method: 'POST',
  path: '/verificar',
  access: 'public',
  touches: [],
  summary: 'Dice si un PDF es el que se selló; no guarda el archivo',
  body: z.object({}),
  files: { documento: VERIFIED_FILE },
  answer: z.object({ success: z.string(), redirect: z.string() }),
  limit: { max: 20, seconds: 60 },
  ownTransactions: true,
  seeOther: ({ redirect }: { redirect: string }) => redirect,
});
