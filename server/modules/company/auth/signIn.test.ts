import { eq } from 'drizzle-orm';
import { ACTING_HEADER } from '#contract/company/auth/rules.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeUser } from '#test/factories.ts';
import { useApp, START } from '#test/app.ts';
import { signInAs } from '#test/signIn.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { staffSessions } from './auth.table.ts';
import { hashPassword } from './password.ts';

const llave = useApp();
const PASSWORD = 'cuatro caballos de madera';
let passwordHash: string;
let email: string;
let userId: number;

const DAY = 86_400;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  llave.clock.set(START);
  const user = await makeUser(llave.database.db, { passwordHash, roles: ['procesador'] });
  ({ email, id: userId } = user);
  llave.clock.advance(3600 * (made += 1));
});
/** Each test runs an hour later, so no earlier attempts of the IP address count. */
let made = 0;

const login = (body: object, headers: Record<string, string> = {}) =>
  llave.app.inject({ method: 'POST', url: '/api/login', payload: body, headers });
const cookieOf = (answer: Awaited<ReturnType<typeof login>>, name: string) =>
  answer.cookies.find((one) => one.name === name);

describe('signing in', () => {
  test('returns the token at the top level and in an http-only cookie for one day', async () => {
    const answer = await login({ email, password: PASSWORD });
    expect(answer.statusCode, answer.body).toBe(200);
    const { token, ...rest } = answer.json<{ token: string; two_factor: boolean }>();
    expect(rest).toEqual({ two_factor: false });
    expect(cookieOf(answer, 'token')).toMatchObject({
      value: token,
      maxAge: DAY,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
  });

  test('the session lasts 365 days only on request', async () => {
    for (const [remember, days] of [
      [true, 365],
      [false, 1],
      ['on', 365],
      ['0', 1],
    ] as const) {
      const answer = await login({ email, password: PASSWORD, remember });
      expect(cookieOf(answer, 'token')?.maxAge, String(remember)).toBe(days * DAY);
    }
  });

  test('the e-mail address ignores case and surrounding blanks', async () => {
    expect((await login({ email: ` ${email.toUpperCase()} `, password: PASSWORD })).statusCode).toBe(200);
  });

  test('only the token’s hash is stored', async () => {
    const { token } = (await login({ email, password: PASSWORD })).json<{ token: string }>();
    const kept = await llave.database.db.select().from(staffSessions).where(eq(staffSessions.userId, userId));
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  test('each sign-in opens its own session', async () => {
    const one = (await login({ email, password: PASSWORD })).json<{ token: string }>().token;
    const other = (await login({ email, password: PASSWORD })).json<{ token: string }>().token;
    expect(other).not.toBe(one);
    for (const token of [one, other])
      expect((await asBearer(token, 'GET', '/api/user')).statusCode).toBe(200);
  });

  test('a session expires after a day, or after 365 days', async () => {
    const short = (await login({ email, password: PASSWORD })).json<{ token: string }>().token;
    const long = (await login({ email, password: PASSWORD, remember: true })).json<{ token: string }>().token;
    llave.clock.advance(DAY - 1);
    expect((await asBearer(short, 'GET', '/api/user')).statusCode).toBe(200);
    llave.clock.advance(1);
    expect((await asBearer(short, 'GET', '/api/user')).statusCode).toBe(401);
    // Used in between, because idle sessions end sooner.
    for (let days = 0; days < 364; days += 28) {
      llave.clock.advance(28 * DAY - (days === 336 ? 1 : 0));
      expect((await asBearer(long, 'GET', '/api/user')).statusCode).toBe(200);
    }
    expect((await asBearer(long, 'GET', '/api/user')).statusCode).toBe(200);
    llave.clock.advance(1);
    expect((await asBearer(long, 'GET', '/api/user')).statusCode).toBe(401);
  });
});

const asBearer = (token: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  llave.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });

describe('refused sign-ins', () => {
  test('an unknown address, a wrong password, an invited and an inactive user get the same response', async () => {
    const invited = await makeUser(llave.database.db, { roles: ['asesor'] });
    const inactive = await makeUser(llave.database.db, { passwordHash, active: false });
    const answers = [];
    for (const body of [
      { email, password: 'otra cosa distinta' },
      { email: 'nadie@llave.test', password: PASSWORD },
      { email: invited.email, password: PASSWORD },
      { email: inactive.email, password: PASSWORD },
    ]) {
      const answer = await login(body);
      expect(answer.cookies).toEqual([]);
      answers.push({ ...answer.json<object>(), request_id: '', status: answer.statusCode });
    }
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(answers[0]).toEqual({
      status: 422,
      request_id: '',
      code: 'CREDENTIALS',
      message: 'El correo o la contraseña no son correctos.',
      errors: [{ field: 'email', message: 'El correo o la contraseña no son correctos.' }],
    });
  });

  test('an unknown account takes as long as a wrong password', async () => {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 4; round += 1)
      for (const kind of ['known', 'unknown'] as const) {
        const before = process.cpuUsage();
        await login({
          email: kind === 'known' ? email : `x${round}@llave.test`,
          password: 'no es la correcta',
        });
        const { user, system } = process.cpuUsage(before);
        times[kind].push(user + system);
      }
    const least = (list: number[]) => Math.min(...list);
    // Argon2 takes nearly all of the time: without its dummy an unknown account would take a fraction.
    expect(least(times.unknown)).toBeGreaterThan(least(times.known) / 3);
  });

  test('malformed input is reported at its field', async () => {
    const answer = await login({ email: 'nada', password: '' });
    expect(answer.statusCode).toBe(422);
    expect(
      answer
        .json<{ errors: { field: string }[] }>()
        .errors.map(({ field }) => field)
        .sort(),
    ).toEqual(['email', 'password']);
  });
});

describe('too many attempts', () => {
  const wrong = (who = email) => login({ email: who, password: 'no es la correcta' });

  test('for an account: 429 with the remaining time, also for the right password, until the window ends', async () => {
    for (let n = 0; n < 5; n += 1) expect((await wrong()).statusCode).toBe(422);
    llave.clock.advance(60);
    const refused = await login({ email, password: PASSWORD });
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      code: 'TOO_MANY',
      retry_after: 240,
      message: 'Demasiados intentos. Inténtalo de nuevo en 4 minutos.',
    });
    expect(refused.headers['retry-after']).toBe('240');
    llave.clock.advance(239);
    expect((await login({ email, password: PASSWORD })).statusCode).toBe(429);
    llave.clock.advance(1);
    expect((await login({ email, password: PASSWORD })).statusCode).toBe(200);
  });

  test('an unknown account is limited in the same way', async () => {
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await wrong('nadie-aqui@llave.test')).statusCode);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  test('a success resets the counter', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1) await wrong();
      expect((await login({ email, password: PASSWORD })).statusCode).toBe(200);
    }
  });

  test('concurrent attempts count one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => wrong()));
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7);
  });

  test('for an IP address, over many accounts', async () => {
    const statuses = new Map<number, number>();
    for (let n = 0; n < 61; n += 1) {
      const { statusCode } = await wrong(`persona-${n}@otra.test`);
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 422: 60, 429: 1 });
    expect((await login({ email, password: PASSWORD })).statusCode).toBe(429);
    llave.clock.advance(900);
    expect((await login({ email, password: PASSWORD })).statusCode).toBe(200);
  });
});

