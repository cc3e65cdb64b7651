import { cessionFollower } from './cession.service.ts';
import { amendedPlanFollower, planFollower } from './promised.service.ts';
import { sql } from 'drizzle-orm';
import type { Module } from '#server/kernel/core.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { saleInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { bankMoneyFollower } from './bankMoney.service.ts';
import { moneyKnown } from './known.ts';
import { remindLate, sweepPayments } from './payments.jobs.ts';
import { paymentFollowers } from './payments.service.ts';
import { paymentPostings } from './payments.postings.ts';
import { payToRoutes } from './payTo.routes.ts';

/** The dues of a sale and the payments that its customer reports. */
export const paymentsModule: Module = {
  name: 'payments',
  jobs: [remindLate, sweepPayments],
  knows: { precontrato: moneyKnown },
  followers: [...paymentFollowers, bankMoneyFollower, planFollower, amendedPlanFollower, cessionFollower],
  postings: [paymentPostings],
  recordFiles: {
    precontrato: async (ctx, id) =>
      (await saleInReach(ctx, 'pagos.ver', id))
        ? sql`${files.id} in (select proof_file_id from payments where sale_id = ${id})`
        : null,
  },
  routes: payToRoutes,
};
