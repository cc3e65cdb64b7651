import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { Phone } from '#contract/phone.ts';
import { FORM, SaleChoice, SixDigits } from '#contract/company/auth/model.ts';

/** Error code of a 403 that requires a one-time code first (rulings 11). */
export const CODE_NEEDED = 'CODE_NEEDED';

/** Sends six digits to the stored phone or mail. 404 for another customer's sale. */
export const sendCustomerCode = endpoint({
  method: 'POST',
  path: '/clientes/codigo',
  access: 'client',
  summary: 'Envía un código de un solo uso para ver documentos, firmar o cambiar el celular',
  body: SaleChoice,
  files: FORM,
  answer: z.object({ success: z.string(), redirect: z.string() }),
  errors: ['TOO_MANY'],
  seeOther: ({ redirect }: { redirect: string }) => redirect,
  again: ['precontrato_id'],
  ownTransactions: true,
});

/** Verifies this browser until `hasta` (30 minutes). 422 CODE at `clave`. */
export const confirmCustomerCode = endpoint({
  method: 'POST',
  path: '/clientes/codigo/confirmar',
  access: 'client',
  summary: 'Confirma el código en este navegador por 30 minutos',
  body: SaleChoice.extend({ clave: SixDigits }),
  files: FORM,
  answer: z.object({ success: z.string(), hasta: z.string(), redirect: z.string() }),
  errors: ['CODE', 'TOO_MANY'],
  seeOther: ({ redirect }: { redirect: string }) => redirect,
  again: ['precontrato_id', 'clave'],
  ownTransactions: true,
});

/** For a lost link: a phone or an identity number, at least one. */
const Lost = z.object({
  /** An empty form field counts as missing. */
  celular: z.preprocess((typed) => (typed === '' ? undefined : typed), Phone.optional()),
  cedula: z.string().trim().max(40).optional(),
});

/** "Perdí mi enlace": same message and response time whether a sale exists or not. */
export const sendLostLinkCode = endpoint({
  method: 'POST',
  path: '/clientes/enlace',
  access: 'public',
  summary: 'Envía un código al celular o correo registrado para volver a abrir la compra',
  body: Lost,
  files: FORM,
  answer: z.object({ success: z.string() }),
  errors: ['TOO_MANY'],
  seeOther: () => '/clientes/enlace?codigo=enviado',
  ownTransactions: true,
});

/** Opens the person's sales in this browser; `redirect` goes to the next action. 422 CODE at `clave`. */
export const confirmLostLinkCode = endpoint({
  method: 'POST',
  path: '/clientes/enlace/confirmar',
  access: 'public',
  summary: 'Abre en este navegador las compras de la persona, con el código que recibió',
  body: Lost.extend({ clave: SixDigits }),
  files: FORM,
  answer: z.object({ success: z.string(), redirect: z.string() }),
  errors: ['CODE', 'TOO_MANY'],
  seeOther: (answer: { redirect: string }) => answer.redirect,
  ownTransactions: true,
});

/** Also closes the sale in every browser of its customer. 404 outside the scope. */
export const revokeSaleLinks = endpoint({
  method: 'DELETE',
  path: '/api/sale/precontracts/:id/enlaces',
  access: 'ventas.editar',
  touches: ['precontrato'],
  summary: 'Anula todos los enlaces de una venta',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.string() }),
});
