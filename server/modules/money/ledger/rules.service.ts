import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import { panamaDay } from '#contract/dates.ts';
import type { EventRules, NewRule } from '#contract/money/ledger/books.ts';
import { eventSpec, POSTING_EVENTS, type RuleLine } from '#contract/money/ledger/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid } from '#server/kernel/errors.ts';
import { catalogItems } from '#server/modules/company/catalogs/catalogs.table.ts';
import { nameOf } from '#server/modules/company/staff/names.service.ts';
import { booksCompare } from './ledger.jobs.ts';
import { postingRules } from './ledger.table.ts';

/** The accounts of the chart: "1.1.02 Bancos operativos". */
export async function accountNames(
  { db }: Pick<Context, 'db'>,
  { offered = false } = {},
): Promise<Map<number, string>> {
  const found = await db
    .select({ id: catalogItems.id, label: catalogItems.label, extra: catalogItems.extra })
    .from(catalogItems)
    .where(
      and(
        eq(catalogItems.catalog, accountingAccounts.name),
        offered ? isNull(catalogItems.archivedAt) : undefined,
      ),
    )
    .orderBy(asc(catalogItems.position));
  return new Map(found.map(({ id, label, extra }) => [id, `${String(extra['codigo'])} ${label}`]));
}

/** All kinds of events with their rules, the newest first. */
export async function findRules(ctx: Context): Promise<EventRules[]> {
  const names = await accountNames(ctx);
  const found = await ctx.db
    .select({ rule: postingRules, by: nameOf(postingRules.madeBy) })
    .from(postingRules)
    .where(isNull(postingRules.retiredAt))
    .orderBy(desc(postingRules.validFrom), desc(postingRules.id));
  const byKind = Map.groupBy(found, ({ rule }) => rule.eventKind);
  return Object.entries(POSTING_EVENTS).map(([kind, { title, amounts }]) => ({
    kind,
    title,
    amounts: Object.entries(amounts).map(([name, label]) => ({ name, label })),
    rules: (byKind.get(kind) ?? []).map(({ rule, by }) => ({
      id: rule.id,
      valid_from: rule.validFrom,
      reason: rule.reason,
      made_by: by,
      lines: rule.lines.map(({ amount, account, side, bank = false, own = false }) => ({
        amount,
        account: { id: account, name: names.get(account) ?? `Cuenta ${account}` },
        side,
        bank,
        own,
      })),
    })),
  }));
}

/**
 * Adds a rule of a kind of event from a day on. What was entered from that day on is corrected in the background, in its month
 * if it is open. Raises 422 at a field, 409 RULE_TAKEN.
 */
export async function createRule(ctx: Context, given: NewRule): Promise<void> {
  const spec = eventSpec(given.event);
  const names = await accountNames(ctx, { offered: true });
  const errors = given.lines.flatMap(({ amount, account }, at) => [
    ...(spec && amount in spec.amounts
      ? []
      : [{ field: `lines[${at}].amount`, message: 'Este hecho no tiene ese monto.' }]),
    ...(names.has(account) ? [] : [{ field: `lines[${at}].account`, message: 'Elige una cuenta del plan.' }]),
  ]);
  if (errors.length > 0) throw invalid(errors);
  const lines = given.lines.map(({ amount, account, side, bank, own }): RuleLine => ({
    amount,
    account,
    side,
    ...(bank && { bank }),
    ...(own && { own }),
  }));
  try {
    const [made] = await ctx.db
      .insert(postingRules)
      .values({
        eventKind: given.event,
        validFrom: given.valid_from,
        lines,
        reason: given.reason,
        madeBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: postingRules.id });
    await announce(ctx, { record: 'regla_contable', id: made!.id, verb: 'crear' });
    await audit(ctx, 'crear', 'regla_contable', made!.id, {
      event: given.event,
      from: given.valid_from,
      lines,
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'posting_rules_one') throw error;
    throw conflict('RULE_TAKEN', 'Este hecho ya tiene una regla desde ese día: elige otro día.');
  }
  await ctx.jobs.send(ctx.db, booksCompare, {}, { key: `regla ${panamaDay(ctx.now)}` });
}

/** Accounts that a line may use; raises 422 at the others. */
export async function requireAccounts(
  ctx: Pick<Context, 'db'>,
  lines: readonly { account_id: number }[],
): Promise<void> {
  const found = await ctx.db
    .select({ id: catalogItems.id })
    .from(catalogItems)
    .where(
      and(
        eq(catalogItems.catalog, accountingAccounts.name),
        isNull(catalogItems.archivedAt),
        inArray(catalogItems.id, [0, ...lines.map(({ account_id }) => account_id)]),
      ),
    );
  const known = new Set(found.map(({ id }) => id));
  const errors = lines.flatMap(({ account_id }, at) =>
    known.has(account_id)
      ? []
      : [{ field: `lines[${at}].account_id`, message: 'Elige una cuenta del plan.' }],
  );
  if (errors.length > 0) throw invalid(errors);
}
