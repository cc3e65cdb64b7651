import { beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS, ROLES, scopesOf, type Access, type AccessRule } from '#contract/access.ts';
import { urlOf, type EndpointSpec } from '#contract/endpoint.ts';
import { endpointsOf } from '#server/kernel/route.ts';
import { useApp, type Browser } from './app.ts';
import { DEEP, deep } from './deep.ts';
import { signInAs, signInWith } from './signIn.ts';

/**
 * Calls every declared endpoint without a session and with every role, without a right to any row. An endpoint must admit
 * exactly the callers that it declares, and refuse the others before it reads their input. `npm test` asks each endpoint
 * without a session, with random grants, and with roles that take turns; `npm run test:deep` with every role.
 */
const llave = useApp();
const STAFF_ROLES = ROLES.map(({ name }) => name).filter((name) => name !== 'cliente');
const browsers = new Map<string, Browser>();

const ways = (access: Access): readonly AccessRule[] => (typeof access === 'string' ? [access] : access);
const EVERYBODY: readonly AccessRule[] = ['staff', 'own', 'record'];

/** Requests a row that does not exist, with an invalid body. */
async function ask(browser: Browser, spec: EndpointSpec) {
  const names = [...spec.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, '987654321']);
  const url = urlOf(spec, { params: Object.fromEntries(names) });
  const headers = spec.csrf && {
    'x-csrf-token': (await browser.get('/api/csrf')).json<{ data: { token: string } }>().data.token,
  };
  return browser.send({
    method: spec.method,
    url,
    ...(spec.method !== 'GET' && { payload: {} }),
    ...(headers && { headers }),
  });
}

/** Endpoints that change the caller's session: excluded here. */
const endsSession = (spec: EndpointSpec) => spec.path.includes('/logout') || spec.path.includes('/sessions');

describe('access to every endpoint', () => {
  beforeAll(async () => {
    for (const [at, role] of STAFF_ROLES.entries()) {
      const browser = await signInAs(llave, role);
      browser.address = `10.0.0.${at + 1}`;
      browsers.set(role, browser);
    }
  });

  test('there are endpoints to check', () => {
    expect(endpointsOf(llave.app).length).toBeGreaterThan(60);
  });

  test('every endpoint declares its access', () => {
    for (const spec of endpointsOf(llave.app)) expect(ways(spec.access).length, spec.path).toBeGreaterThan(0);
  });

  test('without a session, every endpoint that is not public answers 401', async () => {
    for (const [at, spec] of endpointsOf(llave.app).entries()) {
      if (ways(spec.access).includes('public')) continue;
      const browser = llave.browser();
      browser.address = `10.1.${at >> 8}.${at & 255}`;
      const answer = await ask(browser, spec);
      expect([spec.method, spec.path, answer.statusCode]).toEqual([spec.method, spec.path, 401]);
    }
  });

  /** A role asks every sixth endpoint, the next role those beside them: two or three of the 16 roles ask each. */
  const TURNS = 6;
  const takesTurn = (role: number, at: number) => DEEP || (at + role) % TURNS === 0;

  /** Checks each endpoint: admitted if the declared access and the grants allow it, else 403, and never a fault. */
  async function walk(
    name: string,
    browser: Browser,
    who: 'colleague' | 'partner' | 'either',
    asks: (at: number) => boolean = () => true,
  ) {
    const check = (await browser.get('/api/user')).json<{ data: { permissions: string[] } }>();
    const granted = new Set<string>(check.data.permissions);
    for (const spec of endpointsOf(llave.app).filter((one, at) => asks(at) && !endsSession(one))) {
      const allowed = ways(spec.access);
      if (allowed.includes('public')) continue;
      if (allowed.includes('colleagues') && who === 'either') continue;
      const mayEnter = allowed.some(
        (way) => EVERYBODY.includes(way) || granted.has(way) || (way === 'colleagues' && who === 'colleague'),
      );
      const { statusCode } = await ask(browser, spec);
      const told = `${name} ${spec.method} ${spec.path} → ${statusCode}`;
      if (!mayEnter) expect(statusCode, told).toBe(403);
      else if (!allowed.includes('own') && !allowed.includes('record'))
        expect([401, 403], told).not.toContain(statusCode);
      expect(statusCode, told).toBeLessThan(500);
    }
    return granted;
  }

  test.each(STAFF_ROLES)('%s: admitted where a permission allows it, else 403', async (role) => {
    // An internal lawyer is a colleague, an external one is not.
    const who = role === 'contratista' ? 'partner' : role === 'abogado' ? 'either' : 'colleague';
    const turn = STAFF_ROLES.indexOf(role);
    const granted = await walk(role, browsers.get(role)!, who, (at) => takesTurn(turn, at));
    expect(granted.size).toBeGreaterThan(0);
  });

  // A fixed seed, so a failure can be reproduced.
  test.each([7, 19, 83].slice(0, deep(1, 3)))(
    'a custom role with random grants (seed %i) has exactly those',
    async (seed) => {
      let state = seed;
      const chance = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
      const pick = <T>(list: readonly T[]) => list[Math.floor(chance() * list.length)]!;
      const grants = PERMISSIONS.filter(() => chance() < 0.3).map(({ name }) => ({
        permission: name,
        scope: pick(scopesOf(name)),
      }));
      const browser = await signInWith(llave, grants);
      browser.address = `10.0.1.${seed}`;
      const granted = await walk(`drawn by ${seed}`, browser, 'colleague');
      expect([...granted].toSorted()).toEqual(grants.map(({ permission }) => permission).toSorted());
    },
  );
});
