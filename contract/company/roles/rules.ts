import { covers, type Permission, type Scope } from '#contract/access.ts';

export type Grants = ReadonlyMap<Permission, Scope>;

/** Permissions that `theirs` has and `mine` lacks: a user may not give or manage more than their own. */
export const beyond = (mine: Grants, theirs: Iterable<readonly [Permission, Scope]>): Permission[] =>
  [...theirs].filter(([permission, scope]) => !covers(mine.get(permission), scope)).map(([name]) => name);

/** User types that belong to a partner, and that partner's kind (domain.md §2). */
export const PARTNER_KIND_OF_TYPE: Readonly<Record<number, 'contratista' | 'contratante'>> = {
  2: 'contratista',
  3: 'contratante',
};

/** Fields of their own record that users may not change themselves. */
export const NOT_ONES_OWN = [
  'user_type_id',
  'role_ids',
  'organizational_role_type_id',
  'partner_id',
  'project_ids',
] as const;

export const WHY_NOT = {
  more: 'Esa persona puede más de lo que tú puedes: pídelo a quien administra.',
  own: 'Tus propios roles, tipo y equipos los cambia otra persona que administre.',
  ownAccount: 'Lo tuyo se cambia en tu perfil.',
  ownEnd: 'Nadie se desactiva a sí mismo: pídelo a otra persona que administre.',
  lastAdministrator: 'Es la última persona que administra. Nombra a otra antes de quitársela a la oficina.',
  roles: 'No puedes dar un rol que permite más de lo que tú puedes.',
  hasWork: 'Tiene ventas abiertas: elige quién sigue con ellas.',
  noWork: 'Ya no tiene ventas abiertas que pasar.',
} as const;
