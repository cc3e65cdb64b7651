import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { addDays, monthText } from '#contract/dates.ts';
import type { OpeningForm } from '#contract/money/bankReconciliations/model.ts';
import {
  isOpenState,
  RECONCILIATION_STATE as S,
  reconciliationMachine,
  type ReconciliationFacts,
  type ReconciliationState,
} from '#contract/money/bankReconciliations/rules.ts';
import { firstDayOf, nextPeriod } from '#contract/money/ledger/rules.ts';
import { formatMoney } from '#contract/money.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { holdName, row as firstRow, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { mayReconcile, reconciliationsInReach } from './bankReconciliations.scope.ts';
import { bankReconciliationOpenings, bankReconciliations } from './bankReconciliations.table.ts';
import { freeze, freezeOpening } from './copies.service.ts';
import { releaseAll } from './releases.service.ts';
import { boundsOf, checksOf, ofAccount, sheetOf, type Row } from './worksheet.service.ts';

export const RECORD = 'conciliacion';
export const monthOf = (period: number) => monthText(firstDayOf(period));

async function accountFor(ctx: Context, id: number) {
  const [found] = await ctx.db
    .select()
    .from(bankAccounts)
    .where(
      and(
        eq(bankAccounts.id, id),
        isNull(bankAccounts.archivedAt),
        accountsInReach(ctx, 'contabilidad.crear'),
      ),
    );
  if (!found) throw invalid([{ field: 'account_id', message: 'Elige una cuenta de la lista.' }]);
  return found;
}

/** The account in the books at the end of a day, in centavos. */
async function bookAt(ctx: Context, accountId: number, day: string): Promise<number> {
  const found = await firstRow<{ cents: number }>(
    ctx.db,
    sql`select coalesce(sum(debit_cents - credit_cents), 0)::bigint cents from journal_lines where bank_account_id = ${accountId} and day <= ${day}`,
  );
  return found!.cents;
}

/** What the bank says before a day, by the first statement from then on or the last one before. Null: none tells it. */
async function bankBefore(ctx: Context, accountId: number, day: string): Promise<number | null> {
  const found = await firstRow<{ cents: number | null }>(
    ctx.db,
    sql`select coalesce((select (s.opening_cents + coalesce((select sum(l.cents) from bank_statement_lines l where l.account_id = s.account_id and l.part_of is null
          and l.state <> 'undone' and l.posted_on >= s.from_on and l.posted_on < ${day}), 0))::bigint cents
      from bank_statements s where s.account_id = ${accountId} and s.undone_at is null and s.opening_cents is not null and s.to_on >= ${day}
      order by s.from_on, s.id limit 1), (select s.closing_cents from bank_statements s where s.account_id = ${accountId} and s.undone_at is null
        and s.closing_cents is not null and s.to_on < ${day} order by s.to_on desc, s.id desc limit 1)) cents`,
  );
  return found?.cents ?? null;
}

/** Waits for whoever begins the same account, so that its first month is one. */
const lockAccount = (ctx: Context, id: number) => holdName(ctx.db, `bank_reconciliation ${id}`);

const taken = (period: number) =>
  conflict('RECONCILIATION_TAKEN', `Esta cuenta ya tiene la conciliación de ${monthOf(period)}.`);

async function insert(
  ctx: Context,
  values: Omit<typeof bankReconciliations.$inferInsert, 'madeBy' | 'createdAt'>,
) {
  const { userId } = staffOf(ctx);
  const [made] = await ctx.db
    .insert(bankReconciliations)
    .values({ ...values, madeBy: userId, createdAt: ctx.now })
    .returning()
    .catch((error: unknown): never => {
      if (violatedConstraint(error) === 'bank_reconciliations_one') throw taken(values.period);
      throw error;
    });
  await announce(ctx, { record: RECORD, id: made!.id, from: null, to: made!.stateId });
  await audit(ctx, 'crear', RECORD, made!.id, { period: values.period });
  return made!;
}

/**
 * Begins an account in a month: bank and books must agree before it, otherwise the point of departure says what stood on one
 * side. Returns its id. Raises 409 RECONCILIATION_TAKEN, 422 at a field.
 */
