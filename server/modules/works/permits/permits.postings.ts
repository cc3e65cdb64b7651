import { PERMIT } from '#contract/works/permits/rules.ts';
import { idOf, rows, sql } from '#server/kernel/db.ts';
import { amongIds, eventsOf, idsOf, leaving, type PostingSource } from '#server/kernel/postings.ts';

interface Fee {
  id: number;
  entity: string;
  projectId: number;
  lotId: number | null;
  cents: number;
  paidFrom: number | null;
  day: string;
}

const PRESENTED = sql`cost_cents > 0 and entered_on is not null and state_id <> ${idOf(PERMIT.notNeeded)}`;

/** The fee of a permit, on the day on which it was presented. That of a house is part of its cost. */
export const permitPostings: PostingSource = {
  record: 'permiso',
  async events(db, ids) {
    const found = await rows<Fee>(
      db,
      sql`select permits.id, entity, permits.project_id "projectId", h.lot_id "lotId", cost_cents cents, paid_from_id "paidFrom", entered_on "day"
        from permits left join houses h on h.id = permits.house_id where ${amongIds(sql`permits.id`, ids)} and ${PRESENTED}`,
    );
    return eventsOf(found, (one) => [
      {
        key: 'tasa',
        kind: 'permiso.tasa',
        day: one.day,
        description: `Tasa del permiso ${one.id} (${one.entity})`,
        of: leaving({ projectId: one.projectId, lotId: one.lotId }, one.paidFrom),
        amounts: [{ name: one.lotId === null ? 'proyecto' : 'vivienda', cents: one.cents }],
      },
    ]);
  },
  after: idsOf('permits', PRESENTED),
};
