import { anyOf } from '#server/kernel/db.ts';
import { SETTLED_STATES } from '#contract/money/payments/rules.ts';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { bankPaymentTypes, banks } from '#contract/company/catalogs/moneyLists.ts';
import { panamaDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import { formatMoney } from '#contract/money.ts';
import type { PaymentStatusChange } from '#contract/money/payments/model.ts';
import type { Follower } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, invalid } from '#server/kernel/errors.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { catalogOptions } from '#server/modules/company/catalogs/catalogs.service.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { receiptOf } from '#contract/money/payments/receipts.ts';
import { joinParts } from './parts.service.ts';
import { bankStatementLines, statementMatches } from './statements.table.ts';

/** The bank's line of this change: typed by the caller or chosen from a statement. */
type Change = Pick<PaymentStatusChange, 'linea_id' | 'banco_id' | 'referencia' | 'fecha' | 'monto' | 'tipo'>;

/** The fields of the bank's line that a payment stores. */
export interface BankLine {
  bankId: number;
  bankReference: string;
  bankDate: string;
  bankCents: number;
  bankPaymentTypeId: number;
}

export const TAKEN = 'Esa línea del banco ya se usó o se devolvió. Actualiza la página y elige otra.';

const NEEDED: readonly { field: Exclude<keyof Change, 'linea_id'>; message: string }[] = [
  { field: 'banco_id', message: 'Elige el banco.' },
  { field: 'referencia', message: 'Escribe la referencia de la línea del banco.' },
  { field: 'fecha', message: 'Escribe la fecha de la línea del banco.' },
  { field: 'monto', message: 'Escribe el monto que llegó.' },
  { field: 'tipo', message: 'Elige cómo llegó el dinero.' },
];

/** Checks a typed line against the catalogs and the calendar. Raises 422 at each field. */
export async function typedLine(ctx: Context, change: Change): Promise<BankLine> {
  const { banco_id, referencia, fecha, monto, tipo } = change;
  const faults: FieldError[] = NEEDED.filter(
    ({ field }) => change[field] === undefined || change[field] === '',
  ).map(({ field, message }) => ({ field: `params[${field}]`, message }));
  const banksOffered = await catalogOptions(ctx.db, banks);
  if (banco_id !== undefined && !banksOffered.some(({ id }) => id === banco_id))
    faults.push({ field: 'params[banco_id]', message: 'Elige un banco de la lista.' });
  faults.push(...(await wayFaults(ctx, tipo)));
  if (fecha !== undefined && fecha > panamaDay(ctx.now))
    faults.push({
      field: 'params[fecha]',
      message: 'La fecha de la línea del banco no puede ser posterior a hoy.',
    });
  if (faults.length > 0) throw invalid(faults);
  return {
    bankId: banco_id!,
    bankReference: referencia!.toUpperCase(),
    bankDate: fecha!,
    bankCents: monto!,
    bankPaymentTypeId: tipo!,
  };
}

async function wayFaults(ctx: Context, tipo: number | undefined): Promise<FieldError[]> {
  if (tipo === undefined) return [];
  const type = (await catalogOptions(ctx.db, bankPaymentTypes)).find(({ id }) => id === tipo);
  if (!type) return [{ field: 'params[tipo]', message: 'Elige una forma de la lista.' }];
  return 'disabled' in type && type['disabled'] === true
    ? [{ field: 'params[tipo]', message: 'No se recibe efectivo en la oficina. Elige otra forma.' }]
    : [];
}

/** bank_payment_types: derived from the bank's description; an ACH transfer by default. */
function wayOf(description: string): number {
  const said = description.toUpperCase();
  if (said.includes('YAPPY')) return 7;
  if (said.includes('CHEQUE')) return 3;
  if (/DEP[OÓ]SITO/.test(said)) return 6;
  return 1;
}

/**
 * Locks a line of an imported statement, of an account in scope, to use it for a payment. Raises 409 LINE_TAKEN when
 * it is not open or not incoming money.
 */
export async function chosenLine(ctx: Context, lineId: number, tipo?: number): Promise<BankLine> {
  const [found] = await ctx.db
    .select({ line: bankStatementLines, bankId: bankAccounts.bankId })
    .from(bankStatementLines)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatementLines.accountId))
    .where(and(eq(bankStatementLines.id, lineId), accountsInReach(ctx, 'pagos.aprobar')))
    .for('no key update', { of: bankStatementLines });
  if (!found || found.line.state !== 'open' || found.line.cents <= 0) throw conflict('LINE_TAKEN', TAKEN);
  const faults = await wayFaults(ctx, tipo);
  if (faults.length > 0) throw invalid(faults);
  const { line, bankId } = found;
  return {
    bankId,
    // Some banks leave the reference empty: the line's id is used instead.
    bankReference: line.reference.toUpperCase() || `LÍNEA ${line.id}`,
    bankDate: line.postedOn,
    bankCents: line.cents,
    bankPaymentTypeId: tipo ?? wayOf(line.description),
  };
}

