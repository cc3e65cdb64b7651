import { anyOf, idOf } from '#server/kernel/db.ts';
import { REFUND } from '#contract/money/refunds/rules.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, numeric, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { RefundCause } from '#contract/money/refunds/rules.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** A refund to the customer of an ended sale: one user prepares it, two others approve it, it is paid once. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** 1 Preparada · 2 Aprobada por ventas · 3 Por pagar · 4 Pagada · 5 Anulada */
    stateId: smallint('state_id').notNull(),
    version: integer('version').notNull().default(1),
    cause: text('cause').$type<RefundCause>().notNull(),
    /** The figures when the refund was prepared. The amount is never calculated again. */
    paidCents: cents('paid_cents').notNull(),
    penaltyPercent: numeric('penalty_percent', { precision: 5, scale: 2, mode: 'number' }).notNull(),
    penaltyCents: cents('penalty_cents').notNull(),
    amountCents: cents('amount_cents').notNull(),
    payeeName: text('payee_name').notNull(),
    bankId: smallint('bank_id').notNull(),
    account: text('account').notNull(),
    notes: text('notes').notNull().default(''),
    dueOn: day('due_on').notNull(),
    preparedBy: ref('prepared_by')
      .notNull()
      .references(() => users.id),
    preparedAt: instant('prepared_at').notNull(),
    agreedBy: ref('agreed_by').references(() => users.id),
    agreedAt: instant('agreed_at'),
    approvedBy: ref('approved_by').references(() => users.id),
    approvedAt: instant('approved_at'),
    paidBy: ref('paid_by').references(() => users.id),
    paidAt: instant('paid_at'),
    bankReference: text('bank_reference'),
    bankDate: day('bank_date'),
    /** The company's bank account that it left from; null: the general one of the books. */
    paidFromId: ref('paid_from_id').references(() => bankAccounts.id),
  },
  (t) => [
    // Money that arrives after a refund was paid may go into another refund; no money is refunded twice (heldCents).
    uniqueIndex('refunds_one_open_per_sale')
      .on(t.saleId)
      .where(sql`state_id in ${anyOf([REFUND.prepared, REFUND.agreed, REFUND.approved])}`),
    index('refunds_sale').on(t.saleId, t.id),
    uniqueIndex('refunds_transfer')
      .on(t.bankId, t.bankReference)
      .where(sql`state_id = ${idOf(REFUND.paid)}`),
    index('refunds_state').on(t.stateId, t.id),
    index('refunds_paid_day')
      .on(t.bankDate, t.id)
      .where(sql`state_id = ${idOf(REFUND.paid)}`),
    check(
      'refunds_sum',
      sql`paid_cents = penalty_cents + amount_cents and penalty_cents >= 0 and amount_cents > 0`,
    ),
    check(
      'refunds_people',
      sql`agreed_by is distinct from prepared_by and approved_by is distinct from prepared_by
        and (approved_by is null or approved_by is distinct from agreed_by)`,
    ),
    check(
      'refunds_steps',
      sql`(state_id not in ${anyOf([REFUND.agreed, REFUND.approved, REFUND.paid])} or agreed_at is not null) and (state_id not in ${anyOf([REFUND.approved, REFUND.paid])} or approved_at is not null)
        and (state_id <> ${idOf(REFUND.paid)} or (paid_at is not null and bank_reference is not null and bank_date is not null))`,
    ),
  ],
);