export async function startReconciliation(
  ctx: Context,
  { account_id, period }: { account_id: number; period: number },
): Promise<number> {
  await accountFor(ctx, account_id);
  await lockAccount(ctx, account_id);
  const all = await ofAccount(ctx, account_id);
  const last = all.at(-1);
  if (last) {
    if (all.some((one) => one.period === period)) throw taken(period);
    if (period !== nextPeriod(last.period))
      throw invalid([
        { field: 'period', message: `No se salta ningún mes: sigue ${monthOf(nextPeriod(last.period))}.` },
      ]);
    return (await insert(ctx, { accountId: account_id, period, stateId: S.draft })).id;
  }
  const { from } = boundsOf(period);
  const book = await bookAt(ctx, account_id, addDays(from, -1));
  const bank = await bankBefore(ctx, account_id, from);
  if (bank === null)
    throw invalid([{ field: 'period', message: 'Importa primero el extracto de ese mes, con sus saldos.' }]);
  if (bank !== book)
    throw invalid([
      {
        field: 'period',
        message: `Antes de ese mes el banco dice ${formatMoney(bank)} y los libros ${formatMoney(book)}: registra el punto de partida con lo que estaba en tránsito.`,
      },
    ]);
  const made = await insert(ctx, {
    accountId: account_id,
    period,
    stateId: S.draft,
    openingCents: bank,
    openingBookCents: book,
  });
  return made.id;
}

/**
 * The last month reconciled before Llave: the bank's balance and what stood on one side must explain the books to the
 * centavo. Another person reviews it. Returns its id. Raises 409 RECONCILIATION_TAKEN, 422 at a field.
 */
export async function openReconciliations(ctx: Context, form: OpeningForm): Promise<number> {
  const { account_id: accountId, period } = form;
  await accountFor(ctx, accountId);
  await lockAccount(ctx, accountId);
  if ((await ofAccount(ctx, accountId)).length > 0)
    throw conflict('RECONCILIATION_TAKEN', 'Esta cuenta ya se concilia en Llave.');
  const { to } = boundsOf(period);
  const strange = form.items.findIndex(({ day }) => day > to);
  if (strange >= 0)
    throw invalid([{ field: `items[${strange}].day`, message: 'Es posterior al mes conciliado.' }]);
  const book = await bookAt(ctx, accountId, to);
  const sum = (side: string) =>
    form.items.filter((one) => one.side === side).reduce((all, { centavos }) => all + centavos, 0);
  const said = form.closing_centavos - sum('banco') + sum('libros');
  if (said !== book)
    throw invalid([
      {
        field: 'closing_centavos',
        message: `El banco y lo que estaba de un solo lado llevan a ${formatMoney(said)}, y los libros dicen ${formatMoney(book)}.`,
      },
    ]);
  const { userId } = staffOf(ctx);
  const made = await insert(ctx, {
    accountId,
    period,
    stateId: S.finished,
    imported: true,
    openingCents: form.closing_centavos,
    closingCents: form.closing_centavos,
    openingBookCents: book,
    finishedBy: userId,
    finishedAt: ctx.now,
  });
  if (form.items.length > 0)
    await ctx.db.insert(bankReconciliationOpenings).values(
      form.items.map(({ side, day, reference, description, centavos }) => ({
        reconciliationId: made.id,
        side,
        day,
        reference,
        description,
        cents: centavos,
      })),
    );
  await freezeOpening(ctx, made, book);
  return made.id;
}

/** Locks a reconciliation in scope; raises 404. */
async function lockReconciliation(ctx: Context, id: number): Promise<Row> {
  const [found] = await ctx.db
    .select()
    .from(bankReconciliations)
    .where(and(eq(bankReconciliations.id, id), reconciliationsInReach(ctx)))
    .for('no key update');
  if (!found) throw notFound();
  return found;
}

/** Locks a reconciliation that is worked on. Raises 404, 422. */
export async function lockOpen(ctx: Context, id: number): Promise<Row> {
  const found = await lockReconciliation(ctx, id);
  if (!isOpenState(found.stateId))
    throw transitionRefused('Esta conciliación está terminada: para cambiarla se reabre.');
  return found;
}

/** The next version of a reconciliation, so that a screen that saw the one before is told. */
export async function touched(ctx: Context, row: Row, set: Partial<Row> = {}): Promise<void> {
  await ctx.db
    .update(bankReconciliations)
    .set({ ...set, version: row.version + 1 })
    .where(eq(bankReconciliations.id, row.id));
  await announce(ctx, { record: RECORD, id: row.id, verb: 'cambiar' });
}

/** Writes the balance that the bank's paper says. Raises 404, 409 STALE, 422. */
export async function setClosing(
  ctx: Context,
  id: number,
  { closing_centavos, version }: { closing_centavos: number; version?: number | undefined },
): Promise<void> {
  const row = await lockOpen(ctx, id);
  if (version !== undefined && version !== row.version)
    throw conflict('STALE', undefined, { version: row.version });
  await touched(ctx, row, { closingCents: closing_centavos });
  await audit(ctx, 'cambiar', RECORD, id, { closing: closing_centavos });
}

