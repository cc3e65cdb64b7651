// `npm test`: installs what is missing, then runs every check and every test, and counts. Runs on Node 20.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { readOr, root, withTools } from './lib/project.mjs';

const unitReport = path.join(root, '.cache/vitest.json');
const browserReport = path.join(root, '.cache/playwright.json');
const count = { passed: 0, failed: 0 };
const faults = [];

ensureInstalled();
mkdirSync(path.join(root, '.cache'), { recursive: true });

check('formato', 'oxfmt', '--check', '.');
check('lint', 'oxlint', '--type-aware');
check('tipos', 'tsc');
check('código sin uso', 'knip');
// The tests of pages need the bundles, so a web that does not build is told once, here.
const built = step('construcción', () => ensureBuilt());
suite(
  'pruebas',
  unitReport,
  readVitest,
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
);
if (built) suite('navegador', browserReport, readPlaywright, 'playwright', 'test');

for (const fault of faults) console.log(`falló: ${fault}`);
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;
console.log(`tests: ${count.passed} passed, ${count.failed} failed`);

function run(command, ...args) {
  console.log(`\n▸ ${command} ${args.join(' ')}`);
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: withTools() }).status === 0;
}

/** A check has no tests to count: when it fails it is one failure. */
function check(name, ...command) {
  if (!run(...command)) fail(name);
}

function step(name, work) {
  console.log(`\n▸ ${name}`);
  try {
    work();
    return true;
  } catch (error) {
    fail(`${name}: ${error.message}`);
    return false;
  }
}

/** Counts what a runner reports; one that fails without a failed test, or reports nothing, is a failure too. */
function suite(name, report, read, ...command) {
  rmSync(report, { force: true });
  const good = run(...command);
  const found = { passed: 0, failed: [], ...read(JSON.parse(readOr(report, '{}'))) };
  count.passed += found.passed;
  for (const test of found.failed) fail(test);
  if (found.passed + found.failed.length === 0) fail(`${name}: no se ejecutó ninguna`);
  else if (!good && found.failed.length === 0) fail(name);
}

function fail(what) {
  count.failed++;
  faults.push(what);
}

function readVitest({ testResults = [], numPassedTests = 0 }) {
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(root, name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    // A file that could not be loaded, or whose hooks failed, has no failed test of its own.
    return status === 'failed' && tests.length === 0
      ? [file]
      : tests.map((test) => `${file} > ${test.fullName}`);
  });
  return { passed: numPassedTests, failed };
}

function readPlaywright({ suites = [], stats = { expected: 0 } }) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const failed = suites.flatMap(specs).filter((spec) => !spec.ok);
  return { passed: stats.expected, failed: failed.map((spec) => `${spec.file} > ${spec.title}`) };
}
