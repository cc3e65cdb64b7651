import { and, eq, inArray, or } from 'drizzle-orm';
import { APPOINTMENT, whyNotChange } from '#contract/sales/appointments/rules.ts';
import type { Slot } from '#contract/sales/appointments/slots.ts';
import { DAY_MS, panamaInstant } from '#contract/dates.ts';
import { announce } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound, transitionRefused } from '#server/kernel/errors.ts';
import { hashToken } from '#server/kernel/secrets.ts';
import { countAttempt, type Throttle } from '#server/kernel/throttle.ts';
import {
  ensureCustomerSession,
  openSalesFromOutside,
} from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { appointmentLinks, appointments, appointmentSessions } from './appointments.table.ts';
import { forgetSlots, slotsOf, slotTaken } from './availability.service.ts';
import { cancel, moveTo, tell, type Row } from './change.service.ts';

/** A link opens an appointment until this long after it. */
const LINK_MS = 30 * DAY_MS;

/** Each move sends a mail to an unconfirmed address and a notice to the agent, so moves are limited. */
const MOVES: Throttle = { name: 'cita_mover', max: 6, seconds: 3600 };

/** URL of a customer's own appointment. */
export const myAddress = (uid: string) => `/citas/mi-cita/${uid}`;

/** Gives this browser access to an appointment. */
export async function openHere(ctx: Context, appointmentId: number): Promise<void> {
  const { sessionId } = await ensureCustomerSession(ctx);
  await ctx.db.insert(appointmentSessions).values({ sessionId, appointmentId }).onConflictDoNothing();
}

/**
 * Opens the appointment of a mailed link in this browser and returns its URL. For an expired link: `again`, the URL to
 * book another visit to the project; null for an unknown link.
 */
export async function openAppointmentLink(
  ctx: Context,
  token: string,
): Promise<{ address: string } | { again: string | null }> {
  const [found] = await ctx.db
    .select({
      id: appointments.id,
      uid: appointments.uid,
      startsAt: appointments.startsAt,
      slug: projects.slug,
    })
    .from(appointmentLinks)
    .innerJoin(appointments, eq(appointments.id, appointmentLinks.appointmentId))
    .innerJoin(projects, eq(projects.id, appointments.projectId))
    .where(eq(appointmentLinks.tokenHash, hashToken(token)));
  if (!found) return { again: null };
  if (ctx.now.getTime() - found.startsAt.getTime() > LINK_MS) return { again: `/citas/${found.slug}` };
  // A browser without a session gets a new one, against session fixation.
  if (!ctx.client) await openSalesFromOutside(ctx, []);
  await openHere(ctx, found.id);
  await audit(ctx, 'opened_by_link', 'cita', found.id);
  return { address: myAddress(found.uid) };
}

/** The appointment of a URL, if it or its sale is open in this browser; otherwise raises 404. `lock` for a change. */
export async function ownAppointment(ctx: Context, uid: string, lock = false): Promise<Row> {
  const { client } = ctx;
  if (!client) throw notFound();
  const opened = ctx.db
    .select({ id: appointmentSessions.appointmentId })
    .from(appointmentSessions)
    .where(eq(appointmentSessions.sessionId, client.sessionId));
  const mine = ctx.db
    .select()
    .from(appointments)
    .where(
      and(
        eq(appointments.uid, uid),
        or(
          inArray(appointments.id, opened),
          client.saleIds.length > 0 ? inArray(appointments.saleId, [...client.saleIds]) : undefined,
        ),
      ),
    );
  const [one] = await (lock ? mine.for('no key update') : mine);
  if (!one) throw notFound();
  return one;
}

/** The customer confirms: 1→2. Repeating changes nothing. */
export async function confirmMine(ctx: Context, uid: string): Promise<void> {
  const one = await ownAppointment(ctx, uid, true);
  if (one.stateId === APPOINTMENT.confirmed) return;
  if (one.stateId !== APPOINTMENT.scheduled || one.startsAt <= ctx.now)
    throw transitionRefused('Esta cita ya no se puede confirmar. Agenda otra.');
  const version = one.version + 1;
  await ctx.db
    .update(appointments)
    .set({ stateId: APPOINTMENT.confirmed, stateSince: ctx.now, version })
    .where(eq(appointments.id, one.id));
  await announce(ctx, {
    record: 'cita',
    id: one.id,
    from: one.stateId,
    to: APPOINTMENT.confirmed,
    ...(one.saleId !== null && { of: ['precontrato', one.saleId] }),
  });
  await tell(ctx, { ...one, version }, `${one.name} confirmó su cita.`);
}

/** The free times of a visit: the one to a house moves within the hours of whoever goes there. */
export const ownSlots = (
  { ticketId, agentId }: Pick<Row, 'ticketId' | 'agentId'>,
  slots: readonly Slot[],
): Slot[] =>
  ticketId === null
    ? [...slots]
    : slots.flatMap((slot) => (slot.agents.includes(agentId) ? [{ ...slot, agents: [agentId] }] : []));

/** Raises 422 with the reason when the customer can no longer move or cancel. */
async function requireChange(ctx: Context, one: Row): Promise<void> {
  const { appointments: rules } = await readSettings(ctx.db);
  const reason = whyNotChange(one, ctx.now, rules.changeHours);
  if (reason) throw transitionRefused(reason);
}

/** The customer cancels, up to some hours before. */
export async function cancelMine(ctx: Context, uid: string, reason?: string): Promise<void> {
  const one = await ownAppointment(ctx, uid, true);
  await requireChange(ctx, one);
  await cancel(ctx, one, APPOINTMENT.cancelledByCustomer, reason || undefined);
  ctx.afterCommit(() => forgetSlots(ctx.db));
}

/**
 * The customer moves the appointment to another free time, with the same agent if possible, else with any free agent.
 * The endpoint must use own transactions. Raises 409 SLOT_TAKEN with the nearest times, 422 with the reason, 429 after
 * too many moves.
 */
export async function moveMine<A>(
  ctx: Context,
  uid: string,
  wanted: { fecha: string; hora_inicio: string },
  answer: A,
): Promise<A> {
  const before = await ownAppointment(ctx, uid);
  await requireChange(ctx, before);
  const slots = ownSlots(before, await slotsOf(ctx, before.projectId));
  const slot = slots.find(({ day, from }) => day === wanted.fecha && from === wanted.hora_inicio);
  if (!slot) throw slotTaken(before.projectId, slots, wanted);
  await countAttempt(ctx, MOVES, before.id);
  const agents = slot.agents.toSorted((a, b) =>
    a === before.agentId ? -1 : b === before.agentId ? 1 : a - b,
  );
  const moved = await ctx.transaction(
    async (inside) => {
      const one = await ownAppointment(inside, uid, true);
      await requireChange(inside, one);
      for (const agentId of agents)
        if (
          await moveTo(inside, one, {
            agentId,
            startsAt: slot.startsAt,
            endsAt: panamaInstant(slot.day, slot.to),
          })
        )
          return answer;
      throw slotTaken(before.projectId, ownSlots(before, await slotsOf(inside, before.projectId)), wanted);
    },
    { once: true },
  );
  forgetSlots(ctx.db);
  return moved;
}
