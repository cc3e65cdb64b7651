import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import { closedOn, isAway } from '#contract/sales/appointments/slots.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { holdersOf } from '#server/modules/company/staff/holders.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

type Looking = Pick<Context, 'db' | 'now'>;

export interface Visitor {
  name: string;
  /** E.164 */
  phone: string;
  email: string | null;
}

export interface SaleBehind {
  id: number;
  personId: number;
  adviserId: number | null;
}

/**
 * The newest running sale in a project that belongs to a telephone, or that is one of `among`; undefined if there is
 * none.
 */
export async function saleBehind(
  ctx: Looking,
  projectId: number,
  by: { phone: string } | { among: readonly number[] },
): Promise<SaleBehind | undefined> {
  if ('among' in by && by.among.length === 0) return undefined;
  const [found] = await ctx.db
    .select({ id: sales.id, personId: sales.personId, adviserId: sales.adviserId })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .where(
      and(
        eq(sales.projectId, projectId),
        lt(sales.stateId, SALE.withdrawn),
        'phone' in by ? eq(people.phone, by.phone) : inArray(sales.id, [...by.among]),
      ),
    )
    .orderBy(desc(sales.id))
    .limit(1);
  return found;
}

/** Staff users who may attend. */
export const attendants = (ctx: Looking, id?: number) => holdersOf(ctx.db, 'citas.editar', id);

/**
 * Checks that a staff user may set this time: a future hour of a working day when the agent is not away. Raises 422 at
 * the field, named by `nameOf`. The database decides whether the time is free.
 */
export async function checkTime(
  ctx: Looking,
  { agentId, fecha, startsAt }: { agentId: number; fecha: string; startsAt: Date },
  nameOf: (field: 'fecha' | 'hora_inicio' | 'agente_id') => string = (field) => field,
): Promise<void> {
  const refuse = (field: 'fecha' | 'hora_inicio' | 'agente_id', message: string) =>
    invalid([{ field: nameOf(field), message }]);
  if (startsAt <= ctx.now) throw refuse('hora_inicio', 'Esa hora ya pasó. Elige otra.');
  const { ownHolidays } = await readSettings(ctx.db);
  const closed = closedOn(fecha, ownHolidays);
  if (closed) throw refuse('fecha', `Ese día no se atiende: ${closed}.`);
  if ((await attendants(ctx, agentId)).length === 0)
    throw refuse('agente_id', 'Esa persona no atiende citas. Elige otra.');
  const [who] = await ctx.db
    .select({ awayFrom: users.awayFrom, awayTo: users.awayTo })
    .from(users)
    .where(eq(users.id, agentId));
  if (who && isAway(who, fecha)) throw refuse('agente_id', 'Esa persona está fuera ese día. Elige otra.');
}
