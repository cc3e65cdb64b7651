import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { NewRule, RuleTerms, StatementRule } from '#contract/money/statements/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { row, rows, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { nameOf } from '#server/modules/company/staff/names.service.ts';
import { statementRules } from './statements.table.ts';

/** SQL condition: rule `r` is in use and fits text, amount and account of a line. */
const fits = (text: SQL, cents: SQL, account: SQL): SQL =>
  sql`r.ended_at is null and (r.account_id is null or r.account_id = ${account})
    and (r.direction = 'any' or (r.direction = 'in') = (${cents} > 0)) and position(searchable(r.words) in searchable(${text})) > 0`;

/** The keys of lines of a file that rules would set aside, with the reason. */
export async function asideOf(
  ctx: Pick<Context, 'db'>,
  accountId: number,
  lines: readonly { key: string; reference: string; description: string; cents: number }[],
): Promise<Map<string, string>> {
  if (lines.length === 0) return new Map();
  const found = await rows<{ key: string; reason: string }>(
    ctx.db,
    sql`select distinct on (l.key) l.key, r.reason
      from unnest(${sql.param(lines.map(({ key }) => key))}::text[],
        ${sql.param(lines.map(({ reference, description }) => `${reference} ${description}`))}::text[],
        ${sql.param(lines.map(({ cents }) => cents))}::bigint[]) l (key, text, cents)
      join statement_rules r on ${fits(sql`l.text`, sql`l.cents`, sql`${accountId}::bigint`)} order by l.key, r.id`,
  );
  return new Map(found.map(({ key, reason }) => [key, reason]));
}

/**
 * Sets the open lines aside that fit a rule in use. `which`: a condition over lines `x` and rules `r`. Returns their
 * number.
 */
export async function applyRules(ctx: Pick<Context, 'db'>, which: SQL): Promise<number> {
  const done = await rows(
    ctx.db,
    sql`update bank_statement_lines l set state = 'ignored', state_reason = found.reason, rule_id = found.rule_id,
        version = l.version + 1
      from (select distinct on (x.id) x.id, r.id rule_id, r.reason from bank_statement_lines x
        join statement_rules r on ${fits(sql`x.reference || ' ' || x.description`, sql`x.cents`, sql`x.account_id`)}
        where x.state = 'open' and ${which} order by x.id, r.id) found
      where l.id = found.id and l.state = 'open' returning l.id`,
  );
  return done.length;
}

/** Rules, those in use first. */
export async function findRules(ctx: Context): Promise<StatementRule[]> {
  const found = await ctx.db
    .select({
      rule: statementRules,
      account: bankAccounts.name,
      lines: sql<number>`(select count(*)::int from bank_statement_lines l where l.rule_id = statement_rules.id)`,
      created: nameOf(statementRules.createdBy),
      ended: nameOf(statementRules.endedBy),
    })
    .from(statementRules)
    .leftJoin(bankAccounts, eq(bankAccounts.id, statementRules.accountId))
    .where(inReach(ctx, 'contabilidad.ver'))
    .orderBy(sql`${statementRules.endedAt} is not null`, sql`${statementRules.id} desc`);
  return found.map(({ rule, account, lines, created, ended }) => ({
    id: rule.id,
    texto: rule.words,
    sentido: rule.direction as StatementRule['sentido'],
    cuenta: rule.accountId === null ? null : { id: rule.accountId, name: account ?? '' },
    motivo: rule.reason,
    lineas: lines,
    creada: { by: created ?? '', at: rule.createdAt.toISOString() },
    terminada: rule.endedAt && { by: ended ?? '', at: rule.endedAt.toISOString() },
  }));
}

/** A rule is in scope with its account; a rule of every account, for whoever may see them. */
const inReach = (ctx: Context, permission: Parameters<typeof accountsInReach>[1]): SQL =>
  sql`(${statementRules.accountId} is null or ${statementRules.accountId} in (select ${bankAccounts.id} from ${bankAccounts} where ${accountsInReach(ctx, permission) ?? sql`true`}))`;

