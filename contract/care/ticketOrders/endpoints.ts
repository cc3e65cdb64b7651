import { z } from 'zod';
import { TICKET_PHOTOS } from '#contract/care/tickets/photos.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { StatusChange } from '#contract/transitions.ts';
import * as model from './model.ts';
import { ORDER_LABELS } from './rules.ts';

const base = '/api/ticket/orders';
const ofTicket = '/api/ticket/tickets/:id';
const params = z.object({ id: Id });
const record = data(model.Order);
const touches = ['orden_trabajo', 'ticket', 'precontrato'] as const;

export const ORDER_VIEWS = {
  abiertas: 'En curso',
  vencidas: 'Vencidas',
  por_verificar: 'Por verificar',
  rechazadas: 'Rechazadas',
  terminadas: 'Terminadas',
} as const;
export type OrderView = keyof typeof ORDER_VIEWS;

export const OrderFilter = pageBy('id', 'due_on').extend({
  grupo: z.enum(Object.keys(ORDER_VIEWS) as [OrderView]).optional(),
  estado_id: z.coerce.number().int().min(1).max(7).optional(),
  proyecto_id: Id.optional(),
  contratista_id: Id.optional(),
  ticket_id: Id.optional(),
  q: z.string().trim().max(80).optional(),
});
export type OrderFilter = z.infer<typeof OrderFilter>;

export const listOrders = endpoint({
  method: 'GET',
  path: base,
  access: 'tickets.ver',
  shows: ['orden_trabajo', 'ticket'],
  summary: 'Las órdenes de trabajo de los tickets; quien es contratista ve las suyas',
  query: OrderFilter,
  answer: page(model.OrderRow),
  exports: exportsOf(model.OrderRow, {
    title: 'Órdenes de trabajo',
    permission: 'tickets.exportar',
    columns: [
      { key: 'id', title: 'Orden', type: 'text', width: 16, value: (row) => row.code },
      { key: 'trabajo', of: 'id', title: 'Trabajo', type: 'text', width: 44, value: (row) => row.what },
      { key: 'ticket', title: 'Ticket', type: 'text', width: 16, value: (row) => row.ticket.code },
      {
        key: 'titulo',
        of: 'ticket',
        title: 'Qué pasa',
        type: 'text',
        width: 36,
        value: (row) => row.ticket.title,
      },
      { key: 'lugar', title: 'Lugar', type: 'text', width: 22, value: (row) => row.place },
      {
        key: 'proyecto',
        of: 'lugar',
        title: 'Proyecto',
        type: 'text',
        width: 22,
        value: (row) => row.project.name,
      },
      {
        key: 'contratista',
        title: 'Contratista',
        type: 'text',
        width: 26,
        value: (row) => row.contractor.name,
      },
      { key: 'estado', title: 'Estado', type: 'text', width: 22, value: (row) => ORDER_LABELS[row.state.id] },
      { key: 'due_on', title: 'Vence', type: 'date', value: (row) => row.due_on },
      { key: 'creada', title: 'Ofrecida', type: 'instant', value: (row) => row.created_at },
      { key: 'hecha', of: 'creada', title: 'Hecha', type: 'instant', value: (row) => row.done_at },
    ],
    filters: {
      grupo: { label: 'Vista', values: ORDER_VIEWS },
      estado_id: { label: 'Estado', values: ORDER_LABELS },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      contratista_id: { label: 'Contratista' },
      ticket_id: { label: 'Ticket' },
      q: { label: 'Búsqueda' },
    },
  }),
});

/** What a contractor's phone needs for a day without a line: the orders that wait for its company, whole. At most 60. */
export const listFieldOrders = endpoint({
  method: 'GET',
  path: `${base}/field`,
  access: 'tickets.editar',
  shows: ['orden_trabajo', 'cita'],
  summary: 'Las órdenes que esperan al contratista que pregunta, con dónde, quién y fotografías',
  answer: data(z.array(model.FieldOrder)),
});

export const getOrder = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  access: 'tickets.ver',
  shows: ['orden_trabajo', 'ticket', 'cita'],
  summary: 'Una orden de trabajo con sus fotografías, su historia y lo que se puede hacer',
  params,
  answer: record,
});

export const changeOrder = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  access: 'tickets.editar',
  touches,
  summary: 'Cambia el trabajo o el plazo de una orden que el contratista tiene, y se lo avisa',
  params,
  body: model.OrderChange,
  answer: record,
  errors: ['STALE', 'TRANSITION'],
});

export const answerOrder = endpoint({
  method: 'POST',
  path: `${base}/:id/answer`,
  access: 'tickets.editar',
  touches,
  summary: 'El contratista acepta o rechaza una orden; repetirlo no cambia nada',
  params,
  body: model.OrderAnswer,
  answer: record,
  errors: ['TRANSITION'],
  idempotent: true,
});

export const reportOrder = endpoint({
  method: 'POST',
  path: `${base}/:id/done`,
  access: 'tickets.editar',
  touches,
  summary: 'El contratista reporta hecha una orden, con fotografías; la misma clave, una sola vez',
  params,
  body: model.OrderDone,
  files: { fotos: TICKET_PHOTOS },
  answer: record,
  errors: ['TRANSITION'],
  idempotent: true,
});

export const changeOrderStatus = endpoint({
  method: 'PATCH',
  path: `${base}/:id/status`,
  access: 'tickets.ver',
  touches,
  summary: 'Verifica, devuelve o cancela una orden; su ticket la sigue',
  params,
  body: StatusChange,
  answer: record,
  errors: ['TRANSITION', 'STALE'],
});

/** The order as its contractor gets it on paper. */
export const ORDER_PAPER_PATH = `${base}/:id/pdf`;

export const getTicketWork = endpoint({
  method: 'GET',
  path: `${ofTicket}/work`,
  access: 'tickets.ver',
  shows: ['orden_trabajo', 'ticket', 'cita'],
  summary: 'Las órdenes de trabajo y las visitas de un ticket',
  params,
  answer: data(model.TicketWork),
});

export const listOrderOptions = endpoint({
  method: 'GET',
  path: `${ofTicket}/order-options`,
  access: 'tickets.editar',
  shows: ['ticket', 'partner', 'trabajo'],
  summary: 'Los contratistas para el trabajo de un ticket: primero quien construyó esa parte',
  params,
  answer: data(model.OrderOptions),
});

export const offerOrder = endpoint({
  method: 'POST',
  path: `${ofTicket}/orders`,
  access: 'tickets.editar',
  touches,
  summary: 'Ofrece a un contratista el trabajo de un ticket, que pasa a esperarlo',
  params,
  body: model.NewOrder,
  answer: record,
  status: 201,
  errors: ['TRANSITION', 'TAKEN'],
  idempotent: true,
});

export const bookTicketVisit = endpoint({
  method: 'POST',
  path: `${ofTicket}/visits`,
  access: 'citas.crear',
  touches: ['cita', 'ticket', 'precontrato'],
  summary: 'Agenda la visita de un colega a la casa de un ticket, en el calendario de citas',
  params,
  body: model.NewVisit,
  answer: data(model.TicketWork),
  status: 201,
  errors: ['SLOT_TAKEN', 'TRANSITION', 'TAKEN'],
  idempotent: true,
});
