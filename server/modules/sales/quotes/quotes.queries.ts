import { and, asc, desc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { offsetOf } from '#contract/paging.ts';
import type { QuoteFilter, QuoteRow } from '#contract/sales/quotes/model.ts';
import { QUOTE_STATES, OPEN_QUOTES } from '#contract/sales/quotes/rules.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { countUpTo } from '#server/kernel/db.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { soughtPeople } from '#server/modules/sales/sale/search.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { quotesInReach } from './quotes.scope.ts';
import { quotes } from './quotes.table.ts';

const ORDER = { id: quotes.id, valid_until: quotes.validUntil, price_centavos: quotes.priceCents };

/**
 * Search by person or by code. Both only for a text that looks like a code: with an `or`, PostgreSQL cannot walk the
 * rows from the newest.
 */
function matchingText(q: string): SQL {
  const code = q.toUpperCase();
  const ofPeople = soughtPeople(q);
  if (!ofPeople) return eq(quotes.code, code);
  if (!code.startsWith('PF-')) return sql`${quotes.personId} in (${ofPeople})`;
  return sql`${quotes.id} in (select x.id from quotes x where x.code = ${code}
    union all select x.id from quotes x where x.person_id in (${ofPeople}))`;
}

function whereOf(ctx: Context, filter: QuoteFilter): SQL | undefined {
  const { q } = filter;
  return and(
    quotesInReach(ctx, 'ventas.ver'),
    filter.estado_id && inArray(quotes.stateId, filter.estado_id),
    filter.proyecto_id === undefined ? undefined : eq(quotes.projectId, filter.proyecto_id),
    filter.asesor_id === undefined ? undefined : eq(quotes.adviserId, filter.asesor_id),
    filter.persona_id === undefined ? undefined : eq(quotes.personId, filter.persona_id),
    filter.venta_id === undefined ? undefined : eq(quotes.saleId, filter.venta_id),
    filter.mias ? eq(quotes.adviserId, staffOf(ctx).userId) : undefined,
    q ? matchingText(q) : undefined,
  );
}

const selectRows = (ctx: Pick<Context, 'db'>) =>
  ctx.db
    .select({
      quote: quotes,
      person: people,
      project: projects.name,
      model: houseModels.name,
      lot: lots.name,
      adviser: users.name,
      saleCode: sales.code,
    })
    .from(quotes)
    .innerJoin(people, eq(people.id, quotes.personId))
    .innerJoin(projects, eq(projects.id, quotes.projectId))
    .innerJoin(houseModels, eq(houseModels.id, quotes.modelId))
    .leftJoin(lots, eq(lots.id, quotes.lotId))
    .leftJoin(users, eq(users.id, quotes.adviserId))
    .leftJoin(sales, eq(sales.id, quotes.saleId));

export type FoundQuote = Awaited<ReturnType<typeof selectRows>>[number];

export function toRow({ quote, person, project, model, lot, adviser, saleCode }: FoundQuote): QuoteRow {
  return {
    id: quote.id,
    code: quote.code,
    number: quote.number,
    state: { id: quote.stateId, name: QUOTE_STATES[quote.stateId] ?? '' },
    person: { id: person.id, name: person.name },
    project: { id: quote.projectId, name: project },
    model: { id: quote.modelId, name: model },
    lot: quote.lotId === null ? null : { id: quote.lotId, lote: lot ?? '' },
    adviser: quote.adviserId === null ? null : { id: quote.adviserId, name: adviser ?? '' },
    price_centavos: quote.priceCents,
    discount_centavos: quote.discountCents,
    monthly_centavos: quote.monthlyCents,
    valid_until: quote.validUntil,
    sale: quote.saleId === null ? null : { id: quote.saleId, code: saleCode },
    sent_at: quote.sentAt?.toISOString() ?? null,
    created_at: quote.createdAt.toISOString(),
  };
}

/** A page of proformas within scope, newest first by default; counts up to two thousand. */
export async function pageOfQuotes(
  ctx: Context,
  filter: QuoteFilter,
): Promise<{ list: QuoteRow[]; total: number }> {
  const where = whereOf(ctx, filter);
  const by = ORDER[filter.order_column ?? 'id'];
  const newestFirst = filter.order_type === 'desc' || (!filter.order_column && filter.order_type !== 'asc');
  const [list, total] = await Promise.all([
    selectRows(ctx)
      .where(where)
      .orderBy(newestFirst ? desc(by) : asc(by), newestFirst ? desc(quotes.id) : asc(quotes.id))
      .limit(filter.per_page)
      .offset(offsetOf(filter)),
    countUpTo(ctx.db, sql`select from ${quotes} where ${where ?? sql`true`}`),
  ]);
  return { list: list.map(toRow), total };
}

/** A proforma within the caller's scope for ventas.ver. */
export const findQuote = async (ctx: Context, id: number): Promise<FoundQuote | undefined> =>
  (await selectRows(ctx).where(and(eq(quotes.id, id), quotesInReach(ctx, 'ventas.ver'))))[0];

/** A proforma by id, without a scope: for its buyer, who has a link. */
export const findAnyQuote = async (ctx: Pick<Context, 'db'>, id: number): Promise<FoundQuote | undefined> =>
  (await selectRows(ctx).where(eq(quotes.id, id)))[0];

/** Expired proformas after a cursor id: for the nightly job. */
export const lateQuotes = (ctx: Pick<Context, 'db'>, today: string, after: number, limit: number) =>
  ctx.db
    .select({ id: quotes.id, stateId: quotes.stateId })
    .from(quotes)
    .where(
      and(
        inArray(quotes.stateId, [...OPEN_QUOTES]),
        sql`${quotes.validUntil} < ${today}`,
        gt(quotes.id, after),
      ),
    )
    .orderBy(asc(quotes.id))
    .limit(limit)
    .for('no key update', { skipLocked: true });
