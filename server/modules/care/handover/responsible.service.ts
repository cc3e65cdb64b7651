import { PARTS, type Part } from '#contract/care/covers/parts.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { rows, sql } from '#server/kernel/db.ts';

export interface BuildingContract {
  id: number;
  name: string;
  contractor: string;
}

/** The contracts that built a house, the newest first. */
export const contractsOfHouse = (db: Db, houseId: number): Promise<BuildingContract[]> =>
  rows<BuildingContract>(
    db,
    sql`select c.id, c.name, a.name contractor from contracts c join partners a on a.id = c.contractor_id
      where c.state_id <> ${CONTRACT_STATE.draft} and exists (select from jobs j where j.contract_id = c.id and j.house_id = ${houseId})
      order by c.id desc`,
  );

/** The contract that answers for each part of a house: the last one that built an activity of it. */
export async function responsibleOf(db: Db, houseId: number): Promise<(part: Part) => number | null> {
  const built = await rows<{ activityId: number; contractId: number }>(
    db,
    sql`select distinct on (j.activity_id) j.activity_id "activityId", j.contract_id "contractId"
      from jobs j where j.house_id = ${houseId} and j.approved_bp > 0 order by j.activity_id, j.contract_id desc`,
  );
  const byActivity = new Map(built.map(({ activityId, contractId }) => [activityId, contractId]));
  return (part) =>
    PARTS[part].activities.map((one) => byActivity.get(one)).find((one) => one !== undefined) ?? null;
}
