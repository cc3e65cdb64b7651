import type { FastifyBaseLogger } from 'fastify';
import { GRANTS, type Permission, type RoleName, type Scope } from '#contract/access.ts';
import type { Client, Context, Services, Staff } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { STAFF } from './company.ts';

/** The acting person in the demo's past: a colleague, by sign-in name, or the customer. */
export type Actor = Colleague | 'customer';
export interface Colleague {
  signIn: string;
  role: RoleName;
}

/** What makes the contexts of the demo: the application, or a job of it. */
export interface DemoApp {
  core: { services: Services };
  log: FastifyBaseLogger;
}

/** The demo's processors, by sign-in name. */
export const PROCESSORS = ['procesador', 'procesador2'] as const;

const CUSTOMER: Client = {
  sessionId: '00000000-0000-4000-8000-000000000000',
  saleIds: [],
  signs: [],
  verifiedUntil: new Map(),
};

/** A use case's context at a moment of the demo's past, so its histories look as if people had worked on it. */
export function contextAt(
  app: DemoApp,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
  actor: Actor,
): Context {
  const ctx: Context = {
    ...app.core.services,
    db,
    now,
    log: app.log,
    requestId: 'demo',
    ip: '127.0.0.1',
    userAgent: 'Demostración',
    staff: actor === 'customer' ? null : colleague(actor, staff),
    client: actor === 'customer' ? CUSTOMER : null,
    besideStaff: null,
    uploads: new Map(),
    refusedFiles: [],
    visitor: null,
    device: null,
    transaction: (act) => act(ctx),
    setCookie: () => undefined,
    afterCommit: () => undefined,
  };
  return ctx;
}

function colleague({ signIn, role }: Colleague, staff: ReadonlyMap<string, number>): Staff {
  const grants = new Map<Permission, Scope>(
    GRANTS.filter((grant) => grant.role === role).map(({ permission }) => [permission, 'todo']),
  );
  return {
    userId: staff.get(signIn)!,
    sessionId: 'demo',
    name: STAFF.find(([one]) => one === signIn)?.[2] ?? signIn,
    email: `${signIn}@demo.llave`,
    colleague: true,
    secondStepDue: false,
    grants,
    projectIds: [],
    viewAs: null,
  };
}
