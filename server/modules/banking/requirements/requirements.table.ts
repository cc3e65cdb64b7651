import { boolean, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { day, id, instant } from '#server/kernel/columns.ts';
import { documentTypes } from '#server/modules/sales/documents/documents.table.ts';

/** Which papers a bank asks for, by sector and nationality, with the time in which the rule holds. Null: every one. */
export const bankRequirements = pgTable(
  'bank_requirements',
  {
    id: id(),
    /** bank_type */
    bankId: smallint('bank_id'),
    workSector: text('work_sector'),
    /** nacional · extranjero */
    nationality: text('nationality'),
    typeId: smallint('type_id')
      .notNull()
      .references(() => documentTypes.id),
    /** What this bank calls it; empty: the paper's own name. */
    label: text('label').notNull().default(''),
    required: boolean('required').notNull().default(true),
    /** How old the bank accepts it, in days from its issue; null: the paper's own rule. */
    maxAgeDays: smallint('max_age_days'),
    /** Its place in the bank's file. */
    position: smallint('position').notNull(),
    validFrom: day('valid_from').notNull(),
    validTo: day('valid_to'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('bank_requirements_bank').on(t.bankId, t.position)],
);
