// `npm run respaldo [-- --en CARPETA]`: takes a backup of the company, also while it is running.
import { spawnSync } from 'node:child_process';
import { ensureInstalled } from './lib/install.mjs';
import { carriedNode, root, withTools } from './lib/project.mjs';

ensureInstalled();
const done = spawnSync(carriedNode, ['server/commands/respaldo.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: withTools(),
});
process.exit(done.status ?? 1);
