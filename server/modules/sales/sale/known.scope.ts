import { sql, type SQL } from 'drizzle-orm';
import { sales } from './sales.table.ts';

/** SQL condition over people: the current email or phone is confirmed (rulings 38). */
export const confirmedNow = (of = sql.raw('people')): SQL<boolean> =>
  sql<boolean>`coalesce(${of}.confirmed_contact in (${of}.email, ${of}.phone::citext), false)`;

/**
 * SQL condition over sales joined to their main buyer: the buyer filled in the form on the web and is not confirmed.
 */
export const isUnconfirmed = (of = sql.raw('people')): SQL<boolean> =>
  sql<boolean>`(${sales.startedBy} is not null and not ${confirmedNow(of)})`;