describe('CSRF', () => {
  test('an API client without Origin and cookie signs in without a CSRF token', async () => {
    expect((await login({ email, password: PASSWORD })).statusCode).toBe(200);
  });

  test('a browser needs a CSRF token', async () => {
    for (const headers of [{ origin: 'http://llave.test' }, { cookie: 'a=b' }] as Record<string, string>[]) {
      const answer = await login({ email, password: PASSWORD }, headers);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'CSRF']);
    }
    const browser = llave.browser();
    expect((await browser.post('/api/login', { email, password: PASSWORD })).statusCode).toBe(200);
  });

  test('a stale token gives 403 CSRF, changes nothing, and does not sign the user out', async () => {
    const browser = await signInAs(llave, 'asesor');
    const answer = await browser.post('/api/logout', {}, { 'x-csrf-token': 'viejo' });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'CSRF']);
    expect(answer.cookies.map(({ name }) => name)).not.toContain('token');
    expect((await browser.get('/api/user')).statusCode).toBe(200);
    expect((await browser.post('/api/logout')).statusCode).toBe(200);
  });

  test('a Bearer header needs no CSRF token and allows everything that the cookie allows', async () => {
    const { token } = (await login({ email, password: PASSWORD })).json<{ token: string }>();
    expect((await asBearer(token, 'GET', '/api/settings/check')).statusCode).toBe(200);
    expect((await asBearer(token, 'DELETE', '/api/auth/sessions')).statusCode).toBe(200);
    expect((await asBearer('otro', 'DELETE', '/api/auth/sessions')).statusCode).toBe(401);
    expect((await asBearer(token, 'POST', '/api/logout', {})).statusCode).toBe(200);
    expect((await asBearer(token, 'GET', '/api/user')).statusCode).toBe(401);
  });
});

