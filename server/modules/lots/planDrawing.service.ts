import { and, eq } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import type { PlanDrawing } from '#contract/lots/plan.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import { projectsInReach } from '#server/modules/projects/projects.scope.ts';
import { projects } from '#server/modules/projects/projects.table.ts';
import { planDrawings } from './lots.table.ts';
import { drawingUrl } from './plan.queries.ts';

/** Longest side of the picture that is kept, in pixels: sharp at four times on a large site, a few MB at most. */
const EDGE = 4096;
const PIXELS_MAX = 100_000_000;
const SECONDS_MAX = 20;

/**
 * Draws what was uploaded into a WebP picture: nothing of an SVG but its looks is kept, so that no script, link or style of it
 * ever reaches a browser. librsvg, within sharp, runs no scripts and opens no other file or address. Raises 422.
 */
async function draw(bytes: Buffer, mime: string) {
  const { default: sharp } = await import('sharp');
  const vector = mime === 'image/svg+xml';
  const options = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const;
  try {
    const { width = 0, height = 0 } = await sharp(bytes, options).metadata();
    if (width < 1 || height < 1) throw new Error('no size');
    // A drawing in lines is drawn at the size that it is kept in.
    const density = vector ? Math.min(2400, Math.max(1, (72 * EDGE) / Math.max(width, height))) : 72;
    const { data, info } = await sharp(bytes, { ...options, ...(vector && { density }) })
      .rotate()
      .resize({ width: EDGE, height: EDGE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 80 })
      .timeout({ seconds: SECONDS_MAX })
      .toBuffer({ resolveWithObject: true });
    return { picture: data, width: info.width, height: info.height };
  } catch {
    throw invalid([
      {
        field: 'archivo',
        message: 'El dibujo no se puede leer o es demasiado grande. Guárdalo como PNG, JPG, WebP o SVG.',
      },
    ]);
  }
}

/** Takes in the drawing of a project; it lies beneath the lots once the plan is saved with it. Raises 404, 422 at archivo. */
export async function takeDrawing(ctx: Context, projectId: number): Promise<PlanDrawing> {
  const [project] = await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, projectId), projectsInReach(ctx, 'proyectos.editar')));
  if (!project) throw notFound();
  const [upload] = ctx.uploads.get('archivo') ?? [];
  if (!upload) throw invalid([{ field: 'archivo', message: 'Elige el archivo del plano.' }]);
  const bytes = await buffer(await ctx.files.store.read(upload.sha256));
  const { picture, width, height } = await draw(bytes, upload.mime);
  const { sha256 } = await ctx.files.keep(picture, 'plano.webp', 'image/webp');
  await ctx.db.insert(planDrawings).values({
    projectId,
    name: upload.name,
    sha256,
    width,
    height,
    uploadedBy: ctx.staff?.userId ?? null,
    createdAt: ctx.now,
  });
  await audit(ctx, 'subir plano', 'proyecto', projectId, { name: upload.name, sha256 });
  return { dibujo: sha256, url: drawingUrl(sha256), width, height };
}

/** Whether a drawing was uploaded for that project. */
export async function isDrawingOf(
  ctx: Pick<Context, 'db'>,
  projectId: number,
  sha256: string,
): Promise<boolean> {
  const found = await ctx.db
    .select({ id: planDrawings.id })
    .from(planDrawings)
    .where(and(eq(planDrawings.sha256, sha256), eq(planDrawings.projectId, projectId)))
    .limit(1);
  return found.length > 0;
}

/** Whether it belongs to a project of the caller's. */
export async function drawingInReach(ctx: Context, sha256: string): Promise<boolean> {
  const found = await ctx.db
    .select({ id: planDrawings.id })
    .from(planDrawings)
    .innerJoin(projects, eq(projects.id, planDrawings.projectId))
    .where(and(eq(planDrawings.sha256, sha256), projectsInReach(ctx, 'proyectos.ver')))
    .limit(1);
  return found.length > 0;
}
