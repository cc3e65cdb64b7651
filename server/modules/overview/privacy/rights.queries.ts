import { sql, type SQL } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { offsetOf } from '#contract/paging.ts';
import type { RightFilter, RightRequest, RightRow } from '#contract/overview/privacy/rights.ts';
import type { Context } from '#server/kernel/context.ts';
import { countUpTo, hasPart, inOrder, limited, row, rows } from '#server/kernel/db.ts';
import { ticketsInReach } from '#server/modules/care/tickets/tickets.scope.ts';
import { holdsOf } from './holds.ts';

type Found = Omit<RightRow, 'person' | 'late'> & {
  personId: number;
  name: string;
  detail: string;
  answer: string;
  closed_by: string | null;
};

const SELECTED =
  sql.raw(`select r.id, r.version, r.kind, r.state, r.channel, r.received_on, r.due_on, r.closed_on,
  r.detail, r.answer, p.id "personId", p.name, u.name closed_by
  from rights_requests r join people p on p.id = r.person_id left join users u on u.id = r.closed_by`);

const present = ({ personId, name, ...one }: Found, today: string) => ({
  ...one,
  person: { id: personId, name },
  late: one.state === 'abierta' && one.due_on < today,
});

const matching = ({ estado, derecho, q }: RightFilter): SQL =>
  sql.join(
    [
      sql`true`,
      ...(estado ? [sql`r.state = ${estado}`] : []),
      ...(derecho ? [sql`r.kind = ${derecho}`] : []),
      ...(q ? [hasPart(sql`p.name`, q)] : []),
    ],
    sql` and `,
  );

const ORDER = { id: sql.raw('r.id'), due_on: sql.raw('r.due_on') };

/** A page of the requests, and their total up to COUNT_LIMIT. */
export async function pageOfRights({ db, now }: Pick<Context, 'db' | 'now'>, filter: RightFilter) {
  const where = matching(filter);
  const found = await rows<Found>(
    db,
    sql`${SELECTED} where ${where} order by ${inOrder(filter, ORDER, ORDER.id, ['id', 'desc'])} ${limited(filter.per_page, offsetOf(filter))}`,
  );
  const total = await countUpTo(
    db,
    sql`select from rights_requests r join people p on p.id = r.person_id where ${where}`,
  );
  return { list: found.map((one) => present(one, panamaDay(now))), total };
}

/** One request; of an open erasure with what holds the person's data. */
export async function findRight(
  ctx: Pick<Context, 'db' | 'now' | 'staff'>,
  id: number,
): Promise<RightRequest | undefined> {
  const { db, now } = ctx;
  const found = await row<Found>(db, sql`${SELECTED} where r.id = ${id}`);
  if (!found) return undefined;
  const records =
    found.kind === 'cancelacion' && found.state === 'abierta' ? await holdsOf(db, found.personId) : [];
  const ticket = await row<{ id: number; code: string }>(
    db,
    sql`select t.id, t.code from tickets t where t.right_id = ${id} and ${ticketsInReach(ctx, 'tickets.ver')}`,
  );
  return { ...present(found, panamaDay(now)), records, ticket: ticket ?? null };
}
