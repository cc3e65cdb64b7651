import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Compresses once at build what is served for a year: .br and .gz beside each file, as kernel/assets.ts looks for them. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true });
      await Promise.all(
        files
          .filter((file) => /\.(js|css|svg|json|wasm|webmanifest)$/.test(file))
          .map(async (file) => {
            const bytes = await readFile(path.join(dir, file));
            const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
            await writeFile(path.join(dir, `${file}.br`), await promisify(brotliCompress)(bytes, { params }));
            await writeFile(path.join(dir, `${file}.gz`), await promisify(gzip)(bytes, { level: 9 }));
          }),
      );
    },
  };
}
