import { and, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayText, daysBetween, panamaDay } from '#contract/dates.ts';
import { POWER_ALARM_DAYS } from '#contract/legal/representatives/rules.ts';
import { job } from '#server/kernel/jobs.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { representatives } from './representatives.table.ts';

/** Every morning: tells the lawyers of powers that end in 30 days, in 7, and today. One notice per day and power. */
const alarmPowers = job({
  name: 'representatives.alarmPowers',
  payload: z.object({}),
  cron: '30 7 * * *',
  async run(ctx) {
    const today = panamaDay(ctx.now);
    const ending = await ctx.db
      .select()
      .from(representatives)
      .where(
        and(
          isNull(representatives.archivedAt),
          inArray(
            representatives.validUntil,
            POWER_ALARM_DAYS.map((days) => addDays(today, days)),
          ),
        ),
      );
    if (ending.length === 0) return;
    const lawyers = await whoMay(ctx.db, 'legal.crear');
    for (const { id, name, validUntil } of ending) {
      const days = daysBetween(today, validUntil!);
      await notify(ctx, {
        kind: 'poder_por_vencer',
        to: lawyers,
        text:
          days === 0
            ? `El poder de ${name} vence hoy: desde mañana no puede firmar.`
            : `El poder de ${name} vence el ${dayText(validUntil!)}.`,
        url: `/oficina/representantes?representante=${id}`,
        event: `representante:${id}:${validUntil}:${days}`,
      });
    }
  },
});

export const representativeJobs = [alarmPowers];
