import { LOT_STATE } from '#contract/company/catalogs/states.ts';
import { and, asc, desc, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { type ClaimKind } from '#contract/sales/claims/claims.ts';
import type { Db } from '#server/kernel/db.ts';
import { customerSessions } from '#server/modules/sales/buyerAccess/buyerAccess.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { fitsModel } from '#server/modules/projects/houses/houses.scope.ts';
import { soldType } from '#server/modules/projects/lots/lots.scope.ts';
import { liveClaim } from './claims.scope.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { lotClaims } from './claims.table.ts';

/** The live claim of a sale on a lot. */
export interface Claim {
  id: number;
  lotId: number;
  saleId: number;
  kind: ClaimKind;
  since: Date;
  /** Null: the claim does not expire. */
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

/** The live claim of a sale; null when it has no lot. */
export async function claimOf(db: Db, saleId: number): Promise<Claim | null> {
  const [found] = await db
    .select(columns)
    .from(lotClaims)
    .where(and(eq(lotClaims.saleId, saleId), isNull(lotClaims.releasedAt)));
  return found ?? null;
}

/** A live claim by its id; null if it was released. */
export async function claimById(db: Db, id: number): Promise<Claim | null> {
  const [found] = await db
    .select(columns)
    .from(lotClaims)
    .where(and(eq(lotClaims.id, id), isNull(lotClaims.releasedAt)));
  return found ?? null;
}

/** The lot that a sale claims now or claimed last; null if it never claimed one. */
export async function lastLotOf(db: Db, saleId: number): Promise<number | null> {
  const [found] = await db
    .select({ lotId: lotClaims.lotId })
    .from(lotClaims)
    .where(eq(lotClaims.saleId, saleId))
    .orderBy(desc(lotClaims.id))
    .limit(1);
  return found?.lotId ?? null;
}

interface LotChoice {
  id: number;
  name: string;
  block: string;
  areaM2: number;
  premiumCents: number;
  polygon: [number, number][] | null;
  /** 1-7, domain.md §2; for staff. Buyers only see `free`. */
  stateId: number;
  /** No other sale has a claim on it. */
  free: boolean;
  /** The sale in the query has the claim. */
  mine: boolean;
  /** A house stands on it or is being built on it. */
  hasHouse: boolean;
}

/**
 * The lots that fit a model, by name, including taken ones. Omits lots that are not for sale, except the lot of this
 * sale.
 */
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

/**
 * The sale that claims a lot, and the token hash of the browser session that claimed it; undefined if the lot is free.
 */
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
