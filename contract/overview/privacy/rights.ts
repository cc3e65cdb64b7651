import { z } from 'zod';
import { addBusinessDays } from '#contract/banking/applications/businessDays.ts';
import { RIGHT_READERS } from '#contract/care/tickets/rules.ts';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';

/** The rights of Ley 81 de 2019 (domain.md §4.7). */
export const RIGHTS = {
  acceso: 'Acceso',
  rectificacion: 'Rectificación',
  cancelacion: 'Cancelación (borrar)',
  oposicion: 'Oposición',
  portabilidad: 'Portabilidad',
} as const;
export type Right = keyof typeof RIGHTS;
/** A right without what the office adds to it. */
export const rightName = (kind: Right): string => RIGHTS[kind].replace(/ \(.*/, '');
export const Kind = z.enum(Object.keys(RIGHTS) as [Right, ...Right[]]);

/** Working days to answer: access 10, corrections 5 (domain.md §4.7). */
export const RIGHT_DAYS: Readonly<Record<Right, number>> = {
  acceso: 10,
  rectificacion: 5,
  cancelacion: 5,
  oposicion: 5,
  portabilidad: 10,
};
/** Last day to answer a request. */
export const rightDue = (kind: Right, receivedOn: string): string =>
  addBusinessDays(receivedOn, RIGHT_DAYS[kind]);

export const RIGHT_STATES = { abierta: 'Abierta', atendida: 'Atendida', negada: 'Negada' } as const;
const State = z.enum(Object.keys(RIGHT_STATES) as [keyof typeof RIGHT_STATES]);
export const RIGHT_CHANNELS = {
  web: 'En la página',
  correo: 'Correo',
  carta: 'Carta',
  oficina: 'En la oficina',
  telefono: 'Teléfono',
} as const;
const Channel = z.enum(Object.keys(RIGHT_CHANNELS) as [keyof typeof RIGHT_CHANNELS]);

export const RightRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  kind: Kind,
  state: State,
  person: z.object({ id: z.number().int(), name: z.string() }),
  channel: Channel,
  received_on: z.string(),
  due_on: z.string(),
  late: z.boolean(),
  closed_on: z.string().nullable(),
});
export type RightRow = z.infer<typeof RightRow>;

/** A record that holds the person's data: why it stays, or null when it may be erased. */
export const Held = z.object({ label: z.string(), why: z.string().nullable() });
export const RightRequest = RightRow.extend({
  detail: z.string(),
  answer: z.string(),
  closed_by: z.string().nullable(),
  /** For an erasure: what stays and why, and what goes. */
  records: z.array(Held),
  /** Its ticket, for who sees it. */
  ticket: z.object({ id: z.number().int(), code: z.string() }).nullable(),
});
export type RightRequest = z.infer<typeof RightRequest>;

export const NewRight = z.object({
  /** Code of a sale, cédula, phone or mail of who asks. */
  quien: z
    .string()
    .trim()
    .min(3, { error: 'Escribe un código de venta, cédula, celular o correo.' })
    .max(120),
  derecho: Kind,
  canal: Channel,
  recibida: IsoDate,
  detalle: z.string().trim().min(3, { error: 'Escribe qué pidió.' }).max(2000),
});
export const RightAnswer = z.object({
  resultado: z.enum(['atendida', 'negada']),
  respuesta: z.string().trim().min(3, { error: 'Escribe qué se respondió.' }).max(4000),
  version: z.number().int().optional(),
});

export const RightFilter = pageBy('id', 'due_on').extend({
  estado: State.optional(),
  derecho: Kind.optional(),
  q: z.string().trim().max(80).optional(),
});
export type RightFilter = z.infer<typeof RightFilter>;

const base = '/api/privacy/requests';
const params = z.object({ id: Id });
const record = data(RightRequest);

export const listRights = endpoint({
  method: 'GET',
  path: base,
  access: RIGHT_READERS,
  shows: ['derecho'],
  summary: 'Las solicitudes de derechos sobre datos personales, con su plazo',
  query: RightFilter,
  answer: page(RightRow),
  exports: exportsOf(RightRow, {
    title: 'Derechos de datos',
    permission: 'administracion.exportar',
    columns: [
      { key: 'id', title: 'Persona', type: 'text', width: 30, value: (row) => row.person.name },
      { key: 'derecho', title: 'Derecho', type: 'text', width: 22, value: (row) => RIGHTS[row.kind] },
      { key: 'estado', title: 'Estado', type: 'text', value: (row) => RIGHT_STATES[row.state] },
      { key: 'recibida', title: 'Recibida', type: 'date', value: (row) => row.received_on },
      { key: 'due_on', title: 'Responder hasta', type: 'date', value: (row) => row.due_on },
      { key: 'cerrada', title: 'Respondida', type: 'date', value: (row) => row.closed_on },
    ],
    filters: {
      estado: { label: 'Estado', values: RIGHT_STATES },
      derecho: { label: 'Derecho', values: RIGHTS },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const getRight = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: RIGHT_READERS,
  shows: ['derecho', 'precontrato', 'reclamo_acodeco', 'ticket'],
  summary: 'Una solicitud de derechos; de una cancelación, qué se queda y por qué',
  params,
  answer: record,
});

export const createRight = endpoint({
  method: 'POST',
  path: base,
  access: 'administracion.editar',
  touches: ['derecho', 'ticket'],
  summary: 'Anota una solicitud de derechos; su plazo empieza',
  body: NewRight,
  answer: record,
  status: 201,
  idempotent: true,
});

export const answerRight = endpoint({
  method: 'POST',
  path: `${base}/:id/answer`,
  access: 'administracion.editar',
  touches: ['derecho', 'ticket'],
  summary: 'Registra lo que se respondió a una solicitud de derechos',
  params,
  body: RightAnswer,
  answer: record,
  errors: ['STALE', 'CLOSED'],
});

/** What may go goes; what a law or a contract holds stays, with its reason in the answer. */
export const eraseRight = endpoint({
  method: 'POST',
  path: `${base}/:id/erase`,
  access: 'administracion.editar',
  touches: ['derecho', 'ticket', 'precontrato', 'prospecto', 'persona', 'documento'],
  summary: 'Borra lo que se puede de quien pidió la cancelación, y dice qué se queda y por qué',
  params,
  body: z.object({ version: z.number().int().optional() }),
  answer: record,
  errors: ['STALE', 'CLOSED'],
});
