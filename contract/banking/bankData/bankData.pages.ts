import { z } from 'zod';
import { page } from '#contract/page.ts';
import { PurchaseHead } from '#contract/sales/purchase/pages.ts';
import { SaleName } from '#contract/sales/purchase/model.ts';
import { PageParam } from './bankData.model.ts';

/** The customer's form: one page of it at a time. */
export const bankDataPage = page({
  name: 'banking/bankData/BankDataPage',
  path: '/tramites/:codigo/datos-bancarios',
  access: 'client',
  params: z.object({ codigo: SaleName }),
  query: z.object({
    pagina: PageParam.catch(1).default(1),
    ignorar_pagina: z.string().max(10).optional().catch(undefined),
  }),
  title: 'Datos para el banco',
  referrer: 'same-origin',
  data: z.object({
    sale: PurchaseHead,
    /** Of the profile: what the session storage was kept with. */
    version: z.number().int(),
    pagina: z.number().int(),
    /** Opened by a link: nothing of what was filled in is shown, nor changed, before a one-time code. */
    codeDue: z.boolean(),
    /** The address asks for this page to be passed over: it presses its button by itself. */
    skip: z.boolean(),
    /** Why nothing can be changed any more; null while it can. */
    closed: z.string().nullable(),
    /** Why this page cannot be changed; null when it can. */
    locked: z.string().nullable(),
    sentAt: z.string().nullable(),
    consent: z.object({ given: z.boolean(), text: z.string() }),
    /** Of this page; on the last one of all of them. */
    values: z.record(z.string(), z.string()),
    rows: z.object({
      deudas: z.array(z.record(z.string(), z.string())),
      referencias: z.array(z.record(z.string(), z.string())),
      grupo_familiar: z.array(z.record(z.string(), z.string())),
    }),
    /** So many that they are kept as they are and not listed. */
    manyDebts: z.number().int(),
    fixed: z.array(z.string()),
    errors: z.array(z.object({ field: z.string(), message: z.string() })),
    pages: z.array(
      z.object({
        page: z.number().int(),
        label: z.string(),
        state: z.enum(['pendiente', 'verificada', 'archivada']),
        /** Kept once, or passed over. */
        done: z.boolean(),
        skipped: z.boolean(),
        missing: z.array(z.object({ name: z.string(), label: z.string() })),
      }),
    ),
    relationships: z.array(z.string()),
    provinces: z.array(z.string()),
    /** What the loan would be: null while something lacks. */
    loan: z
      .object({
        amountCents: z.number().int(),
        /** At the bank's own rate, percent as 0-100. */
        installmentCents: z.number().int(),
        rate: z.number(),
        /** The first months with the preferential interest; null where it does not apply. */
        helped: z.object({ installmentCents: z.number().int(), months: z.number().int() }).nullable(),
      })
      .nullable(),
    today: z.string(),
    cedulaMaxEntry: z.number().int(),
  }),
});
