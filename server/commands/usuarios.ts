import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { NewUser } from '#contract/company/users/model.ts';
import { ownDatabase } from '#server/kernel/appRole.ts';
import { readConfig, type Config } from '#server/kernel/config.ts';
import { openDatabase, type Db } from '#server/kernel/db.ts';
import { startPostgres } from '#server/kernel/embedded-postgres.ts';
import { migrate } from '#server/kernel/migrate.ts';
import '#server/kernel/zodErrors.ts';
import { invitationLink } from '#server/modules/company/auth/passwords.service.ts';
import { restoreAdministrator } from '#server/modules/company/roles/roles.service.ts';
import { createUser, findUser } from '#server/modules/company/users/users.service.ts';
import { seed } from '#server/seed.ts';
import { quiet, tellAndEnd, Told } from './told.ts';

const USAGE = [
  'Uso: npm run usuarios -- --email ana@empresa.com --name "Ana Pérez"',
  '     npm run usuarios -- --restaurar-roles',
].join('\n');

function readArguments(): { email?: string; name?: string; 'restaurar-roles'?: boolean } {
  try {
    return parseArgs({
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        'restaurar-roles': { type: 'boolean' },
      },
    }).values;
  } catch {
    throw new Told(USAGE);
  }
}

/** Name and e-mail from the arguments; on a terminal, asks for what is missing. */
async function readPerson(): Promise<{ email: string; name: string }> {
  let { email, name } = readArguments();
  if ((!email || !name) && process.stdin.isTTY) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    email ||= await terminal.question('Correo de quien administra: ');
    name ||= await terminal.question('Nombre: ');
    terminal.close();
  }
  const person = NewUser.pick({ email: true, name: true }).safeParse({ email, name });
  if (person.success) return person.data;
  throw new Told(
    [USAGE, ...person.error.issues.map((one) => `  ${one.path.join('.')}: ${one.message}`)].join('\n'),
  );
}

/**
 * Creates an administrator without a password and returns the link that sets it. An existing administrator gets a new
 * link: access to the database is proof enough.
 */
async function letIn(db: Db, config: Config, person: { email: string; name: string }): Promise<string> {
  return db.transaction(async (tx) => {
    const ctx = { db: tx, config, now: new Date(), staff: null, client: null };
    const known = await findUser(tx, { email: person.email });
    if (known && !(known.active && known.roles.includes('administrador')))
      throw new Told(`Ya hay una cuenta con ${person.email}, y no administra. Usa otro correo.`);
    const user = known ?? (await createUser(ctx, { ...person, roles: ['administrador'] }));
    return invitationLink(ctx, user.id);
  });
}

/** Restores the product's default permissions of the administrator role. */
async function restoreRoles(db: Db): Promise<string> {
  const changes = await db.transaction((tx) =>
    restoreAdministrator({ db: tx, now: new Date(), staff: null, client: null }),
  );
  return changes === 0
    ? 'El rol Administrador ya tiene todos sus permisos.'
    : `El rol Administrador tiene otra vez sus permisos: ${changes} cambiaron.`;
}

async function main(): Promise<void> {
  const restores = readArguments()['restaurar-roles'] === true;
  const person = restores ? null : await readPerson();
  const config = readConfig(process.env);
  const postgres = config.DATABASE_URL
    ? undefined
    : await startPostgres({ dataDir: path.resolve(config.DATA_DIR), log: quiet });
  const { owner = postgres!.url, app = postgres?.app } = ownDatabase(config);
  try {
    await migrate(owner, { app });
    await seed(owner);
    const database = openDatabase(owner, { max: 2 });
    const said = person
      ? letIn(database.db, config, person).then(
          (link) =>
            `Abre este enlace para poner la contraseña de ${person.email} (sirve una vez, 7 días):\n${link}`,
        )
      : restoreRoles(database.db);
    process.stdout.write(`${await said.finally(() => database.close())}\n`);
  } finally {
    // Do not stop a server that an application is using.
    if (postgres && !postgres.takenOver) await postgres.stop();
  }
}

await main().catch(tellAndEnd);
