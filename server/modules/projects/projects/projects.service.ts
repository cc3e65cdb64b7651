import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { HouseModelForm, ProjectForm } from '#contract/projects/projects/model.ts';
import { whyNotPublish } from '#contract/projects/projects/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint, type Db } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { forgetSessions } from '#server/modules/company/auth/sessions.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { findProjectRow } from './projects.queries.ts';
import { tellRepriced } from './repriced.service.ts';
import { requirementsFor } from './requirements.service.ts';
import { houseModels, projects, type ProjectPlan } from './projects.table.ts';
import { joinTeam } from '#server/modules/company/staff/teams.service.ts';

type ProjectInput = z.output<typeof ProjectForm>;
type ModelInput = z.output<typeof HouseModelForm>;

/** The columns of a project from its form; an archived project is unpublished. */
const columnsOf = (form: ProjectInput, now: Date, archivedAt: Date | null) => ({
  slug: form.slug,
  name: form.name,
  description: form.description,
  province: form.province,
  district: form.district,
  address: form.address,
  region: form.region,
  sellerPhone: form.seller_phone,
  ...(form.promoter_id !== undefined && { promoterId: form.promoter_id }),
  separationCents: form.separation_centavos,
  deliveryMonth: form.delivery_month && `${form.delivery_month}-01`,
  ratePercent: form.rate_percent,
  downPaymentPercent: form.down_payment_percent,
  termMonths: form.term_months,
  locationUrl: form.location_url,
  latitude: form.latitude,
  longitude: form.longitude,
  published: form.published && !form.archived,
  archivedAt: form.archived ? (archivedAt ?? now) : null,
});

/** Raises 409 SLUG_TAKEN at the field when the slug is taken. */
async function saving<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'house_models_slug')
      throw new Refused(409, 'SLUG_TAKEN', 'Ya hay un modelo con ese nombre en este proyecto.', {
        errors: [
          { field: 'name', message: 'Ya hay un modelo con ese nombre en este proyecto: escribe otro.' },
          { field: 'slug', message: 'Otro modelo del proyecto ya tiene esta dirección.' },
        ],
      });
    if (constraint === 'projects_promoter_kept')
      throw invalid([
        {
          field: 'promoter_id',
          message: 'Los libros de la promotora ya tienen asientos de este proyecto: no se cambia.',
        },
      ]);
    if (constraint === 'projects_slug_unique')
      throw new Refused(409, 'SLUG_TAKEN', 'Esa dirección ya está en uso.', {
        errors: [{ field: 'slug', message: 'Esa dirección ya está en uso: escribe otra.' }],
      });
    throw error;
  }
}

/** Coordinates are valid only as a pair. */
function requirePlace({ latitude, longitude }: ProjectInput): void {
  if ((latitude === null) === (longitude === null)) return;
  const field = latitude === null ? 'latitude' : 'longitude';
  throw invalid([{ field, message: 'Escribe las dos coordenadas, o ninguna.' }]);
}

/** Raises 422 for a promotora that is no company of the group, unless the project has it already. */
async function requirePromoter(
  ctx: Context,
  { promoter_id }: ProjectInput,
  before?: number | null,
): Promise<void> {
  if (!promoter_id || promoter_id === before) return;
  const [found] = await ctx.db
    .select({ id: partners.id })
    .from(partners)
    .where(and(eq(partners.id, promoter_id), eq(partners.kind, 'contratante'), isNull(partners.archivedAt)));
  if (!found) throw invalid([{ field: 'promoter_id', message: 'Elige una empresa de la lista.' }]);
}

/** Raises 422 while the public page lacks something that buyers need. */
const refusePublishing = (reason: string | null) => {
  if (reason) throw invalid([{ field: 'published', message: reason }]);
};

/**
 * Creates a project; its creator joins the team. Raises 409 SLUG_TAKEN, 422 when it should be published immediately.
 */
export async function createProject(ctx: Context, form: ProjectInput): Promise<number> {
  const { userId } = staffOf(ctx);
  requirePlace(form);
  await requirePromoter(ctx, form);
  if (form.published) refusePublishing('Primero agrégale modelos, imágenes y lotes; después se publica.');
  const [made] = await saving(
    ctx.db
      .insert(projects)
      .values({ ...columnsOf(form, ctx.now, null), createdAt: ctx.now })
      .returning({ id: projects.id }),
  );
  await joinTeam(ctx.db, made!.id, userId);
  ctx.afterCommit(() => forgetSessions(userId));
  await audit(ctx, 'crear', 'proyecto', made!.id, { name: form.name });
  return made!.id;
}

