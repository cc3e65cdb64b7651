import { z } from 'zod';
import { QuickOffer } from '#contract/care/inbox/model.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { StatusChange } from '#contract/transitions.ts';
import {
  AssignTicket,
  NewTicket,
  NewTicketMessage,
  Team,
  TeamChange,
  Ticket,
  TICKET_VIEWS,
  TicketChange,
  TicketFilter,
  TicketRow,
} from './model.ts';
import { TICKET_PHOTOS } from './photos.ts';
import { TURNS } from './rules.ts';

const base = '/api/ticket/tickets';
const one = `${base}/:id` as const;
const params = z.object({ id: Id });
const record = data(Ticket);
const touches = ['ticket', 'precontrato', 'vivienda'] as const;

export const listTickets = endpoint({
  method: 'GET',
  path: base,
  access: 'tickets.ver',
  shows: ['ticket'],
  summary: 'Los tickets, con sus filtros y por de quién es el turno',
  query: TicketFilter,
  answer: page(TicketRow),
  exports: exportsOf(TicketRow, {
    title: 'Tickets',
    permission: 'tickets.exportar',
    columns: [
      { key: 'id', title: 'Número', type: 'text', width: 16, value: (row) => row.code },
      { key: 'titulo', of: 'id', title: 'Título', type: 'text', width: 40, value: (row) => row.title },
      { key: 'estado', title: 'Estado', type: 'text', width: 22, value: (row) => row.state.name },
      {
        key: 'turno',
        of: 'estado',
        title: 'Le toca a',
        type: 'text',
        width: 14,
        value: (row) => (row.turn ? TURNS[row.turn] : null),
      },
      {
        key: 'departamento',
        title: 'Departamento',
        type: 'text',
        width: 22,
        value: (row) => row.department.name,
      },
      {
        key: 'categoria',
        of: 'departamento',
        title: 'Categoría',
        type: 'text',
        value: (row) => row.category.name,
      },
      { key: 'priority_id', title: 'Prioridad', type: 'text', value: (row) => row.priority.name },
      {
        key: 'lugar',
        title: 'Lugar',
        type: 'text',
        width: 24,
        value: (row) => row.house?.name ?? row.common_area,
      },
      {
        key: 'proyecto',
        of: 'lugar',
        title: 'Proyecto',
        type: 'text',
        width: 24,
        value: (row) => row.project?.name,
      },
      {
        key: 'contacto',
        of: 'lugar',
        title: 'Contacto',
        type: 'text',
        width: 26,
        value: (row) => row.contact,
      },
      { key: 'asignado', title: 'Asignado a', type: 'text', width: 24, value: (row) => row.assignee?.name },
      { key: 'solve_due', title: 'Vence', type: 'instant', value: (row) => row.solve_due },
      { key: 'creado', title: 'Abierto', type: 'instant', value: (row) => row.created_at },
    ],
    filters: {
      cola: { label: 'Vista', values: TICKET_VIEWS },
      estado_id: { label: 'Estado', of: 'catalog:ticket_status' },
      departamento_id: { label: 'Departamento', of: 'catalog:ticket_departments' },
      categoria_id: { label: 'Categoría', of: 'catalog:ticket_categories' },
      prioridad_id: { label: 'Prioridad', of: 'catalog:ticket_priorities' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      asignado_id: { label: 'Asignado a', of: 'usuario' },
      venta_id: { label: 'Venta' },
      vivienda_id: { label: 'Vivienda' },
      q: { label: 'Búsqueda' },
    },
  }),
});

/** The first cards of each state, the nearest deadline first, and the state's count (at most 999). */
export const ticketBoard = endpoint({
  method: 'GET',
  path: `${base}/board`,
  access: 'tickets.ver',
  shows: ['ticket'],
  summary: 'Los tickets por estado, los que vencen primero arriba',
  query: TicketFilter.pick({
    departamento_id: true,
    categoria_id: true,
    prioridad_id: true,
    proyecto_id: true,
    asignado_id: true,
    q: true,
  }),
  answer: data(
    z.array(
      z.object({
        state: z.object({ id: z.number().int(), name: z.string() }),
        total: z.number().int(),
        rows: z.array(TicketRow),
      }),
    ),
  ),
});

export const getTicket = endpoint({
  method: 'GET',
  path: one,
  access: 'tickets.ver',
  shows: ['ticket'],
  summary: 'Un ticket con sus mensajes, historia y lo que se puede hacer',
  params,
  answer: record,
});

export const openTicket = endpoint({
  method: 'POST',
  path: base,
  access: 'tickets.crear',
  touches,
  summary: 'Abre un ticket y lo asigna a quien tiene menos en su departamento',
  body: NewTicket,
  files: { fotos: TICKET_PHOTOS },
  answer: record,
  status: 201,
  idempotent: true,
});

export const changeTicket = endpoint({
  method: 'PATCH',
  path: one,
  access: 'tickets.editar',
  touches,
  summary: 'Cambia los datos de un ticket; sus plazos se calculan de nuevo',
  params,
  body: TicketChange,
  answer: record,
  errors: ['STALE'],
});

export const changeTicketStatus = endpoint({
  method: 'PATCH',
  path: `${one}/status`,
  access: 'tickets.ver',
  touches: [...touches, 'cita'],
  summary: 'Cambia el estado de un ticket',
  params,
  body: StatusChange,
  answer: record,
  errors: ['TRANSITION', 'STALE'],
});

export const assignTicket = endpoint({
  method: 'POST',
  path: `${one}/assign`,
  access: 'tickets.editar',
  touches,
  summary: 'Asigna un ticket a alguien de un departamento, o a quien tiene menos',
  params,
  body: AssignTicket,
  answer: record,
  errors: ['STALE', 'TRANSITION'],
});

export const writeOnTicket = endpoint({
  method: 'POST',
  path: `${one}/messages`,
  access: 'tickets.editar',
  touches,
  summary: 'Escribe al cliente de un ticket; cuenta como respuesta',
  params,
  body: NewTicketMessage,
  files: { fotos: TICKET_PHOTOS },
  answer: record,
  status: 201,
  idempotent: true,
});

/** The company's quick answers, with the words of a ticket's customer. */
export const quickAnswersOfTicket = endpoint({
  method: 'GET',
  path: `${one}/quick`,
  access: 'tickets.editar',
  shows: ['respuesta_rapida', 'ticket'],
  summary: 'Las respuestas rápidas con los datos de quien sigue un ticket',
  params,
  answer: data(z.array(QuickOffer)),
});

const OtherTicket = z.object({
  /** TK-2026-00012 */
  en: z.string().trim().toUpperCase().min(3, { error: 'Escribe el número del otro ticket.' }).max(20),
});

export const mergeTicket = endpoint({
  method: 'POST',
  path: `${one}/merge`,
  access: 'tickets.editar',
  touches,
  summary: 'Une un ticket a otro: los dos quedan, y el otro manda',
  params,
  body: OtherTicket,
  answer: record,
  errors: ['TRANSITION'],
});

export const separateTicket = endpoint({
  method: 'POST',
  path: `${one}/separate`,
  access: 'tickets.editar',
  touches,
  summary: 'Separa un ticket del que lo tenía unido',
  params,
  answer: record,
  errors: ['TRANSITION'],
});

export const linkTickets = endpoint({
  method: 'POST',
  path: `${one}/links`,
  access: 'tickets.editar',
  touches,
  summary: 'Enlaza dos tickets de lo mismo; cada uno sigue por su lado',
  params,
  body: OtherTicket,
  answer: record,
});

export const unlinkTickets = endpoint({
  method: 'DELETE',
  path: `${one}/links/:otro`,
  access: 'tickets.editar',
  touches,
  summary: 'Quita el enlace de dos tickets',
  params: params.extend({ otro: Id }),
  answer: record,
});

export const ticketFromMessage = endpoint({
  method: 'POST',
  path: '/api/ticket/from-message',
  access: 'tickets.crear',
  touches: [...touches, 'mensaje'],
  summary: 'Hace un ticket de un mensaje del chat, con su texto y sus archivos; el mismo mensaje, uno solo',
  body: z.object({ mensaje_id: z.number().int().min(1) }),
  answer: record,
  errors: ['STALE'],
  status: 201,
});

export const listTeams = endpoint({
  method: 'GET',
  path: '/api/ticket/teams',
  access: 'tickets.ver',
  shows: ['departamento', 'ticket', 'user'],
  summary: 'Quiénes trabajan en cada departamento y cuánto tienen abierto',
  answer: data(z.array(Team)),
});

export const changeTeam = endpoint({
  method: 'PUT',
  path: '/api/ticket/teams/:id',
  access: 'tickets.aprobar',
  touches: ['departamento', 'ticket'],
  summary: 'Dice quiénes trabajan en un departamento y quién lo dirige',
  params,
  body: TeamChange,
  answer: data(z.array(Team)),
});
