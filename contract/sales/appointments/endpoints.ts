import { z } from 'zod';
import { showPhone } from '#contract/phone.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import {
  AgentTime,
  Appointment,
  AppointmentFilter,
  AppointmentNote,
  AppointmentRow,
  AppointmentStatusChange,
  BookAppointment,
  Calendar,
  CalendarQuery,
  CancelAppointment,
  FreeTime,
  MoveAppointment,
  NewAppointment,
  NewException,
  WeekChange,
} from './model.ts';
import { ALREADY_BOOKED, SLOT_TAKEN } from './rules.ts';

/** High, because many people may share one IP address (rulings.md 20); bookings have their own limit. */
const guests = { max: 600, seconds: 60 };
const base = '/api/sale/appointments';
const one = `${base}/:id` as const;
const params = z.object({ id: Id });
const own = z.object({ uid: z.uuid() });
const led = z.object({ success: z.string(), redirect: z.string() });
const seeOther = ({ redirect }: { redirect: string }) => redirect;

export const listAvailableDates = endpoint({
  method: 'GET',
  path: '/api/guest/list_available_appointment_dates/:projectId',
  access: 'public',
  shows: ['cita', 'agenda'],
  summary: 'Días con alguna hora libre para visitar un proyecto',
  params: z.object({ projectId: Id }),
  answer: data(z.array(FreeTime.pick({ fecha: true, fecha_legible: true, diaCitaProyectoId: true }))),
  limit: guests,
});

export const listAvailableTimes = endpoint({
  method: 'GET',
  path: '/api/guest/list_available_appointment_times/:diaCitaProyectoId/:fecha',
  access: 'public',
  shows: ['cita', 'agenda'],
  summary: 'Horas libres de un día; vacío cuando ya no queda ninguna',
  params: z.object({ diaCitaProyectoId: Id, fecha: z.iso.date() }),
  answer: data(z.array(FreeTime.pick({ hora_inicio: true, hora_final: true }))),
  limit: guests,
});

/** 409 SLOT_TAKEN: `current.libres` has the three nearest free times. 409 ALREADY_BOOKED: its link was mailed again. */
export const bookAppointment = endpoint({
  method: 'POST',
  path: '/citas/:proyecto',
  access: ['public', 'client'],
  summary: 'Agenda una visita; si la hora se ocupó, responde con las tres más cercanas',
  params: z.object({ proyecto: z.string().max(120) }),
  body: BookAppointment,
  files: {},
  answer: led,
  errors: [SLOT_TAKEN, ALREADY_BOOKED],
  idempotent: true,
  ownTransactions: true,
  limit: guests,
  seeOther,
});

/** 404 unless this browser booked the appointment or opened its link. */
export const confirmMyAppointment = endpoint({
  method: 'POST',
  path: '/citas/mi-cita/:uid/confirmar',
  access: ['public', 'client'],
  summary: 'El cliente confirma que viene',
  params: own,
  files: {},
  answer: led,
  errors: ['TRANSITION'],
  limit: guests,
  seeOther,
});

export const moveMyAppointment = endpoint({
  method: 'POST',
  path: '/citas/mi-cita/:uid/mover',
  access: ['public', 'client'],
  summary: 'El cliente cambia su cita a otra hora libre, hasta unas horas antes',
  params: own,
  body: MoveAppointment,
  files: {},
  answer: led,
  errors: [SLOT_TAKEN, 'TRANSITION'],
  idempotent: true,
  ownTransactions: true,
  limit: guests,
  seeOther,
});

export const cancelMyAppointment = endpoint({
  method: 'POST',
  path: '/citas/mi-cita/:uid/cancelar',
  access: ['public', 'client'],
  summary: 'El cliente cancela su cita, hasta unas horas antes',
  params: own,
  body: CancelAppointment,
  files: {},
  answer: led,
  errors: ['TRANSITION'],
  limit: guests,
  seeOther,
});

