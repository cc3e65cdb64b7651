import { NOT_SOLD, LOT_STATE } from '#contract/company/catalogs/states.ts';
import { sql, rows, type Db, anyOf, idOf } from '#server/kernel/db.ts';
import type { ProjectPlan } from '#server/modules/projects/projects/projects.table.ts';

export interface ProjectRow {
  id: number;
  slug: string;
  name: string;
  description: string;
  district: string;
  province: string;
  address: string;
  sellerPhone: string | null;
  region: number;
  separationCents: number;
  deliveryMonth: string | null;
  ratePercent: number;
  downPaymentPercent: number;
  termMonths: number;
  latitude: number | null;
  longitude: number | null;
  locationUrl: string | null;
  plan: ProjectPlan | null;
  freeLots: number;
}

export interface ModelRow {
  id: number;
  projectId: number;
  name: string;
  description: string;
  bedrooms: number;
  bathrooms: number;
  areaM2: number;
  priceCents: number;
  freeLots: number;
  deliveryMonth: string | null;
}

export interface MediaRow {
  projectId: number;
  modelId: number | null;
  kind: string;
  alt: string;
  sha256: string;
  mime: string;
  width: number | null;
  height: number | null;
  variants: { width: number; sha256: string }[];
}

export interface LotRow {
  id: number;
  name: string;
  block: string;
  areaM2: number;
  polygon: [number, number][];
  free: boolean;
  premiumCents: number;
  modelId: number | null;
  /** Progress of its house, 0-100; null: no house. */
  progress: number | null;
}

/** Lots for sale: excludes public areas and infrastructure (types 7 and 8). */
const sold = sql`l.type_id not in ${anyOf(NOT_SOLD)}`;
/** A free lot is not claimed, not withheld and has no waitlist. The database derives this state (product.md, lots). */
const free = sql`l.state_id = ${idOf(LOT_STATE.available)}`;

const month = (column: string) => sql.raw(`to_char(${column}, 'YYYY-MM')`);

/** Published projects with their free lots, oldest first; or the one with this slug. */
export const findPublicProjects = (db: Db, slug?: string) =>
  rows<ProjectRow>(
    db,
    sql`select p.id, p.slug, p.name, p.description, p.district, p.province, p.address, p.seller_phone as "sellerPhone",
        p.region, p.separation_cents as "separationCents", ${month('p.delivery_month')} as "deliveryMonth",
        p.rate_percent::float8 as "ratePercent", p.down_payment_percent::float8 as "downPaymentPercent",
        p.term_months as "termMonths", p.location_url as "locationUrl", p.plan,
        p.latitude::float8 as latitude, p.longitude::float8 as longitude,
        (select count(*)::int from lots l where l.project_id = p.id and ${sold} and ${free}) as "freeLots"
      from projects p
      where p.published and p.archived_at is null ${slug === undefined ? sql`` : sql`and p.slug = ${slug}`}
      order by p.id`,
  );

/**
 * Models on sale today, in the office's order. A lot with a house counts only for that house's model, a bare lot for
 * any model of the project (rulings.md 20).
 */
export const findPublicModels = (db: Db, projectIds: readonly number[], today: string) =>
  rows<ModelRow>(
    db,
    sql`select m.id, m.project_id as "projectId", m.name, m.description, m.bedrooms, m.bathrooms::float8 as bathrooms,
        m.area_m2::float8 as "areaM2", m.price_cents as "priceCents", f.lots as "freeLots",
        coalesce(f.month, ${month('p.delivery_month')}) as "deliveryMonth"
      from house_models m
      join projects p on p.id = m.project_id
      cross join lateral (
        select count(*)::int as lots, ${month('min(h.delivery_on)')} as month
        from lots l left join houses h on h.lot_id = l.id and h.archived_at is null
        where l.project_id = m.project_id and ${sold} and ${free} and (h.id is null or h.model_id = m.id)
      ) f
      where m.project_id = any(${sql.param([...projectIds])}) and m.published and m.archived_at is null
        and (m.price_until is null or m.price_until >= ${today})
      order by m.project_id, m.position, m.id`,
  );

/**
 * Month of delivery: of the house on the lot, otherwise the one that the site shows for the model; null when unknown.
 */
export async function findDeliveryMonth(
  db: Db,
  modelId: number,
  lotId: number | null,
): Promise<string | null> {
  const [found] = await rows<{ month: string | null }>(
    db,
    sql`select coalesce(
        (select ${month('h.delivery_on')} from houses h where h.lot_id = ${lotId} and h.archived_at is null),
        (select ${month('min(h.delivery_on)')} from lots l join houses h on h.lot_id = l.id and h.archived_at is null
          where l.project_id = m.project_id and h.model_id = m.id and ${sold} and ${free}),
        ${month('p.delivery_month')}) as month
      from house_models m join projects p on p.id = m.project_id where m.id = ${modelId}`,
  );
  return found?.month ?? null;
}

export const findMedia = (db: Db, projectIds: readonly number[]) =>
  rows<MediaRow>(
    db,
    sql`select project_id as "projectId", model_id as "modelId", kind, alt, sha256, mime, width, height, variants
      from media where project_id = any(${sql.param([...projectIds])}) order by position, id`,
  );

/** The lots on the public plan. */
export const findPublicLots = (db: Db, projectId: number) =>
  rows<LotRow>(
    db,
    sql`select l.id, l.name, l.block, l.area_m2::float8 as "areaM2", l.polygon, (${free}) as free,
        l.premium_cents::float8 as "premiumCents", h.model_id::int as "modelId",
        h.progress_percent::float8 as progress
      from lots l left join houses h on h.lot_id = l.id and h.archived_at is null
      where l.project_id = ${projectId} and l.polygon is not null and ${sold}
      order by l.block, l.name`,
  );
