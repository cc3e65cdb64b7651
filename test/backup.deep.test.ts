import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHILD_ARGS, childEnv } from './childEnv.ts';
import { faultsOf } from './crash/checks.ts';
import { openCompany } from './crash/company.ts';
import { makeCrashLlave, PASSWORD, type CrashLlave } from './crash/llave.ts';
import { Ledger } from './crash/ledger.ts';
import { workAll } from './crash/workers.ts';
import { makeTestFolder } from './folders.ts';
import { listenForMail } from './smtp.ts';

const run = promisify(execFile);
const houses: CrashLlave[] = [];
const folders: string[] = [];
const newFolder = async (prefix: string) => {
  const folder = await makeTestFolder(prefix);
  folders.push(folder);
  return folder;
};
let llave: CrashLlave;
let backups: string;
/** An administrator's token from before any backup, so it is valid in a restored company too. */
let token: string;

beforeAll(async () => {
  llave = await makeCrashLlave();
  houses.push(llave);
  backups = await newFolder('llave-respaldos-');
  await llave.startShort();
  const signedIn = await fetch(`${llave.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'administrador@demo.llave', password: PASSWORD }),
  });
  ({ token } = (await signedIn.json()) as { token: string });
});

afterAll(async () => {
  for (const one of houses) await one.remove();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const command = (name: string, ...args: string[]) =>
  run(process.execPath, [...CHILD_ARGS, `server/commands/${name}.ts`, ...args], {
    env: childEnv({ DATA_DIR: llave.dataDir }),
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  );

async function takeBackup(): Promise<string> {
  const { code, said } = await command('respaldo', '--en', backups);
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('Respaldo terminado') });
  return path.join(backups, (await readdir(backups)).toSorted().at(-1)!);
}

async function restore(backup: string, how?: Parameters<CrashLlave['start']>[0]): Promise<CrashLlave> {
  const dataDir = path.join(await newFolder('llave-restaurada-'), 'datos');
  const { code, said } = await command('restaurar', backup, '--en', dataDir);
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('Restaurado') });
  const restored = await makeCrashLlave(dataDir);
  houses.push(restored);
  await restored.start(how);
  return restored;
}

describe('a backup', () => {
  test('taken while people work contains every write confirmed before it, once and complete', async () => {
    const ledger = new Ledger();
    const company = await openCompany(llave.url, ledger, 5);
    ledger.begin();
    const warm = ledger.sent(300);
    const working = workAll(company);
    await Promise.race([warm, working]);
    const before = structuredClone(ledger.promised);
    const during = ledger.answered;
    const backup = await takeBackup();
    expect(ledger.answered, 'nobody waits for the back-up').toBeGreaterThan(during);
    ledger.breakLine();
    ledger.restoreLine();
    await working;

    const restored = await restore(backup);
    expect(before.received.length + before.papers.length).toBeGreaterThan(0);

    expect(await restored.look((database) => faultsOf(database, restored.dataDir, before))).toEqual([]);
  }, 300_000);

  test('gives the same response to every read', async () => {
    // The report is computed after the first request and cached.
    await expect
      .poll(async () => (await ask(llave.url, '/api/reports/board')).body, { timeout: 30_000 })
      .toContain('computed_at');
    // Jobs write after the backup, so both run without jobs for the comparison.
    await llave.stop();
    await llave.start({ jobs: false });
    const restored = await restore(await takeBackup(), { jobs: false });
    // The audit log first, because some reads add entries to it.
    const reads = (await readsOf(llave.url)).toSorted(
      (a, b) => Number(b.startsWith('/api/audit')) - Number(a.startsWith('/api/audit')),
    );
    expect(reads.length).toBeGreaterThan(40);
    const [there, here] = [await answersTo(reads, llave.url), await answersTo(reads, restored.url)];
    const different = there.filter((one, at) => JSON.stringify(one) !== JSON.stringify(here[at]));
    expect(different.map((one) => [one, here.find(({ read }) => read === one.read)])).toEqual([]);
    const answered = there.filter(({ status }) => status === 200);
    expect(answered.length).toBeGreaterThan(25);
  }, 300_000);

  test('is independent: a write in the restored company stays there', async () => {
    const restored = houses.at(-1)!;
    const written = await fetch(`${restored.url}/api/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reference: 'precontrato', reference_id: 1, body: 'Solo en la copia' }),
    });
    expect(written.status).toBe(201);
    const found = (one: CrashLlave) =>
      ask(one.url, '/api/comments?reference=precontrato&reference_id=1').then(({ body }) => body);
    expect(await found(restored)).toContain('Solo en la copia');
    expect(await found(llave)).not.toContain('Solo en la copia');
  });
});

