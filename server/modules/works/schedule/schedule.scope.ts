import { and, eq } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import type { Context } from '#server/kernel/context.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import type { ScheduleRow } from './loaded.service.ts';
import { schedules } from './schedule.table.ts';

/** The schedule with this id, of a contract in the caller's scope of a permission; undefined out of scope. */
export async function findSchedule(
  ctx: Pick<Context, 'db' | 'staff'>,
  id: number,
  permission: Permission = 'contratos.ver',
): Promise<ScheduleRow | undefined> {
  const [found] = await ctx.db
    .select({ schedule: schedules })
    .from(schedules)
    .innerJoin(contracts, eq(contracts.id, schedules.contractId))
    .where(and(eq(schedules.id, id), contractsInReach(ctx, permission)));
  return found?.schedule;
}

/** Whether the caller may open a schedule: whoever may open its contract. */
export const mayOpenSchedule = async (ctx: Context, id: number): Promise<boolean> =>
  (await findSchedule(ctx, id)) !== undefined;
