import { and, eq, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import {
  VOUCHER_STATE,
  voucherMachine,
  type VoucherForm,
  type VoucherLine,
} from '#contract/money/ledger/vouchers.ts';
import type { VoucherKind } from '#contract/money/ledger/model.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { rows, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { requireBook } from './books.service.ts';
import { booksInReach } from './ledger.scope.ts';
import { journalEntries } from './ledger.table.ts';
import { enter, reversalsOf } from './posting.service.ts';
import { requireAccounts } from './rules.service.ts';
import { factsOf } from './vouchers.queries.ts';
import { voucherLines, vouchers } from './vouchers.table.ts';

const RECORD = 'comprobante_diario';
const { draft, approved, voided } = VOUCHER_STATE;
/** The event of a voucher in the journal. */
const EVENT = 'aprobado';

type Lines = readonly VoucherLine[];
interface NewVoucher {
  book_id: number;
  kind: VoucherKind;
  day: string;
  description: string;
  lines: Lines;
  allocation?: { id: number; period: number };
}

const sideError = (at: number, message: string) => ({ field: `lines[${at}].debit_centavos`, message });

/** Raises 422 where a line has no side or both, or names a lot of another project. */
async function requireLines(ctx: Context, lines: Lines): Promise<void> {
  const errors = lines.flatMap(({ debit_centavos, credit_centavos }, at) =>
    (debit_centavos ?? 0) > 0 === (credit_centavos ?? 0) > 0
      ? [sideError(at, 'Escribe el monto en el debe o en el haber.')]
      : [],
  );
  if (errors.length > 0) throw invalid(errors);
  await requireAccounts(ctx, lines);
  const lots = lines.flatMap(({ lot_id }) => (lot_id === null ? [] : [lot_id]));
  if (lots.length === 0) return;
  const found = await rows<{ id: number; project: number }>(
    ctx.db,
    sql`select id, project_id project from lots where id = any(${sql.param(lots)}::bigint[])`,
  );
  const strange = lines.flatMap(({ lot_id, project_id }, at) =>
    lot_id === null || found.some((one) => one.id === lot_id && one.project === project_id)
      ? []
      : [{ field: `lines[${at}].lot_id`, message: 'Ese lote no es de este proyecto.' }],
  );
  if (strange.length > 0) throw invalid(strange);
}

const totalOf = (lines: Lines) => lines.reduce((sum, { debit_centavos }) => sum + (debit_centavos ?? 0), 0);

async function writeLines(ctx: Context, voucherId: number, lines: Lines): Promise<void> {
  await ctx.db.delete(voucherLines).where(eq(voucherLines.voucherId, voucherId));
  await ctx.db.insert(voucherLines).values(
    lines.map((one, at) => ({
      voucherId,
      position: at + 1,
      accountId: one.account_id,
      debitCents: one.debit_centavos ?? 0,
      creditCents: one.credit_centavos ?? 0,
      projectId: one.project_id,
      lotId: one.lot_id,
      partnerId: one.partner_id,
      bankAccountId: one.bank_account_id,
      note: one.note,
    })),
  );
}

const openingTaken = (error: unknown): never => {
  const constraint = violatedConstraint(error);
  if (constraint === 'vouchers_opening')
    throw conflict('OPENING_TAKEN', 'Esta empresa ya tiene su comprobante de apertura.');
  if (constraint === 'vouchers_allocated')
    throw conflict('ALLOCATED', 'Ese mes ya se repartió con esta regla.');
  throw error;
};

/** Writes a voucher in draft. Raises 404, 409 OPENING_TAKEN or ALLOCATED, 422 at a field. */
export async function createVoucher(ctx: Context, given: NewVoucher): Promise<number> {
  await requireBook(ctx, given.book_id, 'contabilidad.crear');
  await requireLines(ctx, given.lines);
  const [made] = await ctx.db
    .insert(vouchers)
    .values({
      bookId: given.book_id,
      kind: given.kind,
      day: given.day,
      description: given.description,
      cents: totalOf(given.lines),
      madeBy: staffOf(ctx).userId,
      allocationId: given.allocation?.id ?? null,
      period: given.allocation?.period ?? null,
      createdAt: ctx.now,
    })
    .returning({ id: vouchers.id })
    .catch(openingTaken);
  await writeLines(ctx, made!.id, given.lines);
  await announce(ctx, { record: RECORD, id: made!.id, from: null, to: draft });
  await audit(ctx, 'crear', RECORD, made!.id, { day: given.day, lines: given.lines.length });
  return made!.id;
}

async function lockVoucher(ctx: Context, id: number) {
  const [found] = await ctx.db
    .select()
    .from(vouchers)
    .where(and(eq(vouchers.id, id), booksInReach(ctx, 'contabilidad.ver', vouchers.bookId)))
    .for('no key update');
  if (!found) throw notFound();
  return found;
}

/** Changes a draft. Raises 404, 409 STALE or OPENING_TAKEN, 422 with the reason or at a field. */
export async function changeVoucher(
  ctx: Context,
  id: number,
  { version, ...given }: VoucherForm & { version?: number | undefined },
): Promise<void> {
  const found = await lockVoucher(ctx, id);
  if (version !== undefined && version !== found.version)
    throw conflict('STALE', undefined, { version: found.version });
  if (found.stateId !== draft) throw transitionRefused('Solo se cambia un borrador.');
  await requireBook(ctx, given.book_id, 'contabilidad.crear');
  await requireLines(ctx, given.lines);
  await writeLines(ctx, id, given.lines);
  await ctx.db
    .update(vouchers)
    .set({
      bookId: given.book_id,
      // What the product prepared stays what it is.
      ...((found.kind === 'comprobante' || found.kind === 'apertura') && { kind: given.kind }),
      day: given.day,
      description: given.description,
      cents: totalOf(given.lines),
      // Whoever changed it last typed it: another person approves.
      madeBy: staffOf(ctx).userId,
      version: found.version + 1,
    })
    .where(eq(vouchers.id, id))
    .catch(openingTaken);
  await announce(ctx, { record: RECORD, id, verb: 'cambiar' });
  await audit(ctx, 'cambiar', RECORD, id, { day: given.day, lines: given.lines.length });
}

/**
 * Sends, approves, returns, voids or reverses a voucher. Approved, it is an entry in the same transaction; reversed, the
 * entry has its opposite today. Raises 404, 403, 409 STALE, 422 with the reason.
 */
export async function changeVoucherState(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const found = await lockVoucher(ctx, id);
  checkTransition(
    voucherMachine,
    found,
    change,
    await factsOf(ctx, found),
    (permission) => scopeOf(ctx, permission) !== null,
  );
  const to = change.estado_id;
  const { userId } = staffOf(ctx);
  const today = panamaDay(ctx.now);
  if (to === approved) await enterVoucher(ctx, found, userId);
  if (to === voided && found.stateId === approved) await reverseVoucher(ctx, id, userId, change.motivo ?? '');
  await ctx.db
    .update(vouchers)
    .set({
      stateId: to,
      version: found.version + 1,
      ...(to === approved && { approvedBy: userId, approvedAt: ctx.now }),
      ...(change.motivo && { reason: change.motivo }),
      ...(to === voided && found.stateId === approved && { reversedBy: userId, reversedOn: today }),
    })
    .where(eq(vouchers.id, id));
  await announce(ctx, { record: RECORD, id, from: found.stateId, to, reason: change.motivo });
  await audit(ctx, 'cambiar_estado', RECORD, id, { from: found.stateId, to });
}

async function enterVoucher(
  ctx: Context,
  voucher: typeof vouchers.$inferSelect,
  userId: number,
): Promise<void> {
  const lines = await ctx.db
    .select()
    .from(voucherLines)
    .where(eq(voucherLines.voucherId, voucher.id))
    .orderBy(voucherLines.position);
  await enter(ctx, [
    {
      bookId: voucher.bookId,
      day: voucher.day,
      occurredOn: voucher.day,
      kind: voucher.kind,
      description: voucher.description,
      sourceRecord: RECORD,
      sourceId: voucher.id,
      event: EVENT,
      revision: 1,
      fingerprint: '',
      madeBy: voucher.madeBy,
      approvedBy: userId,
      lines,
    },
  ]);
}

async function reverseVoucher(ctx: Context, id: number, userId: number, reason: string): Promise<void> {
  const [entry] = await ctx.db
    .select()
    .from(journalEntries)
    .where(
      and(
        eq(journalEntries.sourceRecord, RECORD),
        eq(journalEntries.sourceId, id),
        sql`${journalEntries.reversalOf} is null`,
      ),
    );
  const today = panamaDay(ctx.now);
  const day = entry!.day > today ? entry!.day : today;
  await enter(
    ctx,
    await reversalsOf(ctx.db, RECORD, [{ of: entry!, day, reason, kind: entry!.kind, madeBy: userId }]),
  );
}

/**
 * The draft that closes a year: income, costs and expenses, project by project, against the year's result. Raises 404, 409,
 * 422 when there is nothing to close.
 */
export async function draftYearEnd(ctx: Context, bookId: number, year: number): Promise<number> {
  const { name } = await requireBook(ctx, bookId, 'contabilidad.crear');
  const balances = await rows<{ account: number; project: number | null; cents: number }>(
    ctx.db,
    sql`select t.account_id account, nullif(t.project_id, 0) project, sum(t.debit_cents - t.credit_cents)::bigint cents
      from ledger_totals t join catalog_items c on c.catalog = 'accounting_accounts' and c.id = t.account_id
      where t.book_id = ${bookId} and t.period between ${year * 100 + 1} and ${year * 100 + 12} and left(c.extra ->> 'codigo', 1) in ('4', '5', '6')
      group by 1, 2 having sum(t.debit_cents - t.credit_cents) <> 0 order by 1, 2`,
  );
  if (balances.length === 0)
    throw transitionRefused(
      `Los libros de ${name} no tienen ingresos, costos ni gastos por cerrar en ${year}.`,
    );
  const line = (accountId: number, projectId: number | null, cents: number): VoucherLine => ({
    account_id: accountId,
    debit_centavos: cents > 0 ? cents : null,
    credit_centavos: cents < 0 ? -cents : null,
    project_id: projectId,
    lot_id: null,
    partner_id: null,
    bank_account_id: null,
    note: null,
  });
  const result = balances.reduce((sum, { cents }) => sum + Number(cents), 0);
  const lines = balances.map(({ account, project, cents }) => line(account, project, -Number(cents)));
  return createVoucher(ctx, {
    book_id: bookId,
    kind: 'cierre',
    day: `${year}-12-31`,
    description: `Cierre de ${year}`,
    lines: result === 0 ? lines : [...lines, line(ACCOUNT.yearResult, null, result)],
  });
}
