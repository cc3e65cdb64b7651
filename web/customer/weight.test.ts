import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** Maximum bytes of a customer page, compressed (quality.md, "Speed in the hand"). */
const JS_MAX = 100 * 1024;
/** CSS is inlined in every document. */
const CSS_MAX = 14 * 1024;

const folder = path.join(import.meta.dirname, '../../dist/customer');
interface Chunk {
  file: string;
  name?: string;
  isEntry?: boolean;
  css?: string[];
  imports?: string[];
}

function manifest(): Record<string, Chunk> {
  const file = path.join(folder, 'manifest.json');
  if (!existsSync(file)) throw new Error('npm run build comes first');
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>;
}

test('no customer page exceeds its limits of code and CSS', () => {
  const chunks = manifest();
  const entries = Object.values(chunks).filter(({ isEntry, name }) => isEntry && name !== 'start');
  expect(entries.length).toBeGreaterThan(2);
  const start = Object.values(chunks).find(({ name }) => name === 'start')!;
  const weights = entries.map((entry) => {
    const all = [start, ...reached(entry, chunks)];
    return {
      page: entry.name,
      js: weigh(all.map(({ file }) => file)),
      css: weigh(all.flatMap(({ css }) => css ?? [])),
    };
  });
  expect(weights.filter(({ js, css }) => js > JS_MAX || css > CSS_MAX)).toEqual([]);
});

test('no customer page contains English validation messages', () => {
  const files = Object.values(manifest())
    .map(({ file }) => path.join(folder, file))
    .filter((file) => file.endsWith('.js'));
  const english = files.filter((file) =>
    /Too small|Invalid input|expected string/.test(readFileSync(file, 'utf8')),
  );
  expect(english).toEqual([]);
});

function reached(entry: Chunk, chunks: Record<string, Chunk>, found = new Set<Chunk>()): Set<Chunk> {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const key of entry.imports ?? []) reached(chunks[key]!, chunks, found);
  return found;
}

const weigh = (files: readonly string[]) =>
  [...new Set(files)].reduce(
    (sum, file) => sum + gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length,
    0,
  );
