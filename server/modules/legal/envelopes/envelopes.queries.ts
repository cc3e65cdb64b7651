import { HOUR_MS } from '#contract/dates.ts';
import { notFound } from '#server/kernel/errors.ts';
import { saleInReach, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { and, count, desc, eq, ilike, lt, or, sql, type SQL } from 'drizzle-orm';
import type { EnvelopeFilter, EnvelopeRow } from '#contract/legal/envelopes/model.ts';
import { ENVELOPE, ENVELOPE_LABELS, LATE_HOURS, SIGNER } from '#contract/legal/envelopes/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { containing, idOf, inOrder, type Db } from '#server/kernel/db.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { salesMatching } from '#server/modules/sales/sale/search.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { envelopesSeen } from './envelopes.scope.ts';
import { envelopes } from './envelopes.table.ts';

const ofSigners = (what: SQL) =>
  sql`(select ${what} from envelope_signers g where g.envelope_id = ${envelopes.id})`;

const selectRows = (db: Db) =>
  db
    .select({
      envelope: envelopes,
      code: sales.code,
      name: people.name,
      project: { id: projects.id, name: projects.name },
      turn: ofSigners(
        sql`min(g.name) filter (where g.state_id in (${idOf(SIGNER.asked)}, ${idOf(SIGNER.toCertify)}))`,
      ).mapWith(String) as SQL<string | null>,
      signed: ofSigners(
        sql`(count(*) filter (where g.state_id = ${idOf(SIGNER.signed)}))::int`,
      ) as SQL<number>,
      all: ofSigners(sql`count(*)::int`) as SQL<number>,
    })
    .from(envelopes)
    .innerJoin(sales, eq(sales.id, envelopes.saleId))
    .innerJoin(people, eq(people.id, sales.personId))
    .innerJoin(projects, eq(projects.id, sales.projectId));
type Found = Awaited<ReturnType<typeof selectRows>>[number];

const presentRow = ({ envelope, code, name, project, turn, signed, all }: Found): EnvelopeRow => ({
  id: envelope.id,
  title: envelope.title,
  sale: { id: envelope.saleId, code },
  name,
  project,
  record: envelope.record,
  record_id: envelope.recordId,
  state: { id: envelope.stateId, name: ENVELOPE_LABELS[envelope.stateId] ?? '' },
  turn: envelope.stateId === ENVELOPE.open ? turn : null,
  signed_count: signed,
  signers_count: all,
  opened_at: envelope.openedAt.toISOString(),
  since: envelope.since.toISOString(),
  expires_at: envelope.expiresAt.toISOString(),
});

const ORDER = { id: envelopes.id, expires_at: envelopes.expiresAt, since: envelopes.since };

const matching = (ctx: Context, filter: EnvelopeFilter) =>
  and(
    salesInReach(ctx, 'legal.ver'),
    filter.estado_id === undefined ? undefined : eq(envelopes.stateId, filter.estado_id),
    filter.proyecto_id === undefined ? undefined : eq(sales.projectId, filter.proyecto_id),
    filter.tarde === undefined
      ? undefined
      : and(
          eq(envelopes.stateId, ENVELOPE.open),
          lt(envelopes.since, new Date(ctx.now.getTime() - LATE_HOURS * HOUR_MS)),
        ),
    filter.q ? or(ilike(envelopes.title, containing(filter.q)), salesMatching(filter.q)) : undefined,
  );

/** A page of the envelopes in the caller's scope, the newest first by default, and the total. */
export async function pageOfEnvelopes(ctx: Context, filter: EnvelopeFilter) {
  const where = matching(ctx, filter);
  const found = await selectRows(ctx.db)
    .where(where)
    .orderBy(inOrder(filter, ORDER, envelopes.id, ['id', 'desc']))
    .limit(filter.per_page)
    .offset(offsetOf(filter));
  const [counted] = await ctx.db
    .select({ total: count() })
    .from(envelopes)
    .innerJoin(sales, eq(sales.id, envelopes.saleId))
    .where(where);
  return { list: found.map(presentRow), total: counted!.total };
}

/** The envelopes of a sale in the caller's scope, the newest first. */
export async function envelopesOfSale(ctx: Context, saleId: number): Promise<EnvelopeRow[]> {
  if (!(await saleInReach(ctx, 'legal.ver', saleId))) throw notFound();
  const found = await selectRows(ctx.db)
    .where(eq(envelopes.saleId, saleId))
    .orderBy(desc(envelopes.id))
    .limit(100);
  return found.map(presentRow);
}

/** One envelope in the caller's scope, as row and as record; undefined when out of reach. */
export async function findEnvelopeRow(ctx: Context, id: number) {
  const [found] = await selectRows(ctx.db).where(and(eq(envelopes.id, id), envelopesSeen(ctx)));
  return found && { row: presentRow(found), record: found.envelope };
}
