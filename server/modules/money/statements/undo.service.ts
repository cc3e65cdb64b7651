import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { receiptOf } from '#contract/money/payments/receipts.ts';
import { isSettled, SETTLED_STATES } from '#contract/money/payments/rules.ts';
import { showDay } from '#contract/dates.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { anyOf, idOf, row } from '#server/kernel/db.ts';
import { conflict, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { reversePayment } from '#server/modules/money/payments/reversal.service.ts';
import { bankStatementLines, bankStatements, statementMatches } from './statements.table.ts';

/** The payments that lines of the statement confirmed and that still count, or were refunded; the newest first. */
async function confirmedBy(ctx: Pick<Context, 'db'>, statementId: number) {
  const found = await ctx.db
    .select({ payment: payments })
    .from(statementMatches)
    .innerJoin(bankStatementLines, eq(bankStatementLines.id, statementMatches.lineId))
    .innerJoin(payments, eq(payments.id, statementMatches.paymentId))
    .where(
      and(
        eq(bankStatementLines.statementId, statementId),
        isNull(statementMatches.releasedAt),
        eq(statementMatches.confirms, true),
      ),
    )
    .orderBy(sql`${payments.confirmedAt} desc, ${payments.id} desc`);
  return found.map(({ payment }) => payment);
}

/** How many receipts the statement's lines confirmed. */
export const receiptsOf = async (ctx: Pick<Context, 'db'>, statementId: number): Promise<number> =>
  (await confirmedBy(ctx, statementId)).length;

/** Why the caller cannot undo a statement now, as a sentence; null when possible. The caller has checked the scope. */
export async function whyNotUndo(ctx: Context, id: number): Promise<string | null> {
  const [one] = await ctx.db.select().from(bankStatements).where(eq(bankStatements.id, id));
  if (!one) throw notFound();
  if (one.undoneAt) return 'Este extracto ya se deshizo.';
  const held = await ctx.guards.get('deshacer_extracto')?.(ctx, id);
  if (held) return held;
  const later = await row<{ day: string }>(
    ctx.db,
    sql`select to_on "day" from bank_statements where account_id = ${one.accountId} and id > ${one.id} and undone_at is null
      and known_lines > 0 and from_on <= ${one.toOn} and to_on >= ${one.fromOn} order by id desc limit 1`,
  );
  if (later)
    return `El extracto hasta el ${showDay(later.day)} trae líneas que ya estaban en este: deshaz primero el más nuevo.`;
  const returned = await row(
    ctx.db,
    sql`select from bank_statement_lines r join bank_statement_lines o on o.id = r.returns_id
      where o.statement_id = ${one.id} and r.statement_id <> ${one.id} and r.state <> 'undone' limit 1`,
  );
  if (returned) return 'Otro extracto trae la devolución de una línea de este: deshaz primero el otro.';
  const confirmed = await confirmedBy(ctx, one.id);
  const refunded = confirmed.find(({ stateId }) => stateId === PAYMENT.refunded);
  if (refunded) return `El dinero del recibo ${receiptOf(refunded)} ya se devolvió al cliente.`;
  const own = confirmed.filter((payment) => payment.confirmedBy === ctx.staff?.userId).length;
  if (own > 0)
    return own === 1
      ? 'Confirmaste un recibo de este extracto: otra persona lo deshace.'
      : `Confirmaste ${own} recibos de este extracto: otra persona lo deshace.`;
  const newer = await builtUpon(
    ctx,
    confirmed.map(({ id }) => id),
  );
  return newer
    ? `El recibo ${receiptOf(newer)} completó después un cobro que este extracto pagó en parte: reversa primero ese recibo.`
    : null;
}

/** A receipt from elsewhere that completed what one of these payments, or its surplus, paid in part. */
async function builtUpon(ctx: Pick<Context, 'db'>, ids: readonly number[]) {
  if (ids.length === 0) return undefined;
  const given = sql`${sql.param([...ids])}::bigint[]`;
  const [found] = await ctx.db
    .select()
    .from(payments)
    .where(
      sql`${payments.stateId} in ${anyOf(SETTLED_STATES)} and ${payments.reversedAt} is null and not ${payments.id} = any(${given})
        and (${payments.originId} = any(${given}) or ${payments.id} in (
          select to_id from payment_credits where from_id = any(${given}) and undone_at is null))`,
    )
    .limit(1);
  return found;
}

/**
 * Undoes a statement that was imported by mistake: reverses the receipts that its lines confirmed, releases what was
 * confirmed by hand, and takes its lines out. All or nothing. Raises 404, 403, 409 STALE when a line is confirmed
 * meanwhile, 422 with the reason.
 */
export async function undoStatement(
  ctx: Context,
  id: number,
  motivo: string,
): Promise<{ receipts: number; lines: number }> {
  const reach = and(eq(bankStatements.id, id), accountsInReach(ctx, 'contabilidad.editar'));
  const find = () =>
    ctx.db
      .select({ statement: bankStatements })
      .from(bankStatements)
      .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatements.accountId))
      .where(reach);
  if ((await find()).length === 0) throw notFound();
  const before = await confirmedBy(ctx, id);
  // The sales before their lines, in the order of their ids: every service does.
  const saleIds = [...new Set(before.map(({ saleId }) => saleId))].toSorted((a, b) => a - b);
  for (const saleId of saleIds) await lockSale(ctx.db, saleId);
  await find().for('no key update', { of: bankStatements });
  await ctx.db
    .select({ id: bankStatementLines.id })
    .from(bankStatementLines)
    .where(eq(bankStatementLines.statementId, id))
    .orderBy(bankStatementLines.id)
    .for('no key update');
  const confirmed = await confirmedBy(ctx, id);
  if (confirmed.some(({ saleId }) => !saleIds.includes(saleId))) throw conflict('STALE');
  const reason = await whyNotUndo(ctx, id);
  if (reason) throw transitionRefused(reason);
  for (const { id: paymentId, stateId } of confirmed)
    if (isSettled(stateId))
      await reversePayment(ctx, paymentId, { motivo: `Se deshizo el extracto: ${motivo}` });
  const lines = await takeOut(ctx, id);
  await ctx.db
    .update(bankStatements)
    .set({ undoneAt: ctx.now, undoneBy: staffOf(ctx).userId, undoneReason: motivo })
    .where(eq(bankStatements.id, id));
  await audit(ctx, 'deshacer', 'extracto', id, { motivo, receipts: confirmed.length, lines });
  return { receipts: confirmed.length, lines };
}

