import { z } from 'zod';
import { panamaDay } from '#contract/dates.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { job } from '#server/kernel/jobs.ts';
import { papersChanged } from './papersChanged.service.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { findExpired, lockPaper } from './documents.queries.ts';
import { moveTo } from './documents.service.ts';

/** Documents per run: one transaction locks all their sales. */
const AT_ONCE = 200;
const ExpirePapers = { name: 'documents.expire', payload: z.object({}) };

/**
 * Each night: approved documents past their expiry become Vencido, until the sale is registered. Sends itself again
 * while there are more.
 */
export const expirePapers = job({
  ...ExpirePapers,
  cron: '15 0 * * *',
  async run(ctx) {
    const expired = await findExpired(ctx.db, panamaDay(ctx.now), AT_ONCE);
    for (const { id, saleId } of expired) {
      const sale = await lockSale(ctx.db, saleId);
      const document = await lockPaper(ctx.db, id);
      if (!sale || document?.stateId !== DOCUMENT.approved) continue;
      await moveTo(ctx, document, DOCUMENT.expired);
      await papersChanged(ctx, sale);
    }
    if (expired.length === AT_ONCE) await ctx.jobs.send(ctx.db, ExpirePapers, {});
    ctx.log.info({ papers: expired.length }, 'papers expired');
  },
});
