import { and, eq } from 'drizzle-orm';
import { clockTime, longDay, panamaDay, panamaTime } from '#contract/dates.ts';
import { fill } from '#contract/company/templates/mails.ts';
import type { Context } from '#server/kernel/context.ts';
import { senderOf } from '#server/kernel/mailServer.ts';
import { hashToken, newToken } from '#server/kernel/secrets.ts';
import { mayNotify } from '#server/kernel/strangers.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { readSettings, undoMs } from '#server/modules/company/settings/settings.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { appointmentLinks, appointments } from './appointments.table.ts';
import { calendarFile } from './calendar.ts';

type Sending = Pick<Context, 'db' | 'now' | 'jobs' | 'mail' | 'config'> &
  Partial<Pick<Context, 'ip' | 'staff'>>;
type WithCalendar = 'cita_agendada' | 'cita_movida' | 'cita_recordatorio' | 'cita_enlace';

/** Creates a link that opens an appointment for its customer. The token is secret and stored hashed. */
export async function linkTo(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  appointmentId: number,
): Promise<string> {
  const token = newToken();
  await ctx.db
    .insert(appointmentLinks)
    .values({ tokenHash: hashToken(token), appointmentId, createdAt: ctx.now });
  return `${ctx.config.appUrl}/citas/enlace/${token}`;
}

async function findMailed(ctx: Pick<Context, 'db'>, id: number) {
  const [found] = await ctx.db
    .select({
      appointment: appointments,
      project: { name: projects.name, slug: projects.slug, address: projects.address },
      agent: users.name,
    })
    .from(appointments)
    .innerJoin(projects, eq(projects.id, appointments.projectId))
    .innerJoin(users, eq(users.id, appointments.agentId))
    .where(and(eq(appointments.id, id)));
  return found;
}
type Mailed = NonNullable<Awaited<ReturnType<typeof findMailed>>>;

/** The customer's email if a mail may go there. An address that a guest typed has an hourly limit. */
const reachable = async (ctx: Sending, { appointment: { email, createdBy } }: Mailed) =>
  email && (createdBy !== null || (await mayNotify(ctx, email))) ? email : null;

const told = ({ appointment, project }: Mailed) => ({
  cliente: appointment.name,
  proyecto: project.name,
  fecha: longDay(panamaDay(appointment.startsAt)),
  hora: clockTime(panamaTime(appointment.startsAt)),
});

const toldOfHouse = (found: Mailed, casa: string) => {
  const { cliente, fecha, hora } = told(found);
  return { cliente, fecha, hora, casa };
};

/** Where a visit is, in a mail or calendar; of one to a house, that house. */
const placeOf = ({ appointment, project }: Mailed) =>
  appointment.place ?? [project.name, project.address].filter(Boolean).join(', ');

/** The mails of a visit to a house, by those of a visit to a project. */
const TO_HOUSE = {
  cita_agendada: 'visita_agendada',
  cita_movida: 'visita_agendada',
  cita_recordatorio: 'visita_recordatorio',
} as const;

/** The appointment as a calendar file. `link`: the page where the customer sees it. */
export async function calendarOf(
  ctx: Pick<Context, 'db' | 'config'>,
  id: number,
  link: string,
  method: 'REQUEST' | 'CANCEL' = 'REQUEST',
): Promise<string | null> {
  const found = await findMailed(ctx, id);
  if (!found) return null;
  const { company } = await readSettings(ctx.db);
  const { appointment, project } = found;
  return calendarFile(
    {
      uid: appointment.uid,
      sequence: appointment.sequence,
      startsAt: appointment.startsAt,
      endsAt: appointment.endsAt,
      project: appointment.place ?? project.name,
      place: placeOf(found),
      agent: found.agent,
      link,
      organizer: { name: company.name, email: company.email || (await senderOf(ctx)).address },
      attendee: appointment.email ? { name: appointment.name, email: appointment.email } : null,
    },
    method,
  );
}

