import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { CONSENT_KINDS } from '#contract/sales/consents/consents.ts';

const params = z.object({ id: Id });
const redirectTo = ({ redirect }: { redirect: string }) => redirect;
const answer = z.object({ success: z.string(), redirect: z.string() });
const limit = { max: 30, seconds: 60 };

/** The consent texts promise it: withdrawing is as easy as giving consent (Ley 81 de 2019). */
export const withdrawPermit = endpoint({
  method: 'POST',
  path: '/clientes/mi-compra/:id/retirar-permiso',
  access: 'client',
  summary: 'El comprador retira un permiso que dio',
  params,
  body: z.object({ permiso: z.enum(CONSENT_KINDS) }),
  files: {},
  answer,
  errors: ['CODE_NEEDED'],
  idempotent: true,
  limit,
  seeOther: redirectTo,
});

export const leavePurchase = endpoint({
  method: 'POST',
  path: '/clientes/mi-compra/:id/desistir',
  access: 'client',
  summary: 'El comprador desiste: en el acto antes de dinero o expediente completo, después como solicitud',
  params,
  body: z.object({
    /** An id of motivos_desistimiento. */
    motivo_id: z.string().max(6).optional(),
    comentario: z.string().trim().max(500, { error: 'Escribe como máximo 500 caracteres.' }).optional(),
  }),
  files: {},
  answer,
  errors: ['CODE_NEEDED', 'SALE_ENDED', 'TOO_LATE'],
  idempotent: true,
  limit,
  seeOther: redirectTo,
});

/** What a buyer may withdraw, with its consequences; null for those who may not (a co-debtor). */
export const Leaving = z.object({
  permits: z.array(
    z.object({ kind: z.enum(CONSENT_KINDS), name: z.string(), text: z.string(), causes: z.string() }),
  ),
  /** Withdrawing from the purchase, immediately or by request; null when it is over or too late. */
  purchase: z
    .object({
      atOnce: z.boolean(),
      causes: z.array(z.string()),
      reasons: z.array(z.object({ id: z.number().int(), name: z.string() })),
    })
    .nullable(),
  /** Time of an open request. */
  askedAt: z.string().nullable(),
});
export type Leaving = z.infer<typeof Leaving>;
