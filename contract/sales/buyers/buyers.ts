import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { StaffLook } from '#contract/company/outbox/looks.ts';
import { OfficeForm } from '#contract/sales/sale/form.ts';
import { Named } from '#contract/sales/sale/model.ts';
import { ActionOffer } from '#contract/offers.ts';

const of = '/api/sale/precontracts/:id/buyers' as const;
const one = `${of}/:comprador_id` as const;
const params = z.object({ id: Id });
const oneParams = z.object({ id: Id, comprador_id: Id });
const version = z.number().int().optional();
const Action = ActionOffer.nullable();

export const BuyerRoleName = z.enum(['comprador', 'codeudor'], { error: 'Elige comprador o codeudor.' });

/** A buyer or co-debtor of a sale. */
export const SaleBuyer = z.object({
  /** Null: the main buyer. */
  id: z.number().int().nullable(),
  person: Named,
  role: BuyerRoleName,
  contact: z.boolean(),
  /** E.164 */
  phone: z.string(),
  email: z.string().nullable(),
  document: z.string().nullable(),
  signed_at: z.string().nullable(),
  rejected_at: z.string().nullable(),
  /** Staff who saw a code or link of the sale before this signature. */
  seen_by_staff: z.array(StaffLook),
  actions: z.object({ contact: Action, remove: Action, link: Action }),
});
export type SaleBuyer = z.infer<typeof SaleBuyer>;

export const SaleBuyers = z.object({
  version: z.number().int(),
  /** The main buyer first. */
  buyers: z.array(SaleBuyer),
  /** Every buyer has signed the pre-contract. */
  signed: z.boolean(),
  add: z.object({ comprador: Action, codeudor: Action }),
});
export type SaleBuyers = z.infer<typeof SaleBuyers>;

export const NewSaleBuyer = z.object({
  rol: BuyerRoleName,
  nombre: OfficeForm.shape.nombre,
  celular: OfficeForm.shape.celular,
  email: OfficeForm.shape.email.default(null),
  tipo_documento: OfficeForm.shape.tipo_documento.optional(),
  cedula: OfficeForm.shape.cedula.optional(),
  /** Required to store more than name, phone and mail (rulings.md 17). */
  consentimiento_datos: z.boolean().optional(),
  /** An existing person within the user's scope. */
  persona_id: z.number().int().min(1).optional(),
  /** A different person, although telephone, document or mail are the same. */
  otra_persona: z.boolean().optional(),
  version,
});
export type NewSaleBuyer = z.infer<typeof NewSaleBuyer>;

const answer = data(SaleBuyers);

export const listSaleBuyers = endpoint({
  method: 'GET',
  path: of,
  access: 'ventas.ver',
  shows: ['precontrato'],
  summary: 'Quiénes compran juntos, quién es el contacto y quién ha firmado',
  params,
  answer,
});

export const addSaleBuyer = endpoint({
  method: 'POST',
  path: of,
  access: 'ventas.editar',
  touches: ['precontrato', 'persona', 'documento'],
  summary: 'Agrega un comprador o un codeudor a la venta',
  params,
  body: NewSaleBuyer,
  answer,
  status: 201,
  errors: ['PERSON_EXISTS', 'STALE', 'TRANSITION', 'BUYER_TWICE'],
  idempotent: true,
});

export const setSaleContact = endpoint({
  method: 'PATCH',
  path: `${of}/contact`,
  access: 'ventas.editar',
  touches: ['precontrato', 'persona'],
  summary: 'Elige a quién van los correos y enlaces de la venta',
  params,
  body: z.object({
    /** Null: the main buyer. */
    comprador_id: z.number().int().min(1).nullable(),
    version,
  }),
  answer,
  errors: ['STALE', 'TRANSITION'],
});

export const removeSaleBuyer = endpoint({
  method: 'DELETE',
  path: one,
  access: 'ventas.editar',
  touches: ['precontrato', 'persona', 'documento'],
  summary: 'Quita a un comprador o codeudor que todavía no figura en una firma',
  params: oneParams,
  answer,
  errors: ['TRANSITION'],
});

export const sendBuyerLink = endpoint({
  method: 'POST',
  path: `${one}/link`,
  access: 'ventas.editar',
  touches: ['precontrato', 'correo'],
  summary: 'Envía a un comprador su propio enlace a la compra',
  params: oneParams,
  answer: z.object({ success: z.string() }),
  errors: ['TRANSITION'],
  limit: { max: 20, seconds: 60 },
});
