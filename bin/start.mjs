// `npm start`: installs and builds what is missing, then serves. Runs on Node 20; the server runs on the project's own Node.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { carriedNode, readOr, root, withTools } from './lib/project.mjs';

try {
  ensureInstalled();
  ensureBuilt();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const limits = JSON.parse(readFileSync(path.join(root, 'bin/lib/server-process.json'), 'utf8'));

// In its own session, so Ctrl-C reaches it only through our signal handler. The IPC channel tells it when we end.
const server = spawn(carriedNode, [...limits.args, 'server/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  detached: true,
  env: withTools({
    ...limits.env,
    NODE_ENV: process.env.NODE_ENV ?? 'production',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, '.cache/node'),
  }),
});

const stop = () => server.kill('SIGTERM');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

// If npm is killed, no signal arrives: detect that our parent changed, or the parent of the shell between npm and us.
if (process.env.npm_lifecycle_event) {
  const before = lineage();
  setInterval(() => {
    if (lineage() !== before) stop();
  }, 1000).unref();
}

function lineage() {
  const [, name, grandparent] = /\((.*)\) . (\d+)/s.exec(readOr(`/proc/${process.ppid}/stat`, '')) ?? [];
  return `${process.ppid} ${/^(ba|da|z)?sh$/.test(name ?? '') ? grandparent : ''}`;
}

server.on('error', (error) => {
  console.error(`No se pudo iniciar el servidor: ${error.message}`);
  process.exitCode = 1;
});
server.on('exit', (code, signal) => {
  process.exit(code ?? 128 + constants.signals[signal]);
});
