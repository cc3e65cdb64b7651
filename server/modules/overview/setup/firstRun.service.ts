import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type { FirstAdministrator, SetupCompany, SetupFiscal } from '#contract/overview/setup/model.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { conflict, Refused } from '#server/kernel/errors.ts';
import { settings } from '#server/kernel/kernel.table.ts';
import { countAttempt, forgetAttempts, networkOf, type Throttle } from '#server/kernel/throttle.ts';
import { hashOfNew } from '#server/modules/company/auth/passwords.service.ts';
import { startSession } from '#server/modules/company/auth/sessions.service.ts';
import { changeSetting, storedSettings } from '#server/modules/company/settings/change.service.ts';
import { createUser } from '#server/modules/company/users/users.service.ts';
import { updateRole } from '#server/modules/company/staff/roles.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { CODE_KEY, codeHash, expectedHash, forgetCodeFile } from './setupCode.ts';

const ADDRESS: Throttle = { name: 'setup.address', max: 10, seconds: 900 };
const EVERYBODY: Throttle = { name: 'setup', max: 200, seconds: 3600 };

/** Set with the first administrator: the first-run setup is closed for ever. */
export const DONE_KEY = 'setup_done';

/** Whether the setup is open: no user exists and it was never done. */
export async function isSetupOpen(db: Db): Promise<boolean> {
  const [[done], people] = await Promise.all([
    db.select({ key: settings.key }).from(settings).where(eq(settings.key, DONE_KEY)),
    db.$count(users),
  ]);
  return !done && people === 0;
}

const setupDone = () =>
  conflict('SETUP_DONE', 'Esta empresa ya tiene quien la administre. Ingresa con tu correo y contraseña.');

/** Checks the setup code. Raises 409 SETUP_DONE, 422 CODE at `code`, 429; attempts are rate-limited. */
async function admitCode(ctx: Context, code: string): Promise<void> {
  // Read before the check: the first administrator deletes the code, which would make a right code look wrong.
  const expected = Buffer.from((await expectedHash(ctx.db)) ?? '');
  if (!(await isSetupOpen(ctx.db))) throw setupDone();
  await countAttempt(ctx, ADDRESS, networkOf(ctx.ip));
  await countAttempt(ctx, EVERYBODY, 'all');
  const given = Buffer.from(codeHash(code));
  if (expected.length !== given.length || !timingSafeEqual(expected, given))
    throw new Refused(422, 'CODE', 'El código no es correcto.', {
      errors: [{ field: 'code', message: 'El código no es correcto. Cópialo de donde arrancó Llave.' }],
    });
  await forgetAttempts(ctx, ADDRESS, networkOf(ctx.ip));
}

export async function openSetup(ctx: Context, code: string) {
  await admitCode(ctx, code);
  const { values, set } = await storedSettings(ctx);
  return { company: values.company, fiscal: values.fiscal, saved: set.some(({ key }) => key === 'company') };
}

export async function setUpCompany(
  ctx: Context,
  given: {
    code: string;
    company: z.output<typeof SetupCompany>;
    fiscal: z.output<typeof SetupFiscal>;
  },
): Promise<void> {
  await admitCode(ctx, given.code);
  await ctx.transaction(async (inside) => {
    await changeSetting(inside, 'company', given.company);
    await changeSetting(inside, 'fiscal', given.fiscal);
  });
}

type NewAdministrator = z.output<typeof FirstAdministrator>;

/**
 * Creates the first administrator of an empty company and signs the user in. The row that closes the setup has a unique
 * key: of concurrent requests exactly one writes it, the others wait and get 409 SETUP_DONE.
 */
export async function makeFirstAdministrator(
  ctx: Context,
  { name, email }: NewAdministrator,
  passwordHash: string,
): Promise<void> {
  const closed = await ctx.db
    .insert(settings)
    .values({ key: DONE_KEY, value: ctx.now.toISOString(), updatedAt: ctx.now })
    .onConflictDoNothing()
    .returning({ key: settings.key });
  if (closed.length === 0 || (await ctx.db.$count(users)) > 0) throw setupDone();
  const nobody = { ...ctx, staff: null, client: null };
  const user = await createUser(nobody, { name, email, roles: ['administrador'], passwordHash });
  // The demo may have changed this role, so it is set again (rulings 7).
  await updateRole(ctx.db, { name: 'administrador' }, { requiresSecondStep: true });
  await ctx.db.delete(settings).where(eq(settings.key, CODE_KEY));
  await ctx.db.execute(sql`delete from throttles where key like 'setup%'`);
  await startSession(ctx, user.id, { remember: false, secondStepDue: false, proved: true });
  await audit(nobody, 'primer_administrador', 'user', user.id);
  ctx.afterCommit(() => forgetCodeFile(path.resolve(ctx.config.DATA_DIR)));
}

export async function setUpAdministrator(
  ctx: Context,
  given: NewAdministrator & { code: string },
): Promise<void> {
  await admitCode(ctx, given.code);
  const passwordHash = await hashOfNew(given.password, given);
  await ctx.transaction((inside) => makeFirstAdministrator(inside, given, passwordHash));
}
