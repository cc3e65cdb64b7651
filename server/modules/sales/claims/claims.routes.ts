import { sql } from 'drizzle-orm';
import type { Module } from '#server/kernel/core.ts';
import { watchClaims } from './alarm.jobs.ts';
import { claimFollower } from './claims.service.ts';

/** Claims: the exclusive link between a lot and a sale. */
export const claimsModule: Module = {
  name: 'claims',
  jobs: [watchClaims],
  knows: {
    precontrato: {
      hasLot: sql`exists (select from lot_claims where sale_id = sales.id and released_at is null)`,
    },
    lote: {
      claim: sql`(select json_build_object('until', c.until, 'saleId', s.id, 'saleCode', s.code, 'modelId', s.model_id)
        from lot_claims c join sales s on s.id = c.sale_id where c.lot_id = lots.id and c.released_at is null)`,
    },
    'lote usado': { claimed: sql`exists (select from lot_claims c where c.lot_id = lots.id)` },
  },
  followers: [claimFollower],
};
