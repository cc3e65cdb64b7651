import { and, asc, desc, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { LOT_STATE, type ClaimKind } from '#contract/sales/claims/claims.ts';
import type { Db } from '#server/kernel/db.ts';
import { customerSessions } from '#server/modules/sales/buyerAccess/buyerAccess.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { lotClaims, lots } from '#server/modules/projects/lots/lots.table.ts';

/** The live claim of a sale on a lot. */
export interface Claim {
  id: number;
  lotId: number;
  saleId: number;
  kind: ClaimKind;
  since: Date;
  /** Null: does not end by itself. */
  until: Date | null;
  remainingSeconds: number | null;
}

const columns = {
  id: lotClaims.id,
  lotId: lotClaims.lotId,
  saleId: lotClaims.saleId,
  kind: sql<ClaimKind>`${lotClaims.kind}`,
  since: lotClaims.since,
  until: lotClaims.until,
  remainingSeconds: lotClaims.remainingSeconds,
};
export { columns as claimColumns };

/** Joins a lot to its live claim: `.leftJoin(lotClaims, liveClaim)`. */
export const liveClaim: SQL = sql`${lotClaims.lotId} = ${lots.id} and ${lotClaims.releasedAt} is null`;
/** Joins a live claim to its sale: `.leftJoin(sales, claimSale)`. */
export const claimSale: SQL = sql`${sales.id} = ${lotClaims.saleId}`;

/** The live claim of a sale; null when it has no lot. */
export async function claimOf(db: Db, saleId: number): Promise<Claim | null> {
  const [found] = await db
    .select(columns)
    .from(lotClaims)
    .where(and(eq(lotClaims.saleId, saleId), isNull(lotClaims.releasedAt)));
  return found ?? null;
}

/** The lot that a sale claims, or claimed last; null when it never did. */
export async function lastLotOf(db: Db, saleId: number): Promise<number | null> {
  const [found] = await db
    .select({ lotId: lotClaims.lotId })
    .from(lotClaims)
    .where(eq(lotClaims.saleId, saleId))
    .orderBy(desc(lotClaims.id))
    .limit(1);
  return found?.lotId ?? null;
}

/** Public areas and infrastructure (lot types 7 and 8) are not sold. */
export const soldType: SQL = sql`${lots.typeId} not in (7, 8)`;

/** A lot with a house is for that house's model only, a bare lot for any model of the project (rulings.md 20). */
export const fitsModel: SQL = sql`${houseModels.projectId} = ${lots.projectId} and not exists (
  select 1 from ${houses} where ${houses.lotId} = ${lots.id} and ${houses.archivedAt} is null and ${houses.modelId} <> ${houseModels.id})`;

/** Whether a lot is of a sale's project and suits its model, in a query over sales. */
export const fitsSaleModel = (lotId: number): SQL<boolean> => sql<boolean>`exists (select from lots l
  where l.id = ${lotId} and l.project_id = ${sales.projectId} and not exists (select from houses h
    where h.lot_id = l.id and h.archived_at is null and h.model_id <> ${sales.modelId}))`;

interface LotChoice {
  id: number;
  name: string;
  block: string;
  areaM2: number;
  premiumCents: number;
  polygon: [number, number][] | null;
  /** 1-7, domain.md §2; for colleagues. Buyers are told only `free`. */
  stateId: number;
  /** May be chosen: nobody else has it. */
  free: boolean;
  /** The sale that asks has it. */
  mine: boolean;
  /** A house stands, or is being built, on it. */
  hasHouse: boolean;
}

/** The lots that suit a model, by name, taken ones too; what is not for sale is left out unless the sale has it. */
export async function lotChoices(db: Db, of: { modelId: number; saleId?: number }): Promise<LotChoice[]> {
  const mine = isNotNull(lotClaims.id) as SQL<boolean>;
  return db
    .select({
      id: lots.id,
      name: lots.name,
      block: lots.block,
      areaM2: lots.areaM2,
      premiumCents: lots.premiumCents,
      polygon: lots.polygon,
      stateId: lots.stateId,
      free: sql<boolean>`(${lots.stateId} = ${LOT_STATE.available} or ${mine})`,
      mine,
      hasHouse: sql<boolean>`exists (select 1 from ${houses} where ${houses.lotId} = ${lots.id} and ${houses.archivedAt} is null)`,
    })
    .from(lots)
    .innerJoin(houseModels, and(eq(houseModels.id, of.modelId), fitsModel))
    .leftJoin(lotClaims, and(liveClaim, eq(lotClaims.saleId, of.saleId ?? 0)))
    .where(or(and(eq(lots.withheld, false), soldType), mine))
    .orderBy(asc(lots.name));
}

/** The sale that has claimed a lot, and the session of the browser that claimed it; undefined when it is free. */
export async function holderOf(
  db: Db,
  lotId: number,
): Promise<{ saleId: number; tokenHash: string | null } | undefined> {
  const [found] = await db
    .select({ saleId: lotClaims.saleId, tokenHash: customerSessions.tokenHash })
    .from(lotClaims)
    .leftJoin(customerSessions, eq(customerSessions.id, lotClaims.visitor))
    .where(and(eq(lotClaims.lotId, lotId), isNull(lotClaims.releasedAt)));
  return found;
}
