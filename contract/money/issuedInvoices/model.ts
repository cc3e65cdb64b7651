import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { documentError, readDocument } from '#contract/identity.ts';
import { Cents } from '#contract/money.ts';
import { HistoryLine } from '#contract/money/invoices/model.ts';
import { TransitionOffer } from '#contract/transitions.ts';
import { ISSUED_KIND_NAMES, ITBMS_RATES, RECEIVER_NAMES } from './rules.ts';

const int = () => z.number().int();
const Named = z.object({ id: int(), name: z.string() });
const text = (least: number, error: string, most = 120) =>
  z
    .string()
    .trim()
    .min(least, { error })
    .max(most, { error: `Escribe como máximo ${most} caracteres.` });

export const IssuedRow = z.object({
  id: int(),
  version: int(),
  kind: z.enum(ISSUED_KIND_NAMES),
  number: z.string(),
  company: Named,
  receiver: z.object({ name: z.string(), document: z.string() }),
  project: Named.nullable(),
  sale: Named.nullable(),
  state: Named,
  /** Why it waits or was rejected. */
  remark: z.string().nullable(),
  issued_on: z.string(),
  concept: z.string(),
  subtotal_centavos: int(),
  itbms_centavos: int(),
  total_centavos: int(),
  cufe: z.string().nullable(),
  /** Its credit note took it back. */
  credited: z.boolean(),
});
export type IssuedRow = z.infer<typeof IssuedRow>;

const IssuedLine = z.object({
  id: int(),
  description: z.string(),
  cents: int(),
  rate: int(),
  itbms_centavos: int(),
});

export const Receiver = z.object({
  receiver_type: z.enum(RECEIVER_NAMES, { error: 'Elige el tipo de cliente.' }),
  receiver_name: text(2, 'Escribe el nombre.', 160),
  /** RUC without DV, cédula, or passport. */
  receiver_document: z.string().trim().max(40).default(''),
  receiver_dv: z.string().trim().max(2).default(''),
  receiver_address: z.string().trim().max(100).default(''),
  receiver_email: z
    .string()
    .trim()
    .max(120)
    .refine((value) => value === '' || z.email().safeParse(value).success, {
      error: 'Escribe un correo válido.',
    })
    .default(''),
});
export type Receiver = z.output<typeof Receiver>;

/** What a receiver lacks for the DGI, by field; none when it is complete. */
export function receiverFaults(one: Omit<Receiver, 'receiver_email'>): { field: string; message: string }[] {
  const faults: { field: string; message: string }[] = [];
  if (one.receiver_document === '') {
    if (one.receiver_type !== 'cedula')
      faults.push({ field: 'receiver_document', message: 'Escribe el número del documento.' });
  } else if (!readDocument(one.receiver_type, one.receiver_document, 999_999))
    faults.push({ field: 'receiver_document', message: documentError(one.receiver_type) });
  if (one.receiver_type === 'ruc') {
    if (!/^\d{2}$/.test(one.receiver_dv))
      faults.push({ field: 'receiver_dv', message: 'Escribe los dos dígitos del DV.' });
    if (one.receiver_address === '')
      faults.push({ field: 'receiver_address', message: 'Escribe la dirección del contribuyente.' });
  }
  return faults;
}
const complete = (one: Receiver, check: z.RefinementCtx) => {
  for (const { field, message } of receiverFaults(one))
    check.addIssue({ code: 'custom', path: [field], message });
};

export const Issued = IssuedRow.extend(Receiver.shape).extend({
  lines: z.array(IssuedLine),
  corrects: Named.nullable(),
  credit: Named.nullable(),
  entry: Named.nullable(),
  reason: z.string().nullable(),
  protocol: z.string().nullable(),
  authorized_at: z.string().nullable(),
  imported: z.boolean(),
  qr: z.string().nullable(),
  /** Addresses of the CAFE and of the XML; null: not authorized here. */
  paper: z.string().nullable(),
  xml: z.string().nullable(),
  transitions: z.array(TransitionOffer),
  may: z.object({ edit: z.boolean(), credit: z.boolean() }),
  history: z.array(HistoryLine),
});
export type Issued = z.infer<typeof Issued>;

export const ReceiverForm = Receiver.superRefine(complete);
export type ReceiverForm = z.output<typeof ReceiverForm>;

const IssuedLineForm = z.object({
  description: text(2, 'Escribe qué se cobra.', 200),
  cents: Cents.min(1, { error: 'El monto debe ser mayor que cero.' }),
  rate: int().refine((value) => value in ITBMS_RATES, { error: 'Elige el ITBMS.' }),
  /** accounting_accounts: the income; null: other income. */
  account_id: int().positive().nullable().default(null),
});

/** An invoice of income that no other record of the system tells. */
export const IssuedForm = Receiver.extend({
  company_id: int().positive({ error: 'Elige la empresa que factura.' }),
  project_id: int().positive().nullable().default(null),
  concept: text(3, 'Escribe el concepto.', 200),
  lines: z.array(IssuedLineForm).min(1, { error: 'Agrega una línea.' }).max(100),
}).superRefine(complete);
export type IssuedForm = z.output<typeof IssuedForm>;

/** Where a company of the group issues from, and its running number. */
export const Series = z.object({
  id: int(),
  version: int(),
  company: Named.extend({ ruc: z.string(), dv: z.string() }),
  branch: z.string(),
  point: z.string(),
  last_number: int(),
  issues_from: z.string(),
  address: z.string(),
  location_code: z.string(),
  corregimiento: z.string(),
  district: z.string(),
  province: z.string(),
  coordinates: z.string(),
  phone: z.string(),
  email: z.string(),
  open: z.boolean(),
  waiting: int(),
});
export type Series = z.infer<typeof Series>;

export const SeriesForm = z.object({
  company_id: int().positive({ error: 'Elige la empresa.' }),
  branch: z.string().regex(/^\d{4}$/, { error: 'Cuatro dígitos, por ejemplo 0000.' }),
  point: z.string().regex(/^\d{3}$/, { error: 'Tres dígitos, por ejemplo 001.' }),
  /** The last number that another system gave at this point; the next is one more. */
  last_number: int().min(0, { error: 'No puede ser negativo.' }).max(2_000_000_000).default(0),
  /** Income from this day on is invoiced here. */
  issues_from: IsoDate,
  address: text(5, 'Escribe la dirección de la sucursal.', 100),
  location_code: z.string().regex(/^\d{1,2}-\d{1,2}-\d{1,3}$/, {
    error: 'Provincia, distrito y corregimiento, por ejemplo 8-8-7.',
  }),
  /** Their names, which the DGI wants beside the code. */
  corregimiento: text(2, 'Escribe el corregimiento.', 50),
  district: text(2, 'Escribe el distrito.', 50),
  province: text(2, 'Escribe la provincia.', 50),
  coordinates: z.string().regex(/^\+\d{1,2}\.\d{2,10},-\d{1,3}\.\d{2,10}$/, {
    error: 'Latitud y longitud, por ejemplo +8.9892,-79.5201.',
  }),
  phone: z
    .string()
    .trim()
    .regex(/^\d{3,4}-\d{4}$/, { error: 'Por ejemplo 264-1234.' }),
  email: z.email({ error: 'Escribe un correo válido.' }),
});
export type SeriesForm = z.output<typeof SeriesForm>;
