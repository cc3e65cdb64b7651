import { readFileSync } from 'node:fs';
import path from 'node:path';

const file = path.join(import.meta.dirname, '../../package.json');

/** The version of this build, as package.json says. */
export const VERSION = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
