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

/** The live claim of a sale; null when it has no lot. */
export async function claimOf(db: Db, saleId: number): Promise<Claim | null> {
  const [found] = await db
    .select(columns)
    .from(lotClaims)
    .where(and(eq(lotClaims.saleId, saleId), isNull(lotClaims.releasedAt)));
  return found ?? null;
}

/** A claim that still lives, by its number; null once it was released. */
export async function claimById(db: Db, id: number): Promise<Claim | null> {
  const [found] = await db
    .select(columns)
    .from(lotClaims)
    .where(and(eq(lotClaims.id, id), isNull(lotClaims.releasedAt)));
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
