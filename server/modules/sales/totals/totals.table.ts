import { index, integer, pgTable, smallint } from 'drizzle-orm/pg-core';
import { id, ref } from '#server/kernel/columns.ts';

/**
 * How many sales there are of each state, project, processor and adviser, as changes (+1, −1) that triggers write with
 * every change of a sale and a job folds: the sum is exact at any moment, and no row is waited for (quality.md).
 */
export const saleTotals = pgTable(
  'sale_totals',
  {
    id: id(),
    stateId: smallint('state_id').notNull(),
    projectId: ref('project_id').notNull(),
    processorId: ref('processor_id'),
    adviserId: ref('adviser_id'),
    total: integer('total').notNull(),
  },
  (t) => [index('sale_totals_processor').on(t.processorId), index('sale_totals_adviser').on(t.adviserId)],
);

/** By what a row of `saleCounts` counts; what its key is. */
export const COUNTED = { all: 0, project: 1, processor: 2, adviser: 3 } as const;

/**
 * The same totals by one thing alone, so that the usual questions (all of them, mine, a project's) read a few rows at any size.
 * `key` is the thing's id, 0 for none and for all.
 */
export const saleCounts = pgTable(
  'sale_counts',
  {
    id: id(),
    kind: smallint('kind').notNull(),
    key: ref('key').notNull(),
    stateId: smallint('state_id').notNull(),
    total: integer('total').notNull(),
  },
  (t) => [index('sale_counts_key').on(t.kind, t.key, t.stateId)],
);
