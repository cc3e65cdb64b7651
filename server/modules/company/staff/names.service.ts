import { sql, type SQLWrapper } from 'drizzle-orm';

/** The name of the user in a column, for a select; null when the column is null. */
export const nameOf = (column: SQLWrapper) =>
  sql<string | null>`(select named.name from users named where named.id = ${column})`;

/** User and time of a step in wire format; null until it is done. */
export const stepBy = (by: string | null, at: Date | null) =>
  by !== null && at !== null ? { by, at: at.toISOString() } : null;
