import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('package-lock.json lists every platform of the optional packages, else npm ci fails on other platforms', () => {
  const checked = spawnSync(process.execPath, ['bin/complete-lock.mjs', '--check'], { encoding: 'utf8' });
  expect(checked).toMatchObject({ status: 0, stderr: '' });
});

test('package-lock.json contains no URLs', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved"|https?:\/\/[^"]*\.tgz/);
});
