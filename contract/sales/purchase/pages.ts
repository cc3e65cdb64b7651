import { z } from 'zod';
import { PayTo } from '#contract/projects/bankAccounts/model.ts';
import { Picture, page } from '#contract/page.ts';
import { ModelCard, PublicPlan, Terms } from '#contract/projects/showcase/pages.ts';
import { SaleName } from './model.ts';
import { PAPER_FIELDS } from './rules.ts';
import { PAYMENT_FORMS, SECTORS } from '#contract/sales/sale/values.ts';

const Instant = z.string();
const Cents = z.number().int().nonnegative();
const anyName = z.object({ codigo: SaleName });

/** Header data of a purchase, on each of its pages. */
export const PurchaseHead = z.object({
  id: z.number().int(),
  /** Null while it is a draft. */
  code: z.string().nullable(),
  /** For URLs: the code, else the id. */
  name: z.string(),
  buyer: z.string(),
  project: z.object({ slug: z.string(), name: z.string(), place: z.string() }),
  /** False before the buyer has chosen a model: then the model and price here are not shown. */
  chosen: z.boolean(),
  model: z.object({ id: z.number().int(), name: z.string(), picture: Picture.nullable() }),
  lot: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** When the claim on the lot ends; null: no end, or no lot. */
  lotUntil: Instant.nullable(),
  /** The agreed price; for a draft, today's price. */
  priceCents: Cents,
  /** Price when the draft began, if different; else null. */
  priceBeganCents: Cents.nullable(),
  /** Digits for wa.me. */
  sellerPhone: z.string().nullable(),
});
export type PurchaseHead = z.infer<typeof PurchaseHead>;

/** A lot for selection by the buyer. */
export const LotOption = z.object({
  id: z.number().int(),
  name: z.string(),
  block: z.string(),
  areaM2: z.number(),
  /** In addition to the model's price. */
  premiumCents: z.number().int(),
  free: z.boolean(),
  mine: z.boolean(),
  hasHouse: z.boolean(),
});
export type LotOption = z.infer<typeof LotOption>;

/** Slot for one document. */
export const PaperSlot = z.object({
  field: z.enum(PAPER_FIELDS),
  /** 1-5 for beneficiaries, else 0. */
  position: z.number().int(),
  label: z.string(),
  required: z.boolean(),
  state: z.enum([
    'pendiente',
    'cargado',
    'en_revision',
    'aprobado',
    'rechazado',
    'vencido',
    'no_aplica',
    'por_firmar',
    'firmado',
    'firma_rechazada',
    'reemplazado',
  ]),
  stateLabel: z.string(),
  /** Accepts a file now. */
  open: z.boolean(),
  /** Approved, but it expires before the bank would answer, so a newer file is requested. Its last valid day. */
  renewBefore: z.string().nullable(),
  file: z
    .object({
      name: z.string(),
      size: z.number().int(),
      mime: z.string(),
      /** Null while viewing needs a code (identity documents in another browser). */
      url: z.string().nullable(),
    })
    .nullable(),
  /** Reason of the rejection. */
  reason: z.string().nullable(),
  expiresOn: z.string().nullable(),
  attachedText: z.string(),
});
export type PaperSlot = z.infer<typeof PaperSlot>;

/** An unfinished upload of this sale. */
export const OpenUpload = z.object({
  id: z.string(),
  field: z.enum(PAPER_FIELDS),
  position: z.number().int(),
  name: z.string(),
  size: z.number().int(),
  received: z.number().int(),
});
export type OpenUpload = z.infer<typeof OpenUpload>;

