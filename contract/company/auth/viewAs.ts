import { z } from 'zod';
import { covers, type Permission, type Scope } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';

/** How long one sees the office with other eyes, in minutes; the session's own end may come first. */
export const VIEW_AS_MINUTES = 60;

const Done = z.object({ success: z.string() });
const Id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/**
 * For this session only. Who looks needs administracion.ver as well. 422 at `role_id` or `user_id`: there is none, it is
 * archived or inactive, or oneself; 403 VIEW_AS while already looking.
 */
export const beginViewAs = endpoint({
  method: 'POST',
  path: '/api/auth/view_as',
  access: 'administracion.editar',
  summary: 'Ve la oficina como un rol, o como una persona con lo suyo: solo mirar, una hora',
  body: z.union([z.strictObject({ role_id: Id }), z.strictObject({ user_id: Id })]),
  answer: Done,
  errors: ['VIEW_AS'],
});

/** Also good when nobody is being looked as. */
export const endViewAs = endpoint({
  method: 'DELETE',
  path: '/api/auth/view_as',
  access: 'staff',
  summary: 'Deja de ver la oficina como otra persona',
  answer: Done,
  whileViewing: true,
});

/**
 * What one sees with other eyes: what both hold, never more than the viewer does. Rows under a scope are those of whom it is
 * looked as, so of a person only what the viewer sees entirely is shown; of a role, whose rows are the viewer's own, the
 * narrower scope, and nothing where neither holds the other.
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
