import { sql, type SQL } from 'drizzle-orm';
import { sales } from './sales.table.ts';

/** Of people: the mail or the phone that they have now is theirs for certain (rulings 38). */
export const confirmedNow = (of = sql.raw('people')): SQL<boolean> =>
  sql<boolean>`coalesce(${of}.confirmed_contact in (${of}.email, ${of}.phone::citext), false)`;

/** Of sales joined to their main buyer: nobody knows yet whether who filled in the form is who it names. */
export const isUnconfirmed = (of = sql.raw('people')): SQL<boolean> =>
  sql<boolean>`(${sales.startedBy} is not null and not ${confirmedNow(of)})`;
