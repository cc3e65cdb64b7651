import { boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { citext, id, instant, ref } from '#server/kernel/columns.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';

/** People of the company and its partners who sign in to the office. */
export const users = pgTable(
  'users',
  {
    id: id(),
    name: text('name').notNull(),
    email: citext('email').notNull().unique(),
    phone: text('phone'),
    /** Null until the invitation is taken. */
    passwordHash: text('password_hash'),
    userTypeId: smallint('user_type_id').notNull(),
    active: boolean('active').notNull().default(true),
    /** Out of office, both days included: gets no new sales. */
    awayFrom: text('away_from'),
    awayTo: text('away_to'),
    /** Encrypted; present once the authenticator has been confirmed. */
    totpSecret: text('totp_secret'),
    /** The last step of 30 seconds whose code was taken: none is taken twice. */
    totpStep: ref('totp_step'),
    /** A code by e-mail serves as second step. */
    emailCode: boolean('email_code').notNull().default(false),
    /** organizational_role_type (domain.md §2) */
    organizationalRoleTypeId: smallint('organizational_role_type_id'),
    /** The company that a contractor's or contracting party's user belongs to. */
    partnerId: ref('partner_id').references(() => partners.id),
    /** The last invitation that was sent. */
    invitedAt: instant('invited_at'),
    deactivatedAt: instant('deactivated_at'),
    deactivatedBy: ref('deactivated_by'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('users_partner').on(t.partnerId),
    index('users_type').on(t.userTypeId),
    index('users_organizational_role').on(t.organizationalRoleTypeId),
  ],
);

export const roles = pgTable('roles', {
  id: id(),
  name: text('name').notNull().unique(),
  displayName: text('display_name').notNull(),
  requiresSecondStep: boolean('requires_second_step').notNull().default(false),
  /** What it is for, in the office's words. */
  description: text('description').notNull().default(''),
  /** Given to nobody any more. */
  archivedAt: instant('archived_at'),
  version: integer('version').notNull().default(1),
});

export const roleGrants = pgTable(
  'role_grants',
  {
    roleId: ref('role_id')
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    permission: text('permission').notNull(),
    scope: text('scope').notNull(),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.permission] })],
);

export const userRoles = pgTable(
  'user_roles',
  {
    userId: ref('user_id')
      .notNull()
      .references(() => users.id),
    roleId: ref('role_id')
      .notNull()
      .references(() => roles.id),
  },
  (t) => [primaryKey({ columns: [t.userId, t.roleId] }), index('user_roles_role').on(t.roleId)],
);
