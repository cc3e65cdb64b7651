import { z } from 'zod';
import { page } from '#contract/page.ts';
import { PurchaseHead } from '#contract/sales/purchase/pages.ts';
import { SaleName } from '#contract/sales/purchase/model.ts';
import { PageParam } from './bankData.model.ts';

/** The customer's form, one page at a time. */
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
    /** Profile version, to tell whether the session storage is older. */
    version: z.number().int(),
    pagina: z.number().int(),
    /** Opened by a link: before a one-time code, no saved value is shown or changed. */
    codeDue: z.boolean(),
    /** The URL asks to skip this page: the page presses its skip button by itself. */
    skip: z.boolean(),
    /** Why the whole form is closed; null while it is open. */
    closed: z.string().nullable(),
    /** Why this page cannot be changed; null when it can. */
    locked: z.string().nullable(),
    sentAt: z.string().nullable(),
    consent: z.object({ given: z.boolean(), text: z.string() }),
    /** Values of this page; on the last page, of all pages. */
    values: z.record(z.string(), z.string()),
    rows: z.object({
      deudas: z.array(z.record(z.string(), z.string())),
      referencias: z.array(z.record(z.string(), z.string())),
      grupo_familiar: z.array(z.record(z.string(), z.string())),
    }),
    /** Number of debts when there are too many to list; they are stored unchanged. */
    manyDebts: z.number().int(),
    fixed: z.array(z.string()),
    errors: z.array(z.object({ field: z.string(), message: z.string() })),
    pages: z.array(
      z.object({
        page: z.number().int(),
        label: z.string(),
        state: z.enum(['pendiente', 'verificada', 'archivada']),
        /** Saved once, or skipped. */
        done: z.boolean(),
        skipped: z.boolean(),
        missing: z.array(z.object({ name: z.string(), label: z.string() })),
      }),
    ),
    relationships: z.array(z.string()),
    provinces: z.array(z.string()),
    /** Estimate of the loan; null while a value is missing. */
    loan: z
      .object({
        amountCents: z.number().int(),
        /** At the bank's own rate; `rate` in percent 0-100. */
        installmentCents: z.number().int(),
        rate: z.number(),
        /** First months with preferential interest; null when it does not apply. */
        helped: z.object({ installmentCents: z.number().int(), months: z.number().int() }).nullable(),
      })
      .nullable(),
    today: z.string(),
    cedulaMaxEntry: z.number().int(),
  }),
});
