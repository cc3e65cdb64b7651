import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setTimeout as pause } from 'node:timers/promises';
import { faultsOf } from './crash/checks.ts';
import { openCompany, type Company } from './crash/company.ts';
import { makeCrashHouse, VICTIMS, type CrashHouse, type Victim } from './crash/house.ts';
import { Ledger, type KeyedWrite } from './crash/ledger.ts';
import { workAll } from './crash/workers.ts';

/** 5 with the other tests; CRASH_ROUNDS=50 is the long proof (quality.md, Crash). */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 5);
/** The kill comes at some moment while the writes from the first to this one are sent. */
const MOST_WRITES = 90;
const JITTER_MS = 25;

let house: CrashHouse;
let company: Company;

beforeAll(async () => {
  house = await makeCrashHouse();
  await house.start();
  company = await openCompany(house.url, new Ledger(), ROUNDS);
}, 120_000);

afterAll(async () => house?.remove());
afterEach(({ task }) => {
  if (task.result?.state === 'fail') process.stderr.write(`${house.log()}\n`);
});

/** Everything answered in the round, sent once more: the same answer, each. */
async function repeatAll(writes: readonly KeyedWrite[]): Promise<void> {
  for (const { browser, sending, answer } of writes)
    expect({ sending, answer: await browser.send(sending) }).toEqual({ sending, answer });
}

const check = () => house.look((database) => faultsOf(database, house.dataDir, company.ledger.promised));

describe('kill -9 while people work', () => {
  const order = Array.from({ length: ROUNDS }, (_, at): Victim => VICTIMS[at % VICTIMS.length]!);
  test.each(order.map((victim, at) => [at + 1, victim] as const))(
    'round %i, of %s: all that was answered is there, once and whole',
    async (_round, victim) => {
      const { ledger } = company;
      ledger.begin();
      const reached = ledger.sent(1 + randomInt(MOST_WRITES));
      const working = workAll(company);
      await Promise.race([reached, working]);
      await pause(randomInt(JITTER_MS));
      ledger.breakLine();
      await house.kill(victim);
      await house.recover();
      ledger.restoreLine();
      await working;
      await repeatAll(ledger.keyed);
      expect(await check()).toEqual([]);
      expect(ledger.answered).toBeGreaterThan(0);
    },
    60_000,
  );
});

describe('one company, one application', () => {
  test('a second start on the same data says so and ends', async () => {
    const { code, said } = await house.startAgain();
    expect(said).toBe(`Llave ya está en marcha sobre ${house.dataDir}\n`);
    expect(code).toBe(1);
  });

  test('a stop while people work loses nothing and leaves no process', async () => {
    const { ledger } = company;
    ledger.begin();
    const reached = ledger.sent(20);
    const working = workAll(company);
    await Promise.race([reached, working]);
    ledger.breakLine();
    expect(await house.stop()).toBe(0);
    expect(await house.servers()).toEqual([]);
    // As a kill leaves it when it comes while a file is being written.
    await writeFile(path.join(house.dataDir, 'tmp/a-medias'), '%PDF-');
    await house.start();
    ledger.restoreLine();
    await working;
    await repeatAll(ledger.keyed);
    expect(await check()).toEqual([]);
    expect(await house.stop()).toBe(0);
    expect(await house.servers()).toEqual([]);
  }, 60_000);
});
