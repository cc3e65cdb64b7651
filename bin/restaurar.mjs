// `npm run restaurar -- RESPALDO [--en CARPETA]`: restores a backup into an empty data folder.
import { spawnSync } from 'node:child_process';
import { ensureInstalled } from './lib/install.mjs';
import { carriedNode, root, withTools } from './lib/project.mjs';

ensureInstalled();
const done = spawnSync(carriedNode, ['server/commands/restaurar.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: withTools(),
});
process.exit(done.status ?? 1);
