import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { alone, carriedNode, foreignPath, readOr, root } from './project.mjs';

const marker = path.join(root, 'node_modules/.llave');

/** Installs node_modules as package-lock.json says. Takes a millisecond if nothing changed. */
export function ensureInstalled() {
  const lock = readOr(path.join(root, 'package-lock.json'), '');
  const wanted = `${process.platform}-${process.arch} ${createHash('sha256').update(lock).digest('hex')}`;
  const current = () => existsSync(carriedNode) && (readOr(marker, '') === wanted || isInstalled(lock));
  const mark = () => readOr(marker, '') !== wanted && writeFileSync(marker, wanted);
  if (!current())
    alone('instalar', () => {
      if (!current()) install();
    });
  mark();
}

function install() {
  console.log('Instalando lo que falta (la primera vez tarda un par de minutos)…');
  // Uses the machine's own Node: the one in node_modules is about to be replaced.
  const { NODE_ENV: _production, ...environment } = process.env;
  const done = spawnSync(
    'npm',
    ['ci', '--include=dev', '--include=optional', '--prefer-offline', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...environment, PATH: foreignPath().join(path.delimiter) },
    },
  );
  if (done.status !== 0 || !existsSync(carriedNode))
    throw new Error(
      'No se pudo instalar. Revisa la conexión a internet y vuelve a intentarlo («npm ci» muestra los detalles).',
    );
}

/** Detects a manual `npm ci` from npm's own record of the installed packages. */
function isInstalled(lock) {
  const wanted = JSON.parse(lock).packages;
  const present = JSON.parse(readOr(path.join(root, 'node_modules/.package-lock.json'), '{}')).packages ?? {};
  return (
    Object.entries(wanted).every(
      ([place, { version, optional }]) =>
        place === '' || (present[place]?.version ?? (optional && version)) === version,
    ) && spawnSync(carriedNode, ['--version']).status === 0
  );
}
