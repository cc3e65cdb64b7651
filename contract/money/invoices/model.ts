import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Cents } from '#contract/money.ts';
import { StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { INVOICE_KIND_NAMES } from './rules.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });
const text = (least: number, error: string, most = 120) =>
  z
    .string()
    .trim()
    .min(least, { error })
    .max(most, { error: `Escribe como máximo ${most} caracteres.` });
const int = () => z.number().int();
const Link = int().positive().nullable().default(null);
const Positive = Cents.min(1, { error: 'El monto debe ser mayor que cero.' });

/** A supplier or contractor as the sender of invoices. */
export const Payee = Named.extend({ ruc: z.string(), dv: z.string(), kind: z.string() });
export type Payee = z.infer<typeof Payee>;

export const InvoiceRow = z.object({
  id: int(),
  version: int(),
  kind: z.enum(INVOICE_KIND_NAMES),
  number: z.string(),
  supplier: Payee,
  company: Named,
  /** The project of its lines; null: several, or none. */
  project: Named.nullable(),
  state: Named,
  issued_on: z.string(),
  due_on: z.string(),
  late: z.boolean(),
  subtotal_centavos: int(),
  itbms_centavos: int(),
  total_centavos: int(),
  withheld_centavos: int(),
  balance_centavos: int(),
});
export type InvoiceRow = z.infer<typeof InvoiceRow>;

export const InvoiceLine = z.object({
  id: int(),
  description: z.string(),
  quantity: z.number().nullable(),
  cents: int(),
  itbms_centavos: int(),
  order_line_id: int().nullable(),
  account: Named.nullable(),
  cost_code: Named.nullable(),
  project: Named.nullable(),
  house: Named.nullable(),
  /** The house was delivered before the invoice: its cost arrives late. */
  after_delivery: z.boolean(),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

export const StoredFile = z.object({ name: z.string(), mime: z.string(), url: z.string() });

export const HistoryLine = z.object({
  id: z.number().int(),
  at: z.string(),
  who: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: z.string().nullable(),
});

export const Invoice = InvoiceRow.extend({
  cufe: z.string().nullable(),
  concept: z.string(),
  note: z.string(),
  order: Named.nullable(),
  progress_account: Named.nullable(),
  /** Of a credit note: the invoice that it corrects. */
  corrects: Named.nullable(),
  approved_on: z.string().nullable(),
  paid_on: z.string().nullable(),
  end_reason: z.string().nullable(),
  /** What did not agree when it was approved, and why it was approved all the same. */
  exception: z.object({ sentences: z.array(z.string()), reason: z.string() }).nullable(),
  /** What does not agree now. */
  mismatches: z.array(z.string()),
  lines: z.array(InvoiceLine),
  settlements: z.array(
    z.object({ id: int(), text: z.string(), on: z.string(), cents: int(), by: z.string() }),
  ),
  payments: z.array(
    z.object({
      id: int(),
      batch: Named,
      cents: int(),
      state: z.string(),
      paid_on: z.string().nullable(),
      returned_on: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** Credit notes and advances of the supplier that can still be applied. */
  applicable: z.array(
    z.object({ kind: z.enum(['credito', 'anticipo']), id: int(), text: z.string(), cents: int() }),
  ),
  document: StoredFile.nullable(),
  xml: StoredFile.nullable(),
  transitions: z.array(TransitionOffer),
  may: z.object({ edit: z.boolean(), attach: z.boolean(), apply: z.boolean() }),
  history: z.array(HistoryLine),
});
export type Invoice = z.infer<typeof Invoice>;

export const InvoiceLineForm = z
  .object({
    description: text(2, 'Escribe qué se cobra.', 200),
    quantity: z.number().positive().max(9_999_999).nullable().default(null),
    cents: Positive,
    itbms_centavos: Cents.min(0, { error: 'El ITBMS no puede ser negativo.' }).default(0),
    order_line_id: Link,
    account_id: Link,
    cost_code_id: Link,
    project_id: Link,
    house_id: Link,
  })
  .superRefine(({ account_id, cost_code_id, project_id, house_id, order_line_id, quantity }, check) => {
    const fault = (path: string, message: string) =>
      check.addIssue({ code: 'custom', path: [path], message });
    if (account_id === null && cost_code_id === null)
      fault('account_id', 'Elige la cuenta contable, o un código de costo.');
    if (house_id !== null && project_id === null) fault('project_id', 'Elige el proyecto de la vivienda.');
    if (order_line_id !== null && quantity === null) fault('quantity', 'Escribe la cantidad que se factura.');
  });
export type InvoiceLineForm = z.output<typeof InvoiceLineForm>;

export const InvoiceForm = z
  .object({
    kind: z.enum(INVOICE_KIND_NAMES).default('factura'),
    supplier_id: int().positive({ error: 'Elige de quién es.' }),
    /** The company of the group that owes it. */
    company_id: int().positive({ error: 'Elige qué empresa la debe.' }),
    number: text(1, 'Escribe el número.', 40).refine((value) => /[0-9A-Za-z]/.test(value), {
      error: 'El número lleva letras o cifras.',
    }),
    issued_on: IsoDate,
    due_on: IsoDate,
    subtotal_centavos: Positive,
    itbms_centavos: Cents.min(0, { error: 'El ITBMS no puede ser negativo.' }).default(0),
    /** ITBMS that we withhold as agent of the DGI. */
    withheld_centavos: Cents.min(0).default(0),
    concept: text(2, 'Escribe el concepto.', 200),
    note: z.string().trim().max(1000).default(''),
    cufe: z
      .string()
      .trim()
      .max(120)
      .nullable()
      .default(null)
      .transform((value) => value || null),
    order_id: Link,
    progress_account_id: Link,
    corrects_id: Link,
    lines: z.array(InvoiceLineForm).min(1, { error: 'Agrega al menos una línea.' }).max(200),
  })
  .superRefine((form, check) => {
    const fault = (path: string, message: string) =>
      check.addIssue({ code: 'custom', path: [path], message });
    if (form.due_on < form.issued_on) fault('due_on', 'El vencimiento es antes de la factura.');
    if (form.withheld_centavos > form.itbms_centavos)
      fault('withheld_centavos', 'No se retiene más que el ITBMS.');
    if (form.kind === 'nota_credito' && form.corrects_id === null)
      fault('corrects_id', 'Elige la factura que corrige.');
    if (form.kind === 'nota_credito' && (form.order_id !== null || form.progress_account_id !== null))
      fault('order_id', 'Una nota de crédito no lleva orden ni cuenta de obra.');
    const sum = (key: 'cents' | 'itbms_centavos') => form.lines.reduce((all, line) => all + line[key], 0);
    if (sum('cents') !== form.subtotal_centavos)
      fault('subtotal_centavos', 'Las líneas no suman este monto.');
    if (sum('itbms_centavos') !== form.itbms_centavos)
      fault('itbms_centavos', 'El ITBMS de las líneas no suma este monto.');
  });
export type InvoiceForm = z.output<typeof InvoiceForm>;

export const InvoiceStatusChange = StatusChange;

export const SettlementForm = z.object({
  kind: z.enum(['credito', 'anticipo'], { error: 'Elige qué se aplica.' }),
  source_id: int().positive(),
  cents: Positive,
});
export type SettlementForm = z.output<typeof SettlementForm>;

/** What the XML of an electronic invoice says (FE Panamá, rFE); amounts in centavos. */
export const ReadInvoice = z.object({
  kind: z.enum(INVOICE_KIND_NAMES),
  number: z.string(),
  cufe: z.string().nullable(),
  issued_on: z.string(),
  due_on: z.string().nullable(),
  ruc: z.string(),
  dv: z.string(),
  name: z.string(),
  /** The supplier with this RUC in the system. */
  supplier_id: int().nullable(),
  /** Our company with the receiver's RUC. */
  company_id: int().nullable(),
  receiver_ruc: z.string().nullable(),
  subtotal_centavos: int(),
  itbms_centavos: int(),
  withheld_centavos: int(),
  total_centavos: int(),
  items: z.array(
    z.object({ description: z.string(), quantity: z.number(), cents: int(), itbms_centavos: int() }),
  ),
  /** The live invoice with this number or CUFE. */
  taken: Named.nullable(),
});
export type ReadInvoice = z.infer<typeof ReadInvoice>;

/** What an invoice of a supplier may refer to. */
export const SupplierOpen = z.object({
  due_days: int(),
  withholds: z.boolean(),
  orders: z.array(
    Named.extend({
      project_id: int(),
      house_id: int().nullable(),
      lines: z.array(
        z.object({
          id: int(),
          material: z.string(),
          unit: z.string(),
          price_centavos: int(),
          taxed: z.boolean(),
          cost_code_id: int().nullable(),
          /** Received and not invoiced yet. */
          open: z.number(),
        }),
      ),
    }),
  ),
  accounts: z.array(
    Named.extend({
      gross_centavos: int(),
      itbms_centavos: int(),
      withheld_centavos: int(),
      project_id: int(),
    }),
  ),
  invoices: z.array(Named),
});
export type SupplierOpen = z.infer<typeof SupplierOpen>;

export const AdvanceRow = z.object({
  id: int(),
  version: int(),
  code: z.string(),
  supplier: Named,
  company: Named,
  project: Named.nullable(),
  order: Named.nullable(),
  reason: z.string(),
  state: Named,
  asked_on: z.string(),
  paid_on: z.string().nullable(),
  cents: int(),
  settled_centavos: int(),
  transitions: z.array(TransitionOffer),
});
export type AdvanceRow = z.infer<typeof AdvanceRow>;

export const AdvanceForm = z.object({
  supplier_id: int().positive({ error: 'Elige el proveedor.' }),
  company_id: int().positive({ error: 'Elige qué empresa paga.' }),
  project_id: Link,
  order_id: Link,
  cents: Positive,
  reason: text(3, 'Escribe para qué es.', 500),
});
export type AdvanceForm = z.output<typeof AdvanceForm>;
