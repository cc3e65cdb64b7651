import { z } from 'zod';
import { addDays, panamaDay } from '#contract/dates.ts';
import { job } from '#server/kernel/jobs.ts';
import { chainsOf, sealUntil, verifyChain } from './chain.service.ts';

/** Seals the day that ended, then checks every chain. */
export const sealDays = job({
  name: 'diary.seal',
  payload: z.object({}),
  cron: '10 0 * * *',
  retries: 4,
  inSafeMode: true,
  async run(ctx) {
    for (const chain of await chainsOf(ctx.db)) {
      await sealUntil(ctx, chain, addDays(panamaDay(ctx.now), -1));
      const { integra, rota_en } = await verifyChain(ctx.db, chain);
      if (!integra) ctx.log.error({ ...chain, day: rota_en }, 'the chain of a site diary is broken');
    }
  },
});
