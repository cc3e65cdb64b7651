import { z } from 'zod';
import { page } from '#contract/page.ts';
import { MyMoney } from '#contract/money/account/myMoney.ts';
import { MyRefund } from '#contract/money/refunds/model.ts';
import { PayTo } from '#contract/projects/bankAccounts/model.ts';
import { CONSENT_KINDS } from '#contract/sales/consents/consents.ts';
import { Asked } from '#contract/sales/purchase/asked.ts';
import { Leaving } from '#contract/sales/purchase/leaving.ts';
import { SaleName } from '#contract/sales/purchase/model.ts';
import { LotOption, OpenUpload, PaperSlot, PurchaseHead } from '#contract/sales/purchase/pages.ts';
import { Stage } from '#contract/sales/purchase/stages.ts';
import { NextStep } from './steps.ts';

const Instant = z.string();
const Cents = z.number().int().nonnegative();
const anyName = z.object({ codigo: SaleName });
/** The redirect's bare path ends in a slash: then there is no name. */
const maybeName = z.object({
  codigo: z.union([z.literal('').transform(() => undefined), SaleName]).optional(),
});

const nextData = z.object({
  sale: PurchaseHead,
  next: NextStep,
  /** Just sent and complete: says so. */
  received: z.boolean(),
  /** What a form sent that spoke of no consent, and what there is to agree to before it is purged. */
  asked: Asked.nullable(),
  /** What was just reported as paid, in cents. */
  reported: Cents.nullable(),
  /** Where the code went that a form without script just asked for. */
  codeSent: z.string().nullable(),
  /** Other purchases of this browser. */
  others: z.array(z.object({ name: z.string(), title: z.string() })),
});

export const nextPage = page({
  name: 'overview/myPurchase/NextPage',
  path: '/clientes/siguiente/:codigo',
  access: 'public',
  params: maybeName,
  query: z.object({ codigo: z.literal('enviado').optional().catch(undefined) }),
  title: 'Tu próximo paso',
  data: nextData,
});

/** Without code or id: the sale of the cookie, else how to find it again. */
export const openNextPage = page({
  name: 'overview/myPurchase/NextPage',
  path: '/clientes/siguiente',
  access: 'public',
  title: 'Tu próximo paso',
  data: nextData,
});

export const myPurchasePage = page({
  name: 'overview/myPurchase/MyPurchasePage',
  path: '/clientes/mi-compra/:codigo',
  access: 'client',
  params: anyName,
  title: 'Mi compra',
  data: z.object({
    sale: PurchaseHead,
    state: z.object({ id: z.number().int(), label: z.string(), since: Instant }),
    next: NextStep,
    stages: z.array(Stage),
    papers: z.array(PaperSlot),
    uploads: z.array(OpenUpload),
    /** Consents that are missing now, with the text that is agreed to. */
    permits: z.array(z.object({ kind: z.enum(CONSENT_KINDS), text: z.string() })),
    /** The sector of work is to be said first: it decides which income papers are asked for. */
    asksWork: z.boolean(),
    /** Identity and income papers are shown here only after a one-time code. */
    codeDue: z.boolean(),
    /** Its time is over, unpaid: the lot that it had, and all that suit its model. */
    renewal: z.object({ lotId: z.number().int().nullable(), lots: z.array(LotOption) }).nullable(),
    separation: z
      .object({
        state: z.enum(['pendiente', 'reportado', 'confirmado', 'rechazado', 'vencido', 'otro']),
        stateLabel: z.string(),
        dueCents: Cents,
        dueAt: Instant.nullable(),
        reportedCents: Cents.nullable(),
        reportedAt: Instant.nullable(),
        reason: z.string().nullable(),
        /** As papers have it. */
        receiptNumber: z.string().nullable(),
        /** May be reported now. */
        open: z.boolean(),
        /** The report may still be corrected by its customer. */
        correctable: z.boolean(),
        /** Where it is paid, while it is open. */
        payTo: PayTo.nullable(),
      })
      .nullable(),
    /** What is due beside the separation, what was paid, and the way to report and to the papers. */
    money: MyMoney,
    /** What goes back of a purchase that ended. */
    refund: MyRefund.nullable(),
    /** By whoever opened the purchase here. */
    signed: z.object({ at: Instant }).nullable(),
    /** Who buys together; nobody when it is one alone. */
    partners: z.array(
      z.object({
        name: z.string(),
        role: z.enum(['comprador', 'codeudor']),
        me: z.boolean(),
        contact: z.boolean(),
        signed: z.boolean(),
      }),
    ),
    /** The data that banks ask for: null where no bank is asked. */
    bankData: z.object({ sent: z.boolean() }).nullable(),
    /** The banks that were asked, and what they answered, in plain words. */
    banks: z.array(
      z.object({
        bank: z.string(),
        tone: z.enum(['progress', 'positive', 'attention', 'negative']),
        text: z.string(),
        chosen: z.boolean(),
        sentAt: Instant.nullable(),
        answerDueOn: z.string().nullable(),
        letterUntil: z.string().nullable(),
      }),
    ),
    /** What may be taken back: consents, the purchase. */
    leaving: Leaving.nullable(),
    processor: z.string().nullable(),
    /** The visit that is to come. */
    visit: z.object({ href: z.string(), text: z.string() }).nullable(),
    others: z.array(z.object({ name: z.string(), title: z.string() })),
  }),
});
