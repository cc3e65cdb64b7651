import { z } from 'zod';
import { covers, type Permission, type Scope } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';

/** Maximum minutes of viewing as another user or role; the session may end earlier. */
export const VIEW_AS_MINUTES = 60;

const Done = z.object({ success: z.string() });
const Id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/**
 * For this session only. The viewer also needs administracion.ver. 422 at `role_id` or `user_id`: unknown, archived,
 * inactive, or oneself; 403 VIEW_AS while already viewing.
 */
export const beginViewAs = endpoint({
  method: 'POST',
  path: '/api/auth/view_as',
  access: 'administracion.editar',
  touches: [],
  summary: 'Ve la oficina como un rol, o como una persona con lo suyo: solo mirar, una hora',
  body: z.union([z.strictObject({ role_id: Id }), z.strictObject({ user_id: Id })]),
  answer: Done,
  errors: ['VIEW_AS'],
});

/** Also succeeds when no view is active. */
export const endViewAs = endpoint({
  method: 'DELETE',
  path: '/api/auth/view_as',
  access: 'staff',
  touches: [],
  summary: 'Deja de ver la oficina como otra persona',
  answer: Done,
  whileViewing: true,
});

/**
 * Permissions during view-as: those that both viewer and viewed hold, never more than the viewer's. For a user, scoped
 * rows are the viewed user's, so only permissions are kept whose rows the viewer sees completely. For a role, scoped
 * rows are the viewer's own: the narrower scope applies, and none when neither scope includes the other.
 */
export function seenAs(
  kind: 'role' | 'user',
  viewer: ReadonlyMap<Permission, Scope>,
  viewed: ReadonlyMap<Permission, Scope>,
): Map<Permission, Scope> {
  const seen = new Map<Permission, Scope>();
  for (const [permission, scope] of viewed) {
    const own = viewer.get(permission);
    if (own === undefined) continue;
    if (own === 'todo' || (kind === 'role' && covers(own, scope))) seen.set(permission, scope);
    else if (kind === 'role' && covers(scope, own)) seen.set(permission, own);
  }
  return seen;
}
