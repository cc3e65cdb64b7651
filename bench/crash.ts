import { parseArgs } from 'node:util';
import { openCompany } from '#test/crash/company.ts';
import { makeCrashLlave, VICTIMS } from '#test/crash/llave.ts';
import { Ledger } from '#test/crash/ledger.ts';
import { crashRound } from '#test/crash/round.ts';

/**
 * The crash test of quality.md, "Crash": `npm run bench:crash -- [--rounds 50]`. Each round kills the application,
 * PostgreSQL or both at a random moment while people buy, send documents, pay, review, write, edit lists and invite. Then it
 * checks every confirmed write and sends it again. Prints the result; exit code 1 if any write is lost, doubled or partial.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '50' } } });
const rounds = Number(values.rounds);
/** No new round starts after so many minutes. */
const MOST_MINUTES = 14;

const began = performance.now();
const minutes = () => (performance.now() - began) / 60_000;
const llave = await makeCrashLlave();
const sum = { rounds: 0, answered: 0, unanswered: 0, repeated: 0, faults: [] as string[] };
const kills = new Map<string, number>();
let broken: unknown;
try {
  await llave.start();
  const company = await openCompany(llave.url, new Ledger(), rounds);
  while (sum.rounds < rounds && minutes() < MOST_MINUTES) {
    const victim = VICTIMS[sum.rounds % VICTIMS.length]!;
    const found = await crashRound(llave, company, victim);
    sum.rounds += 1;
    sum.answered += found.answered;
    sum.unanswered += found.unanswered;
    sum.repeated += found.repeated;
    sum.faults.push(...found.faults.map((fault) => `round ${sum.rounds}, ${victim}: ${fault}`));
    kills.set(victim, (kills.get(victim) ?? 0) + 1);
    process.stdout.write(
      `round ${sum.rounds}/${rounds} · ${victim} · ${found.answered} answered, ${found.unanswered} cut off, ${found.repeated} sent again · ${found.faults.length || 'no'} faults\n`,
    );
    // A fault persists in the data: later rounds would only report it again.
    if (sum.faults.length > 0) break;
  }
} catch (error) {
  broken = error;
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n${llave.log()}\n`);
} finally {
  await llave.remove();
}
const victims = [...kills].map(([victim, count]) => `${victim} ${count}`).join(', ');
process.stdout.write(
  `\n${sum.rounds} rounds in ${minutes().toFixed(1)} minutes (${victims}): ${sum.answered} writes answered, ${sum.unanswered} cut off in between, ${sum.repeated} sent again, ${sum.faults.length} faults\n${sum.faults.join('\n')}\n`,
);
process.exit(broken || sum.faults.length > 0 || sum.rounds < rounds ? 1 : 0);
