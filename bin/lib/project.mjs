// Shared by the launchers, which must run on Node 20: no TypeScript, no imports from node_modules.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');
/** The Node binary in node_modules; everything except the launchers runs on it. */
export const carriedNode = path.join(root, 'node_modules/node/bin/node');
const tools = path.join(root, 'node_modules/.bin');

/** An environment whose PATH finds the project's own tools and Node first. */
export const withTools = (extra = {}) => ({
  ...process.env,
  PATH: [tools, ...foreignPath()].join(path.delimiter),
  ...extra,
});

/** PATH without node_modules/.bin, which npm adds: the machine's own programs. */
export const foreignPath = () =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.endsWith(path.join('node_modules', '.bin')));

/** Runs `work` under a lock file between launchers. A lock of a dead process is removed. */
export function alone(what, work) {
  const lock = path.join(root, '.cache', `${what}.lock`);
  mkdirSync(path.dirname(lock), { recursive: true });
  let told = false;
  while (!take(lock)) {
    if (!told) console.log('Otro arranque está preparando lo mismo; se espera a que termine…');
    told = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const maker = Number(readOr(lock, '0'));
  if (!maker || exists(maker)) return false;
  rmSync(lock, { force: true });
  return take(lock);
}

function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

export function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}
