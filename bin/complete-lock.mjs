// Run after adding a package (`npm run lock`). A registry may lack a package's builds for other platforms. npm then omits
// them from package-lock.json, and `npm ci` refuses the file as incomplete. This script adds what the package declares:
// name, version, and the platform given in the name, so npm skips it on other platforms.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './lib/project.mjs';

const file = path.join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64'];

const missing = [];
for (const [place, { optionalDependencies = {}, dev }] of Object.entries(lock.packages))
  for (const [name, version] of Object.entries(optionalDependencies))
    if (!isLocked(place, name)) missing.push({ name, version, dev });

if (process.argv.includes('--check')) {
  for (const { name } of missing) console.error(`package-lock.json lacks ${name}: npm run lock`);
  process.exit(missing.length === 0 ? 0 : 1);
}

for (const { name, version, dev } of missing) {
  const words = name.split(/[/-]/);
  const os = systems.filter((one) => words.includes(one));
  const cpu = processors.filter((one) => words.includes(one));
  if (!/^\d+\.\d+\.\d+/.test(version) || os.length !== 1 || cpu.length !== 1)
    throw new Error(`Which platform is ${name}@${version} for?`);
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : undefined;
  lock.packages[`node_modules/${name}`] = {
    version,
    cpu,
    ...(dev && { dev }),
    ...(libc && { libc }),
    optional: true,
    os,
  };
}

const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
console.log(`${missing.length} packages of other platforms written into package-lock.json.`);

/** Resolves like Node: in the package's own node_modules, then upward. */
function isLocked(place, name) {
  for (let at = place; ; at = at.slice(0, at.lastIndexOf('node_modules/')).replace(/\/$/, '')) {
    if (lock.packages[path.posix.join(at, 'node_modules', name)]) return true;
    if (at === '') return false;
  }
}
