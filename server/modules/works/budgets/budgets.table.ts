import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, unique } from 'drizzle-orm/pg-core';
import { cents, id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';

/**
 * Budget by cost code: of a project's common works, of each house of a model, or of one house, whose lines replace those
 * of its model.
 */
export const budgetLines = pgTable(
  'budget_lines',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    modelId: ref('model_id').references(() => houseModels.id),
    houseId: ref('house_id').references(() => houses.id),
    /** codigos_costo */
    costCodeId: integer('cost_code_id').notNull(),
    /** Without ITBMS. */
    amountCents: cents('amount_cents').notNull(),
    changedBy: ref('changed_by').references(() => users.id),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    unique('budget_lines_one').on(t.projectId, t.modelId, t.houseId, t.costCodeId).nullsNotDistinct(),
    index('budget_lines_house').on(t.houseId),
    index('budget_lines_model').on(t.modelId),
    check('budget_lines_of', sql`model_id is null or house_id is null`),
    check('budget_lines_amount', sql`amount_cents >= 0`),
  ],
);
