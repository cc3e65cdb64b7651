import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from './crash/checks.ts';
import { openCompany, type Company } from './crash/company.ts';
import { makeCrashLlave, VICTIMS, type CrashLlave, type Victim } from './crash/llave.ts';
import { Ledger } from './crash/ledger.ts';
import { deadlocksOf, workThroughNights } from './crash/night.ts';
import { crashRound, repeatAll } from './crash/round.ts';
import { workAll } from './crash/workers.ts';
import { DEEP, deep } from './deep.ts';

/** `npm run bench:crash` runs 50 (quality.md, Crash). */
const ROUNDS = deep(1, 5);
const NIGHTS = 8;
let llave: CrashLlave;
let company: Company;

beforeAll(async () => {
  llave = await makeCrashLlave();
  await llave.startShort();
  company = await openCompany(llave.url, new Ledger(), ROUNDS);
});

afterAll(async () => llave?.remove());
afterEach(({ task }) => {
  if (task.result?.state === 'fail') process.stderr.write(`${llave.log()}\n`);
});

const check = () => llave.look((database) => faultsOf(database, llave.dataDir, company.ledger.promised));

describe('kill -9 while people work', () => {
  // The last victim is the worst case: application and PostgreSQL at once.
  const order = Array.from({ length: ROUNDS }, (_, at): Victim => VICTIMS.at(-1 - (at % VICTIMS.length))!);
  test.each(order.map((victim, at) => [at + 1, victim] as const))(
    'round %i, %s: every confirmed write is there, once and complete',
    async (_round, victim) => {
      const { answered, faults } = await crashRound(llave, company, victim);
      expect(faults).toEqual([]);
      expect(answered).toBeGreaterThan(0);
    },
    300_000,
  );
});

describe('one application per company', () => {
  test('a second start on the same data prints a message and ends', async () => {
    const { code, said } = await llave.startAgain();
    expect(said).toBe(`Llave ya está en marcha sobre ${llave.dataDir}\n`);
    expect(code).toBe(1);
  });

  test.runIf(DEEP)('a stop while people work loses nothing and leaves no process', async () => {
    const { ledger } = company;
    ledger.begin();
    const reached = ledger.sent(20);
    const working = workAll(company);
    await Promise.race([reached, working]);
    ledger.breakLine();
    expect(await llave.stop()).toBe(0);
    expect(await llave.servers()).toEqual([]);
    // The leftover of a kill while a file was being written.
    await writeFile(path.join(llave.dataDir, 'tmp/a-medias'), '%PDF-');
    await llave.start();
    ledger.restoreLine();
    await working;
    expect(await repeatAll(ledger.keyed)).toEqual([]);
    expect(await check()).toEqual([]);
    expect(await llave.stop()).toBe(0);
    expect(await llave.servers()).toEqual([]);
  });
});

describe.runIf(DEEP)('the night jobs', () => {
  test('and people cause no deadlock', async () => {
    await llave.start();
    const before = await deadlocksOf(llave);
    expect(await workThroughNights(llave, company, NIGHTS)).toBeGreaterThan(NIGHTS * 20);
    expect(await deadlocksOf(llave)).toBe(before);
  }, 900_000);
});