/**
 * Changes a project. Raises 404 outside the caller's projects, 409 STALE or SLUG_TAKEN, 422 at `published` while its
 * page lacks what buyers need (contract/projects/projects/rules.ts).
 */
export async function changeProject(
  ctx: Context,
  id: number,
  form: ProjectInput & { version?: number | undefined },
): Promise<void> {
  const before = await findProjectRow(ctx, id, 'proyectos.editar', true);
  if (!before) throw notFound();
  if (form.version !== undefined && form.version !== before.version)
    throw conflict('STALE', undefined, { version: before.version });
  requirePlace(form);
  await requirePromoter(ctx, form, before.promoterId);
  await saving(
    ctx.db
      .update(projects)
      .set({ ...columnsOf(form, ctx.now, before.archivedAt), version: before.version + 1 })
      .where(eq(projects.id, id)),
  );
  if (form.published && !form.archived && !before.published)
    refusePublishing(whyNotPublish(await requirementsFor(ctx, id)));
  await audit(ctx, 'cambiar', 'proyecto', id, { name: form.name, published: form.published });
}

const modelColumns = (form: ModelInput, now: Date, archivedAt: Date | null) => ({
  name: form.name,
  slug: form.slug,
  description: form.description,
  bedrooms: form.bedrooms,
  bathrooms: form.bathrooms,
  areaM2: form.area_m2,
  priceCents: form.price_centavos,
  priceUntil: form.price_until,
  position: form.position,
  published: form.published && !form.archived,
  archivedAt: form.archived ? (archivedAt ?? now) : null,
});

/** Adds a model to a project. Raises 404, 409 SLUG_TAKEN. */
export async function createModel(ctx: Context, projectId: number, form: ModelInput) {
  if (!(await findProjectRow(ctx, projectId, 'proyectos.editar'))) throw notFound();
  const [made] = await saving(
    ctx.db
      .insert(houseModels)
      .values({ ...modelColumns(form, ctx.now, null), projectId, createdAt: ctx.now })
      .returning(),
  );
  await audit(ctx, 'crear', 'modelo', made!.id, { name: form.name, priceCents: form.price_centavos });
  return made!;
}

/** Changes a model. Received sales keep their price. Raises 404, 409 STALE or SLUG_TAKEN. */
export async function changeModel(
  ctx: Context,
  id: number,
  form: ModelInput & { version?: number | undefined },
) {
  const [before] = await ctx.db.select().from(houseModels).where(eq(houseModels.id, id)).for('no key update');
  if (!before || !(await findProjectRow(ctx, before.projectId, 'proyectos.editar'))) throw notFound();
  if (form.version !== undefined && form.version !== before.version)
    throw conflict('STALE', undefined, { version: before.version });
  const [after] = await saving(
    ctx.db
      .update(houseModels)
      .set({ ...modelColumns(form, ctx.now, before.archivedAt), version: before.version + 1 })
      .where(eq(houseModels.id, id))
      .returning(),
  );
  await tellRepriced(
    ctx,
    [
      {
        projectId: before.projectId,
        modelId: id,
        fromCents: before.priceCents,
        toCents: form.price_centavos,
      },
    ],
    'En la ficha del modelo',
  );
  await audit(ctx, 'cambiar', 'modelo', id, { from: before.priceCents, to: form.price_centavos });
  return after!;
}

/** Updates prices of models, in cents; `until` is their last day; undefined keeps the current day. */
export async function writeModelPrices(
  db: Db,
  list: readonly { id: number; cents: number; until?: string | null | undefined }[],
): Promise<void> {
  if (list.length === 0) return;
  const given = list.map(({ until, ...one }) => ({ ...one, until, dated: until !== undefined }));
  await db.execute(
    sql`update house_models m set price_cents = n.cents, version = m.version + 1,
        price_until = case when n.dated then n.until else m.price_until end
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) n (id bigint, cents bigint, until date, dated boolean)
      where m.id = n.id`,
  );
}

/** Saves the plan of a project, which is drawn below its lots. */
export const writePlan = (db: Db, projectId: number, plan: ProjectPlan) =>
  db.update(projects).set({ plan }).where(eq(projects.id, projectId));
