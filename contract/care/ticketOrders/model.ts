import { z } from 'zod';
import { Key, TicketFile } from '#contract/care/tickets/model.ts';
import { IsoDate } from '#contract/dates.ts';
import { NewAppointment } from '#contract/sales/appointments/model.ts';
import { ActionOffer } from '#contract/offers.ts';
import { StateHistory, TransitionOffer } from '#contract/transitions.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });
const Text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `Escribe como máximo ${max} caracteres.` })
    // Line breaks are allowed, other control characters are not.
    .regex(/^(\P{Cc}|[\n\r\t])*$/u, { error: 'Quita los caracteres que no se ven.' });
const What = Text(2000).min(3, { error: 'Escribe qué hay que hacer.' });

/** A work order as lists show it, the same to the office and to its contractor: nothing of the customer's money or papers. */
export const OrderRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  /** OT-2026-00012 */
  code: z.string(),
  state: Named,
  state_since: z.string(),
  what: z.string(),
  due_on: z.string(),
  /** The contractor still has it after its day. */
  late: z.boolean(),
  ticket: z.object({ id: z.number().int(), code: z.string(), title: z.string() }),
  project: Named,
  /** The house, or the common area of the project. */
  place: z.string(),
  contractor: Named,
  offered_by: z.string().nullable(),
  created_at: z.string(),
  done_at: z.string().nullable(),
});
export type OrderRow = z.infer<typeof OrderRow>;

/** A booked visit of a ticket's order, for who does the work. */
const NextVisit = z.object({ starts_at: z.string(), agent: z.string() });

/** What a contractor needs to do the work, also kept on the phone: who is there, where, what, and how it looks. */
export const FieldOrder = OrderRow.extend({
  contact: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  lot: z.string().nullable(),
  /** Of the ticket, as its customer sent them. */
  photos: z.array(TicketFile),
  /** Why it was returned or refused, the last time. */
  reason: z.string().nullable(),
  visit: NextVisit.nullable(),
});
export type FieldOrder = z.infer<typeof FieldOrder>;

export const Order = FieldOrder.extend({
  house_id: z.number().int().nullable(),
  /** The contract that built this part of the house. */
  contract: Named.nullable(),
  done_photos: z.array(TicketFile),
  done_note: z.string().nullable(),
  done_by: z.string().nullable(),
  verified_by: z.string().nullable(),
  history: StateHistory,
  transitions: z.array(TransitionOffer),
  /** Accepting and refusing. */
  answer: ActionOffer.nullable(),
  done: ActionOffer.nullable(),
  edit: ActionOffer.nullable(),
  /** The caller may open its ticket. */
  sees_ticket: z.boolean(),
});
export type Order = z.infer<typeof Order>;

export const NewOrder = z.object({
  contratista_id: z.number({ error: 'Elige el contratista.' }).int().min(1),
  trabajo: What,
  vence: IsoDate,
});
export type NewOrder = z.output<typeof NewOrder>;

export const OrderChange = z.object({ trabajo: What, vence: IsoDate, version: z.number().int() });
export type OrderChange = z.output<typeof OrderChange>;

/** The contractor's answer, perhaps made without a line days before. */
export const OrderAnswer = z
  .object({
    acepta: z.boolean(),
    motivo: Text(500).optional(),
  })
  .refine(({ acepta, motivo }) => acepta || (motivo ?? '').length >= 3, {
    error: 'Escribe por qué no la aceptas.',
    path: ['motivo'],
  });
export type OrderAnswer = z.output<typeof OrderAnswer>;

/** A work that was done, with its photographs beside it; the key is made on the phone, a repeat is the same. */
export const OrderDone = z.object({ clave: Key, nota: Text(1000).optional() });
export type OrderDone = z.output<typeof OrderDone>;

/** Who may do a ticket's work: first who built that part of the house, then who built any of it. */
export const OrderOptions = z.object({
  contractors: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      /** "Construyó esta parte (VS-2026-014)"; null for the others. */
      why: z.string().nullable(),
    }),
  ),
  suggested_id: z.number().int().nullable(),
  due_on: z.string(),
});

const TicketVisit = z.object({
  id: z.number().int(),
  starts_at: z.string(),
  ends_at: z.string(),
  state: Named,
  agent: Named,
  note: z.string(),
});

/** The orders and visits of a ticket, the newest first, and what the caller may add. */
export const TicketWork = z.object({
  orders: z.array(OrderRow),
  visits: z.array(TicketVisit),
  offer: ActionOffer.nullable(),
  book: ActionOffer.nullable(),
});
export type TicketWork = z.infer<typeof TicketWork>;

/** A visit to the house of a ticket, in the calendar of citas. */
export const NewVisit = NewAppointment.pick({
  /** Missing: who has the ticket. */
  agente_id: true,
  fecha: true,
  hora_inicio: true,
  comentario: true,
});
export type NewVisit = z.output<typeof NewVisit>;
