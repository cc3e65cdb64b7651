import { z } from 'zod';
import { panamaDay } from '#contract/dates.ts';
import { DOCUMENT } from '#contract/documents/rules.ts';
import { job } from '#server/kernel/jobs.ts';
import { findExpired, lockPaper } from './documents.queries.ts';
import { moveTo } from './documents.service.ts';

/** Each night: approved papers past their last good day become Vencido, while the sale is not yet registered. */
export const expirePapers = job({
  name: 'documents.expire',
  payload: z.object({}),
  cron: '15 0 * * *',
  async run(ctx) {
    const expired = await findExpired(ctx.db, panamaDay(ctx.now));
    for (const { id } of expired.rows) {
      const document = await lockPaper(ctx.db, id);
      if (document?.stateId === DOCUMENT.approved) await moveTo(ctx, document, DOCUMENT.expired);
    }
    ctx.log.info({ papers: expired.rows.length }, 'papers expired');
  },
});
