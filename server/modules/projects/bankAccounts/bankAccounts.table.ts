import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';

/** The company's bank accounts. */
export const bankAccounts = pgTable(
  'bank_accounts',
  {
    id: id(),
    /** bank_type */
    bankId: smallint('bank_id').notNull(),
    /** The company's name for it: "Recaudo Valle Sereno". */
    name: text('name').notNull(),
    /** As the bank writes it. */
    number: text('number').notNull(),
    /** bank_account_types */
    typeId: smallint('type_id').notNull(),
    /** bank_account_type_accounts: its purpose in accounting. */
    kindId: smallint('kind_id').notNull(),
    /** ISO 4217: USD or PAB. */
    currency: text('currency').notNull().default('USD'),
    holder: text('holder').notNull(),
    /** accounting_accounts */
    accountingAccountId: integer('accounting_account_id'),
    archivedAt: instant('archived_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    // The same number with other hyphens is the same account.
    uniqueIndex('bank_accounts_number').on(
      t.bankId,
      sql`upper(regexp_replace(number, '[^0-9A-Za-z]', '', 'g'))`,
    ),
    index('bank_accounts_name').on(t.name),
  ],
);

/** The accounts that a project uses, in order. */
export const projectBankAccounts = pgTable(
  'project_bank_accounts',
  {
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    accountId: ref('account_id')
      .notNull()
      .references(() => bankAccounts.id),
    position: smallint('position').notNull().default(0),
    /** The account that the project's buyers pay to: at most one. */
    forBuyers: boolean('for_buyers').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.accountId] }),
    index('project_bank_accounts_account').on(t.accountId),
    uniqueIndex('project_bank_accounts_buyers')
      .on(t.projectId)
      .where(sql`for_buyers`),
  ],
);
