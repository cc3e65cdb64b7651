import { and, asc, desc, eq, isNull, notExists, sql } from 'drizzle-orm';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { insertHouses } from '#server/modules/projects/houses/houseRows.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** Houses of each project that are built or under way. */
const EACH = 30;

/** A project with its houses, in the order in which they are built. */
export interface Homes {
  project: { id: number; name: string };
  houses: readonly { id: number; modelId: number }[];
}

/**
 * Gives each lot with a sale its house, and some free lots, until a project has thirty. Sold houses of sales that are
 * almost over come first; then those that stand without a sale; the others follow as their sales did.
 */
export async function makeHomes(db: Db, now: Date): Promise<Homes[]> {
  const made: Homes[] = [];
  for (const project of await db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(eq(projects.published, true))
    .orderBy(asc(projects.id))) {
    const standing = await homesOf(db, project.id);
    if (standing.length === 0) continue;
    const sold = await soldLots(db, project.id);
    const free = await freeLots(db, project.id, EACH - standing.length - sold.length);
    const [deliveryOn] = standing.map((house) => house.deliveryOn);
    const lotsToBuild = [...sold, ...free];
    const ids = await insertHouses(
      db,
      lotsToBuild.map(({ id, name, modelId }) => ({
        projectId: project.id,
        lotId: id,
        modelId,
        name: `Casa ${name}`,
        deliveryOn,
        createdAt: now,
      })),
    );
    const house = ({ id, modelId }: Built) => ({ id: ids.get(id)!, modelId });
    const last = sold.filter(({ state }) => state >= SALE.inDeed);
    const others = sold.filter(({ state }) => state < SALE.inDeed);
    made.push({
      project,
      houses: [...last.map(house), ...standing, ...others.map(house), ...free.map(house)],
    });
  }
  return made;
}

interface Built {
  id: number;
  name: string;
  modelId: number;
  /** Of its sale; 0 without one. */
  state: number;
}

const homesOf = (db: Db, projectId: number) =>
  db
    .select({ id: houses.id, modelId: houses.modelId, deliveryOn: houses.deliveryOn })
    .from(houses)
    .where(and(eq(houses.projectId, projectId), isNull(houses.archivedAt)))
    .orderBy(asc(houses.id));

const withoutHouse = (db: Db) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(houses)
      .where(eq(houses.lotId, lots.id)),
  );

/** Lots with a sale, the furthest sale first. */
const soldLots = (db: Db, projectId: number): Promise<Built[]> =>
  db
    .select({
      id: lots.id,
      name: lots.name,
      modelId: sql<number>`${sales.modelId}`.mapWith(Number),
      state: sales.stateId,
    })
    .from(lots)
    .innerJoin(lotClaims, and(eq(lotClaims.lotId, lots.id), isNull(lotClaims.releasedAt)))
    .innerJoin(sales, eq(sales.id, lotClaims.saleId))
    .where(and(eq(lots.projectId, projectId), sql`${sales.modelId} is not null`, withoutHouse(db)))
    .orderBy(desc(sales.stateId), asc(sales.id));

/** The last free lots of a project, with its models in turn. */
async function freeLots(db: Db, projectId: number, count: number): Promise<Built[]> {
  if (count <= 0) return [];
  const models = await db
    .select({ id: houseModels.id })
    .from(houseModels)
    .where(eq(houseModels.projectId, projectId))
    .orderBy(asc(houseModels.position));
  const claimed = db
    .select({ one: sql`1` })
    .from(lotClaims)
    .where(and(eq(lotClaims.lotId, lots.id), isNull(lotClaims.releasedAt)));
  const found = await db
    .select({ id: lots.id, name: lots.name })
    .from(lots)
    .where(and(eq(lots.projectId, projectId), eq(lots.withheld, false), withoutHouse(db), notExists(claimed)))
    .orderBy(desc(lots.name))
    .limit(count);
  return found.map((lot, at) => ({ ...lot, modelId: models[at % models.length]!.id, state: 0 }));
}
