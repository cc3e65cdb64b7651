import { and, eq } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import type { PlanDrawing } from '#contract/projects/lots/plan.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { child } from '#server/kernel/child.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { ThreadEnded, turns } from '#server/kernel/thread.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { planDrawings } from './lots.table.ts';
import { drawingUrl } from './plan.queries.ts';

export interface ToDraw {
  bytes: Uint8Array;
  vector: boolean;
}
export interface Drawn {
  picture: Uint8Array;
  width: number;
  height: number;
}

/** Why a drawing was not rendered. */
export interface NotDrawn {
  reason: string;
}

const run = child<ToDraw, Drawn | NotDrawn>(new URL('drawing.child.ts', import.meta.url), {
  seconds: 20,
  megabytes: 1024,
});
const inTurn = turns({
  atOnce: 1,
  waiting: 3,
  busy: 'Se están preparando otros planos. Inténtalo de nuevo en unos segundos.',
});
/** Rendered before the transaction starts and used inside it. */
const drawn = new WeakMap<UploadedFile, Drawn>();

const refuse = (message: string) => invalid([{ field: 'archivo', message }]);

/**
 * Renders the upload into a WebP picture, before the transaction. Only the visible part of
 * an SVG is kept, so no script, link or style of it reaches a browser. Raises 404, 422 at
 * archivo, 429 while other drawings are being rendered.
 */
export async function drawUpload(ctx: Context, projectId: number): Promise<void> {
  await requireProject(ctx, projectId);
  const [upload] = ctx.uploads.get('archivo') ?? [];
  if (!upload) return;
  const bytes = await buffer(await ctx.files.store.read(upload.sha256));
  const vector = upload.mime === 'image/svg+xml';
  try {
    const done = await inTurn(() => run({ bytes, vector }));
    if ('reason' in done)
      throw refuse(
        `El dibujo tiene ${done.reason}. Quítalo en tu programa de dibujo, o guárdalo como PNG o JPG.`,
      );
    drawn.set(upload, done);
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    throw refuse('El dibujo no se puede leer o es demasiado grande. Guárdalo como PNG, JPG, WebP o SVG.');
  }
}

async function requireProject(ctx: Context, projectId: number): Promise<void> {
  const [project] = await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, projectId), projectsInReach(ctx, 'proyectos.editar')));
  if (!project) throw notFound();
}

/**
 * Stores the picture from `drawUpload` for a project. It is shown below the lots after the plan is saved with it.
 * Raises 404, 422 at archivo.
 */
export async function takeDrawing(ctx: Context, projectId: number): Promise<PlanDrawing> {
  await requireProject(ctx, projectId);
  const [upload] = ctx.uploads.get('archivo') ?? [];
  const ready = upload && drawn.get(upload);
  if (!upload || !ready) throw refuse('Elige el archivo del plano.');
  const { picture, width, height } = ready;
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

/** Whether the drawing belongs to a project in scope. */
export async function drawingInReach(ctx: Context, sha256: string): Promise<boolean> {
  const found = await ctx.db
    .select({ id: planDrawings.id })
    .from(planDrawings)
    .innerJoin(projects, eq(projects.id, planDrawings.projectId))
    .where(and(eq(planDrawings.sha256, sha256), projectsInReach(ctx, 'proyectos.ver')))
    .limit(1);
  return found.length > 0;
}
