import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { DEPOSIT_STATE as S, type Way } from '#contract/money/onlineDeposits/rules.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { bankStatementLines } from '#server/modules/money/statements/statements.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** What a customer pays through a provider. No data of a card: the provider's own page asks for them. */
export const onlineDeposits = pgTable(
  'online_deposits',
  {
    id: id(),
    /** At the provider; not guessable. */
    reference: text('reference').notNull(),
    way: text('way').$type<Way>().notNull(),
    saleId: ref('sale_id')
      .notNull()
      .references(() => sales.id),
    /** The due that it pays. */
    paymentId: ref('payment_id')
      .notNull()
      .references(() => payments.id),
    /** DEPOSIT_STATE */
    stateId: smallint('state_id').notNull().default(1),
    cents: cents('cents').notNull(),
    /** What the provider keeps. */
    feeCents: cents('fee_cents').notNull().default(0),
    providerReference: text('provider_reference'),
    /** The provider's page that asks for the card. */
    payUrl: text('pay_url'),
    remark: text('remark'),
    paidAt: instant('paid_at'),
    /** The provider gave it back, or the bank of the card took it. */
    returnedAt: instant('returned_at'),
    /** The due became this payment's report: what it says of it is true. */
    reportedAt: instant('reported_at'),
    /** The line of a statement that paid it out, and its day. */
    lineId: ref('line_id').references(() => bankStatementLines.id),
    settledOn: day('settled_on'),
    /** When the provider was asked last. */
    askedAt: instant('asked_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('online_deposits_reference').on(t.reference),
    uniqueIndex('online_deposits_provider').on(t.way, t.providerReference),
    // one at a time for a due
    uniqueIndex('online_deposits_live')
      .on(t.paymentId)
      .where(sql`state_id in ${anyOf([S.made, S.pending])}`),
    index('online_deposits_sale').on(t.saleId),
    index('online_deposits_payment').on(t.paymentId),
    index('online_deposits_state').on(t.stateId, t.id),
    index('online_deposits_line').on(t.lineId),
    check(
      'online_deposits_values',
      sql`way in ('yappy', 'tarjeta') and cents > 0 and fee_cents between 0 and cents and (state_id <> ${idOf(S.paid)} or paid_at is not null)
        and (line_id is null) = (settled_on is null)`,
    ),
  ],
);
