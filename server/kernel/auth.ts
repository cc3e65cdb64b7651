import type { FastifyRequest } from 'fastify';
import type { Access, AccessRule } from '#contract/access.ts';
import { MESSAGES } from '#contract/errors.ts';
import type { Client, Staff } from './context.ts';
import { forbidden, Refused, unauthenticated } from './errors.ts';

/** Who is asking. A browser may be a member of staff and a customer at once. */
export interface Callers {
  staff: Staff | null;
  client: Client | null;
  /** The staff user came by an Authorization header alone, which no other site can send: no CSRF check. */
  bearer: boolean;
}

/** Given by whoever builds the application; the kernel only asks. */
export type Authenticate = (request: FastifyRequest, now: Date) => Promise<Callers>;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** The route asks `admit` itself: only `route`, `servePage` and `serveBytes` may say so. */
    guarded?: true;
    /** Fields that the page of a refusal shows again (contract/endpoint.ts). */
    again?: readonly string[];
  }
}

/**
 * Lets the caller in, or raises 401 (nobody, or the second step due) or 403 (known, but not granted).
 * 'own' and 'record' only ask for a signed-in user here: the row decides, in the use case.
 */
export function admit(access: Access, { staff, client }: Callers, duringSecondStep = false): void {
  const ways: readonly AccessRule[] = typeof access === 'string' ? [access] : access;
  if (ways.includes('public')) return;
  if (client && client.saleIds.length > 0 && ways.includes('client')) return;
  const usable = staff && (!staff.secondStepDue || duringSecondStep);
  if (usable && ways.some((way) => staffMay(way, staff))) return;
  if (staff?.secondStepDue && !duringSecondStep) throw new Refused(401, 'SECOND_STEP', MESSAGES.SECOND_STEP);
  throw staff ? forbidden() : unauthenticated();
}

/** What only customers do is done as one, also in a browser where a colleague is signed in to the office. */
export function asAudience(access: Access, callers: Callers): Callers {
  const ways: readonly AccessRule[] = typeof access === 'string' ? [access] : access;
  const customersOnly = ways.includes('client') && ways.every((way) => way === 'client' || way === 'public');
  return customersOnly ? { ...callers, staff: null } : callers;
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
