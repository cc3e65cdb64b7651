import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { faultsOf } from './checks.ts';
import type { Company } from './company.ts';
import type { CrashHouse, Victim } from './house.ts';
import type { KeyedWrite } from './ledger.ts';
import { workAll } from './workers.ts';

/** The kill comes at some moment while the writes from the first to this one are sent. */
const MOST_WRITES = 90;
const JITTER_MS = 25;

/** What one round found. */
export interface Round {
  answered: number;
  unanswered: number;
  /** Writes sent once more after the crash. */
  repeated: number;
  /** What is lost, twice, half or answered otherwise, one line each. */
  faults: string[];
}

/** Everything answered in the round, sent once more: what is not answered the same. */
export async function repeatAll(writes: readonly KeyedWrite[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { browser, sending, answer } of writes) {
    const again = await browser.send(sending);
    if (!isDeepStrictEqual(again, answer))
      faults.push(
        `${sending.method} ${sending.path} answered ${JSON.stringify(answer)} and then ${JSON.stringify(again)}`,
      );
  }
  return faults;
}

/** Kills the victim at some moment while everybody works, waits for the recovery, and looks up all that was ever answered. */
export async function crashRound(house: CrashHouse, company: Company, victim: Victim): Promise<Round> {
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
  const repeated = ledger.keyed.length;
  const faults = await repeatAll(ledger.keyed);
  faults.push(...(await house.look((database) => faultsOf(database, house.dataDir, ledger.promised))));
  return { answered: ledger.answered, unanswered: ledger.unanswered, repeated, faults };
}
