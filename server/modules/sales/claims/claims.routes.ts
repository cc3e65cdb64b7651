import { sql } from 'drizzle-orm';
import type { Module } from '#server/kernel/house.ts';
import { claimFollower } from './claims.service.ts';

/** What ties a lot to a sale. */
export const claimsModule: Module = {
  name: 'claims',
  knows: {
    precontrato: {
      hasLot: sql`exists (select from lot_claims where sale_id = sales.id and released_at is null)`,
    },
  },
  followers: [claimFollower],
};
