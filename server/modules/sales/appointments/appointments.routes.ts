import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as api from '#contract/sales/appointments/endpoints.ts';
import { readDayId } from '#contract/sales/appointments/rules.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, notFound } from '#server/kernel/errors.ts';
import { exportBatches } from '#server/kernel/exports/lists.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { appointmentJobs } from './appointments.jobs.ts';
import { appointmentPages } from './appointments.pages.ts';
import { presentAppointment, presentAppointments } from './appointments.present.ts';
import { allAppointments, findAppointment, findAppointments } from './appointments.queries.ts';
import { appointmentsInReach, reachesAppointment } from './appointments.scope.ts';
import { appointments } from './appointments.table.ts';
import { counterOf } from '#server/kernel/tasks.ts';
import { visitTasks } from './appointments.tasks.ts';
import { presentSlot, slotsOf, slotsOfDay } from './availability.service.ts';
import { bookForGuest, bookInOffice } from './booking.service.ts';
import { appointmentsOf, calendarFor } from './calendar.service.ts';
import { changeAppointment, appointmentFollower } from './change.service.ts';
import { cancelMine, confirmMine, moveMine, myAddress } from './mine.service.ts';
import { openProject } from './projects.ts';
import { addException, agentsInReach, changeWeek, removeException, timeOf } from './time.service.ts';

export const appointmentsModule: Module = {
  name: 'appointments',
  jobs: appointmentJobs,
  followers: [appointmentFollower],
  records: {
    cita: async (ctx, id) =>
      (await findAppointment(ctx.db, id, appointmentsInReach(ctx, 'citas.ver'))) !== undefined,
  },
  counters: { appointments: counterOf(visitTasks) },
  tasks: { cita: visitTasks },
  routes(app) {
    appointmentPages(app);
    guestRoutes(app);
    officeRoutes(app);
    timeRoutes(app);
  },
};

function guestRoutes(app: FastifyInstance): void {
  route(app, api.listAvailableDates, async (ctx, { params }) => {
    if (!(await openProject(ctx.db, { id: params.projectId }))) throw notFound();
    const slots = await slotsOf(ctx, params.projectId);
    const first = new Map(slots.map((slot) => [slot.day, slot]));
    return { data: [...first.values()].map((slot) => presentSlot(params.projectId, slot)) };
  });
  route(app, api.listAvailableTimes, async (ctx, { params }) => {
    const { projectId, day } = readDayId(params.diaCitaProyectoId);
    if (day !== params.fecha || !(await openProject(ctx.db, { id: projectId }))) throw notFound();
    const slots = (await slotsOf(ctx, projectId)).filter((slot) => slot.day === day);
    return { data: slots.map((slot) => presentSlot(projectId, slot)) };
  });
  route(app, api.bookAppointment, async (ctx, { params, body }) => {
    const project = await openProject(ctx.db, { slug: params.proyecto });
    if (!project) throw notFound();
    return bookForGuest(ctx, project, body);
  });
  route(app, api.confirmMyAppointment, async (ctx, { params }) => {
    await confirmMine(ctx, params.uid);
    return { success: '¡Gracias! Te esperamos.', redirect: myAddress(params.uid) };
  });
  route(app, api.moveMyAppointment, (ctx, { params, body }) =>
    moveMine(ctx, params.uid, body, {
      success: 'Tu cita cambió de hora.',
      redirect: myAddress(params.uid),
    }),
  );
  route(app, api.cancelMyAppointment, async (ctx, { params, body }) => {
    await cancelMine(ctx, params.uid, body.motivo);
    return { success: 'Tu cita quedó cancelada.', redirect: myAddress(params.uid) };
  });
}

function officeRoutes(app: FastifyInstance): void {
  route(app, api.listAppointments, async (ctx, { query }) => {
    const { found, total } = await findAppointments(ctx.db, query, appointmentsInReach(ctx, 'citas.ver'));
    return {
      data: await presentAppointments(ctx, found),
      meta: { pagination: paginate(query, found.length, total, urlOf(api.listAppointments, { query })) },
    };
  });
  exportBatches(api.listAppointments, async function* (ctx, { query }) {
    for await (const found of allAppointments(ctx.db, query, appointmentsInReach(ctx, 'citas.ver')))
      yield presentAppointments(ctx, found);
  });
  route(app, api.getCalendar, async (ctx, { query }) => ({ data: await calendarFor(ctx, query) }));
  route(app, api.listAppointmentsOfPerson, async (ctx, { params }) => ({
    data: await appointmentsOf(ctx, params.personId),
  }));
  route(app, api.listAgents, async (ctx) => ({
    data: (await agentsInReach(ctx)).map(({ id, name }) => ({ id, text: name })),
  }));
  route(app, api.listFreeTimes, async (ctx, { query }) => {
    const slots = await slotsOfDay(ctx, {
      projectId: query.proyecto_id,
      agentId: query.agente_id,
      day: query.fecha,
    });
    return { data: slots.map((slot) => presentSlot(query.proyecto_id, slot)) };
  });
  route(app, api.createAppointment, async (ctx, { body }) => answer(ctx, await bookInOffice(ctx, body)));
  route(app, api.getAppointment, (ctx, { params }) => answer(ctx, params.id));
  route(app, api.noteAppointment, async (ctx, { params, body }) => {
    const { appointment, sale } = await reached(ctx, params.id);
    const may = reachesAppointment(ctx, 'citas.editar', {
      ...appointment,
      adviserId: sale?.adviserId ?? null,
      processorId: sale?.processorId ?? null,
    });
    if (!may) throw notFound();
    const version = body.version ?? appointment.version;
    const written = await ctx.db
      .update(appointments)
      .set({ note: body.comentario, version: version + 1 })
      .where(and(eq(appointments.id, params.id), eq(appointments.version, version)))
      .returning({ id: appointments.id });
    if (written.length === 0) throw conflict('STALE', undefined, { version: appointment.version });
    await audit(ctx, 'editar', 'cita', params.id, { comentario: true });
    return answer(ctx, params.id);
  });
  route(app, api.changeAppointmentStatus, async (ctx, { params, body }) => {
    await changeAppointment(ctx, params.id, body.params);
    return answer(ctx, params.id);
  });
}

function timeRoutes(app: FastifyInstance): void {
  route(app, api.getAgentTime, async (ctx, { params }) => ({ data: await timeOf(ctx, params.agenteId) }));
  route(app, api.changeWeek, async (ctx, { params, body }) => {
    await changeWeek(ctx, { agentId: params.agenteId, projectId: params.proyectoId }, body);
    return { data: await timeOf(ctx, params.agenteId) };
  });
  route(app, api.addException, async (ctx, { params, body }) => {
    await addException(ctx, params.agenteId, body);
    return { data: await timeOf(ctx, params.agenteId) };
  });
  route(app, api.removeException, async (ctx, { params }) => {
    await removeException(ctx, params.agenteId, params.id);
    return { data: await timeOf(ctx, params.agenteId) };
  });
}

async function reached(ctx: Context, id: number) {
  const found = await findAppointment(ctx.db, id, appointmentsInReach(ctx, 'citas.ver'));
  if (!found) throw notFound();
  return found;
}

const answer = async (ctx: Context, id: number) => ({
  data: await presentAppointment(ctx, await reached(ctx, id)),
});
