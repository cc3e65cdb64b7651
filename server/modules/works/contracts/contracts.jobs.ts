import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, daysBetween, panamaDay, showDay } from '#contract/dates.ts';
import {
  CONTRACT_STATE,
  GUARANTEE_KINDS,
  GUARANTEE_WARNING_DAYS,
  type GuaranteeKind,
} from '#contract/works/contracts/rules.ts';
import { rows } from '#server/kernel/db.ts';
import { job } from '#server/kernel/jobs.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { bringAllWaiting } from './force.service.ts';
import { contractGuarantees } from './guarantees.table.ts';

interface Expiring {
  id: number;
  contractId: number;
  contract: string;
  projectId: number;
  kind: GuaranteeKind;
  number: string;
  endsOn: string;
  toldDays: number | null;
}

/**
 * Each night: tells who draws and who pays that a bond expires in 30, 15 or 7 days, or has expired, once each; and puts in
 * force the contracts whose bonds begin. Safe to run twice.
 */
export const contractsNight = job({
  name: 'contracts.night',
  payload: z.object({}),
  cron: '15 0 * * *',
  async run(ctx) {
    const today = panamaDay(ctx.now);
    const list = await rows<Expiring>(
      ctx.db,
      sql`select g.id, g.contract_id "contractId", c.name contract, c.project_id "projectId", g.kind, g.number, g.ends_on::text "endsOn",
          g.told_days "toldDays"
        from contract_guarantees g join contracts c on c.id = g.contract_id
        where g.replaced_at is null and g.ends_on <= ${addDays(today, GUARANTEE_WARNING_DAYS[0])}
          and c.state_id between ${CONTRACT_STATE.approved} and ${CONTRACT_STATE.accepted}
        order by g.id for no key update of g skip locked`,
    );
    for (const one of list) {
      const left = daysBetween(today, one.endsOn);
      const warning = left < 0 ? 0 : GUARANTEE_WARNING_DAYS.findLast((days) => left <= days)!;
      if (one.toldDays !== null && one.toldDays <= warning) continue;
      const what = `La ${GUARANTEE_KINDS[one.kind].toLowerCase()} ${one.number} del contrato ${one.contract}`;
      await notify(ctx, {
        kind: 'fianza_por_vencer',
        to: [
          ...(await whoMay(ctx.db, 'contratos.crear', one.projectId)),
          ...(await whoMay(ctx.db, 'contabilidad.aprobar', one.projectId)),
        ],
        text:
          left < 0
            ? `${what} venció el ${showDay(one.endsOn)}: no se paga hasta renovarla.`
            : `${what} vence el ${showDay(one.endsOn)}.`,
        url: `/oficina/contratos/${one.contractId}?ver=fianzas`,
        event: `fianza:${one.id}:${one.endsOn}:${warning}`,
      });
      await ctx.db
        .update(contractGuarantees)
        .set({ toldDays: warning })
        .where(eq(contractGuarantees.id, one.id));
    }
    await bringAllWaiting(ctx);
  },
});
