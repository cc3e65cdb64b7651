import { z } from 'zod';
import { PayTo } from '#contract/projects/bankAccounts/model.ts';
import { Picture, page } from '#contract/page.ts';
import { ModelCard, PublicPlan, Terms } from '#contract/projects/projects/pages.ts';
import { SaleName } from './model.ts';
import { PAPER_FIELDS } from './rules.ts';
import { PAYMENT_FORMS, SECTORS } from '#contract/sales/sale/values.ts';

const Instant = z.string();
const Cents = z.number().int().nonnegative();
const anyName = z.object({ codigo: SaleName });

/** What every page of a purchase says of it. */
export const PurchaseHead = z.object({
  id: z.number().int(),
  /** Null while it is a draft. */
  code: z.string().nullable(),
  /** For addresses: the code, else the id. */
  name: z.string(),
  buyer: z.string(),
  project: z.object({ slug: z.string(), name: z.string(), place: z.string() }),
  /** False while the buyer has chosen none: what stands here in its place, and its price, are not shown. */
  chosen: z.boolean(),
  model: z.object({ id: z.number().int(), name: z.string(), picture: Picture.nullable() }),
  lot: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** When the lot is freed if nothing happens; null: it does not end by itself, or there is none. */
  lotUntil: Instant.nullable(),
  /** What was agreed; of a draft, what it would be today. */
  priceCents: Cents,
  /** Of a draft, what it was when it began, where that was another price; null otherwise. */
  priceBeganCents: Cents.nullable(),
  /** Digits, as wa.me takes them. */
  sellerPhone: z.string().nullable(),
});
export type PurchaseHead = z.infer<typeof PurchaseHead>;

/** A lot as a buyer may choose it. */
export const LotOption = z.object({
  id: z.number().int(),
  name: z.string(),
  block: z.string(),
  areaM2: z.number(),
  /** On top of the model's price. */
  premiumCents: z.number().int(),
  free: z.boolean(),
  mine: z.boolean(),
  hasHouse: z.boolean(),
});
export type LotOption = z.infer<typeof LotOption>;

/** A paper's slot. */
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
  /** Takes a file now. */
  open: z.boolean(),
  /** Approved, and dead before the bank would answer: it is wanted again. Its last good day there. */
  renewBefore: z.string().nullable(),
  file: z
    .object({
      name: z.string(),
      size: z.number().int(),
      mime: z.string(),
      /** Null while a code is due to see it (identity papers from another browser). */
      url: z.string().nullable(),
    })
    .nullable(),
  /** Why it was rejected. */
  reason: z.string().nullable(),
  expiresOn: z.string().nullable(),
  attachedText: z.string(),
});
export type PaperSlot = z.infer<typeof PaperSlot>;

/** A file that began to be sent from this sale and is not whole yet. */
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
    /** The lot asked for in the address, when it is free. */
    chosenLotId: z.number().int().nullable(),
    holdMinutes: z.number().int(),
    reservationHours: z.number().int(),
    sellerPhone: z.string().nullable(),
    /** The visitor's own open draft of this model: sending the form goes on with it. */
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

/** The form's values as they were typed; '' where there is nothing. Amounts and telephones as people write them. */
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
  /** Faults of what was typed, by field, to show beside it. */
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  missing: z.array(z.object({ field: z.string(), label: z.string() })),
  consents: z.object({
    datos: z.object({ given: z.boolean(), text: z.string(), version: z.string() }),
    apc: z.object({ given: z.boolean(), text: z.string(), version: z.string() }),
  }),
  /** Every slot of the form: those of one file, and the beneficiaries' that have one. */
  papers: z.array(PaperSlot),
  uploads: z.array(OpenUpload),
  /** To choose another lot, or one at all. */
  lots: z.array(LotOption),
  /** Which papers are asked for, and how they are called, by sector and form of payment: the page follows the radios at once. */
  checklists: z.array(
    z.object({
      sector: z.enum(SECTORS),
      forma_pago: z.enum(PAYMENT_FORMS),
      papers: z.array(z.object({ field: z.enum(PAPER_FIELDS), label: z.string(), required: z.boolean() })),
    }),
  ),
  /** What the drawing in the form agrees to: the paragraphs of the text that is signed. */
  declarations: z.array(z.string()),
  relationships: z.array(z.object({ id: z.number().int(), name: z.string() })),
  separationCents: Cents,
  reservationHours: z.number().int(),
  /** Where the separation is paid; null while the company has not said it. */
  payTo: PayTo.nullable(),
  /** Digits of the last group of a cédula. */
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

/** Without a name: leads to the open draft of this browser, else to "perdí mi enlace". */
export const openPrecontractPage = page({
  name: 'sales/purchase/PrecontractPage',
  path: '/clientes/precontrato',
  access: 'public',
  title: 'Tu pre-contrato',
  wasm: true,
  data: precontractData,
});

/** "Perdí mi enlace": the form's calls are the auth module's. */
export const lostLinkPage = page({
  name: 'sales/purchase/LostLinkPage',
  path: '/clientes/enlace',
  access: 'public',
  title: 'Encuentra tu compra',
  data: z.object({
    /** Purchases already open in this browser. */
    open: z.array(z.object({ name: z.string(), title: z.string() })),
  }),
});
