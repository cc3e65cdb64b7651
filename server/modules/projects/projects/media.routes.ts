import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#server/kernel/errors.ts';
import { sendPart } from '#server/kernel/range.ts';
import { SHARED } from './media.service.ts';
import { findMediaFile } from './projects.queries.ts';

/** Cache size of rendered share pictures; a project has few. */
const MADE_MAX = 60;

/** Pictures and videos of projects and models. URLs contain content hashes, so browsers cache them for ever. */
export function mediaRoutes(app: FastifyInstance): void {
  const { store } = app.core.services.files;
  const made = new Map<string, Promise<Buffer>>();

  app.get('/medios/:sha256', { config: { access: 'public' } }, async (request, reply) => {
    const { sha256, mime, open } = await find(app, request);
    const size = await store.size(sha256);
    if (size === undefined) throw notFound();
    return sendPart(keep(reply, mime, open), size, (range) => store.read(sha256, range));
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
  const file = /^[0-9a-f]{64}$/.test(sha256) ? await findMediaFile(app.core.database.db, sha256) : undefined;
  if (!file) throw notFound();
  if (file.open) return { sha256, mime: file.mime, open: true };
  const { staff } = await app.core.authenticate(request, app.core.clock.now());
  if (!staff?.grants.has('proyectos.ver') || staff.secondStepDue) throw notFound();
  return { sha256, mime: file.mime, open: false };
}

/** Unpublished media must not be stored in shared caches, which would serve them to anyone. */
const keep = (reply: FastifyReply, mime: string, open: boolean) =>
  reply
    .type(mime)
    .header('cache-control', open ? 'public, max-age=31536000, immutable' : 'private, no-store');
