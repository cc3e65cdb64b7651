import { and, asc, eq, isNull, max, sql } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import type { Sharp } from 'sharp';
import { PICTURE_EDGE_MAX } from '#contract/company/files/files.ts';
import { MESSAGES } from '#contract/errors.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import type { Files, UploadedFile } from '#server/kernel/files.ts';
import type { Db } from '#server/kernel/db.ts';
import { findProjectRow } from './projects.queries.ts';
import { houseModels, media } from './projects.table.ts';

/** Size of the picture for shared links. */
export const SHARED = { width: 1200, height: 630 } as const;

/**
 * Widths in pixels of the renderings. A browser takes the next larger one, so each is slightly above the full width of
 * phones: 412 × 1.75, 375 × 2, and 412 × 2.625, 390 × 3.
 */
export const WIDTHS = [480, 768, 1200, 1600];

export type MediaKind = 'hero' | 'foto' | 'plano' | 'video';

/** A picture as WebP at one of the widths. */
export const renderAt = (picture: Sharp, width: number): Promise<Buffer> =>
  picture.clone().resize({ width }).webp({ quality: 72 }).toBuffer();

/** Removes metadata (location, camera, embedded previews) for privacy. */
async function bare(picture: Sharp, mime: string): Promise<Buffer> {
  const copy = picture.clone();
  if (mime === 'image/png') return copy.png().toBuffer();
  if (mime === 'image/webp') return copy.webp({ quality: 92 }).toBuffer();
  return copy.jpeg({ quality: 92 }).toBuffer();
}

/** Stores a picture without metadata, and its smaller renderings. Raises 422 when it is not a picture or too large. */
async function render(files: Files, upload: UploadedFile, rendered: NewMedia['rendered']) {
  const { default: sharp } = await import('sharp');
  const bytes = await buffer(await files.store.read(upload.sha256));
  const picture = sharp(bytes, { limitInputPixels: PICTURE_EDGE_MAX * PICTURE_EDGE_MAX }).rotate();
  const { width, height } = await picture.metadata().then(
    // Size after EXIF rotation: a phone stores an upright picture as landscape with a rotation flag.
    ({ autoOrient }) => autoOrient,
    () => ({ width: 0, height: 0 }),
  );
  if (width === 0 || width > PICTURE_EDGE_MAX || height > PICTURE_EDGE_MAX)
    throw invalid([{ field: upload.field, message: 'La imagen no se puede leer o es demasiado grande.' }]);
  const keep = async (edge: number, bytes: Uint8Array) => ({
    width: edge,
    sha256: (await files.keep(bytes, 'imagen', 'image/webp')).sha256,
  });
  const edges = WIDTHS.filter((one) => one < width);
  if (rendered) {
    const variants = await Promise.all(edges.map(async (edge) => keep(edge, await rendered(edge))));
    return { width, height, variants, sha256: upload.sha256 };
  }
  const variants: { width: number; sha256: string }[] = [];
  // One after the other: each decodes the whole picture again.
  for (const edge of edges) variants.push(await keep(edge, await renderAt(picture, edge)));
  const { sha256 } = await files.keep(await bare(picture, upload.mime), upload.name, upload.mime);
  if (sha256 !== upload.sha256) await files.drop([upload]);
  return { width, height, variants, sha256 };
}

interface NewMedia {
  projectId: number;
  modelId: number | null;
  kind: MediaKind;
  alt: string;
  position?: number;
  upload: UploadedFile;
  /** Returns the picture at a width, when all renderings exist already (`renderAt`). */
  rendered?: (width: number) => Promise<Uint8Array>;
}

