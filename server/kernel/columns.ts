import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** Primary key of a record that people speak of by number. */
export const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();

/** Reference to a record's id. */
export const ref = (name: string) => bigint(name, { mode: 'number' });

/** An instant, kept to the millisecond, as JavaScript has it. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Money in integer cents. */
export const cents = (name: string) => bigint(name, { mode: 'number' });

/** Text compared without regard to case: e-mail addresses. */
export const citext = customType<{ data: string }>({ dataType: () => 'citext' });

/** The number of a database transaction, in the order of their beginning (PostgreSQL's xid8). */
export const transaction = customType<{ data: string }>({ dataType: () => 'xid8' });
