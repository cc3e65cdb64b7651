import { z } from 'zod';
import { page } from '#contract/page.ts';
import { QuoteOutcome } from './model.ts';

/** A quote for the buyer: the latest sent version. */
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
    // The ratio to the family's income is only for the office.
    result: QuoteOutcome.omit({ ratio: true, notes: true }),
    adviser: z.object({ name: z.string(), phone: z.string().nullable() }).nullable(),
    /** Changes since the previous version, in words; empty for the first. */
    changes: z.array(z.string()),
    accepted_at: z.string().nullable(),
    /** Why it cannot be accepted now; null when it can. */
    why_not: z.string().nullable(),
    /** A purchase was created from it. */
    purchase: z.boolean(),
    /** The page of that purchase, when it is open in this browser. */
    purchase_href: z.string().nullable(),
    /** The buyer can go on to the purchase. */
    can_buy: z.boolean(),
  }),
});
