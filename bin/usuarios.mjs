// `npm run usuarios -- --email … --name …`: creates the first administrator and prints the link that sets the password.
import { spawnSync } from 'node:child_process';
import { ensureInstalled } from './lib/install.mjs';
import { carriedNode, root, withTools } from './lib/project.mjs';

ensureInstalled();
const done = spawnSync(carriedNode, ['server/commands/usuarios.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: withTools(),
});
process.exit(done.status ?? 1);
