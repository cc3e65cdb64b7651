import { sql, type SQLWrapper } from 'drizzle-orm';

/** The name of the user that a column names, in a select; null where it names nobody. */
export const nameOf = (column: SQLWrapper) =>
  sql<string | null>`(select named.name from users named where named.id = ${column})`;

/** Who did a step and when, as the wire has it; null while nobody did. */
export const stepBy = (by: string | null, at: Date | null) =>
  by !== null && at !== null ? { by, at: at.toISOString() } : null;
