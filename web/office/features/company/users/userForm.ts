import { UserForm, type UserRecord } from '#contract/company/users/people.ts';
import { USER_TYPES } from '#contract/company/users/model.ts';
import { PARTNER_KIND_OF_TYPE } from '#contract/company/roles/rules.ts';

/** User types for the office; customers (6) never sign in here. */
export const USER_TYPE_CHOICES = USER_TYPES.filter(({ id }) => id !== 6).map(({ id, name }) => ({
  value: id,
  label: name,
}));

/** The form of a user's identity and access. */
export const UserFieldsForm = UserForm.omit({ invite: true });

export const valuesOf = (user: UserRecord) => ({
  ...user,
  user_type_id: user.user_type.id,
  role_ids: user.roles.map(({ id }) => id),
  organizational_role_type_id: user.organizational_role?.id ?? null,
  partner_id: user.partner?.id ?? null,
  project_ids: user.projects.map(({ id }) => id),
});

/** Clears the company unless the user's type has one. */
export const withPartner = <Body extends { user_type_id?: unknown; partner_id?: unknown }>(body: Body) => ({
  ...body,
  partner_id: PARTNER_KIND_OF_TYPE[Number(body.user_type_id)] ? body.partner_id : null,
});
