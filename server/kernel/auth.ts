import type { FastifyRequest } from 'fastify';
import type { Access, AccessRule } from '#contract/access.ts';
import { MESSAGES } from '#contract/errors.ts';
import type { Client, Staff } from './context.ts';
import { forbidden, Refused, unauthenticated } from './errors.ts';

/** The callers of a request. One browser may be signed in as staff and as a customer at the same time. */
export interface Callers {
  staff: Staff | null;
  client: Client | null;
  /** The staff user came only by an Authorization header. Other sites cannot send it, so no CSRF check is needed. */
  bearer: boolean;
  /** On routes for customers only: the user whose staff session is ignored there. */
  besideStaff?: number | undefined;
}

/** Injected when the application is built; the kernel only calls it. */
export type Authenticate = (
  request: Credentials,
  now: Date,
  options?: { fresh?: boolean },
) => Promise<Callers>;

/** The parts of a request that say who sends it. */
export interface Credentials {
  headers: FastifyRequest['headers'];
  cookies: Readonly<Record<string, string | undefined>>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** The route calls `admit` itself: only `route`, `servePage` and `serveBytes` may set this. */
    guarded?: true;
    /** Fields that the error page of a plain form shows again (contract/endpoint.ts). */
    again?: readonly string[];
  }
}

/**
 * Lets the caller in. Raises 401 (not signed in, or second step due) or 403 (signed in, but not granted).
 * 'own' and 'record' only require a signed-in user here; the use case checks the row.
 */
export function admit(access: Access, { staff, client }: Callers, duringSecondStep = false): void {
  const ways = waysOf(access);
  if (ways.includes('public')) return;
  if (client && client.saleIds.length + client.signs.length > 0 && ways.includes('client')) return;
  const usable = staff && (!staff.secondStepDue || duringSecondStep);
  if (usable && ways.some((way) => staffMay(way, staff))) return;
  if (staff?.secondStepDue && !duringSecondStep) throw new Refused(401, 'SECOND_STEP', MESSAGES.SECOND_STEP);
  throw staff ? forbidden() : unauthenticated();
}

/** The rules of an access, of which one is enough. */
export const waysOf = (access: Access): readonly AccessRule[] =>
  typeof access === 'string' ? [access] : access;

/** On routes for customers only, ignores the staff session: a colleague's browser acts as a customer there. */
export function asAudience(access: Access, callers: Callers): Callers {
  const ways = waysOf(access);
  const customersOnly = ways.includes('client') && ways.every((way) => way === 'client' || way === 'public');
  return customersOnly ? { ...callers, staff: null, besideStaff: callers.staff?.userId } : callers;
}

function staffMay(way: AccessRule, staff: Staff): boolean {
  switch (way) {
    case 'public':
      return true;
    case 'client':
      return false;
    case 'staff':
    case 'own':
    case 'record':
      return true;
    case 'colleagues':
      return staff.colleague;
    default:
      return staff.grants.has(way);
  }
}
