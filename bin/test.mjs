// `npm test`: installs what is missing, runs all checks and tests, and counts them. `npm run test:deep` runs the tests with
// a variable number of cases (test/deep.ts) with many cases, the browser tests marked @deep, and each screen in every size
// and color scheme. Node 20.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { readOr, root, withTools } from './lib/project.mjs';

const deep = process.argv.includes('--deep');
const unitReport = path.join(root, '.cache/vitest.json');
const browserReport = path.join(root, '.cache/playwright.json');
const SLOWEST = 20;
/** Lines of a failed test's page that are printed. */
const SHOWN_LINES = 150;
const count = { passed: 0, failed: 0 };
const faults = [];
const times = [];

ensureInstalled();
mkdirSync(path.join(root, '.cache'), { recursive: true });

// The page tests need the bundles. If the web does not build, report that once, here.
const built = build();
// These tests wait for PostgreSQL much of the time, so the checks run beside them. The browser tests need both cores.
const checked = deep || runChecks();
await suite(
  'pruebas',
  unitReport,
  readVitest,
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
);
if (built) await suite('navegador', browserReport, readPlaywright, 'playwright', 'test');
await checked;

console.log(`\nLas ${SLOWEST} pruebas más lentas:`);
for (const { name, ms } of times.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST))
  console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
for (const fault of faults) console.log(`falló: ${fault}`);
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;
console.log(`tests: ${count.passed} passed, ${count.failed} failed`);

function build() {
  console.log('\n▸ construcción');
  try {
    ensureBuilt();
    return true;
  } catch (error) {
    fail(`construcción: ${error.message}`);
    return false;
  }
}

/** Runs the checks one after the other, because each needs much memory. A failed check counts as one failure. */
async function runChecks() {
  for (const [name, ...command] of [
    ['formato', 'oxfmt', '--check', '.'],
    // Without the rules that need types: they take a third of all processor time. `npm run check` and .ci/run ask them.
    ['lint', 'oxlint'],
    // With one checker, because each further one computes the types that all share once more: by default there are four,
    // for twice the work.
    ['tipos', 'tsc', '--checkers', '1'],
    ['código sin uso', 'knip'],
  ]) {
    if (!(await run(command))) fail(name);
  }
}

/** Runs a command and prints its output when it has ended, so that two do not mix. Returns whether it succeeded. */
function run([command, ...args]) {
  let told = `\n▸ ${[command, ...args].join(' ')}\n`;
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: withTools({
      // Each thread of the product, and each tool, finds its code compiled.
      NODE_COMPILE_CACHE: path.join(root, '.cache/node'),
      ...(deep && { TEST_DEEP: '1' }),
    }),
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (told += text));
  return new Promise((resolve) => {
    const end = (good) => {
      console.log(told.trimEnd());
      resolve(good);
    };
    child.on('error', (error) => {
      told += error.message;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

/** Counts a runner's results. A runner that fails without a failed test, or reports nothing, counts as a failure. */
async function suite(name, report, read, ...command) {
  rmSync(report, { force: true });
  const good = await run(command);
  const found = { passed: 0, failed: [], times: [], ...read(JSON.parse(readOr(report, '{}'))) };
  count.passed += found.passed;
  times.push(...found.times);
  for (const test of found.failed) fail(test);
  for (const told of found.told ?? []) console.log(told);
  if (found.passed + found.failed.length === 0) fail(`${name}: no se ejecutó ninguna`);
  else if (!good && found.failed.length === 0) fail(name);
}

function fail(what) {
  count.failed++;
  faults.push(what);
}

function readVitest({ testResults = [], numPassedTests = 0 }) {
  const found = { passed: numPassedTests, failed: [], times: [] };
  for (const { name, status, assertionResults } of testResults) {
    const file = path.relative(root, name);
    const tests = assertionResults.map((test) => ({ ...test, name: `${file} > ${test.fullName}` }));
    const failed = tests.filter((test) => test.status === 'failed');
    found.times.push(...tests.map((test) => ({ name: test.name, ms: test.duration ?? 0 })));
    // A file that could not be loaded, or whose hooks failed, has no failed test.
    if (status === 'failed' && failed.length === 0) found.failed.push(file);
    else found.failed.push(...failed.map((test) => test.name));
  }
  return found;
}

function readPlaywright({ suites = [], stats = { expected: 0 } }) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const found = suites.flatMap(specs).map(({ file, title, ok, tests }) => ({
    name: `${file} > ${title}`,
    ok,
    shown: tests.flatMap(({ results }) => results.flatMap(({ attachments }) => shown(attachments))),
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }));
  return {
    passed: stats.expected,
    failed: found.filter(({ ok }) => !ok).map(({ name }) => name),
    times: found,
    told: found.flatMap(({ name, shown: pages }) => pages.map((page) => `\n▸ la página de ${name}\n${page}`)),
  };
}

/** The page of a failed test as its accessibility tree, from its open dialog or its main part on: a distant machine keeps no files. */
function shown(attachments) {
  const tree = attachments
    .filter(({ name }) => name === 'error-context')
    .map((attachment) => readOr(attachment.path, '').split('# Page snapshot')[1] ?? '');
  return tree.map((text) => {
    const lines = text.split('```')[1]?.split('\n') ?? [];
    const at = (part) => lines.findIndex((line) => line.trimStart().startsWith(`- ${part}`));
    const start = [at('dialog'), at('main'), 0].find((line) => line >= 0);
    const plain = lines
      .slice(start, start + SHOWN_LINES)
      .map((line) => line.replaceAll(/ \[(?:ref|cursor)=[^\]]*\]/g, ''));
    return plain.join('\n');
  });
}
