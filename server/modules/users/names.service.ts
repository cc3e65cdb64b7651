import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** The name of the user that a column names, in a select; null where it names nobody. */
export const nameOf = (column: PgColumn) =>
  sql<string | null>`(select named.name from users named where named.id = ${column})`;

/** Who did a step and when, as the wire has it; null while nobody did. */
export const stepBy = (by: string | null, at: Date | null) =>
  by !== null && at !== null ? { by, at: at.toISOString() } : null;
