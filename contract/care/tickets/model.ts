import { z } from 'zod';
import { PART_NAMES } from '#contract/care/covers/parts.ts';
import { Id } from '#contract/ids.ts';
import { ActionOffer } from '#contract/offers.ts';
import { pageBy } from '#contract/paging.ts';
import { Phone } from '#contract/phone.ts';
import { StateHistory, TransitionOffer } from '#contract/transitions.ts';
import {
  CONTACTS,
  COVERS,
  ORIGINS,
  TURNS,
  type ContactKind,
  type Cover,
  type TicketOrigin,
  type TicketTurn,
} from './rules.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });
const keysOf = <K extends string>(list: Readonly<Record<K, string>>) => Object.keys(list) as [K, ...K[]];

/** Views of the queue by whose turn it is, and what has passed its deadline. */
export const TICKET_VIEWS = {
  abiertos: 'Abiertos',
  empresa: 'Nos toca',
  cliente: 'Le toca al cliente',
  proveedor: 'Le toca al proveedor',
  vencidos: 'Vencidos',
  sin_asignar: 'Sin asignar',
  terminados: 'Terminados',
} as const;
export type TicketView = keyof typeof TICKET_VIEWS;

const id = z.coerce.number().int().min(1);
export const TicketFilter = pageBy('id', 'solve_due', 'priority_id').extend({
  cola: z.enum(keysOf(TICKET_VIEWS)).optional(),
  estado_id: Id.optional(),
  departamento_id: Id.optional(),
  categoria_id: Id.optional(),
  prioridad_id: Id.optional(),
  proyecto_id: Id.optional(),
  /** 0: nobody. */
  asignado_id: z.coerce.number().int().min(0).optional(),
  venta_id: Id.optional(),
  vivienda_id: Id.optional(),
  /** Number, title, house, customer's name or telephone. */
  q: z.string().trim().max(80).optional(),
});
export type TicketFilter = z.infer<typeof TicketFilter>;

export const TicketRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  code: z.string(),
  title: z.string(),
  state: Named,
  state_since: z.string(),
  turn: z.enum(keysOf<TicketTurn>(TURNS)).nullable(),
  department: Named,
  category: Named,
  priority: Named,
  /** Null: of no project, as a request about personal data. */
  project: Named.nullable(),
  house: Named.nullable(),
  common_area: z.string().nullable(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }).nullable(),
  /** Who waits for it: the buyer, or who lives there. */
  contact: z.string().nullable(),
  assignee: Named.nullable(),
  origin: z.enum(keysOf<TicketOrigin>(ORIGINS)),
  answer_due: z.string(),
  solve_due: z.string(),
  answered_at: z.string().nullable(),
  /** The deadline that counts now; null while it is paused or after the end. */
  due: z.string().nullable(),
  late: z.boolean(),
  paused: z.boolean(),
  merged_into: z.object({ id: z.number().int(), code: z.string() }).nullable(),
  reopened: z.number().int(),
  created_at: z.string(),
});
export type TicketRow = z.infer<typeof TicketRow>;

export const TicketFile = z.object({ id: z.string(), name: z.string(), url: z.string() });
export const TicketMessage = z.object({
  id: z.number().int(),
  sender: z.enum(['equipo', 'cliente']),
  who: z.string().nullable(),
  text: z.string(),
  at: z.string(),
  photos: z.array(TicketFile),
});
export type TicketMessage = z.infer<typeof TicketMessage>;

