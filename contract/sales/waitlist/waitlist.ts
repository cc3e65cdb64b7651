import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { nameFault } from '#contract/names.ts';
import { page } from '#contract/page.ts';
import { Phone } from '#contract/phone.ts';
import { BuyForm } from '#contract/sales/purchase/model.ts';
import { WAIT_STATES, type WaitState } from './waitStates.ts';

/** Nobody has the lot: it can be taken at once, and needs no line. */
export const LOT_FREE = 'LOT_FREE';
/** The lot is not to be had any more: deeded, delivered or off sale. */
export const LOT_SOLD = 'LOT_SOLD';
export const ALREADY_WAITING = 'ALREADY_WAITING';

const STATES = Object.keys(WAIT_STATES) as [WaitState, ...WaitState[]];

/** A line of a lot's waiting list, as the office sees it, in the order of arrival. */
export const Waiting = z.object({
  id: z.number().int(),
  /** 1: the next to be offered the lot; null for who waits no more. */
  puesto: z.number().int().nullable(),
  estado: z.enum(STATES),
  nombre: z.string(),
  celular: z.string(),
  email: z.string().nullable(),
  desde: z.string(),
  /** Until when the offer stands. */
  hasta: z.string().nullable(),
  motivo: z.string().nullable(),
  asesor: z.string().nullable(),
  venta: z.object({ id: z.number().int(), code: z.string().nullable() }).nullable(),
});
export type Waiting = z.infer<typeof Waiting>;

/** A person to wait for a lot, or the sale that waits. The colleague says that the person agreed to it. */
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
  summary: 'La lista de espera de un lote, en orden de llegada',
  params,
  answer: data(z.array(Waiting)),
});

export const addWaiting = endpoint({
  method: 'POST',
  path: '/api/lotes/:id/espera',
  access: 'ventas.crear',
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

/** From elsewhere a telephone that waits already is answered as a new one: nobody learns that it is known. */
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

/** A taken lot, and the form to wait for it. */
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
    /** libre: it may be bought at once · tomado: one may wait for it · vendido: neither */
    state: z.enum(['libre', 'tomado', 'vendido']),
    waiting: z.number().int(),
    /** Just joined, at this place. */
    place: z.number().int().nullable(),
    offerMinutes: z.number().int(),
    consentText: z.string(),
  }),
});

/** One's own place, by the link of the mail. */
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
    /** Until when the lot is kept for who was offered it; the link to it is in their mail. */
    until: z.string().nullable(),
    offerMinutes: z.number().int(),
  }),
});
