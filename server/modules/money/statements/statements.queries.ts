import { and, asc, desc, eq, gte, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import { offsetOf, PageQuery } from '#contract/paging.ts';
import { maskAccount } from '#contract/projects/bankAccounts/rules.ts';
import { parseMoney } from '#contract/money.ts';
import type {
  LineFilter,
  LineRow,
  LineState,
  StatementFilter,
  StatementFormat,
  StatementRow,
} from '#contract/money/statements/statements.ts';
import { isSettled } from '#contract/money/payments/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { containing, countUpTo, sumUpTo } from '#server/kernel/db.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { nameOf } from '#server/modules/company/staff/names.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { suggestionsFor } from './matching.service.ts';
import { receiptOf } from '#contract/money/payments/receipts.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { bankStatementLines, bankStatements, statementMatches } from './statements.table.ts';

/** A page of statements of the accounts in scope, the newest first. */
export async function findStatements(
  ctx: Context,
  filter: StatementFilter,
  where?: SQL,
): Promise<{ list: StatementRow[]; total: number }> {
  const all = and(
    accountsInReach(ctx, 'contabilidad.ver'),
    filter.cuenta_id === undefined ? undefined : eq(bankStatements.accountId, filter.cuenta_id),
    where,
  );
  const by = filter.order_type === 'asc' ? asc : desc;
  const found = await ctx.db
    .select({
      statement: bankStatements,
      account: { id: bankAccounts.id, name: bankAccounts.name, number: bankAccounts.number },
      by: users.name,
      undoneBy: nameOf(bankStatements.undoneBy),
      open: sql<number>`(select count(*)::int from bank_statement_lines l where l.statement_id = bank_statements.id
        and l.state = 'open' and l.cents > 0)`,
    })
    .from(bankStatements)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatements.accountId))
    .innerJoin(users, eq(users.id, bankStatements.importedBy))
    .where(all)
    .orderBy(
      by(filter.order_column === 'id' ? bankStatements.id : bankStatements.toOn),
      by(bankStatements.id),
    )
    .limit(filter.per_page)
    .offset(offsetOf(filter));
  const counted = ctx.db
    .select({ id: bankStatements.id })
    .from(bankStatements)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatements.accountId))
    .where(all)
    .getSQL();
  const total = await countUpTo(ctx.db, counted);
  return {
    total,
    list: found.map(({ statement, account, by: name, undoneBy, open }) => ({
      id: statement.id,
      account: { ...account, number: maskAccount(account.number) },
      format: statement.format as StatementFormat,
      file_name: statement.fileName,
      from_on: statement.fromOn,
      to_on: statement.toOn,
      opening_centavos: statement.openingCents,
      closing_centavos: statement.closingCents,
      new_lines: statement.newLines,
      known_lines: statement.knownLines,
      open_lines: open,
      imported_by: name,
      imported_at: statement.importedAt.toISOString(),
      undone: statement.undoneAt && {
        by: undoneBy ?? '',
        at: statement.undoneAt.toISOString(),
        reason: statement.undoneReason ?? '',
      },
    })),
  };
}

/** One statement; undefined when it is out of scope. */
export const findStatement = async (ctx: Context, id: number): Promise<StatementRow | undefined> =>
  (await findStatements(ctx, PageQuery.parse({}), eq(bankStatements.id, id))).list[0];

function conditions(ctx: Context, filter: LineFilter): SQL | undefined {
  return and(
    accountsInReach(ctx, 'contabilidad.ver'),
    // The parts stand for a split line; of an undone one, the line itself.
    ne(bankStatementLines.state, 'split'),
    sql`(${bankStatementLines.partOf} is null or ${bankStatementLines.state} <> 'undone')`,
    filter.extracto_id === undefined ? undefined : eq(bankStatementLines.statementId, filter.extracto_id),
    filter.cuenta_id === undefined ? undefined : eq(bankStatementLines.accountId, filter.cuenta_id),
    filter.estado
      ? eq(bankStatementLines.state, filter.estado)
      : // Lines of an undone statement are shown only with it.
        filter.extracto_id === undefined
        ? ne(bankStatementLines.state, 'undone')
        : undefined,
    filter.sentido &&
      (filter.sentido === 'in' ? sql`${bankStatementLines.cents} > 0` : sql`${bankStatementLines.cents} < 0`),
    filter.desde ? gte(bankStatementLines.postedOn, filter.desde) : undefined,
    filter.hasta ? lte(bankStatementLines.postedOn, filter.hasta) : undefined,
    filter.q ? mentions(filter.q) : undefined,
  );
}

