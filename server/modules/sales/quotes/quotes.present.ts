import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { asc, desc, eq, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { discountPercent } from '#contract/sales/quotes/compute.ts';
import type { QuoteRecord } from '#contract/sales/quotes/model.ts';
import {
  QUOTE_STATES,
  whyNotConvert,
  whyNotDecide,
  whyNotRevise,
  whyNotSend,
  whyNotVoid,
} from '#contract/sales/quotes/rules.ts';
import type { Permission } from '#contract/access.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { nameOf } from '#server/modules/company/staff/names.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { discountLimits, outcomeOf } from './figures.service.ts';
import { findQuote, toRow } from './quotes.queries.ts';
import { quoteDiscounts, quoteVersions } from './quotes.table.ts';

const asked = sql<string>`${nameOf(quoteDiscounts.askedBy)}`;
const decided = nameOf(quoteDiscounts.decidedBy);

/** A complete proforma, with the caller's allowed actions. Raises 404. */
export async function presentQuote(ctx: Context, id: number): Promise<QuoteRecord> {
  const found = await findQuote(ctx, id);
  if (!found) throw notFound();
  const { quote, person } = found;
  const versions = await ctx.db
    .select({ version: quoteVersions, by: users.name })
    .from(quoteVersions)
    .innerJoin(users, eq(users.id, quoteVersions.createdBy))
    .where(eq(quoteVersions.quoteId, id))
    .orderBy(desc(quoteVersions.number));
  const discounts = await ctx.db
    .select({ one: quoteDiscounts, asked, decided })
    .from(quoteDiscounts)
    .where(eq(quoteDiscounts.quoteId, id))
    .orderBy(asc(quoteDiscounts.number));
  const history = await historyOf(ctx, id);
  return {
    ...toRow(found),
    version: quote.version,
    phone: person.phone,
    email: person.email,
    opened_at: quote.openedAt?.toISOString() ?? null,
    opens: quote.opens,
    accepted_at: quote.acceptedAt?.toISOString() ?? null,
    void_reason: quote.voidReason,
    versions: versions.map(({ version, by }) => ({
      number: version.number,
      created_at: version.createdAt.toISOString(),
      created_by: by,
      discount_percent: discountPercent(version.result.discount_centavos, version.result.list_centavos),
      snapshot: version.snapshot,
      result: outcomeOf(version),
    })),
    discounts: discounts.map((row) => ({
      number: row.one.number,
      discount_centavos: row.one.discountCents,
      discount_percent: row.one.percent,
      reason: row.one.reason,
      asked_by: row.asked,
      asked_at: row.one.askedAt.toISOString(),
      decided_by: row.decided,
      decided_at: row.one.decidedAt?.toISOString() ?? null,
      approved: row.one.approved,
      answer: row.one.answer,
    })),
    history,
    actions: await actionsOf(ctx, found.quote, discounts.find(({ one }) => one.number === quote.number)?.one),
  };
}

async function actionsOf(
  ctx: Context,
  quote: NonNullable<Awaited<ReturnType<typeof findQuote>>>['quote'],
  waiting: typeof quoteDiscounts.$inferSelect | undefined,
): Promise<QuoteRecord['actions']> {
  const facts = { today: panamaDay(ctx.now), validUntil: quote.validUntil };
  const may = (permission: Permission, disabled: string | null) =>
    reachesQuote(ctx, permission, quote) ? { disabled } : null;
  const { mine } = await discountLimits(ctx);
  const decide = whyNotDecide({
    state: quote.stateId,
    askedById: waiting?.askedBy ?? null,
    myId: staffOf(ctx).userId,
    discountPercent: waiting?.percent ?? 0,
    myLimitPercent: mine,
  });
  return {
    send: may('ventas.editar', whyNotSend(quote.stateId, facts)),
    revise: may('ventas.editar', whyNotRevise(quote.stateId)),
    decide: waiting && waiting.approved === null ? may('ventas.aprobar', decide) : null,
    convert: may('ventas.crear', whyNotConvert(quote.stateId, facts)),
    cancel: may('ventas.editar', whyNotVoid(quote.stateId)),
  };
}

/** quotesInReach for a row loaded with `ventas.ver`: that query already checked the processor of its sale. */
function reachesQuote(
  ctx: Context,
  permission: Permission,
  quote: { adviserId: number | null; projectId: number; saleId: number | null },
): boolean {
  const reach = scopeOf(ctx, permission);
  switch (reach?.scope) {
    case 'todo':
      return true;
    case 'propio':
      return quote.adviserId === reach.userId;
    case 'asignado':
      return quote.saleId !== null && scopeOf(ctx, 'ventas.ver')?.scope === 'asignado';
    case 'sus_proyectos':
      return reach.projectIds.includes(quote.projectId);
    default:
      return false;
  }
}

async function historyOf(ctx: Context, id: number): Promise<QuoteRecord['history']> {
  const found = await statesOf(ctx.db, 'proforma', [id]);
  return found.map(({ at, who, actorKind, from, to, reason }) => ({
    at: at.toISOString(),
    who: who ?? (actorKind === 'system' ? null : 'Cliente'),
    from: from === null ? null : (QUOTE_STATES[from] ?? null),
    to: QUOTE_STATES[to] ?? '',
    reason,
  }));
}
