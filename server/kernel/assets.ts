import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
};
/** A web worker runs under the policy of its own script: our code and WebAssembly only (pictures.worker.ts). */
const SCRIPT_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * Serves the files of a built folder under a prefix. The build put the compressed variants (.br, .gz) beside each file.
 * Names are looked up in a list made at start, so a URL never becomes a disk path. `immutable` is for hashed names.
 */
export async function serveFolder(
  app: FastifyInstance,
  { folder, prefix, immutable }: { folder: string; prefix: string; immutable: boolean },
): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return [path.relative(folder, file).split(path.sep).join('/'), file] as const;
      }),
  );
  const bytes = new Map<string, Buffer>();
  const read = (file: string) => {
    const kept = bytes.get(file) ?? readFileSync(file);
    bytes.set(file, kept);
    return kept;
  };

  // A page loads about forty files and a sales room shares one IP address: serve from memory, without a rate limit.
  const config = { access: 'public', rateLimit: false } as const;
  app.get(`${prefix}*`, { config }, (request, reply) => {
    const name = (request.params as { '*': string })['*'];
    const type = TYPES[path.extname(name)];
    const file = files.get(name);
    if (!file || !type) return reply.callNotFound();
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const coding = CODINGS.find(([word, ending]) => accepted.includes(word) && files.has(name + ending));
    void reply
      .type(type)
      .header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=86400')
      .header('vary', 'accept-encoding');
    if (name.endsWith('.js')) void reply.header('content-security-policy', SCRIPT_POLICY);
    if (coding) void reply.header('content-encoding', coding[0]);
    return reply.send(read(coding ? files.get(name + coding[1])! : file));
  });
}
