import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { nameFault } from '#contract/names.ts';
import { page } from '#contract/page.ts';
import { Phone } from '#contract/phone.ts';
import { BuyForm } from '#contract/sales/purchase/model.ts';
import { WAIT_STATES, type WaitState } from './waitStates.ts';

/** The lot is free: it can be taken at once without the waitlist. */
export const LOT_FREE = 'LOT_FREE';
/** The lot is no longer available: deeded, delivered or not for sale. */
export const LOT_SOLD = 'LOT_SOLD';
export const ALREADY_WAITING = 'ALREADY_WAITING';

const STATES = Object.keys(WAIT_STATES) as [WaitState, ...WaitState[]];

/** An entry of a lot's waitlist for the office, in order of arrival. */
export const Waiting = z.object({
  id: z.number().int(),
  /** 1: gets the next offer; null when no longer waiting. */
  puesto: z.number().int().nullable(),
  estado: z.enum(STATES),
  nombre: z.string(),
  celular: z.string(),
  email: z.string().nullable(),
  desde: z.string(),
  /** End of the offer. */
  hasta: z.string().nullable(),
  motivo: z.string().nullable(),
  asesor: z.string().nullable(),
  venta: z.object({ id: z.number().int(), code: z.string().nullable() }).nullable(),
});
export type Waiting = z.infer<typeof Waiting>;

/** A person or a sale to put on the waitlist. Staff confirm that the person agreed. */
export const WaitingForm = z
  .object({
    venta_id: z.number().int().min(1).nullable().default(null),
    nombre: z.string().trim().max(120).default(''),
    celular: Phone.optional(),
    email: z.union([z.email({ error: 'Escribe un correo válido.' }), z.literal('')]).default(''),
    consentimiento: z.boolean().default(false),
  })
  .superRefine((form, ctx) => {
    const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (form.venta_id !== null) return;
    if (!form.nombre) fault('nombre', 'Escribe el nombre.');
    const odd = nameFault(form.nombre);
    if (odd) fault('nombre', odd);
    if (!form.celular) fault('celular', 'Escribe el celular.');
    if (!form.consentimiento) fault('consentimiento', 'Pide a la persona su permiso y márcalo aquí.');
  });
export type WaitingForm = z.output<typeof WaitingForm>;

const params = z.object({ id: Id });

export const listWaiting = endpoint({
  method: 'GET',
  path: '/api/lotes/:id/espera',
  access: 'ventas.ver',
  shows: ['espera'],
  summary: 'La lista de espera de un lote, en orden de llegada',
  params,
  answer: data(z.array(Waiting)),
});

export const addWaiting = endpoint({
  method: 'POST',
  path: '/api/lotes/:id/espera',
  access: 'ventas.crear',
  touches: ['espera', 'lote', 'persona'],
  summary: 'Anota a una persona o una venta en la lista de espera de un lote tomado',
  params,
  body: WaitingForm,
  answer: z.object({ success: z.string(), puesto: z.number().int() }),
  status: 201,
  errors: [LOT_FREE, LOT_SOLD, ALREADY_WAITING],
  idempotent: true,
});

export const removeWaiting = endpoint({
  method: 'POST',
  path: '/api/lotes/espera/:id/retirar',
  access: 'ventas.editar',
  touches: ['espera', 'lote'],
  summary:
    'Saca a alguien de la lista de espera, con su motivo; un lote que tenía ofrecido pasa al siguiente',
  params,
  body: z.object({ motivo: z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(200) }),
  answer: z.object({ success: z.string() }),
  errors: ['CONFLICT'],
});

export const JoinForm = BuyForm.pick({ nombre: true, email: true, celular: true }).extend({
  consentimiento_datos: z
    .string({ error: 'Marca tu permiso para guardar tus datos.' })
    .refine((given) => ['1', 'on', 'true', 'si'].includes(given), {
      error: 'Marca tu permiso para guardar tus datos.',
    }),
});
export type JoinForm = z.output<typeof JoinForm>;

/** A telephone that already waits gets the same response as a new one, so that nobody can find out who waits. */
export const joinLine = endpoint({
  method: 'POST',
  path: '/clientes/lotes/:id/espera',
  access: ['public', 'client'],
  summary: 'Anota a un comprador en la lista de espera de un lote tomado',
  params,
  body: JoinForm,
  files: {},
  answer: z.object({ success: z.string(), puesto: z.number().int(), redirect: z.string() }),
  errors: [LOT_FREE, LOT_SOLD],
  idempotent: true,
  limit: { max: 30, seconds: 60 },
  seeOther: ({ redirect }: { redirect: string }) => redirect,
});

const key = z.object({ clave: z.string().regex(/^\d{1,15}\.[\w-]{20,60}$/) });

export const leaveLine = endpoint({
  method: 'POST',
  path: '/clientes/espera/:clave/salir',
  access: 'public',
  summary: 'Sale de la lista de espera con el enlace del correo',
  params: key,
  body: z.object({}),
  files: {},
  answer: z.object({ success: z.string(), redirect: z.string() }),
  limit: { max: 30, seconds: 60 },
  seeOther: ({ redirect }: { redirect: string }) => redirect,
});

/** A taken lot, with the form to join its waitlist. */
export const joinPage = page({
  name: 'sales/waitlist/JoinPage',
  path: '/clientes/lotes/:id/espera',
  access: 'public',
  params,
  query: z.object({ puesto: z.coerce.number().int().min(1).max(100_000).optional().catch(undefined) }),
  title: 'Lista de espera',
  data: z.object({
    lot: z.object({ id: z.number().int(), name: z.string(), areaM2: z.number() }),
    project: z.object({ slug: z.string(), name: z.string() }),
    /** libre: can be bought at once · tomado: has a waitlist · vendido: neither */
    state: z.enum(['libre', 'tomado', 'vendido']),
    waiting: z.number().int(),
    /** The visitor just joined, at this place. */
    place: z.number().int().nullable(),
    offerMinutes: z.number().int(),
    consentText: z.string(),
  }),
});

/** The visitor's own place, opened by the link in the mail. */
export const myPlacePage = page({
  name: 'sales/waitlist/MyPlacePage',
  path: '/clientes/espera/:clave',
  access: 'public',
  params: key,
  title: 'Tu puesto en la lista de espera',
  data: z.object({
    key: z.string(),
    lot: z.object({ name: z.string(), areaM2: z.number() }),
    project: z.object({ slug: z.string(), name: z.string() }),
    state: z.enum(STATES),
    place: z.number().int().nullable(),
    /** End of the offer; the link to the lot is in the mail. */
    until: z.string().nullable(),
    offerMinutes: z.number().int(),
  }),
});