describe('the current user', () => {
  test('GET /api/user has exactly the agreed shape', async () => {
    const browser = await signInAs(llave, 'procesador');
    const { data } = (await browser.get('/api/user')).json<{ data: Record<string, unknown> }>();
    expect(Object.keys(data).sort()).toEqual(
      ['email', 'id', 'name', 'permissions', 'roles', 'two_factor', 'user_type'].sort(),
    );
    expect(data).toMatchObject({
      id: browser.user.id,
      email: browser.user.email,
      user_type: { id: 1, name: 'Colaborador' },
      roles: [{ id: 5, display_name: 'Procesador de ventas' }],
      two_factor: false,
    });
    expect(data['permissions']).toContain('documentos.aprobar');
    expect(data['permissions']).not.toContain('administracion.ver');
  });

  test('the settings check returns two elements outside the envelope', async () => {
    const browser = await signInAs(llave, 'soporte');
    const body = (await browser.get('/api/settings/check')).json<{ check: [boolean, object] }>();
    expect(Object.keys(body)).toEqual(['check']);
    expect(body.check[0]).toBe(true);
    expect(body.check[1]).toMatchObject({
      roles: ['soporte'],
      modules: ['tickets', 'chatbot', 'notificaciones'],
    });
  });

  test('without a session: 401 with the message for API requests', async () => {
    for (const url of ['/api/user', '/api/settings/check']) {
      const answer = await llave.browser().get(url);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ message: 'Inicia sesión nuevamente para continuar.' });
    }
  });

  test('several roles give the union of their permissions', async () => {
    const user = await makeUser(llave.database.db, { passwordHash, roles: ['soporte', 'compras'] });
    const { token } = (await login({ email: user.email, password: PASSWORD })).json<{ token: string }>();
    const { data } = (await asBearer(token, 'GET', '/api/user')).json<{ data: { permissions: string[] } }>();
    expect(data.permissions).toEqual(expect.arrayContaining(['tickets.aprobar', 'materiales.crear']));
  });

  test('a deactivated user loses access when the ten-second cache expires', async () => {
    const { token } = (await login({ email, password: PASSWORD })).json<{ token: string }>();
    expect((await asBearer(token, 'GET', '/api/user')).statusCode).toBe(200);
    await llave.database.db.update(users).set({ active: false }).where(eq(users.id, userId));
    llave.clock.advance(10);
    expect((await asBearer(token, 'GET', '/api/user')).statusCode).toBe(401);
  });
});

