// Builds the web: the office, and the customer pages as a browser bundle and a server bundle. Runs on Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { alone, carriedNode, readOr, root, withTools } from './lib/project.mjs';

const stamp = path.join(root, 'dist/.llave');
const configs = ['web/office/vite.config.ts', 'web/customer/vite.config.ts'];

/** Builds if dist/ is missing or was built from other sources. The check takes about 20 ms. */
export function ensureBuilt() {
  if (readOr(stamp, '') === fingerprint()) return;
  alone('construir', () => {
    if (readOr(stamp, '') === fingerprint()) return;
    console.log('Construyendo la web…');
    const { status } = spawnSync(carriedNode, [fileURLToPath(import.meta.url)], {
      cwd: root,
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error('La web no se pudo construir.');
  });
}

/** A hash of the sources' content, not of file dates: a fresh checkout does not cause a rebuild. */
function fingerprint() {
  const hash = createHash('sha256');
  const sources = ['contract', 'web'].flatMap((tree) =>
    readdirSync(path.join(root, tree), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(test|gen)\.tsx?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name)),
  );
  for (const file of [
    ...sources.toSorted((a, b) => (a < b ? -1 : 1)),
    path.join(root, 'package.json'),
    path.join(root, 'package-lock.json'),
  ])
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

async function build() {
  const began = performance.now();
  const made = fingerprint();
  rmSync(stamp, { force: true });
  const codes = await Promise.all(configs.filter((config) => existsSync(path.join(root, config))).map(vite));
  if (codes.some((code) => code !== 0)) process.exit(1);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, made);
  console.log(`Web construida en ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}

/** Runs one build; prints its output only if it failed. */
function vite(config) {
  const child = spawn(
    carriedNode,
    [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', config, '--logLevel', 'warn'],
    { cwd: root, env: withTools({ NODE_ENV: 'production' }) },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      if (code !== 0) console.error(`${config}: la construcción falló\n${said}`);
      resolve(code);
    });
  });
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  ensureInstalled();
  await build();
}
