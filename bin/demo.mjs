// `npm run demo -- --sales N`: makes a company of that size for trying and measuring, in a folder of its own.
import { spawnSync } from 'node:child_process';
import { ensureInstalled } from './lib/install.mjs';
import { carriedNode, root, withTools } from './lib/project.mjs';

ensureInstalled();
const done = spawnSync(carriedNode, ['server/commands/demo.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: withTools(),
});
process.exit(done.status ?? 1);