describe('a restored copy', () => {
  test('sends nothing until a person activates it, then sends what waited', async () => {
    const { url: smtp, heard, close } = await listenForMail();
    try {
      const copy = await restore(await takeBackup(), { jobs: true, smtp });
      const forget = (email: string) => post(copy, '/api/password/forgot', { email });
      expect((await forget('administrador@demo.llave')).status).toBe(200);
      expect((await ask(copy.url, '/api/office/menu')).body).toContain('"safe_mode":{"taken_at":"20');
      const waits = await copy.look(({ pool }) =>
        pool.query(`select state from jobs.job where name = 'auth.forgot_password'`),
      );
      expect(waits.rows).toContainEqual({ state: 'created' });
      // The workers drop it right after the start.
      await expect
        .poll(
          () =>
            copy.look(({ pool }) =>
              pool.query('select 1 from jobs.schedule where name = $1', ['payments.remindLate']),
            ),
          { timeout: 60_000 },
        )
        .toMatchObject({ rowCount: 0 });
      expect(heard).toEqual([]);

      expect((await post(copy, '/api/safe_mode/leave', {})).status).toBe(200);
      // The original company's pending mails are sent as well, in any order.
      await expect
        .poll(() => heard.flatMap(({ recipients }) => recipients).join(), { timeout: 60_000 })
        .toContain('administrador@demo.llave');
      expect((await ask(copy.url, '/api/office/menu')).body).toContain('"safe_mode":null');
      expect((await post(copy, '/api/safe_mode/leave', {})).status).toBe(409);
    } finally {
      close();
    }
  });

  test('can be activated at the terminal, too', async () => {
    const target = path.join(await newFolder('llave-restaurada-'), 'datos');
    await command('restaurar', (await latest())!, '--en', target);
    expect(await command('restaurar', '--activar', '--en', target)).toEqual({
      code: 0,
      said: expect.stringContaining('Activada'),
    });
    expect(await command('restaurar', '--activar', '--en', target)).toEqual({
      code: 1,
      said: expect.stringContaining('no hay una copia en modo seguro'),
    });
  }, 60_000);
});

test('a backup reports missing and altered files and keeps the good copies', async () => {
  const [lost, altered] = (await readFile(path.join((await latest())!, 'archivos.txt'), 'utf8')).split('\n');
  const named = await llave.look(({ pool }) =>
    pool.query<{ sha256: string }>('select sha256 from files order by id limit 1'),
  );
  const missing = named.rows[0]!.sha256;
  const changed = [lost, altered].map((line) => line!.split(' ')[0]!).find((name) => name !== missing)!;
  const placeOf = (name: string) => path.join('files', name.slice(0, 2), name.slice(2, 4), name);
  await rm(path.join(llave.dataDir, placeOf(missing)));
  await changeByte(llave.dataDir, placeOf(changed));

  const { code, said } = await command('respaldo', '--en', backups);

  expect({ code, said }).toEqual({
    code: 2,
    said: expect.stringMatching(`ya no están.*[^]*${missing}[^]*cambiaron[^]*${changed}`),
  });
  const kept = await readFile(path.join((await latest())!, placeOf(changed)));
  expect(createHash('sha256').update(kept).digest('hex'), 'the copy of the day before').toBe(changed);
});

