import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, instant, ref } from '#server/kernel/columns.ts';
import { roles, users } from '#server/modules/company/staff/staff.table.ts';

/** A signed-in browser or API client of the office. Only the token's hash is stored. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id),
    tokenHash: text('token_hash').notNull().unique(),
    remember: boolean('remember').notNull(),
    secondStepDue: boolean('second_step_due').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** When the password (and the second step, if it is on) was last given in this session; null: never. */
    provedAt: instant('proved_at'),
    /** The session whose token opened this one. When it ends, this one ends too. */
    madeBy: uuid('made_by').references((): AnyPgColumn => staffSessions.id, { onDelete: 'cascade' }),
    /** "Ver como": view as a role, or as a user with that user's rows, until `viewAsUntil`. */
    viewAsRole: ref('view_as_role').references(() => roles.id, { onDelete: 'set null' }),
    viewAsUser: ref('view_as_user').references(() => users.id, { onDelete: 'set null' }),
    viewAsUntil: instant('view_as_until'),
  },
  (t) => [
    index('staff_sessions_user').on(t.userId),
    index('staff_sessions_made_by')
      .on(t.madeBy)
      .where(sql`made_by is not null`),
  ],
);

/** Ten backup codes for the second step; each works once. */
export const backupCodes = pgTable(
  'backup_codes',
  {
    userId: ref('user_id')
      .notNull()
      .references(() => users.id),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Single-use tokens in URLs: password resets, invitations, `?token=` of staff. */
export const staffTokens = pgTable(
  'staff_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** reset · invite · signin */
    purpose: text('purpose').notNull(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id),
    /** The session that created it. The token becomes invalid when the session ends. */
    madeBy: uuid('made_by').references(() => staffSessions.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('staff_tokens_user').on(t.userId, t.purpose)],
);

/** One-time codes of six digits sent to a phone or e-mail address, with few attempts. */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    id: id(),
    /** staff:7, sale:12, or lost:… with the hash of the typed phone or identity number */
    subject: text('subject').notNull(),
    purpose: text('purpose').notNull(),
    codeHash: text('code_hash').notNull(),
    /** What the code gives access to, when the subject does not say it. */
    opens: jsonb('opens').$type<{ personIds?: number[]; contact?: string }>().notNull().default({}),
    attempts: smallint('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('one_time_codes_subject').on(t.subject, t.purpose, t.createdAt)],
);

/**
 * Known devices: browsers in which a subject has signed in. Their attempts are counted apart from strangers' attempts.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    tokenHash: text('token_hash').notNull(),
    /** staff:7, sale:12, or lost:… as in the one-time codes */
    subject: text('subject').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tokenHash, t.subject] })],
);