/** Adds a picture, plan or video to a project or model, with its renderings. Raises 422. */
export async function storeMedia(parts: { db: Db; files: Files; now: Date }, one: NewMedia) {
  const { upload, rendered: before, ...values } = one;
  const film = upload.mime.startsWith('video/');
  if (film !== (one.kind === 'video'))
    throw invalid([
      {
        field: upload.field,
        message: film ? 'Eso es un video: elige la clase «video».' : 'Eso no es un video.',
      },
    ]);
  const rendered = film
    ? { width: null, height: null, variants: [], sha256: upload.sha256 }
    : await render(parts.files, upload, before);
  const [made] = await parts.db
    .insert(media)
    .values({ ...values, ...rendered, mime: upload.mime, createdAt: parts.now })
    .returning();
  return made!;
}

/** Like storeMedia, in the last position, for projects in scope. Raises 404, and 422 for a model of another project. */
export async function addMedia(ctx: Context, one: NewMedia) {
  if (!(await findProjectRow(ctx, one.projectId, 'proyectos.editar'))) throw notFound();
  if (one.modelId !== null) {
    const [model] = await ctx.db.select().from(houseModels).where(eq(houseModels.id, one.modelId));
    if (model?.projectId !== one.projectId)
      throw invalid([{ field: 'model_id', message: 'Ese modelo no es de este proyecto.' }]);
  }
  const [last] = await ctx.db
    .select({ position: max(media.position) })
    .from(media)
    .where(
      and(
        eq(media.projectId, one.projectId),
        one.modelId === null ? isNull(media.modelId) : eq(media.modelId, one.modelId),
      ),
    );
  const made = await storeMedia(ctx, { ...one, position: (last?.position ?? -1) + 1 });
  await audit(ctx, 'agregar imagen', 'proyecto', one.projectId, { mediaId: made.id });
  return made;
}

/** Changes a picture's alternative text. Raises 404. */
export async function changeMedia(ctx: Context, id: number, set: { alt: string }) {
  const before = await reachMedia(ctx, id);
  const [after] = await ctx.db.update(media).set(set).where(eq(media.id, id)).returning();
  await audit(ctx, 'cambiar imagen', 'proyecto', before.projectId, {
    mediaId: id,
    from: before.alt,
    to: set.alt,
  });
  return after!;
}

/**
 * Reorders the pictures of a project (model null) or of one of its models. Raises 404, and 409 unless the ids are
 * exactly the current ones.
 */
export async function orderMedia(
  ctx: Context,
  projectId: number,
  { model_id, ids }: { model_id: number | null; ids: readonly number[] },
) {
  if (!(await findProjectRow(ctx, projectId, 'proyectos.editar', true))) throw notFound();
  const own = and(
    eq(media.projectId, projectId),
    model_id === null ? isNull(media.modelId) : eq(media.modelId, model_id),
  );
  const list = await ctx.db
    .select()
    .from(media)
    .where(own)
    .orderBy(asc(media.position), asc(media.id))
    .for('no key update');
  const known = new Map(list.map((one) => [one.id, one]));
  if (ids.length !== list.length || new Set(ids).size !== ids.length || !ids.every((id) => known.has(id)))
    throw conflict('CONFLICT', MESSAGES.CONFLICT, { ids: list.map(({ id }) => id) });
  if (ids.length > 0)
    await ctx.db
      .update(media)
      .set({ position: sql`array_position(${sql.param([...ids])}::bigint[], ${media.id}) - 1` })
      .where(own);
  await audit(ctx, 'ordenar imagenes', 'proyecto', projectId, { modelId: model_id, ids });
  return ids.map((id, position) => ({ ...known.get(id)!, position }));
}

/** Removes a picture from its page; the bytes stay in the store. */
export async function removeMedia(ctx: Context, id: number): Promise<void> {
  const before = await reachMedia(ctx, id);
  await ctx.db.delete(media).where(eq(media.id, id));
  await audit(ctx, 'quitar imagen', 'proyecto', before.projectId, { sha256: before.sha256, alt: before.alt });
}

async function reachMedia(ctx: Context, id: number) {
  const [row] = await ctx.db.select().from(media).where(eq(media.id, id)).for('no key update');
  if (!row || !(await findProjectRow(ctx, row.projectId, 'proyectos.editar'))) throw notFound();
  return row;
}
