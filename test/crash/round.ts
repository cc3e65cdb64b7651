import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { faultsOf } from './checks.ts';
import type { Company } from './company.ts';
import type { CrashLlave, Victim } from './llave.ts';
import type { KeyedWrite } from './ledger.ts';
import { workAll } from './workers.ts';

/** The kill comes at a random moment up to this many writes, plus up to JITTER_MS. */
const MOST_WRITES = 90;
const JITTER_MS = 25;

/** The result of a round. */
export interface Round {
  answered: number;
  unanswered: number;
  /** Writes sent again after the crash. */
  repeated: number;
  /** Writes that are lost, doubled, partial or answered differently, one line each. */
  faults: string[];
}

/** Sends every confirmed write of the round again; returns those with a different response. */
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

/** Kills the victim at a random moment while everybody works, waits for the recovery, and checks every confirmed write. */
export async function crashRound(llave: CrashLlave, company: Company, victim: Victim): Promise<Round> {
  const { ledger } = company;
  ledger.begin();
  const reached = ledger.sent(1 + randomInt(MOST_WRITES));
  const working = workAll(company);
  await Promise.race([reached, working]);
  await pause(randomInt(JITTER_MS));
  ledger.breakLine();
  await llave.kill(victim);
  await llave.recover();
  ledger.restoreLine();
  await working;
  const repeated = ledger.keyed.length;
  const faults = await repeatAll(ledger.keyed);
  faults.push(...(await llave.look((database) => faultsOf(database, llave.dataDir, ledger.promised))));
  return { answered: ledger.answered, unanswered: ledger.unanswered, repeated, faults };
}
