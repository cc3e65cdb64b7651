import { sql } from 'drizzle-orm';
import { check, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { GuaranteeKind } from '#contract/works/contracts/rules.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { contracts } from './construction.table.ts';

/** Bonds (fianzas) that secure a contract. A renewed one is kept as replaced. */
export const contractGuarantees = pgTable(
  'contract_guarantees',
  {
    id: id(),
    contractId: ref('contract_id')
      .notNull()
      .references(() => contracts.id),
    kind: text('kind').$type<GuaranteeKind>().notNull(),
    insurer: text('insurer').notNull(),
    number: text('number').notNull(),
    amountCents: cents('amount_cents').notNull(),
    startsOn: day('starts_on').notNull(),
    /** Last valid day. */
    endsOn: day('ends_on').notNull(),
    fileId: uuid('file_id').references(() => files.id),
    /** When another one replaced it, or it was returned. */
    replacedAt: instant('replaced_at'),
    /** The smallest number of days before expiry that was told: 30, 15, 7, or 0 once expired. */
    toldDays: smallint('told_days'),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('contract_guarantees_contract').on(t.contractId, t.kind),
    uniqueIndex('contract_guarantees_number')
      .on(sql`lower(insurer)`, sql`lower(number)`)
      .where(sql`replaced_at is null`),
    index('contract_guarantees_expiry')
      .on(t.endsOn)
      .where(sql`replaced_at is null`),
    index('contract_guarantees_file').on(t.fileId),
    check(
      'contract_guarantees_values',
      sql`kind in ('anticipo', 'cumplimiento', 'vicios', 'pago') and amount_cents > 0 and ends_on >= starts_on`,
    ),
  ],
);
