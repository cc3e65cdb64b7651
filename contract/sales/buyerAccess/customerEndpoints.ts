import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { Phone } from '#contract/phone.ts';
import { FORM, SaleChoice, SixDigits } from '#contract/company/auth/model.ts';

/** What a call answers with 403 when a one-time code has to be given first (rulings 11). */
export const CODE_NEEDED = 'CODE_NEEDED';

/** Sends six digits to the phone or address on file. Another's sale: 404. */
export const sendCustomerCode = endpoint({
  method: 'POST',
  path: '/clientes/codigo',
  access: 'client',
  summary: 'Manda un código de un solo uso para ver papeles, firmar o cambiar el celular',
  body: SaleChoice,
  files: FORM,
  answer: z.object({ success: z.string(), redirect: z.string() }),
  errors: ['TOO_MANY'],
  seeOther: ({ redirect }: { redirect: string }) => redirect,
  again: ['precontrato_id'],
  ownTransactions: true,
});

/** Opens what asks for a code, in this browser, until `hasta` (30 minutes). 422 CODE at `clave`. */
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

/** Who lost the link: a phone or an identity number, at least one. */
const Lost = z.object({
  /** An empty field of a form is none. */
  celular: z.preprocess((typed) => (typed === '' ? undefined : typed), Phone.optional()),
  cedula: z.string().trim().max(40).optional(),
});

/** "Perdí mi enlace": the same sentence, after the same time, whether there is a sale or not. */
export const sendLostLinkCode = endpoint({
  method: 'POST',
  path: '/clientes/enlace',
  access: 'public',
  summary: 'Manda un código al celular o correo registrado para volver a abrir la compra',
  body: Lost,
  files: FORM,
  answer: z.object({ success: z.string() }),
  errors: ['TOO_MANY'],
  seeOther: () => '/clientes/enlace',
  ownTransactions: true,
});

/** Opens the person's sales in this browser; `redirect` leads to the next action. 422 CODE at `clave`. */
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

/** Closes the sale in every browser of its customer too. Outside the scope: 404. */
export const revokeSaleLinks = endpoint({
  method: 'DELETE',
  path: '/api/sale/precontracts/:id/enlaces',
  access: 'ventas.editar',
  summary: 'Anula todos los enlaces de una venta',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.string() }),
});
