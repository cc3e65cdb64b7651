import { DAY_MS, HOUR_MS } from '#contract/dates.ts';
import { PROSPECT } from '#contract/sales/prospects/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { PurgeReason } from '#contract/overview/privacy/purges.ts';
import { inTransaction } from '#server/kernel/changes.ts';
import { rows, anyOf } from '#server/kernel/db.ts';
import { job, type JobContext } from '#server/kernel/jobs.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { purgeProspect, purgeSale } from './purge.service.ts';

/** Records per run; the next hour continues. */
const AT_ONCE = 500;

/**
 * Sales and prospects due for a purge, with the reason. Excludes records with payments or a signature, and people who
 * are needed elsewhere.
 */
function due(ctx: JobContext, retention: { unagreedHours: number; draftDays: number; peopleMonths: number }) {
  const before = (milliseconds: number) => new Date(ctx.now.getTime() - milliseconds);
  const months = before(retention.peopleMonths * 30.44 * DAY_MS);
  const list: [reason: PurgeReason, of: 'sale' | 'prospect', which: SQL][] = [
    [
      'sin_consentimiento',
      'sale',
      sql`select id from sales where state_id = ${SALE.draft} and purged_at is null
        and (draft ->> 'pedido_en')::timestamptz < ${before(retention.unagreedHours * HOUR_MS)}
        and not exists (select from consents c where c.sale_id = sales.id and c.kind = 'datos' and c.revoked_at is null)`,
    ],
    [
      'borrador_abandonado',
      'sale',
      sql`select id from sales where state_id = ${SALE.draft} and purged_at is null
        and last_action_at < ${before(retention.draftDays * DAY_MS)}`,
    ],
    [
      'compra_sin_pago',
      'sale',
      sql`select id from sales where state_id in ${anyOf([SALE.withdrawn, SALE.expired])} and purged_at is null and state_since < ${months}
        and not exists (select from payments p where p.sale_id = sales.id and (p.reported_at is not null or p.receipt_number is not null))
        and not exists (select from signatures g where g.sale_id = sales.id)
        and not exists (select from envelopes e where e.sale_id = sales.id)
        and not exists (select from sale_buyers b where b.sale_id = sales.id)`,
    ],
    [
      'prospecto_descartado',
      'prospect',
      sql`select prospects.id from prospects join people on people.id = prospects.person_id
        where stage_id = ${PROSPECT.discarded} and stage_since < ${months} and people.purged_at is null
        and not exists (select from sales s where s.person_id = people.id and s.purged_at is null)`,
    ],
  ];
  return list;
}

/** Each hour: purges personal data after its retention time (domain.md 4.7, rulings 37). Most hours there is none. */
export const purgePersonalData = job({
  name: 'privacy.purge',
  payload: z.object({}),
  cron: '40 * * * *',
  ownTransactions: true,
  async run(ctx) {
    const { retention } = await readSettings(ctx.db);
    for (const [reason, of, which] of due(ctx, retention)) {
      const found = await rows<{ id: number }>(
        ctx.db,
        sql`select id::float8 id from (${which}) due order by id limit ${AT_ONCE}`,
      );
      let done = 0;
      for (const { id } of found) {
        const purge = of === 'sale' ? purgeSale : purgeProspect;
        if (await inTransaction(ctx, (inside) => purge(inside, id, reason))) done += 1;
      }
      if (done > 0) ctx.log.info({ reason, done }, 'personal data purged');
    }
  },
});
