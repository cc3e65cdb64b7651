import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { citext, id, instant, ref } from '#server/kernel/columns.ts';

/** Users of the office: people of the company and of its partners. */
export const users = pgTable(
  'users',
  {
    id: id(),
    name: text('name').notNull(),
    email: citext('email').notNull().unique(),
    phone: text('phone'),
    /** Null until the invitation is accepted. */
    passwordHash: text('password_hash'),
    userTypeId: smallint('user_type_id').notNull(),
    active: boolean('active').notNull().default(true),
    /** Out of office, both days included: the user gets no new sales. */
    awayFrom: text('away_from'),
    awayTo: text('away_to'),
    /** Encrypted; set once the authenticator is confirmed. */
    totpSecret: text('totp_secret'),
    /** The last 30-second step whose code was used: no code works twice. */
    totpStep: ref('totp_step'),
    /** A code by e-mail is a second step. */
    emailCode: boolean('email_code').notNull().default(false),
    /** organizational_role_type (domain.md §2) */
    organizationalRoleTypeId: smallint('organizational_role_type_id'),
    /**
     * The company of a contractor's or contracting party's user. The foreign key to partners is in the migrations,
     * because partners is a higher feature.
     */
    partnerId: ref('partner_id'),
    /** When the last invitation was sent. */
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

export const roles = pgTable(
  'roles',
  {
    id: id(),
    name: text('name').notNull().unique(),
    displayName: text('display_name').notNull(),
    requiresSecondStep: boolean('requires_second_step').notNull().default(false),
    /** Its purpose, in the office's words. */
    description: text('description').notNull().default(''),
    /** An archived role cannot be assigned. */
    archivedAt: instant('archived_at'),
    version: integer('version').notNull().default(1),
  },
  // Users could not distinguish roles with the same name.
  () => [uniqueIndex('roles_display_name').on(sql`lower(display_name)`)],
);

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

/** Members of a project's team: gives the scope "sus proyectos" and new sales of the project. */
export const projectTeam = pgTable(
  'project_team',
  {
    /** The foreign key to projects is in the migrations, because projects is a higher feature. */
    projectId: ref('project_id').notNull(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id),
    /** The team role (organizational_role_type); null: as in the user's own roles. */
    roleTypeId: smallint('role_type_id'),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.userId] }), index('project_team_user').on(t.userId)],
);
