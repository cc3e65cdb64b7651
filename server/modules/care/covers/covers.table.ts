import { sql } from 'drizzle-orm';
import { check, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Cover } from '#contract/care/covers/parts.ts';
import { day, id, instant, ref } from '#server/kernel/columns.ts';

/** How long each cover of a warranty lasts, for houses delivered from a day on (domain.md §4.5). Set by counsel. */
export const warrantyRules = pgTable(
  'warranty_rules',
  {
    id: id(),
    cover: text('cover').$type<Cover>().notNull(),
    months: smallint('months').notNull(),
    validFrom: day('valid_from').notNull(),
    /** The law or the agreement that it comes from. */
    source: text('source').notNull(),
    /** Without a foreign key: erasing the demo keeps the rules and deletes its users. */
    createdBy: ref('created_by'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('warranty_rules_day').on(t.cover, t.validFrom),
    check(
      'warranty_rules_values',
      sql`cover in ('acabados', 'instalaciones', 'ocultos', 'estructura') and months between 1 and 240 and source <> ''`,
    ),
  ],
);