describe('sessions', () => {
  const open = async () =>
    (await login({ email, password: PASSWORD }, { 'user-agent': 'programa' })).json<{ token: string }>()
      .token;

  test('are listed for their own user only, with the current one marked', async () => {
    const mine = await open();
    await open();
    await signInAs(llave, 'asesor');
    const { data } = (await asBearer(mine, 'GET', '/api/auth/sessions')).json<{
      data: { id: string; current: boolean; user_agent: string }[];
    }>();
    expect(data).toHaveLength(2);
    expect(data.filter(({ current }) => current)).toHaveLength(1);
    expect(data[0]).toMatchObject({ user_agent: 'programa' });
    expect(JSON.stringify(data)).not.toContain(mine);
  });

  test('an ended session is refused at once; the others stay', async () => {
    const [mine, other] = [await open(), await open()];
    expect((await asBearer(other, 'GET', '/api/user')).statusCode).toBe(200);
    const { data } = (await asBearer(mine, 'GET', '/api/auth/sessions')).json<{
      data: { id: string; current: boolean }[];
    }>();
    const id = data.find(({ current }) => !current)!.id;
    expect((await asBearer(mine, 'DELETE', `/api/auth/sessions/${id}`)).statusCode).toBe(200);
    expect((await asBearer(other, 'GET', '/api/user')).statusCode).toBe(401);
    expect((await asBearer(mine, 'GET', '/api/user')).statusCode).toBe(200);
    expect((await asBearer(mine, 'DELETE', `/api/auth/sessions/${id}`)).statusCode).toBe(404);
  });

  test('another user’s session gives 404', async () => {
    const mine = await open();
    const stranger = await signInAs(llave, 'asesor');
    const { data } = (await stranger.get('/api/auth/sessions')).json<{ data: { id: string }[] }>();
    expect((await asBearer(mine, 'DELETE', `/api/auth/sessions/${data[0]!.id}`)).statusCode).toBe(404);
    expect((await stranger.get('/api/user')).statusCode).toBe(200);
  });

  test('all other sessions are ended together', async () => {
    const [mine, one, two] = [await open(), await open(), await open()];
    const answer = await asBearer(mine, 'DELETE', '/api/auth/sessions');
    expect(answer.json()).toMatchObject({ closed: 2 });
    for (const token of [one, two]) expect((await asBearer(token, 'GET', '/api/user')).statusCode).toBe(401);
    expect((await asBearer(mine, 'GET', '/api/user')).statusCode).toBe(200);
  });

  test('signing out ends only this session and clears the cookies', async () => {
    const other = await open();
    const browser = llave.browser();
    await browser.post('/api/login', { email, password: PASSWORD });
    const before = browser.cookies.get('token')!;
    const answer = await browser.post('/api/logout');
    expect(answer.json()).toEqual({ message: 'Sesión cerrada.' });
    expect(
      answer.cookies
        .filter(({ maxAge }) => maxAge === 0)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['fa_auth', 'token']);
    expect((await asBearer(before, 'GET', '/api/user')).statusCode).toBe(401);
    expect((await asBearer(other, 'GET', '/api/user')).statusCode).toBe(200);
  });
});

test('a session that is idle for thirty days ends, even a remembered one', async () => {
  const used = await signInAs(llave, 'procesador');
  const idle = await signInAs(llave, 'procesador');
  for (let days = 0; days < 31; days += 10) {
    llave.clock.advance(10 * 86_400);
    expect((await used.get('/api/user')).statusCode).toBe(200);
  }
  expect((await idle.get('/api/user')).statusCode).toBe(401);
});

test('a change from a page of a user who is no longer signed in here is refused', async () => {
  const now = await signInAs(llave, 'procesador');
  const headers = { [ACTING_HEADER]: String(now.user.id + 1) };
  const send = (url: string, more: object) => now.send({ method: 'POST', url, ...more });
  expect((await send('/api/auth/browser_token', { headers })).statusCode).toBe(401);
  const own = { headers: { [ACTING_HEADER]: String(now.user.id) } };
  expect((await send('/api/auth/browser_token', own)).statusCode).toBe(201);
});
