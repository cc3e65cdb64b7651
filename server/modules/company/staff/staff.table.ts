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
    /** The company that a contractor's or contracting party's user belongs to: references the partners, which are above, by hand. */
    partnerId: ref('partner_id'),
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

export const roles = pgTable(
  'roles',
  {
    id: id(),
    name: text('name').notNull().unique(),
    displayName: text('display_name').notNull(),
    requiresSecondStep: boolean('requires_second_step').notNull().default(false),
    /** What it is for, in the office's words. */
    description: text('description').notNull().default(''),
    /** Given to nobody any more. */
    archivedAt: instant('archived_at'),
    version: integer('version').notNull().default(1),
  },
  // Two roles of one name could not be told apart where they are given.
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

/** Who works on a project: the scope "sus proyectos", and who gets its sales. */
export const projectTeam = pgTable(
  'project_team',
  {
    /** References the projects, which are above: by hand in the migrations. */
    projectId: ref('project_id').notNull(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id),
    /** What the person is there (organizational_role_type); null: what the person's own roles say. */
    roleTypeId: smallint('role_type_id'),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.userId] }), index('project_team_user').on(t.userId)],
);