/** Matches the bank's text, or an amount. */
function mentions(q: string): SQL | undefined {
  const like = containing(q);
  const amount = parseMoney(q);
  return or(
    sql`searchable(${bankStatementLines.reference} || ' ' || ${bankStatementLines.description}) like searchable(${like})`,
    'cents' in amount
      ? sql`${bankStatementLines.cents} in (${amount.cents}::bigint, ${-amount.cents}::bigint)`
      : undefined,
  );
}

/** A page of lines, each with its payment or its suggestions. */
export async function findLines(
  ctx: Context,
  filter: LineFilter,
): Promise<{ list: LineRow[]; total: number }> {
  const where = conditions(ctx, filter);
  const by = filter.order_type === 'asc' ? asc : desc;
  const order =
    filter.order_column === 'id'
      ? [by(bankStatementLines.id)]
      : [by(bankStatementLines.postedOn), by(bankStatementLines.id)];
  const base = ctx.db
    .select({
      line: bankStatementLines,
      account: { id: bankAccounts.id, name: bankAccounts.name },
      whole: sql<
        number | null
      >`(select w.cents from bank_statement_lines w where w.id = bank_statement_lines.part_of)`.mapWith(
        (cents: string | number | null) => (cents === null ? null : Number(cents)),
      ),
      // `offset 0` asks for each line of the page; without it PostgreSQL first reads the whole table.
      returned: sql<boolean>`exists (select from bank_statement_lines r where r.returns_id = coalesce(bank_statement_lines.part_of, bank_statement_lines.id) offset 0)`,
    })
    .from(bankStatementLines)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatementLines.accountId))
    .where(where);
  const found = await base
    .orderBy(...order)
    .limit(filter.per_page)
    .offset(offsetOf(filter));
  const counted = ctx.db
    .select({ id: bankStatementLines.id })
    .from(bankStatementLines)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatementLines.accountId))
    .where(where)
    .getSQL();
  const total = await countUpTo(ctx.db, counted);
  const suggestions = await suggestionsFor(
    ctx,
    found.map(({ line }) => line),
  );
  const paid = await paymentsOf(
    ctx,
    found.map(({ line }) => line.id),
  );
  return {
    total,
    list: found.map(({ line, account, returned, whole }) => {
      const payment = paid.get(line.id);
      return {
        id: line.id,
        version: line.version,
        row: line.row,
        posted_on: line.postedOn,
        centavos: line.cents,
        reference: line.reference,
        description: line.description,
        balance_centavos: line.balanceCents,
        account,
        statement_id: line.statementId,
        state: line.state as LineState,
        state_reason: line.stateReason,
        returns_id: line.returnsId,
        whole_centavos: whole,
        payment: payment ? { ...payment.shown, to_reverse: returned && payment.counts } : null,
        suggestions: suggestions.get(line.id) ?? [],
      };
    }),
  };
}

/** The sum of the lines over the whole filter, in cents; null also for one or two letters, which no index finds. */
export async function sumsOfLines(ctx: Context, filter: LineFilter): Promise<{ monto: number | null }> {
  if (filter.q && /^[\p{L}\d]{1,2}$/u.test(filter.q)) return { monto: null };
  return sumUpTo(
    ctx.db,
    ['monto'],
    ctx.db
      .select({ monto: sql`${bankStatementLines.cents}`.as('monto') })
      .from(bankStatementLines)
      .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatementLines.accountId))
      .where(conditions(ctx, filter))
      .getSQL(),
    filter.q,
  );
}

/** The payment of each line, if the caller may see its sale. */
async function paymentsOf(ctx: Context, lineIds: readonly number[]) {
  if (lineIds.length === 0) return new Map<number, never>();
  const found = await ctx.db
    .select({
      lineId: statementMatches.lineId,
      payment: payments,
      sale: { id: sales.id, code: sales.code },
      name: people.name,
    })
    .from(statementMatches)
    .innerJoin(payments, eq(payments.id, statementMatches.paymentId))
    .innerJoin(sales, eq(sales.id, payments.saleId))
    .innerJoin(people, eq(people.id, sales.personId))
    .where(
      and(
        sql`${statementMatches.lineId} = any(${sql.param([...lineIds])}::bigint[])`,
        isNull(statementMatches.releasedAt),
        salesInReach(ctx, 'pagos.ver'),
      ),
    );
  return new Map(
    found.map(({ lineId, payment, sale, name }) => [
      lineId,
      {
        counts: isSettled(payment.stateId) && payment.reversedAt === null,
        shown: {
          id: payment.id,
          name,
          sale,
          receipt: receiptOf(payment),
        },
      },
    ]),
  );
}
