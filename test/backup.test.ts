import { execFile } from 'node:child_process';
import { appendFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from './crash/checks.ts';
import { openCompany, type Company } from './crash/company.ts';
import { makeCrashHouse, PASSWORD, type CrashHouse } from './crash/house.ts';
import { Ledger } from './crash/ledger.ts';
import { workAll } from './crash/workers.ts';
import { makeTestFolder } from './folders.ts';

const run = promisify(execFile);
const houses: CrashHouse[] = [];
let house: CrashHouse;
let company: Company;
let backups: string;
/** An administrator's, given before any back-up: it is good in a restored company too. */
let token: string;

beforeAll(async () => {
  house = await makeCrashHouse();
  houses.push(house);
  backups = await makeTestFolder('llave-respaldos-');
  await house.start();
  company = await openCompany(house.url, new Ledger(), 5);
  const signedIn = await fetch(`${house.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'administrador@demo.llave', password: PASSWORD }),
  });
  ({ token } = (await signedIn.json()) as { token: string });
}, 120_000);

afterAll(async () => {
  for (const one of houses) await one.remove();
  if (backups) await rm(backups, { recursive: true, force: true });
});

const command = (name: string, ...args: string[]) =>
  run(process.execPath, [`server/commands/${name}.ts`, ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: house.dataDir },
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  );

async function takeBackup(): Promise<string> {
  const { code, said } = await command('respaldo', '--en', backups);
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('Respaldo terminado') });
  return path.join(backups, (await readdir(backups)).toSorted().at(-1)!);
}

async function restore(backup: string, how?: { jobs: boolean }): Promise<CrashHouse> {
  const dataDir = path.join(await makeTestFolder('llave-restaurada-'), 'datos');
  const { code, said } = await command('restaurar', backup, '--en', dataDir);
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('Restaurado') });
  const restored = await makeCrashHouse(dataDir);
  houses.push(restored);
  await restored.start(how);
  return restored;
}

describe('a back-up', () => {
  test('taken while people work holds all that was answered before it, once and whole', async () => {
    const { ledger } = company;
    ledger.begin();
    const warm = ledger.sent(160);
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
  }, 120_000);

  test('answers the same to every read', async () => {
    // Its figures are computed behind the first look, and kept.
    await expect
      .poll(async () => (await ask(house.url, '/api/reports/board')).body, { timeout: 30_000 })
      .toContain('computed_at');
    // What jobs write goes on after a back-up: both are compared without them.
    await house.stop();
    await house.start({ jobs: false });
    const restored = await restore(await takeBackup(), { jobs: false });
    // The log first: some reads are written down in it.
    const reads = (await readsOf(house.url)).toSorted(
      (a, b) => Number(b.startsWith('/api/audit')) - Number(a.startsWith('/api/audit')),
    );
    expect(reads.length).toBeGreaterThan(40);
    const [there, here] = [await answersTo(reads, house.url), await answersTo(reads, restored.url)];
    const different = there.filter((one, at) => JSON.stringify(one) !== JSON.stringify(here[at]));
    expect(different.map((one) => [one, here.find(({ read }) => read === one.read)])).toEqual([]);
    const answered = there.filter(({ status }) => status === 200);
    expect(answered.length).toBeGreaterThan(25);
  }, 120_000);

  test('goes on alone: what is written in the restored company stays there', async () => {
    const restored = houses.at(-1)!;
    const written = await fetch(`${restored.url}/api/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reference: 'precontrato', reference_id: 1, body: 'Solo en la copia' }),
    });
    expect(written.status).toBe(201);
    const found = (one: CrashHouse) =>
      ask(one.url, '/api/comments?reference=precontrato&reference_id=1').then(({ body }) => body);
    expect(await found(restored)).toContain('Solo en la copia');
    expect(await found(house)).not.toContain('Solo en la copia');
  });
});

describe('refused with a sentence', () => {
  test('a folder that holds a company already', async () => {
    const { code, said } = await command('restaurar', (await latest())!, '--en', house.dataDir);
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('no está vacía') });
  });

  test('a back-up of which a file was changed, and nothing is left behind', async () => {
    const backup = (await latest())!;
    await appendFile(path.join(backup, 'postgres/PG_VERSION'), 'x');
    const target = path.join(await makeTestFolder('llave-restaurada-'), 'datos');
    const { code, said } = await command('restaurar', backup, '--en', target);
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('no es como cuando se hizo') });
    expect(await readdir(target)).toEqual([]);
  });

  test('a folder that is no back-up', async () => {
    const { code, said } = await command('restaurar', backups);
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('no es un respaldo terminado') });
  });
});

const latest = async () => {
  const name = (await readdir(backups)).toSorted().at(-1);
  return name && path.join(backups, name);
};

/** Every GET of the interface, with small numbers where it wants some, and the first page of each list. */
async function readsOf(url: string): Promise<string[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.entries(paths)
    .filter(([, methods]) => methods['get'])
    .flatMap(([path]) =>
      path.includes('{') ? [1, 2, 7].map((id) => path.replaceAll(/\{\w+\}/g, String(id))) : [path],
    );
}

async function answersTo(reads: readonly string[], url: string) {
  const answers = [];
  for (const read of reads) answers.push({ read, ...(await ask(url, read)) });
  return answers;
}

/** An answer without what belongs to its moment: request numbers, signatures of addresses, the use of this session. */
async function ask(url: string, read: string) {
  const answer = await fetch(url + read, { headers: { authorization: `Bearer ${token}` } });
  const body = (await answer.text())
    .replaceAll(/"(request_id|last_used_at|token)":"[^"]*"/g, '')
    .replaceAll(/\?[^"]*(firma|vence|hasta)=[^"]*/g, '')
    .replaceAll(url, '');
  return { status: answer.status, body };
}