/** Matches a line with its payment (`confirms`: the line confirmed it); unique indexes allow one match for each. Raises 409 LINE_TAKEN. */
export async function joinLine(
  ctx: Pick<Context, 'db' | 'now' | 'staff'>,
  {
    lineId,
    paymentId,
    score = null,
    confirms = true,
  }: { lineId: number; paymentId: number; score?: number | null; confirms?: boolean },
): Promise<void> {
  const made = await ctx.db
    .insert(statementMatches)
    .values({ lineId, paymentId, score, confirms, matchedBy: ctx.staff?.userId ?? null, matchedAt: ctx.now })
    .onConflictDoNothing()
    .returning({ id: statementMatches.id });
  if (made.length === 0) throw conflict('LINE_TAKEN', TAKEN);
  await ctx.db
    .update(bankStatementLines)
    .set({ state: 'matched', stateReason: null, version: sql`${bankStatementLines.version} + 1` })
    .where(eq(bankStatementLines.id, lineId));
}

/**
 * The statement line that equals a line typed by hand, if one was imported.
 * It is matched too, so that nobody uses it again.
 */
export async function findTypedLine(ctx: Pick<Context, 'db'>, line: BankLine): Promise<number | undefined> {
  const [found] = await ctx.db
    .select({ id: bankStatementLines.id })
    .from(bankStatementLines)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatementLines.accountId))
    .where(
      and(
        eq(bankStatementLines.state, 'open'),
        eq(bankStatementLines.cents, line.bankCents),
        sql`${bankStatementLines.cents} > 0`,
        eq(sql`upper(${bankStatementLines.reference})`, line.bankReference),
        eq(bankAccounts.bankId, line.bankId),
      ),
    )
    .orderBy(sql`abs(${bankStatementLines.postedOn} - ${line.bankDate}::date)`, bankStatementLines.id)
    .limit(1)
    .for('no key update', { of: bankStatementLines });
  return found?.id;
}

/**
 * A bank reference is one movement: if it was used with another amount, it already paid another
 * receipt. Only a statement can prove two movements with the same reference. Confirmations wait for
 * each other on the receipt series, so this query sees the previous one: call it after the receipt
 * number is taken. Raises 409 BANK_LINE_USED (domain.md §3).
 */
export async function refuseOtherAmount(
  ctx: Pick<Context, 'db'>,
  paymentId: number,
  { bankId, bankReference, bankCents }: BankLine,
  ofStatement: boolean,
): Promise<void> {
  const [other] = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.bankId, bankId),
        eq(payments.bankReference, bankReference),
        ne(payments.bankCents, bankCents),
        ne(payments.id, paymentId),
        sql`${payments.stateId} in ${anyOf(SETTLED_STATES)} and ${payments.reversedAt} is null`,
        ofStatement
          ? sql`not exists (select from statement_matches m where m.payment_id = ${payments.id} and m.released_at is null)`
          : undefined,
      ),
    )
    .limit(1);
  if (!other) return;
  throw conflict(
    'BANK_LINE_USED',
    `Esa referencia ya se usó en el recibo ${receiptOf(other) ?? ''} por ${formatMoney(other.bankCents ?? 0)}. ${
      ofStatement
        ? 'Ese recibo se confirmó a mano con otro monto: revísalo primero.'
        : 'Si el banco trae dos movimientos con la misma referencia, importa el extracto y elige la línea.'
    }`,
  );
}

/** Frees the line of a reversed payment, unless the bank took the money back. */
export const reversedFollower: Follower = {
  record: 'pago',
  async follow(ctx, { id, from, to }) {
    if (from !== to) return;
    const [payment] = await ctx.db
      .select({ reversedAt: payments.reversedAt })
      .from(payments)
      .where(eq(payments.id, id));
    if (payment?.reversedAt) await releaseLine(ctx, id);
  },
};

async function releaseLine(ctx: Pick<Context, 'db' | 'now'>, paymentId: number): Promise<void> {
  const freed = await ctx.db
    .update(statementMatches)
    .set({ releasedAt: ctx.now })
    .where(and(eq(statementMatches.paymentId, paymentId), isNull(statementMatches.releasedAt)))
    .returning({ lineId: statementMatches.lineId });
  for (const { lineId } of freed) {
    await ctx.db.execute(sql`update bank_statement_lines l set version = l.version + 1, state =
      case when exists (select from bank_statement_lines r where r.returns_id = coalesce(l.part_of, l.id)) then 'returned' else 'open' end
      where l.id = ${lineId}`);
    await joinParts(ctx, lineId);
  }
}