export const Ticket = TicketRow.extend({
  description: z.string(),
  lot: Named.nullable(),
  person: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  contact_kind: z.enum(keysOf<ContactKind>(CONTACTS)).nullable(),
  /** E.164 */
  contact_phone: z.string().nullable(),
  contact_email: z.string().nullable(),
  cover: z.enum(keysOf<Cover>(COVERS)).nullable(),
  part: z.enum(PART_NAMES).nullable(),
  quote_centavos: z.number().int().nullable(),
  /** What the customer said to the quote; null: nothing yet. */
  quote_accepted: z.boolean().nullable(),
  quote_answered_at: z.string().nullable(),
  solved_at: z.string().nullable(),
  paused_minutes: z.number().int(),
  /** The customer sees this ticket on their own page. */
  customer_follows: z.boolean(),
  /** The chat message that it was made of, for who sees the conversation. */
  conversation: z.object({ sid: z.string(), seq: z.number().int() }).nullable(),
  /** The request about personal data that it follows, for who may see it. */
  right_id: z.number().int().nullable(),
  photos: z.array(TicketFile),
  messages: z.array(TicketMessage),
  linked: z.array(z.object({ id: z.number().int(), code: z.string(), title: z.string(), state: z.string() })),
  merged: z.array(z.object({ id: z.number().int(), code: z.string(), title: z.string() })),
  /** Of an incident over many houses: those that have it, with their delivery. */
  incident_houses: z.array(Named.extend({ handover_id: z.number().int().nullable() })),
  history: StateHistory,
  transitions: z.array(TransitionOffer),
  actions: z.object({
    edit: ActionOffer.nullable(),
    assign: ActionOffer.nullable(),
    write: ActionOffer.nullable(),
    merge: ActionOffer.nullable(),
    /** Null unless it is merged into another. */
    separate: ActionOffer.nullable(),
    link: ActionOffer.nullable(),
  }),
});
export type Ticket = z.infer<typeof Ticket>;

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `Escribe como máximo ${max} caracteres.` })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'Escribe una sola línea de texto.' });
const empty = z.literal('').transform(() => undefined);
const maybe = <S extends z.ZodType>(schema: S) => z.union([empty, schema]).optional();

const form = {
  titulo: line(120).min(3, { error: 'Escribe qué pasa en pocas palabras.' }),
  descripcion: z.string().trim().max(4000, { error: 'Escribe como máximo 4000 caracteres.' }).default(''),
  departamento_id: id,
  categoria_id: id,
  prioridad_id: id,
  contacto: maybe(z.enum(keysOf<ContactKind>(CONTACTS))),
  contacto_nombre: line(120).default(''),
  contacto_celular: maybe(Phone),
  contacto_email: maybe(z.email({ error: 'Correo inválido.' })),
  garantia: z.union([z.boolean(), z.stringbool()]).default(false),
  /** Of a claim: what of the house it is about; its cover decides. */
  parte: maybe(z.enum(PART_NAMES)),
};

/** The place is a house (with its running sale), a sale, or a common area of a project. */
export const NewTicket = z.object({
  ...form,
  proyecto_id: maybe(id),
  vivienda_id: maybe(id),
  venta: line(20).toUpperCase().default(''),
  area_comun: line(120).default(''),
  asignado_id: maybe(id),
});
export type NewTicket = z.output<typeof NewTicket>;

export const TicketChange = z.object(form).extend({
  /** Amount of the quote in centavos, of a claim out of cover. */
  cotizacion_centavos: z.number().int().min(0).max(99_999_999_999).nullable().optional(),
  cubre: z.enum(keysOf<Cover>(COVERS)).nullable().optional(),
  version: z.number().int().optional(),
});
export type TicketChange = z.output<typeof TicketChange>;

export const AssignTicket = z.object({
  departamento_id: id.optional(),
  /** Missing: whoever of the department has least to do. */
  asignado_id: id.optional(),
  version: z.number().int().optional(),
});
export type AssignTicket = z.output<typeof AssignTicket>;

/** 128 random bits in hexadecimal, made in the browser: a repeat is the same. */
export const Key = z
  .string()
  .regex(/^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/, { error: 'Clave inválida.' });
const Written = z.string().trim().max(4000, { error: 'Escribe como máximo 4000 caracteres.' });
export const NewTicketMessage = z.object({
  texto: Written.min(1, { error: 'Escribe el mensaje.' }),
  clave: Key.optional(),
  /** Also to the customers of the tickets that were merged into this one. */
  a_todos: z.stringbool().default(false),
});
export type NewTicketMessage = z.output<typeof NewTicketMessage>;

export const Team = z.object({
  id: z.number().int(),
  name: z.string(),
  open: z.number().int(),
  members: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      head: z.boolean(),
      away: z.boolean(),
      open: z.number().int(),
    }),
  ),
});
export type Team = z.infer<typeof Team>;
export const TeamChange = z.object({
  miembros: z.array(z.number().int().min(1)).max(200),
  jefe_id: z.number().int().min(1).nullable(),
});
export type TeamChange = z.output<typeof TeamChange>;