/** Takes the lines of a statement out, and what they said of earlier lines. Returns their number. */
async function takeOut(ctx: Context, statementId: number): Promise<number> {
  const own = ctx.db
    .select({ id: bankStatementLines.id })
    .from(bankStatementLines)
    .where(eq(bankStatementLines.statementId, statementId));
  await ctx.db
    .update(statementMatches)
    .set({ releasedAt: ctx.now })
    .where(and(inArray(statementMatches.lineId, own), isNull(statementMatches.releasedAt)));
  // A line of an earlier statement is no longer returned: it keeps its payment, or waits for one again.
  await ctx.db.execute(sql`update bank_statement_lines o set version = o.version + 1, state_reason = null,
      state = case when o.state = 'returned' then 'open' else o.state end
    from bank_statement_lines r where r.returns_id = coalesce(o.part_of, o.id) and r.statement_id = ${idOf(statementId)}
      and o.statement_id <> ${idOf(statementId)}`);
  const taken = await ctx.db
    .update(bankStatementLines)
    .set({
      state: 'undone',
      stateReason: 'Se deshizo el extracto',
      returnsId: null,
      version: sql`${bankStatementLines.version} + 1`,
    })
    .where(eq(bankStatementLines.statementId, statementId))
    .returning({ partOf: bankStatementLines.partOf });
  return taken.filter(({ partOf }) => partOf === null).length;
}
