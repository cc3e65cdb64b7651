import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { contracts } from './construction.table.ts';

/** A rescission: one user prepares it, another decides it. Deciding settles what was measured and hands over the rest. */
export const contractRescissions = pgTable(
  'contract_rescissions',
  {
    id: id(),
    contractId: ref('contract_id')
      .notNull()
      .references(() => contracts.id),
    reason: text('reason').notNull(),
    /** The day on which the contractor was told. */
    notifiedOn: day('notified_on'),
    /** Who builds the rest, in a contract that begins as a draft; null: nobody yet. */
    successorContractorId: ref('successor_contractor_id').references(() => partners.id),
    preparedBy: ref('prepared_by')
      .notNull()
      .references(() => users.id),
    preparedAt: instant('prepared_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
    decidedBy: ref('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
    /** Settlement at the decision, without ITBMS: certified, its part of the advance, paid. */
    certifiedCents: cents('certified_cents'),
    amortisedCents: cents('amortised_cents'),
    paidCents: cents('paid_cents'),
    /** The contract of the rest. */
    successorId: ref('successor_id').references(() => contracts.id),
  },
  (t) => [
    uniqueIndex('contract_rescissions_open')
      .on(t.contractId)
      .where(sql`withdrawn_at is null`),
    index('contract_rescissions_contract').on(t.contractId, t.id),
    check('contract_rescissions_people', sql`decided_by is distinct from prepared_by`),
    check(
      'contract_rescissions_settled',
      sql`(decided_at is null) = (certified_cents is null) and (decided_at is null) = (decided_by is null)
        and (decided_at is null or withdrawn_at is null)`,
    ),
  ],
);
