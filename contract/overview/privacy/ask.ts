import { z } from 'zod';
import { FORM } from '#contract/company/auth/model.ts';
import { endpoint } from '#contract/endpoint.ts';
import { page } from '#contract/page.ts';
import { Kind } from './rights.ts';

/** A person's own request about their data (Ley 81 de 2019). Same answer whether the person is known or not. */
export const askRight = endpoint({
  method: 'POST',
  path: '/privacidad/solicitud',
  access: 'public',
  summary: 'Recibe la solicitud de derechos de una persona sobre sus datos',
  body: z.object({
    derecho: z.preprocess(
      (typed) => (typed === '' ? undefined : typed),
      z.enum(Kind.options, { error: 'Elige qué pides.' }),
    ),
    detalle: z
      .string({ error: 'Escribe qué pides.' })
      .trim()
      .min(3, { error: 'Escribe qué pides.' })
      .max(2000, { error: 'Escribe como máximo 2000 caracteres.' }),
    /** Cédula, passport or RUC; not needed in a browser where a purchase was opened with a code. */
    cedula: z.string().trim().max(40).default(''),
    /** The phone or mail that the company has. */
    contacto: z.string().trim().max(120).default(''),
  }),
  files: FORM,
  answer: z.object({ success: z.string(), redirect: z.string() }),
  errors: ['TOO_MANY'],
  seeOther: ({ redirect }: { redirect: string }) => redirect,
  again: ['derecho', 'detalle', 'cedula', 'contacto'],
  limit: { max: 30, seconds: 60 },
  ownTransactions: true,
});

export const rightAskedPage = page({
  name: 'overview/privacy/RightAskedPage',
  path: '/privacidad/recibida',
  access: 'public',
  query: z.object({ derecho: Kind.catch('acceso') }),
  title: 'Recibimos tu solicitud',
  data: z.object({ kind: Kind, due: z.string() }),
});
