import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#server/kernel/errors.ts';
import { SHARED } from './media.service.ts';
import { findMediaFile } from './projects.queries.ts';

/** Cache size of rendered share pictures; a project has few. */
const MADE_MAX = 60;

/** Pictures and videos of projects and models. URLs contain content hashes, so browsers cache them for ever. */
export function mediaRoutes(app: FastifyInstance): void {
  const { store } = app.house.services.files;
  const made = new Map<string, Promise<Buffer>>();

  app.get('/medios/:sha256', { config: { access: 'public' } }, async (request, reply) => {
    const { sha256, mime, open } = await find(app, request);
    const size = await store.size(sha256);
    if (size === undefined) throw notFound();
    keep(reply, mime, open).header('accept-ranges', 'bytes');
    const range = rangeOf(request.headers.range, size);
    if (range === 'none') return reply.header('content-length', size).send(await store.read(sha256));
    if (range === 'outside') return reply.code(416).header('content-range', `bytes */${size}`).send();
    return reply
      .code(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
      .header('content-length', range.end - range.start + 1)
      .send(await store.read(sha256, range));
  });

  app.get('/medios/:sha256/compartir.jpg', { config: { access: 'public' } }, async (request, reply) => {
    const { sha256, mime, open } = await find(app, request);
    if (!mime.startsWith('image/')) throw notFound();
    const picture = made.get(sha256) ?? makeShared(sha256);
    if (made.size >= MADE_MAX) made.delete(made.keys().next().value!);
    made.set(sha256, picture);
    picture.catch(() => made.delete(sha256));
    return keep(reply, 'image/jpeg', open).send(await picture);
  });

  async function makeShared(sha256: string): Promise<Buffer> {
    const [{ default: sharp }, bytes] = await Promise.all([import('sharp'), store.read(sha256).then(buffer)]);
    return sharp(bytes)
      .resize({ ...SHARED, fit: 'cover' })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer();
  }
}

/** Media of published projects are public; other media are only for staff who may see projects. */
async function find(
  app: FastifyInstance,
  request: FastifyRequest,
): Promise<{ sha256: string; mime: string; open: boolean }> {
  const { sha256 } = request.params as { sha256: string };
  const file = /^[0-9a-f]{64}$/.test(sha256) ? await findMediaFile(app.house.database.db, sha256) : undefined;
  if (!file) throw notFound();
  if (file.open) return { sha256, mime: file.mime, open: true };
  const { staff } = await app.house.authenticate(request, app.house.clock.now());
  if (!staff?.grants.has('proyectos.ver') || staff.secondStepDue) throw notFound();
  return { sha256, mime: file.mime, open: false };
}

/** Unpublished media must not be stored in shared caches, which would serve them to anyone. */
const keep = (reply: FastifyReply, mime: string, open: boolean) =>
  reply
    .type(mime)
    .header('cache-control', open ? 'public, max-age=31536000, immutable' : 'private, no-store');

/** Parses one byte range, as video players request. Several ranges get the whole file. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'none' | 'outside' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'none';
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? 'outside' : { start, end };
}
