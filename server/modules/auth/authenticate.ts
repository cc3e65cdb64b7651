import type { FastifyRequest } from 'fastify';
import type { Callers } from '#server/kernel/auth.ts';
import type { Db } from '#server/kernel/db.ts';
import { CUSTOMER_COOKIE, findClient } from './customerSession.service.ts';
import { findStaff, STAFF_COOKIE } from './sessions.service.ts';

/** Who is asking: the office's session by Bearer header or cookie, and the customer's by its own cookie. */
export async function authenticate(db: Db, request: FastifyRequest, now: Date): Promise<Callers> {
  const bearer = /^Bearer +(\S*)$/i.exec(request.headers.authorization ?? '')?.[1];
  const staffToken = bearer ?? request.cookies[STAFF_COOKIE];
  // A program that authorizes itself by its header has no business with the cookies of a customer.
  const customerToken = bearer === undefined ? request.cookies[CUSTOMER_COOKIE] : undefined;
  const [staff, client] = await Promise.all([
    staffToken ? findStaff(db, staffToken, now) : null,
    customerToken ? findClient(db, customerToken, now) : null,
  ]);
  return { staff, client, bearer: bearer !== undefined };
}
