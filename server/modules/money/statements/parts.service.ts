import { eq, sql } from 'drizzle-orm';
import type { Acting, Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import { conflict, transitionRefused } from '#server/kernel/errors.ts';
import { TAKEN } from './bankLine.service.ts';
import { bankStatementLines } from './statements.table.ts';

/**
 * Splits an open line into parts of these centavos, which add up to it, and returns their ids in that order. Each part
 * is matched, reversed and returned like a line. Raises 409 LINE_TAKEN, 422 for a part.
 */
export async function splitLine(ctx: Context, lineId: number, cents: readonly number[]): Promise<number[]> {
  const [line] = await ctx.db
    .select()
    .from(bankStatementLines)
    .where(eq(bankStatementLines.id, lineId))
    .for('no key update');
  if (line?.state !== 'open' || line.cents <= 0) throw conflict('LINE_TAKEN', TAKEN);
  if (line.partOf !== null)
    throw transitionRefused(
      'Esta línea es parte de un depósito: dásela a los cobros de un solo tipo y venta.',
    );
  await ctx.db
    .update(bankStatementLines)
    .set({ state: 'split', version: line.version + 1 })
    .where(eq(bankStatementLines.id, lineId));
  const parts = await ctx.db
    .insert(bankStatementLines)
    .values(
      cents.map((part, at) => ({
        statementId: line.statementId,
        accountId: line.accountId,
        row: line.row,
        postedOn: line.postedOn,
        cents: part,
        reference: referenceOf(line.reference, cents, at),
        description: line.description,
        key: `${line.key}#${at + 1}`,
        partOf: lineId,
      })),
    )
    .returning({ id: bankStatementLines.id });
  return parts.map(({ id }) => id);
}

/** The bank's reference; of two parts with one amount the second is numbered, because a receipt's line is unique. */
function referenceOf(reference: string, cents: readonly number[], at: number): string {
  const same = cents.slice(0, at).filter((one) => one === cents[at]).length;
  return same === 0 || reference === '' ? reference : `${reference}/${same + 1}`;
}

/** Joins the parts again when none of them has a payment: the whole deposit waits for its sale. */
export async function joinParts(ctx: Pick<Acting, 'db'>, partId: number): Promise<void> {
  const whole = sql`(select part_of from bank_statement_lines where id = ${idOf(partId)})`;
  const joined = await ctx.db
    .execute(sql`update bank_statement_lines l set version = l.version + 1, state = case
      when exists (select from bank_statement_lines r where r.returns_id = l.id) then 'returned' else 'open' end
    where l.id = ${whole} and l.state = 'split'
      and not exists (select from bank_statement_lines p where p.part_of = l.id and p.state not in ('open', 'returned', 'undone'))`);
  if (joined.rowCount)
    await ctx.db
      .execute(sql`update bank_statement_lines p set version = p.version + 1, state = 'undone', state_reason = null
      where p.part_of = ${whole} and p.state <> 'undone'`);
}
