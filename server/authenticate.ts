import type { FastifyRequest } from 'fastify';
import { ACTING_HEADER } from '#contract/company/auth/rules.ts';
import type { Callers, Credentials } from './kernel/auth.ts';
import type { Db } from './kernel/db.ts';
import { networkOf } from './kernel/throttle.ts';
import { findStaff, lookedUpUser, STAFF_COOKIE } from './modules/company/auth/sessions.service.ts';
import { CUSTOMER_COOKIE, findClient } from './modules/sales/buyerAccess/customerSession.service.ts';

/** Identifies the caller: the office session by Bearer header or cookie, and the customer session by its own cookie. */
export async function authenticate(
  db: Db,
  request: Credentials,
  now: Date,
  options?: { fresh?: boolean },
): Promise<Callers> {
  const bearer = bearerOf(request);
  const staffToken = bearer ?? request.cookies[STAFF_COOKIE];
  // A program that authorizes by header does not act as a customer: ignore the customer's cookie.
  const customerToken = bearer === undefined ? request.cookies[CUSTOMER_COOKIE] : undefined;
  const [found, client] = await Promise.all([
    staffToken ? findStaff(db, staffToken, now, options) : null,
    customerToken ? findClient(db, customerToken, now) : null,
  ]);
  // The page belongs to a user who is no longer signed in here: do not act as another user.
  const acting = request.headers[ACTING_HEADER];
  const staff = found && acting !== undefined && acting !== String(found.userId) ? null : found;
  return { staff, client, bearer: bearer !== undefined };
}

/**
 * The key for the request rate limit: the user for a signed-in colleague, because a whole office shares one IP address;
 * the network address for everybody else.
 */
export function allowanceOf(request: FastifyRequest): string {
  const token = bearerOf(request) ?? request.cookies[STAFF_COOKIE];
  const user = token === undefined ? undefined : lookedUpUser(token);
  return user === undefined ? networkOf(request.ip) : `staff:${user}`;
}

const bearerOf = (request: Pick<Credentials, 'headers'>) =>
  /^Bearer +(\S*)$/i.exec(request.headers.authorization ?? '')?.[1];