export const buyPage = page({
  name: 'sales/purchase/BuyPage',
  path: '/comprar/:modelId',
  access: 'public',
  params: z.object({ modelId: z.coerce.number().int().min(1) }),
  query: z.object({ lote: z.coerce.number().int().optional() }),
  title: 'Comprar tu casa',
  robots: 'index',
  data: z.object({
    project: z.object({ slug: z.string(), name: z.string(), place: z.string() }),
    model: ModelCard,
    terms: Terms,
    separationCents: Cents,
    lots: z.array(LotOption),
    plan: PublicPlan.nullable(),
    /** The lot in the URL, when it is free. */
    chosenLotId: z.number().int().nullable(),
    holdMinutes: z.number().int(),
    reservationHours: z.number().int(),
    sellerPhone: z.string().nullable(),
    /** The visitor's open draft of this model: sending the form continues it. */
    draft: z
      .object({
        id: z.number().int(),
        nombre: z.string(),
        email: z.string(),
        celular: z.string(),
        lotId: z.number().int().nullable(),
        lotUntil: Instant.nullable(),
      })
      .nullable(),
  }),
});

/** Form values as typed; '' when empty. Amounts and telephones in display format. */
export const FormValues = z.object({
  nombre: z.string(),
  email: z.string(),
  celular: z.string(),
  tipo_documento: z.string(),
  cedula: z.string(),
  sector_trabajo: z.string(),
  estatus_laboral: z.string(),
  forma_pago: z.string(),
  origen: z.string(),
  numero_camp: z.string(),
  monto_pagado: z.string(),
  grupo_familiar: z.array(z.object({ nombre: z.string(), cedula: z.string(), parentesco: z.string() })),
});
export type FormValues = z.infer<typeof FormValues>;

const precontractData = z.object({
  sale: PurchaseHead,
  values: FormValues,
  /** Errors of typed values, by field. */
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  missing: z.array(z.object({ field: z.string(), label: z.string() })),
  consents: z.object({
    datos: z.object({ given: z.boolean(), text: z.string(), version: z.string() }),
    apc: z.object({ given: z.boolean(), text: z.string(), version: z.string() }),
  }),
  /** Every slot of the form: single files, and beneficiaries with a file. */
  papers: z.array(PaperSlot),
  uploads: z.array(OpenUpload),
  /** Lots to choose or change. */
  lots: z.array(LotOption),
  /** Requested documents with labels, by sector and form of payment: the page follows the radio buttons at once. */
  checklists: z.array(
    z.object({
      sector: z.enum(SECTORS),
      forma_pago: z.enum(PAYMENT_FORMS),
      papers: z.array(z.object({ field: z.enum(PAPER_FIELDS), label: z.string(), required: z.boolean() })),
    }),
  ),
  /** Paragraphs of the text that the signature in the form accepts. */
  declarations: z.array(z.string()),
  /** Ways in which a buyer may have heard of the project: the word that is kept, and its label. */
  origins: z.array(z.object({ value: z.string(), label: z.string() })),
  relationships: z.array(z.object({ id: z.number().int(), name: z.string() })),
  separationCents: Cents,
  reservationHours: z.number().int(),
  /** Where to pay the separation; null while the company has no account for it. */
  payTo: PayTo.nullable(),
  /** Maximum digits of a cédula's last group. */
  cedulaMaxEntry: z.number().int(),
});
export type PrecontractData = z.infer<typeof precontractData>;

export const precontractPage = page({
  name: 'sales/purchase/PrecontractPage',
  path: '/clientes/precontrato/:codigo',
  access: 'client',
  params: anyName,
  title: 'Tu pre-contrato',
  wasm: true,
  data: precontractData,
});

/** Without a name: redirects to the open draft of this browser, else to "perdí mi enlace". */
export const openPrecontractPage = page({
  name: 'sales/purchase/PrecontractPage',
  path: '/clientes/precontrato',
  access: 'public',
  title: 'Tu pre-contrato',
  wasm: true,
  data: precontractData,
});

/** "Perdí mi enlace": the form uses the endpoints of the auth module. */
export const lostLinkPage = page({
  name: 'sales/purchase/LostLinkPage',
  path: '/clientes/enlace',
  access: 'public',
  title: 'Encuentra tu compra',
  query: z.object({ codigo: z.literal('enviado').optional().catch(undefined) }),
  data: z.object({
    /** What was answered when the code was asked for without JavaScript. */
    sent: z.string().nullable(),
    /** Purchases already open in this browser. */
    open: z.array(z.object({ name: z.string(), title: z.string() })),
  }),
});
