import { z } from 'zod';
import { page } from '#contract/page.ts';
import { QuoteOutcome } from './model.ts';

/** What a buyer sees of a proforma: the latest version that was sent. */
export const quotePage = page({
  name: 'sales/quotes/QuotePage',
  path: '/proforma/:token',
  access: 'public',
  params: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
  title: 'Tu proforma',
  data: z.object({
    token: z.string(),
    code: z.string(),
    number: z.number().int(),
    customer: z.string(),
    project: z.string(),
    place: z.string(),
    model: z.object({
      name: z.string(),
      bedrooms: z.number(),
      bathrooms: z.number(),
      area_m2: z.number(),
    }),
    lot: z.string().nullable(),
    delivery_month: z.string().nullable(),
    bank: z.string().nullable(),
    date: z.string(),
    valid_until: z.string(),
    term_months: z.number().int(),
    cash: z.boolean(),
    model_centavos: z.number().int(),
    lot_premium_centavos: z.number().int(),
    extras: z.array(z.object({ nombre: z.string(), centavos: z.number().int() })),
    note: z.string().nullable(),
    // The ratio to the family's income stays in the office.
    result: QuoteOutcome.omit({ ratio: true, notes: true }),
    adviser: z.object({ name: z.string(), phone: z.string().nullable() }).nullable(),
    /** What changed since the version before, in words; empty for the first. */
    changes: z.array(z.string()),
    accepted_at: z.string().nullable(),
    /** Why it cannot be accepted now; null when it can. */
    why_not: z.string().nullable(),
    /** The purchase that came of it. */
    purchase: z.boolean(),
  }),
});
