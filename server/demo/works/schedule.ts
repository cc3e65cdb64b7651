import { eq } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { stampContract } from '#server/modules/works/schedule/stamp.service.ts';
import { calendarOf } from '#server/modules/works/schedule/siteDays.service.ts';
import { addStop } from '#server/modules/works/schedule/stops.service.ts';
import { MANAGER, type Site } from './telling.ts';

/** Stamps a contract of houses from its planned start, by the project manager, with a stop of two days last week. */
export async function stampDemo(site: Site, contractId: number): Promise<void> {
  const ctx = site.at(0, MANAGER);
  const [contract] = await ctx.db.select().from(contracts).where(eq(contracts.id, contractId));
  if (!contract?.startsOn) return;
  const calendar = await calendarOf(ctx.db);
  await stampContract(ctx, contractId, { inicio: calendar.add(contract.startsOn, 0), ritmo: 5 });
  const today = panamaDay(site.now);
  await addStop(ctx, {
    proyecto_id: contract.projectId,
    contrato_id: contractId,
    razon: 'lluvia',
    desde: addDays(today, -8),
    hasta: addDays(today, -7),
    motivo: 'Lluvia de dos días, el terreno no dejó entrar',
  });
}