/** The open lines that a rule with these terms would set aside. Writes nothing. */
export async function tryRule(ctx: Context, { texto, sentido, cuenta_id }: RuleTerms) {
  const where = sql`l.state = 'open' and position(searchable(${texto}) in searchable(l.reference || ' ' || l.description)) > 0
    and ${sentido === 'any' ? sql`true` : sentido === 'in' ? sql`l.cents > 0` : sql`l.cents < 0`}
    and ${cuenta_id === undefined ? sql`true` : sql`l.account_id = ${cuenta_id}`}
    and l.account_id in (select ${bankAccounts.id} from ${bankAccounts} where ${accountsInReach(ctx, 'contabilidad.ver') ?? sql`true`})`;
  const sums = await row<{ lineas: number; in_centavos: number; out_centavos: number }>(
    ctx.db,
    sql`select count(*)::int lineas, coalesce(sum(l.cents) filter (where l.cents > 0), 0)::bigint in_centavos,
      coalesce(-sum(l.cents) filter (where l.cents < 0), 0)::bigint out_centavos from bank_statement_lines l where ${where}`,
  );
  const primeras = await rows<{
    id: number;
    posted_on: string;
    centavos: number;
    reference: string;
    description: string;
  }>(
    ctx.db,
    sql`select l.id, l.posted_on, l.cents centavos, l.reference, l.description from bank_statement_lines l where ${where}
      order by l.posted_on desc, l.id desc limit 8`,
  );
  return { ...sums!, primeras };
}

/** Makes a rule. Returns its id and the lines it set aside now. Raises 409 RULE_EXISTS, 422 at cuenta_id. */
export async function makeRule(ctx: Context, rule: NewRule): Promise<{ id: number; lines: number }> {
  const { texto, sentido, cuenta_id, motivo, aplicar } = rule;
  if (cuenta_id !== undefined) {
    const [account] = await ctx.db
      .select({ id: bankAccounts.id })
      .from(bankAccounts)
      .where(and(eq(bankAccounts.id, cuenta_id), accountsInReach(ctx, 'contabilidad.editar')));
    if (!account) throw invalid([{ field: 'cuenta_id', message: 'Elige una cuenta de la lista.' }]);
  }
  try {
    const [made] = await ctx.db
      .insert(statementRules)
      .values({
        words: texto,
        direction: sentido,
        accountId: cuenta_id ?? null,
        reason: motivo,
        createdBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: statementRules.id });
    const { id } = made!;
    await audit(ctx, 'crear', 'regla_extracto', id, { texto, sentido, cuenta_id, motivo });
    return { id, lines: aplicar ? await applyNow(ctx, id) : 0 };
  } catch (error) {
    if (violatedConstraint(error) !== 'statement_rules_one') throw error;
    throw conflict('RULE_EXISTS', 'Ya hay una regla igual en uso.');
  }
}

async function ruleInUse(ctx: Context, id: number): Promise<void> {
  const [found] = await ctx.db
    .select({ endedAt: statementRules.endedAt })
    .from(statementRules)
    .where(and(eq(statementRules.id, id), inReach(ctx, 'contabilidad.editar')))
    .for('no key update');
  if (!found || found.endedAt) throw notFound();
}

const applyNow = async (ctx: Context, id: number): Promise<number> => {
  const lines = await applyRules(ctx, sql`r.id = ${id}`);
  await audit(ctx, 'apartar', 'regla_extracto', id, { lines });
  return lines;
};

/** Sets the open lines aside that fit a rule in use. Returns their number. Raises 404. */
export async function applyRule(ctx: Context, id: number): Promise<number> {
  await ruleInUse(ctx, id);
  return applyNow(ctx, id);
}

/** Ends a rule; the lines that it set aside stay so. Raises 404. */
export async function endRule(ctx: Context, id: number): Promise<void> {
  await ruleInUse(ctx, id);
  await ctx.db
    .update(statementRules)
    .set({ endedAt: ctx.now, endedBy: staffOf(ctx).userId })
    .where(and(eq(statementRules.id, id), isNull(statementRules.endedAt)));
  await audit(ctx, 'archivar', 'regla_extracto', id, {});
}