/**
 * Mails the customer, if there is an email: booked, moved, reminder, or already booked. Booked and moved carry the
 * calendar file.
 */
export async function mailAppointment(ctx: Sending, id: number, template: WithCalendar): Promise<void> {
  const mail = await appointmentMail(ctx, id, template);
  if (mail) await ctx.mail.send(ctx, mail);
}

interface Time {
  startsAt: Date;
  agentId: number;
}
const aboutVisit = (id: number) => `cita:${id}` as const;

/**
 * Mails the customer the new time. When a colleague moved the visit, the mail waits as long as that may be undone, and
 * moving the visit back leaves no mail.
 */
export async function mailMoved(ctx: Sending, id: number, from: Time, to: Time): Promise<void> {
  if (!ctx.staff) {
    await ctx.mail.drop(ctx, aboutVisit(id));
    return mailAppointment(ctx, id, 'cita_movida');
  }
  const wordOf = ({ startsAt, agentId }: Time) => `${startsAt.toISOString()} ${agentId}`;
  const until = new Date(ctx.now.getTime() + (await undoMs(ctx.db)));
  await ctx.mail.hold(ctx, { about: aboutVisit(id), before: wordOf(from), after: wordOf(to), until }, () =>
    appointmentMail(ctx, id, 'cita_movida'),
  );
}

async function appointmentMail(ctx: Sending, id: number, template: WithCalendar) {
  const found = await findMailed(ctx, id);
  const to = found && (await reachable(ctx, found));
  if (!to) return null;
  const link = await linkTo(ctx, id);
  const text =
    template === 'cita_agendada' || template === 'cita_movida' ? await calendarOf(ctx, id, link) : null;
  const casa = found.appointment.place;
  const words =
    casa === null || template === 'cita_enlace'
      ? {
          kind: template,
          ...fill(template, {
            ...told(found),
            lugar: found.project.address,
            atiende: found.agent,
            enlace: link,
          }),
        }
      : {
          kind: TO_HOUSE[template],
          ...fill(TO_HOUSE[template], { ...toldOfHouse(found, casa), atiende: found.agent, enlace: link }),
        };
  return {
    ...words,
    to,
    ...(text && { calendar: { method: 'REQUEST' as const, text } }),
  };
}

/** Mails the customer that the appointment is cancelled. `reason`: the company's; null when the customer cancelled. */
export async function mailCancelled(ctx: Sending, id: number, reason: string | null): Promise<void> {
  await ctx.mail.drop(ctx, aboutVisit(id));
  const found = await findMailed(ctx, id);
  const to = found && (await reachable(ctx, found));
  if (!to) return;
  const another = `${ctx.config.appUrl}/citas/${found.project.slug}`;
  const text = await calendarOf(ctx, id, another, 'CANCEL');
  const casa = found.appointment.place;
  const words =
    casa === null
      ? {
          kind: 'cita_cancelada',
          ...fill('cita_cancelada', { ...told(found), motivo: reason, enlace: another }),
        }
      : {
          kind: 'visita_cancelada',
          ...fill('visita_cancelada', { ...toldOfHouse(found, casa), motivo: reason }),
        };
  await ctx.mail.send(ctx, {
    ...words,
    to,
    ...(text && { calendar: { method: 'CANCEL' as const, text } }),
  });
}

/** Mails the customer after a no-show and offers another time. */
export async function mailNoShow(ctx: Sending, id: number): Promise<void> {
  await ctx.mail.drop(ctx, aboutVisit(id));
  const found = await findMailed(ctx, id);
  const to = found && (await reachable(ctx, found));
  if (!to) return;
  await ctx.mail.send(ctx, {
    kind: 'cita_no_asistio',
    to,
    ...fill('cita_no_asistio', {
      cliente: found.appointment.name,
      proyecto: found.project.name,
      enlace: `${ctx.config.appUrl}/citas/${found.project.slug}`,
    }),
  });
}
