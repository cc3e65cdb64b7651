import type { Part } from '#contract/care/warranty/parts.ts';
import { coverOf, type Covered } from '#contract/care/warranty/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { deliveredOf, rulesNow } from './rules.queries.ts';

/** What a claim needs to know: the house, when it was delivered, and what covers its part on a day. */
export interface HouseCover extends Covered {
  handoverId: number;
  house: string;
  projectId: number;
  deliveredOn: string;
}

/** Whether a part of a house is under cover on a day (YYYY-MM-DD); undefined for a house that nobody received yet. */
export async function coverOfHouse(
  db: Db,
  { houseId, part, day }: { houseId: number; part: Part; day: string },
): Promise<HouseCover | undefined> {
  const delivered = await deliveredOf(db, houseId);
  return delivered && { ...delivered, ...coverOf(await rulesNow(db), delivered.deliveredOn, part, day) };
}