export const listAppointments = endpoint({
  method: 'GET',
  path: base,
  access: 'citas.ver',
  shows: ['cita'],
  summary: 'Las citas, las próximas primero',
  query: AppointmentFilter,
  answer: page(AppointmentRow),
  exports: exportsOf(AppointmentRow, {
    title: 'Citas',
    permission: 'citas.exportar',
    columns: [
      { key: 'starts_at', title: 'Cuándo', type: 'instant', value: (row) => row.starts_at },
      { key: 'nombre', of: 'id', title: 'Cliente', type: 'text', width: 30, value: (row) => row.name },
      {
        key: 'celular',
        of: 'id',
        title: 'Celular',
        type: 'text',
        width: 18,
        value: (row) => showPhone(row.phone),
      },
      { key: 'correo', of: 'id', title: 'Correo', type: 'text', width: 28, value: (row) => row.email },
      { key: 'estado', title: 'Estado', type: 'text', width: 22, value: (row) => row.state.name },
      { key: 'proyecto', title: 'Proyecto', type: 'text', value: (row) => row.project.name },
      { key: 'agente', title: 'Atiende', type: 'text', width: 24, value: (row) => row.agent.name },
      {
        key: 'precontrato',
        title: 'Pre-contrato',
        type: 'text',
        width: 16,
        value: (row) => row.sale && (row.sale.code ?? `Venta ${row.sale.id}`),
      },
      {
        key: 'origen',
        title: 'Origen',
        type: 'text',
        width: 10,
        value: (row) => (row.origin === 'web' ? 'Web' : 'Oficina'),
      },
    ],
    filters: {
      estado_id: { label: 'Estado', of: 'catalog:appointment_status' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      agente_id: { label: 'Atiende', of: 'usuario' },
      precontrato_id: { label: 'Pre-contrato' },
      desde: { label: 'Desde' },
      hasta: { label: 'Hasta' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const getCalendar = endpoint({
  method: 'GET',
  path: `${base}/calendar`,
  access: 'citas.ver',
  shows: ['cita', 'agenda'],
  summary: 'Las citas de unos días con las horas de atención, los feriados y quién falta',
  query: CalendarQuery,
  answer: data(Calendar),
});

export const listAppointmentsOfPerson = endpoint({
  method: 'GET',
  path: `${base}/people/:personId`,
  access: 'citas.ver',
  shows: ['cita'],
  summary: 'Las citas de una persona, las más nuevas primero (100 como mucho)',
  params: z.object({ personId: Id }),
  answer: data(z.array(AppointmentRow)),
});

export const listAgents = endpoint({
  method: 'GET',
  path: `${base}/agents`,
  access: 'citas.ver',
  shows: ['agenda'],
  summary: 'Quién puede atender citas, dentro del alcance de quien pregunta',
  answer: data(z.array(z.object({ id: z.number().int(), text: z.string() }))),
});

export const listFreeTimes = endpoint({
  method: 'GET',
  path: `${base}/free`,
  access: 'citas.ver',
  shows: ['cita', 'agenda'],
  summary: 'Horas libres de un proyecto, de todos o de quien atiende',
  query: z.object({ proyecto_id: Id, agente_id: Id.optional(), fecha: z.iso.date() }),
  answer: data(z.array(FreeTime.pick({ hora_inicio: true, hora_final: true }))),
});

export const createAppointment = endpoint({
  method: 'POST',
  path: base,
  access: 'citas.crear',
  touches: ['cita'],
  summary: 'Agenda una cita para un cliente',
  body: NewAppointment,
  answer: data(Appointment),
  status: 201,
  errors: [SLOT_TAKEN, ALREADY_BOOKED],
  idempotent: true,
});

export const getAppointment = endpoint({
  method: 'GET',
  path: one,
  access: 'citas.ver',
  shows: ['cita'],
  summary: 'Una cita con su historia y lo que se puede hacer con ella',
  params,
  answer: data(Appointment),
});

export const noteAppointment = endpoint({
  method: 'PATCH',
  path: one,
  access: 'citas.editar',
  touches: ['cita'],
  summary: 'Cambia el comentario de una cita',
  params,
  body: AppointmentNote,
  answer: data(Appointment),
  errors: ['STALE'],
});

export const changeAppointmentStatus = endpoint({
  method: 'PATCH',
  path: `${one}/status`,
  access: 'citas.ver',
  touches: ['cita'],
  summary: 'Confirma, mueve, marca como atendida, no asistió o cancela',
  params,
  body: AppointmentStatusChange,
  answer: data(Appointment),
  errors: ['TRANSITION', 'STALE', SLOT_TAKEN],
});

const agent = z.object({ agenteId: Id });
export const getAgentTime = endpoint({
  method: 'GET',
  path: `${base}/agents/:agenteId/time`,
  access: 'citas.ver',
  shows: ['agenda'],
  summary: 'Cuándo atiende alguien: su semana en cada proyecto y los días distintos',
  params: agent,
  answer: data(AgentTime),
});

export const changeWeek = endpoint({
  method: 'PUT',
  path: `${base}/agents/:agenteId/week/:proyectoId`,
  access: 'citas.editar',
  touches: ['agenda'],
  summary: 'Cambia la semana de alguien en un proyecto',
  params: agent.extend({ proyectoId: Id }),
  body: WeekChange,
  answer: data(AgentTime),
  errors: ['STALE'],
});

export const addException = endpoint({
  method: 'POST',
  path: `${base}/agents/:agenteId/exceptions`,
  access: 'citas.editar',
  touches: ['agenda'],
  summary: 'Agrega un día libre u horas extra',
  params: agent,
  body: NewException,
  answer: data(AgentTime),
  status: 201,
  idempotent: true,
});

export const removeException = endpoint({
  method: 'DELETE',
  path: `${base}/agents/:agenteId/exceptions/:id`,
  access: 'citas.editar',
  touches: ['agenda'],
  summary: 'Quita un día libre u horas extra',
  params: agent.extend({ id: Id }),
  answer: data(AgentTime),
});
