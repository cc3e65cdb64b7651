import { bigint, customType, date, timestamp } from 'drizzle-orm/pg-core';

/** Primary key of a record that people refer to by number. */
export const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();

/** Reference to a record's id. */
export const ref = (name: string) => bigint(name, { mode: 'number' });

/** An instant with millisecond precision, as in JavaScript. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** A day in Panama, YYYY-MM-DD. */
export const day = (name: string) => date(name, { mode: 'string' });

/** Money in centavos. */
export const cents = (name: string) => bigint(name, { mode: 'number' });

/** Case-insensitive text, for e-mail addresses. */
export const citext = customType<{ data: string }>({ dataType: () => 'citext' });

/** Transaction id (PostgreSQL's xid8), in the order in which transactions begin. */
export const transaction = customType<{ data: string }>({ dataType: () => 'xid8' });