/** What the transitions of a reconciliation depend on; `missing` is computed by who has the sheet. */
export async function factsOf(ctx: Context, row: Row, missing: string | null): Promise<ReconciliationFacts> {
  const all = await ofAccount(ctx, row.accountId);
  const later = all.find((one) => one.period > row.period && !isOpenState(one.stateId));
  const userId = ctx.staff?.userId;
  return {
    missing,
    finishedByCaller: row.finishedBy === userId,
    askedByCaller: row.askedBy === userId,
    later: later ? `La conciliación de ${monthOf(later.period)}` : null,
    begun: all.some((one) => one.period > row.period && one.stateId !== S.draft),
    imported: row.imported,
  };
}

/**
 * Finishes, reviews, returns, reopens or voids a reconciliation. Finished, it has a frozen copy, and the next month begins
 * where it ends. Raises 404, 403, 409 STALE, 422 with the reason.
 */
export async function changeReconciliation(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const { accountId } = await lockReconciliation(ctx, id);
  // Months of an account stand on one another: their changes wait for each other.
  await ctx.db
    .select({ id: bankReconciliations.id })
    .from(bankReconciliations)
    .where(eq(bankReconciliations.accountId, accountId))
    .orderBy(bankReconciliations.id)
    .for('no key update');
  const row = await lockReconciliation(ctx, id);
  const to = change.estado_id as ReconciliationState;
  const finishing = to === S.finished && isOpenState(row.stateId);
  const sheet = finishing ? await sheetOf(ctx, row) : null;
  const before = (await ofAccount(ctx, accountId)).findLast(({ period }) => period < row.period);
  const missing = sheet ? (checksOf(ctx, row, sheet, before)[0] ?? null) : null;
  checkTransition(reconciliationMachine, row, change, await factsOf(ctx, row, missing), (permission) =>
    mayReconcile(ctx, permission),
  );
  const { userId } = staffOf(ctx);
  if (sheet) await freeze(ctx, row, sheet);
  await ctx.db
    .update(bankReconciliations)
    .set({
      stateId: to,
      version: row.version + 1,
      ...(finishing && {
        closingCents: sheet!.closing,
        finishedBy: userId,
        finishedAt: ctx.now,
        reviewedBy: null,
        reviewedAt: null,
      }),
      ...(to === S.reviewed && row.stateId === S.finished && { reviewedBy: userId, reviewedAt: ctx.now }),
      ...(to === S.asked && { askedBy: userId, askedAt: ctx.now, askedReason: change.motivo }),
      ...(to === S.reopened && row.stateId === S.asked && { reopenedBy: userId, reopenedAt: ctx.now }),
      // Asked again by somebody else, the one who reopened it before may do it again.
      ...(to !== S.reopened && { reopenedBy: null, reopenedAt: null }),
    })
    .where(eq(bankReconciliations.id, id));
  await announce(ctx, { record: RECORD, id, from: row.stateId, to, reason: change.motivo });
  await audit(ctx, 'cambiar_estado', RECORD, id, { period: row.period, from: row.stateId, to });
  if (finishing || (row.imported && to === S.reviewed)) await beginNext(ctx, row);
  if (to === S.voided) await voidDrafts(ctx, row);
}

/** The month that began at a point of departure goes with it. */
async function voidDrafts(ctx: Context, row: Row): Promise<void> {
  for (const draft of (await ofAccount(ctx, row.accountId)).filter(({ stateId }) => stateId === S.draft)) {
    await releaseAll(ctx, draft.id);
    await ctx.db
      .update(bankReconciliations)
      .set({ stateId: S.voided, version: draft.version + 1 })
      .where(eq(bankReconciliations.id, draft.id));
    await announce(ctx, { record: RECORD, id: draft.id, from: draft.stateId, to: S.voided });
  }
}

/** The month after: nobody has to remember it, and none is skipped. */
async function beginNext(ctx: Context, row: Row): Promise<void> {
  const period = nextPeriod(row.period);
  const [account] = await ctx.db
    .select({ id: bankAccounts.id })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.id, row.accountId), isNull(bankAccounts.archivedAt)));
  const [next] = await ctx.db
    .select({ id: bankReconciliations.id })
    .from(bankReconciliations)
    .where(
      and(
        eq(bankReconciliations.accountId, row.accountId),
        eq(bankReconciliations.period, period),
        inArray(bankReconciliations.stateId, [S.draft, S.finished, S.reviewed, S.asked, S.reopened]),
      ),
    );
  if (account && !next) await insert(ctx, { accountId: row.accountId, period, stateId: S.draft });
}
