import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { instant, ref } from '#server/kernel/columns.ts';
import type { Figures } from './figures.queries.ts';

/** The last computed figures of the board, of a project or of the company (0). */
export const reportFigures = pgTable('report_figures', {
  projectId: ref('project_id').primaryKey(),
  figures: jsonb('figures').$type<Figures>().notNull(),
  computedAt: instant('computed_at').notNull(),
  /** Duration of the computation, in ms. */
  tookMs: integer('took_ms').notNull(),
});
