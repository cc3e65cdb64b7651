import { z } from 'zod';
import { MyHandover } from '#contract/care/handover/mine.ts';
import { page } from '#contract/page.ts';
import { OnlinePay } from '#contract/money/onlineDeposits/mine.ts';
import { MyMoney } from '#contract/money/account/myMoney.ts';
import { MyDocument } from '#contract/legal/envelopes/mine.ts';
import { MyRefund } from '#contract/money/refunds/model.ts';
import { PayTo } from '#contract/projects/bankAccounts/model.ts';
import { CONSENT_KINDS } from '#contract/sales/consents/consents.ts';
import { Asked } from '#contract/sales/purchase/asked.ts';
import { MyHouse } from '#contract/works/delivery/family.ts';
import { Leaving } from '#contract/sales/purchase/leaving.ts';
import { SaleName } from '#contract/sales/purchase/model.ts';
import { LotOption, OpenUpload, PaperSlot, PurchaseHead } from '#contract/sales/purchase/pages.ts';
import { Stage } from '#contract/sales/purchase/stages.ts';
import { NextStep } from './steps.ts';

const Instant = z.string();
const Cents = z.number().int().nonnegative();
const anyName = z.object({ codigo: SaleName });
/** The redirect's bare path ends in a slash: then the name is empty. */
const maybeName = z.object({
  codigo: z.union([z.literal('').transform(() => undefined), SaleName]).optional(),
});

const nextData = z.object({
  sale: PurchaseHead,
  next: NextStep,
  /** The form was just sent and is complete. */
  received: z.boolean(),
  /** A form sent without consents: the texts to accept before its data is deleted. */
  asked: Asked.nullable(),
  /** The payment that was just reported: its receipt for the buyer, until accounting answers. */
  reported: z
    .object({
      title: z.string(),
      cents: Cents,
      at: Instant,
      /** The number of the transfer, as typed. */
      reference: z.string().nullable(),
      /** Where the report can be corrected. */
      href: z.string(),
    })
    .nullable(),
  /** Where the code went that a form without script just requested. */
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

/** Without code or id: the sale of the cookie, else help to find it again. */
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
    /** Who ceded the purchase to its buyer, and when. */
    cededBy: z.object({ name: z.string(), at: Instant }).nullable(),
    stages: z.array(Stage),
    /** Month of delivery YYYY-MM; null when unknown or when the purchase has ended. */
    deliveryMonth: z.string().nullable(),
    /** The works of the house; null before they begin or when the purchase has ended. */
    house: MyHouse.nullable(),
    /** The delivery of the house, its punch list and warranty; null before it is scheduled. */
    handover: MyHandover.nullable(),
    papers: z.array(PaperSlot),
    uploads: z.array(OpenUpload),
    /** Missing consents, with their texts. */
    permits: z.array(z.object({ kind: z.enum(CONSENT_KINDS), text: z.string() })),
    /** The employment sector must come first: it decides which income documents are requested. */
    asksWork: z.boolean(),
    /** Identity and income documents need a one-time code first. */
    codeDue: z.boolean(),
    /** The claim expired unpaid: its previous lot, and all lots that suit the model. */
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
        /** As printed. */
        receiptNumber: z.string().nullable(),
        /** Can be reported now. */
        open: z.boolean(),
        /** The customer may still correct the report. */
        correctable: z.boolean(),
        /** Where to pay, while it is open. */
        payTo: PayTo.nullable(),
        online: OnlinePay.nullable(),
      })
      .nullable(),
    /** Dues other than the separation, payments, and links for reporting and documents. */
    money: MyMoney,
    /** Refund of an ended purchase. */
    refund: MyRefund.nullable(),
    /** Signature of the buyer who opened the purchase here. */
    signed: z.object({ at: Instant }).nullable(),
    /** Documents that this buyer signs, and the signed ones. */
    documents: z.array(MyDocument),
    /** People who buy together; empty for a single buyer. */
    partners: z.array(
      z.object({
        name: z.string(),
        role: z.enum(['comprador', 'codeudor']),
        me: z.boolean(),
        contact: z.boolean(),
        signed: z.boolean(),
      }),
    ),
    /** Data for the banks; null when no bank is involved. */
    bankData: z.object({ sent: z.boolean() }).nullable(),
    /** Banks with an application, and their answers in plain words. */
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
    /** The promise of sale that was sent: where this buyer signs, and the signed copy. */
    promise: z
      .object({
        code: z.string(),
        /** In plain words. */
        told: z.string(),
        signHref: z.string().nullable(),
        copyHref: z.string().nullable(),
      })
      .nullable(),
    /** What may be withdrawn: consents, the purchase. */
    leaving: Leaving.nullable(),
    processor: z.string().nullable(),
    /** The next visit. */
    visit: z.object({ href: z.string(), text: z.string() }).nullable(),
    others: z.array(z.object({ name: z.string(), title: z.string() })),
  }),
});