describe('refused with a message', () => {
  test('a folder that already holds a company', async () => {
    const { code, said } = await command('restaurar', (await latest())!, '--en', llave.dataDir);
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('no está vacía') });
  });

  const damages: [what: string, damage: (backup: string) => Promise<string>][] = [
    ['one byte of the cluster changed', (at) => changeByte(at, 'postgres/PG_VERSION')],
    ['one stored file missing', async (at) => take(at, await aPaper(at))],
    ['a changed manifest', (at) => changeByte(at, 'respaldo.json')],
    ['one byte of a stored file changed', async (at) => changeByte(at, await aPaper(at))],
    ['one file of the cluster missing', (at) => take(at, 'postgres/global/pg_control')],
    ['one file of the cluster cut short', (at) => cut(at, 'postgres/global/pg_control')],
    ['the secret missing', (at) => take(at, 'datos/secret')],
    ['a changed list of stored files', (at) => changeByte(at, 'archivos.txt')],
  ];
  test.for(damages)('a backup with %s: the message names it, and nothing is written', async ([, damage]) => {
    const backup = path.join(await newFolder('llave-danado-'), 'respaldo');
    await cp((await latest())!, backup, { recursive: true });
    const name = await damage(backup);
    const target = path.join(await newFolder('llave-restaurada-'), 'datos');
    const { code, said } = await command('restaurar', backup, '--en', target);
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining(name) });
    expect(existsSync(target)).toBe(false);
  });

  test('a folder that is no backup', async () => {
    const { code, said } = await command('restaurar', backups);
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('no es un respaldo terminado') });
  });
});

async function aPaper(backup: string): Promise<string> {
  const [name] = (await readFile(path.join(backup, 'archivos.txt'), 'utf8')).split(' ');
  return `files/${name!.slice(0, 2)}/${name!.slice(2, 4)}/${name}`;
}

async function changeByte(backup: string, name: string): Promise<string> {
  const bytes = await readFile(path.join(backup, name));
  const at = bytes.length >> 1;
  bytes[at] = bytes[at]! ^ 1;
  await writeFile(path.join(backup, name), bytes);
  return name;
}

const take = async (backup: string, name: string) => (await rm(path.join(backup, name)), name);
const cut = async (backup: string, name: string) => (await truncate(path.join(backup, name), 512), name);

const latest = async () => {
  const name = (await readdir(backups)).toSorted().at(-1);
  return name && path.join(backups, name);
};

/** Tells of the process and its disk. */
const HEALTH = '/api/system/health';

/** Every GET endpoint, with small ids as path parameters, and the first page of each list. */
async function readsOf(url: string): Promise<string[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.entries(paths)
    .filter(([path, methods]) => methods['get'] && path !== HEALTH)
    .flatMap(([path]) =>
      path.includes('{') ? [1, 2, 7].map((id) => path.replaceAll(/\{\w+\}/g, String(id))) : [path],
    );
}

const post = (one: CrashLlave, path: string, body: object) =>
  fetch(one.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function answersTo(reads: readonly string[], url: string) {
  const answers = [];
  for (const read of reads) {
    const { status, body } = await ask(url, read);
    // Only the copy is in safe mode, whose jobs may be late.
    answers.push({
      read,
      status,
      body: body.replaceAll(/"safe_mode":(null|\{[^}]*\})|"unhealthy":\[[^\]]*\]/g, ''),
    });
  }
  return answers;
}

/** A response without the parts that change per request: request ids, signatures of URLs, the session's last use, now. */
async function ask(url: string, read: string) {
  const answer = await fetch(url + read, { headers: { authorization: `Bearer ${token}` } });
  const body = (await answer.text())
    .replaceAll(/"(request_id|last_used_at|token|ahora)":"[^"]*"|"longest_waiting_minutes":\d+/g, '')
    .replaceAll(/\?[^"]*(firma|vence|hasta)=[^"]*/g, '')
    .replaceAll(url, '')
    // The address in links; mails keep that of the company they were written in.
    .replaceAll(/http:\/\/localhost:\d+/g, '');
  return { status: answer.status, body };
}
