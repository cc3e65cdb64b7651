import type { Part } from '#contract/care/covers/parts.ts';
import { coverOf, type Covered } from '#contract/care/covers/rules.ts';
import { row, sql, type Db } from '#server/kernel/db.ts';
import { rulesNow } from '#server/modules/care/covers/clocks.service.ts';

/** What a claim needs to know: the house, when it was delivered, and what covers its part on a day. */
export interface HouseCover extends Covered {
  handoverId: number;
  house: string;
  projectId: number;
  deliveredOn: string;
}

/** The delivery day of a house; undefined while its family has no keys. */
const deliveredOf = (db: Db, houseId: number) =>
  row<{ handoverId: number; deliveredOn: string; house: string; projectId: number }>(
    db,
    sql`select h.id "handoverId", h.delivered_on::text "deliveredOn", o.name house, o.project_id "projectId"
      from handovers h join houses o on o.id = h.house_id where h.house_id = ${houseId} and h.delivered_on is not null`,
  );

/** Whether a part of a house is under cover on a day (YYYY-MM-DD); undefined for a house that nobody received yet. */
export async function coverOfHouse(
  db: Db,
  { houseId, part, day }: { houseId: number; part: Part; day: string },
): Promise<HouseCover | undefined> {
  const delivered = await deliveredOf(db, houseId);
  return delivered && { ...delivered, ...coverOf(await rulesNow(db), delivered.deliveredOn, part, day) };
}
