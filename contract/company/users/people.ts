import { z } from 'zod';
import { Email } from '#contract/company/auth/model.ts';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';
import { Phone } from '#contract/phone.ts';

export const Named = z.object({ id: z.number().int(), name: z.string() });
export type Named = z.infer<typeof Named>;
const RoleNamed = z.object({ id: z.number().int(), display_name: z.string() });

/** invitado: no password yet · activo · ausente: out of office today · desactivado: can no longer sign in. */
export const UserState = z.enum(['activo', 'ausente', 'invitado', 'desactivado']);
export type UserState = z.infer<typeof UserState>;

export const USER_STATE_LABELS: Record<UserState, string> = {
  activo: 'Activo',
  ausente: 'Ausente',
  invitado: 'Invitado',
  desactivado: 'Desactivado',
};

export const UserFilter = pageBy('name', 'email', 'last_used_at', 'created_at').extend({
  /** Part of the name or e-mail address. */
  q: z.string().trim().max(80).optional(),
  rol_id: Id.optional(),
  tipo_id: Id.optional(),
  proyecto_id: Id.optional(),
  estado: z
    .union([UserState, z.array(UserState).max(4)])
    .transform((given) => (Array.isArray(given) ? given : [given]))
    .optional(),
});
export type UserFilter = z.infer<typeof UserFilter>;

export const UserRow = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  user_type: Named,
  roles: z.array(RoleNamed),
  organizational_role: Named.nullable(),
  partner: Named.nullable(),
  state: UserState,
  /** Out of office, both days inclusive; null means no limit on that side. */
  away_from: z.string().nullable(),
  away_to: z.string().nullable(),
  /** From stored sessions, which are kept for 30 days after their end. */
  last_used_at: z.string().nullable(),
  created_at: z.string(),
});
export type UserRow = z.infer<typeof UserRow>;

/** An open session of a user, for an administrator. */
export const UserSession = z.object({
  ip: z.string(),
  user_agent: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  expires_at: z.string(),
});

/** GET /api/administrations/users/{id}: the full record. */
export const UserRecord = UserRow.extend({
  projects: z.array(Named),
  sessions: z.array(UserSession),
  second_step: z.object({ totp: z.boolean(), email_code: z.boolean(), required: z.boolean() }),
  invited_at: z.string().nullable(),
  /** End of the open invitation; null without one. */
  invitation_until: z.string().nullable(),
  deactivated_at: z.string().nullable(),
  deactivated_by: Named.nullable(),
  lawyer: Named.nullable(),
  /** Number of open sales as processor and as adviser. */
  open_work: z.object({ processor: z.number().int(), adviser: z.number().int() }),
  /** The record is the current user. */
  self: z.boolean(),
  /** Why the current user may not change this record; null when allowed. */
  why_not: z.string().nullable(),
  version: z.number().int(),
});
export type UserRecord = z.infer<typeof UserRecord>;

const name = z.string().trim().min(1, { error: 'Escribe el nombre.' }).max(120);
const ids = z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).max(200);
const roleIds = ids.min(1, { error: 'Elige al menos un rol.' });
const userType = z.number({ error: 'Elige el tipo de usuario.' }).int().min(1).max(99);
const shortId = z.number().int().min(1).max(32_767).nullable();
const day = IsoDate.nullable();

/** A new user; `invite` sends the mail to set the first password. */
export const UserForm = z.object({
  name,
  email: Email,
  phone: Phone.nullable().default(null),
  user_type_id: userType,
  role_ids: roleIds,
  organizational_role_type_id: shortId.default(null),
  partner_id: Id.nullable().default(null),
  project_ids: ids.default([]),
  invite: z.boolean().default(true),
});
export type UserForm = z.output<typeof UserForm>;

/** Missing fields stay unchanged. */
export const UserChange = z.object({
  name: name.optional(),
  email: Email.optional(),
  phone: Phone.nullable().optional(),
  user_type_id: userType.optional(),
  role_ids: roleIds.optional(),
  organizational_role_type_id: shortId.optional(),
  partner_id: Id.nullable().optional(),
  project_ids: ids.optional(),
  away_from: day.optional(),
  away_to: day.optional(),
  version: z.number().int().optional(),
});
export type UserChange = z.output<typeof UserChange>;

export const InspectorRow = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  state: UserState,
  away_to: z.string().nullable(),
  projects: z.array(Named),
});
export type InspectorRow = z.infer<typeof InspectorRow>;
