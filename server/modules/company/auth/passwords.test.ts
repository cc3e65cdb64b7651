import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contract/dates.ts';
import { START, useApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { runJobs } from '#test/jobs.ts';
import { mailsTo } from '#test/outbox.ts';
import { signInUser } from '#test/signIn.ts';
import { invitationLink } from './passwords.service.ts';
import { ForgotPassword } from './auth.jobs.names.ts';
import { staffTokens } from './auth.table.ts';
import { hashPassword } from './password.ts';

const llave = useApp();
const PASSWORD = 'cuatro caballos de madera';
const OTHER = 'siete lagartijas dormidas';
let passwordHash: string;
let user: Awaited<ReturnType<typeof makeUser>>;
let hours = 0;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  llave.clock.set(new Date(START.getTime() + (hours += 25) * HOUR_MS));
  user = await makeUser(llave.database.db, { passwordHash });
});

const send = (url: string, payload: object) => llave.app.inject({ method: 'POST', url, payload });
const forgot = (email: string) => send('/api/password/forgot', { email });
const reset = (token: string, password = OTHER) => send('/api/password/reset', { token, password });
const login = (password: string) => send('/api/login', { email: user.email, password });

/** Requests the mail and returns the token of its link. */
async function askForToken(): Promise<string> {
  await forgot(user.email);
  await runJobs(llave, ForgotPassword);
  const [mail] = await mailsTo(llave.database.db, user.email);
  const [, token] = /\/ingresar\/recuperar#clave=(\S+)/.exec(mail?.body ?? '') ?? [];
  return token!;
}

describe('a forgotten password', () => {
  test('known and unknown addresses get the same response; only the known one gets a mail', async () => {
    const inactive = await makeUser(llave.database.db, { passwordHash, active: false });
    const answers = [];
    for (const email of [user.email, 'nadie@llave.test', inactive.email]) answers.push(await forgot(email));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]!.statusCode).toBe(200);
    expect(await runJobs(llave, ForgotPassword)).toBe(3);
    expect(await mailsTo(llave.database.db, user.email)).toMatchObject([{ kind: 'clave', secret: true }]);
    for (const email of ['nadie@llave.test', inactive.email])
      expect(await mailsTo(llave.database.db, email)).toEqual([]);
  });

  test('the token is only in the fragment and stored as a hash', async () => {
    const token = await askForToken();
    const kept = await llave.database.db.select().from(staffTokens).where(eq(staffTokens.userId, user.id));
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  test('the new password works, the old one does not, and every session has ended', async () => {
    const browser = await signInUser(llave, user);
    const token = await askForToken();
    expect((await reset(token)).statusCode).toBe(200);
    expect((await browser.get('/api/user')).statusCode).toBe(401);
    expect((await login(PASSWORD)).statusCode).toBe(422);
    expect((await login(OTHER)).statusCode).toBe(200);
    expect((await mailsTo(llave.database.db, user.email))[0]?.kind).toBe('aviso_seguridad');
  });

  test('a link works once, for an hour; a newer link voids nothing, but using one voids all', async () => {
    const [first, next] = [await askForToken(), await askForToken()];
    expect((await reset(first)).statusCode).toBe(200);
    for (const token of [first, next, 'inventado'])
      expect((await reset(token, 'otra clave distinta mas')).json()).toMatchObject({
        code: 'TOKEN',
        errors: [{ field: 'token' }],
      });
    const late = await askForToken();
    llave.clock.advance(3600);
    expect((await reset(late)).statusCode).toBe(422);
  });

  test('concurrent uses: only one succeeds', async () => {
    const token = await askForToken();
    const answers = await Promise.all([reset(token), reset(token), reset(token)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422]);
  });

  test('a weak password is refused at its field and the link stays valid', async () => {
    const token = await askForToken();
    for (const weak of ['corta', 'aaaaaaaaaaaa', 'contraseña1', user.email]) {
      const answer = await reset(token, weak);
      expect(answer.statusCode, weak).toBe(422);
      expect(answer.json(), weak).toMatchObject({ errors: [{ field: 'password' }] });
    }
    expect((await reset(token)).statusCode).toBe(200);
  });

  test('at most three mails an hour per address, known or not', async () => {
    for (const email of [user.email, 'otra@llave.test']) {
      const statuses = [];
      for (let n = 0; n < 4; n += 1) statuses.push((await forgot(email)).statusCode);
      expect(statuses, email).toEqual([200, 200, 200, 429]);
    }
  });

  test('a reset unlocks a user who was locked out by wrong attempts', async () => {
    for (let n = 0; n < 6; n += 1) await login('no es la correcta');
    expect((await login(PASSWORD)).statusCode).toBe(429);
    await reset(await askForToken());
    expect((await login(OTHER)).statusCode).toBe(200);
  });
});

describe('an invitation', () => {
  test('an invitation sets the first password, within seven days', async () => {
    const { db } = llave.database;
    user = await makeUser(db, { roles: ['asesor'] });
    const ctx = { db, now: llave.clock.now(), config: llave.app.core.services.config };
    const link = await invitationLink(ctx, user.id);
    const [, token] = /^http:\/\/llave\.test\/ingresar\/recuperar#invitacion=(\S+)$/.exec(link)!;
    const late = (await invitationLink(ctx, user.id)).split('=')[1]!;
    llave.clock.advance(6 * 86_400);
    expect((await reset(token!)).statusCode).toBe(200);
    expect((await login(OTHER)).statusCode).toBe(200);
    llave.clock.advance(86_400);
    expect((await reset(late)).statusCode).toBe(422);
  });
});

describe('changing the password', () => {
  test('needs the current one and ends the other sessions', async () => {
    const [mine, other] = [await signInUser(llave, user), await signInUser(llave, user)];
    const change = (body: object) => mine.post('/api/password/change', body);
    expect((await change({ current: 'no es la correcta', password: OTHER })).json()).toMatchObject({
      code: 'PASSWORD',
      errors: [{ field: 'current' }],
    });
    expect((await change({ current: PASSWORD, password: PASSWORD })).statusCode).toBe(422);
    expect((await change({ current: PASSWORD, password: OTHER })).statusCode).toBe(200);
    expect((await other.get('/api/user')).statusCode).toBe(401);
    expect((await mine.get('/api/user')).statusCode).toBe(200);
    expect((await login(OTHER)).statusCode).toBe(200);
  });
});
