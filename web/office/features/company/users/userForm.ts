import { z } from 'zod';
import { UserForm, type UserRecord } from '#contract/company/users/people.ts';
import { USER_TYPES } from '#contract/company/users/model.ts';
import { PARTNER_KIND_OF_TYPE } from '#contract/company/roles/rules.ts';

/** Types somebody can be given: customers never sign in here. */
export const USER_TYPE_CHOICES = USER_TYPES.filter(({ id }) => id !== 6).map(({ id, name }) => ({
  value: id,
  label: name,
}));

/** A person as the form holds it: ids as text, as selects have them. */
export interface UserValues extends Record<string, unknown> {
  name: string;
  email: string;
  phone: string;
  user_type_id: string;
  role_ids: string[];
  organizational_role_type_id: string;
  partner_id: string;
  project_ids: string[];
}

export const NEW_USER: UserValues = {
  name: '',
  email: '',
  phone: '',
  user_type_id: '1',
  role_ids: [],
  organizational_role_type_id: '',
  partner_id: '',
  project_ids: [],
};

export const valuesOf = (user: UserRecord): UserValues => ({
  name: user.name,
  email: user.email,
  phone: user.phone ?? '',
  user_type_id: String(user.user_type.id),
  role_ids: user.roles.map(({ id }) => String(id)),
  organizational_role_type_id: user.organizational_role ? String(user.organizational_role.id) : '',
  partner_id: user.partner ? String(user.partner.id) : '',
  project_ids: user.projects.map(({ id }) => String(id)),
});

/** What the server takes. A company goes with the types that have one. */
export const wireOf = (values: UserValues): z.input<typeof UserForm> => ({
  name: values.name,
  email: values.email,
  phone: values.phone.trim() || null,
  user_type_id: Number(values.user_type_id),
  role_ids: values.role_ids.map(Number),
  organizational_role_type_id: Number(values.organizational_role_type_id) || null,
  partner_id:
    PARTNER_KIND_OF_TYPE[Number(values.user_type_id)] && values.partner_id ? Number(values.partner_id) : null,
  project_ids: values.project_ids.map(Number),
});
