import { index, integer, pgTable, smallint } from 'drizzle-orm/pg-core';
import { id, ref } from '#server/kernel/columns.ts';

/**
 * Counts of sales by state, project, processor and adviser. Triggers insert a change (+1, −1) with every change of a
 * sale, and a job merges the changes. The sum is always exact, and no writer waits for a row lock (quality.md).
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

/** What a row of `saleCounts` is grouped by; it decides the meaning of `key`. */
export const COUNTED = { all: 0, project: 1, processor: 2, adviser: 3 } as const;

/**
 * The same totals grouped by one key, so that the usual counts (all, mine, a project's) read only a few rows at any
 * size. `key` is the project's or user's id; 0 for none and for all.
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
