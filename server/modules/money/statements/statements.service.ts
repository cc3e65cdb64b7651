import { SETTLED_STATES } from '#contract/money/payments/rules.ts';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { panamaDay, showDay } from '#contract/dates.ts';
import { referenceKey } from '#contract/money/statements/matching.ts';
import {
  CsvColumns,
  LINES_MAX,
  type StatementForm,
  type TriedStatement,
} from '#contract/money/statements/statements.ts';
import type { z } from 'zod';
import { audit } from '#server/kernel/audit.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { Unreadable, type Sheet } from '#server/kernel/csv.ts';
import { anyOf, holdName, rows } from '#server/kernel/db.ts';
import { conflict, invalid } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { isWorkbook, readSheet } from '#server/kernel/sheet/readSheet.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { saysReturn } from './bankWords.ts';
import { tellReturned } from '#server/modules/money/payments/told.service.ts';
import { applyRules, asideOf } from './rules.service.ts';
import { readStatement, type ReadLine, type ReadStatement } from './statementFile.ts';
import { faultAt } from './statementLine.ts';
import {
  bankStatementLines,
  bankStatements,
  statementFormats,
  statementMatches,
} from './statements.table.ts';

type Form = z.output<typeof StatementForm>;
type Account = typeof bankAccounts.$inferSelect;

const MAX_FAULTS = 200;
const SHOWN = 20;

interface Given {
  account: Account;
  upload: UploadedFile;
  read: ReadStatement;
  known: Set<string>;
  before: { id: number } | undefined;
}

async function accountFor(ctx: Context, id: number): Promise<Account> {
  const [account] = await ctx.db
    .select()
    .from(bankAccounts)
    .where(and(eq(bankAccounts.id, id), accountsInReach(ctx, 'contabilidad.crear')));
  if (!account) throw invalid([{ field: 'cuenta_id', message: 'Elige una cuenta de la lista.' }]);
  return account;
}

function columnsOf(text: string | undefined): CsvColumns | undefined {
  if (!text) return undefined;
  let typed: unknown;
  try {
    typed = JSON.parse(text);
  } catch {
    throw invalid([{ field: 'columnas', message: 'Elige las columnas de nuevo.' }]);
  }
  const parsed = CsvColumns.safeParse(typed);
  if (parsed.success) return parsed.data;
  throw invalid(
    parsed.error.issues.map((one) => ({ field: `columnas[${one.path.join('][')}]`, message: one.message })),
  );
}

/**
 * Reads the uploaded file with the given columns, or with the columns of the
 * account's last file. Raises 422 at its field.
 */
async function readGiven(ctx: Context, form: Form): Promise<Given> {
  const account = await accountFor(ctx, form.cuenta_id);
  const [upload] = ctx.uploads.get('archivo') ?? [];
  if (!upload) throw invalid([{ field: 'archivo', message: 'Elige el extracto: CSV, Excel u OFX.' }]);
  const pieces: Buffer[] = [];
  for await (const piece of await ctx.files.store.read(upload.sha256)) pieces.push(piece as Buffer);
  const [format] = await ctx.db
    .select()
    .from(statementFormats)
    .where(eq(statementFormats.accountId, account.id));
  const bytes = Buffer.concat(pieces);
  const source = isWorkbook(bytes) ? await readSheet(bytes, LINES_MAX) : bytes;
  const read = readOrRefuse(source, columnsOf(form.columnas), format?.columns);
  read.faults.push(...faultsOf(read, account, panamaDay(ctx.now)));
  const [before] = await ctx.db
    .select({ id: bankStatements.id })
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.accountId, account.id),
        eq(bankStatements.sha256, upload.sha256),
        isNull(bankStatements.undoneAt),
      ),
    );
  return { account, upload, read, known: await knownKeys(ctx, account.id, read.lines), before };
}

function readOrRefuse(source: Buffer | Sheet, typed?: CsvColumns, remembered?: CsvColumns): ReadStatement {
  try {
    if (typed) return readStatement(source, typed);
    const read = readStatement(source, remembered);
    // The format differs from the last file: guess the columns from its own headings.
    return remembered && read.lines.length === 0 ? readStatement(source) : read;
  } catch (error) {
    if (error instanceof Unreadable) throw invalid([{ field: 'archivo', message: error.message }]);
    throw error;
  }
}

const bare = (text: string) =>
  text
    .replace(/[^0-9A-Za-z]/g, '')
    .replace(/^0+/, '')
    .toUpperCase();

function faultsOf(read: ReadStatement, account: Account, today: string) {
  const other = read.accountNumber !== null && bare(read.accountNumber) !== bare(account.number);
  return [
    ...(other
      ? [
          faultAt(
            1,
            'ACCTID',
            `el archivo es de la cuenta terminada en ${bare(read.accountNumber!).slice(-4)}.`,
          ),
        ]
      : []),
    ...read.lines
      .filter(({ postedOn }) => postedOn > today)
      .map(({ row, postedOn }) => faultAt(row, read.columns?.fecha ?? 'DTPOSTED', `${showDay(postedOn)} no ha llegado: revisa la forma de la fecha.`)), // prettier-ignore
  ];
}

/**
 * Keys of the lines that earlier statements brought. Lines match by key or, when one file was CSV and the other OFX,
 * by day, amount and reference, counting repetitions.
 */
async function knownKeys(ctx: Context, accountId: number, lines: readonly ReadLine[]): Promise<Set<string>> {
  if (lines.length === 0) return new Set();
  const same = await rows<{ key: string }>(
    ctx.db,
    sql`select key from bank_statement_lines where account_id = ${accountId} and state <> 'undone'
      and key = any(${sql.param(lines.map(({ key }) => key))}::text[])`,
  );
  const known = new Set(same.map(({ key }) => key));
  const days = lines.map(({ postedOn }) => postedOn).toSorted();
  const kind = lines[0]!.key.slice(0, 2);
  const others = await rows<{ postedOn: string; cents: number; reference: string }>(
    ctx.db,
    sql`select posted_on "postedOn", cents, reference from bank_statement_lines where account_id = ${accountId} and state <> 'undone' and part_of is null
      and posted_on between ${days[0]!} and ${days.at(-1)!} and not starts_with(key, ${kind})`,
  );
  const written = new Map<string, number>();
  const likeness = (one: { postedOn: string; cents: number; reference: string }) =>
    `${one.postedOn}|${one.cents}|${referenceKey(one.reference)}`;
  for (const one of others) written.set(likeness(one), (written.get(likeness(one)) ?? 0) + 1);
  for (const line of lines) {
    const left = written.get(likeness(line)) ?? 0;
    if (known.has(line.key) || left === 0 || referenceKey(line.reference) === '') continue;
    written.set(likeness(line), left - 1);
    known.add(line.key);
  }
  return known;
}

/** Dry run of an import: writes nothing. Raises 422 at archivo, cuenta_id and columnas. */
export async function tryStatement(ctx: Context, form: Form): Promise<TriedStatement> {
  const { account, upload, read, known, before } = await readGiven(ctx, form);
  const fresh = read.lines.filter(({ key }) => !known.has(key));
  const aside = await asideOf(ctx, account.id, fresh);
  const sum = (sign: 1 | -1) => fresh.reduce((cents, one) => cents + Math.max(0, sign * one.cents), 0);
  return {
    format: read.format,
    sha256: upload.sha256,
    file_name: upload.name,
    headings: read.headings,
    columns: read.columns,
    from_on: read.fromOn,
    to_on: read.toOn,
    opening_centavos: read.openingCents,
    closing_centavos: read.closingCents,
    counts: { new: fresh.length, known: known.size, bad: read.faults.length, aside: aside.size },
    in_centavos: sum(1),
    out_centavos: sum(-1),
    imported_before: before !== undefined,
    faults: read.faults.slice(0, MAX_FAULTS),
    lines: read.lines.slice(0, SHOWN).map((one) => ({
      row: one.row,
      posted_on: one.postedOn,
      centavos: one.cents,
      reference: one.reference,
      description: one.description,
      balance_centavos: one.balanceCents,
      known: known.has(one.key),
      aside: aside.get(one.key) ?? null,
    })),
  };
}

/**
 * Imports a statement without faults: only new lines, each once even if several files contain it.
 * Marks incoming lines whose money the bank took back, matches lines with payments that were
 * confirmed by hand, and sets lines aside by the rules. The same file again returns the existing statement. Returns its id. Raises 409
 * IMPORT_STALE when the file differs from the tried one, 422.
 */
export async function importStatement(ctx: Context, form: Form): Promise<{ id: number; again: boolean }> {
  // Imports of one account run one after the other.
  await holdName(ctx.db, `bank_statements ${form.cuenta_id}`);
  const { account, upload, read, known, before } = await readGiven(ctx, form);
  if (before) return { id: before.id, again: true };
  if (form.sha256 !== undefined && form.sha256 !== upload.sha256)
    throw conflict('IMPORT_STALE', 'Ese no es el archivo que se probó. Haz la prueba otra vez.');
  if (read.faults.length > 0)
    throw invalid(read.faults.slice(0, 20).map(({ message }) => ({ field: 'archivo', message })));
  if (read.lines.length === 0 || !read.fromOn || !read.toOn)
    throw invalid([{ field: 'archivo', message: 'El extracto no trae ningún movimiento.' }]);
  const { userId } = staffOf(ctx);
  const fileId = await addFile(
    ctx,
    // The statement's id is set below.
    { reference: 'extracto', referenceId: 0, sensitive: false },
    upload,
  );
  const [made] = await ctx.db
    .insert(bankStatements)
    .values({
      accountId: account.id,
      format: read.format,
      fileId,
      fileName: upload.name,
      sha256: upload.sha256,
      fromOn: read.fromOn,
      toOn: read.toOn,
      openingCents: read.openingCents,
      closingCents: read.closingCents,
      newLines: read.lines.length - known.size,
      knownLines: known.size,
      importedBy: userId,
      importedAt: ctx.now,
    })
    .returning({ id: bankStatements.id });
  const id = made!.id;
  await ctx.db.update(files).set({ referenceId: id }).where(eq(files.id, fileId));
  await insertLines(
    ctx,
    id,
    account.id,
    read.lines.filter(({ key }) => !known.has(key)),
  );
  await joinConfirmed(ctx, id, account.bankId);
  await noteReturns(ctx, id, account.id);
  const aside = await applyRules(ctx, sql`x.statement_id = ${id}`);
  if (read.columns)
    await ctx.db
      .insert(statementFormats)
      .values({ accountId: account.id, columns: read.columns, updatedBy: userId, updatedAt: ctx.now })
      .onConflictDoUpdate({
        target: statementFormats.accountId,
        set: { columns: read.columns, updatedBy: userId, updatedAt: ctx.now },
      });
  await audit(ctx, 'importar', 'extracto', id, {
    account: account.id,
    lines: read.lines.length - known.size,
    aside,
  });
  return { id, again: false };
}

async function insertLines(ctx: Context, statementId: number, accountId: number, lines: readonly ReadLine[]) {
  for (let at = 0; at < lines.length; at += 1_000)
    await ctx.db
      .insert(bankStatementLines)
      .values(
        lines
          .slice(at, at + 1_000)
          .map(({ row, postedOn, cents, reference, description, balanceCents, key }) => ({
            statementId,
            accountId,
            row,
            postedOn,
            cents,
            reference,
            description,
            balanceCents,
            key,
          })),
      )
      .onConflictDoNothing();
}

interface Candidate {
  id: number;
  originalId: number;
  reference: string;
  description: string;
  originalReference: string;
}

/**
 * Finds returned money: a negative line with the amount of an earlier incoming line and either the same reference,
 * or words for a return and no other line of that amount. The earlier line can no longer be a payment, or its
 * payment must be reversed.
 */
async function noteReturns(ctx: Context, statementId: number, accountId: number): Promise<void> {
  const found = await rows<Candidate>(
    ctx.db,
    sql`select r.id, o.id "originalId", r.reference, r.description, o.reference "originalReference"
      from bank_statement_lines r join bank_statement_lines o on o.account_id = r.account_id and o.cents = -r.cents
        and o.posted_on between r.posted_on - 120 and r.posted_on
        and o.state <> 'undone' and o.part_of is null and not exists (select from bank_statement_lines x where x.returns_id = o.id)
      where r.statement_id = ${statementId} and r.account_id = ${accountId} and r.cents < 0 order by r.id, o.posted_on desc, o.id desc`,
  );
  const taken = new Set<number>();
  for (const id of new Set(found.map((one) => one.id))) {
    const candidates = found.filter((one) => one.id === id && !taken.has(one.originalId));
    const chosen =
      candidates.find((one) => sameMoney(one)) ??
      (candidates.length === 1 && saysReturn(candidates[0]!.description) ? candidates[0] : undefined);
    if (!chosen) continue;
    taken.add(chosen.originalId);
    await noteReturn(ctx, chosen);
  }
}

function sameMoney({ reference, description, originalReference }: Candidate): boolean {
  const key = referenceKey(originalReference);
  return key.length >= 4 && (referenceKey(reference) === key || referenceKey(description).includes(key));
}

async function noteReturn(ctx: Context, { id, originalId }: Candidate): Promise<void> {
  await ctx.db
    .update(bankStatementLines)
    .set({ returnsId: originalId, state: 'returned', stateReason: 'Devuelve otra línea' })
    .where(eq(bankStatementLines.id, id));
  const original = await ctx.db
    .update(bankStatementLines)
    .set({
      state: sql`case when ${bankStatementLines.state} in ('matched', 'split', 'undone') then ${bankStatementLines.state} else 'returned' end`,
      stateReason: 'El banco la devolvió',
      version: sql`${bankStatementLines.version} + 1`,
    })
    .where(or(eq(bankStatementLines.id, originalId), eq(bankStatementLines.partOf, originalId)))
    .returning({ id: bankStatementLines.id });
  const matched = await ctx.db
    .select({ paymentId: statementMatches.paymentId })
    .from(statementMatches)
    .where(
      and(
        inArray(
          statementMatches.lineId,
          original.map(({ id: lineId }) => lineId),
        ),
        isNull(statementMatches.releasedAt),
      ),
    );
  for (const { paymentId } of matched) await tellReturned(ctx, paymentId);
}

/**
 * Matches payments that were confirmed by hand before their line was
 * imported: same bank, reference and amount, each once.
 */
async function joinConfirmed(ctx: Context, statementId: number, bankId: number): Promise<void> {
  const joined = await rows<{ lineId: number }>(
    ctx.db,
    sql`insert into statement_matches (line_id, payment_id, confirms, matched_by, matched_at)
      select distinct on (p.id) l.id, p.id, false, null::bigint, ${ctx.now.toISOString()}::timestamptz
      from bank_statement_lines l join payments p on p.bank_id = ${bankId} and p.bank_reference = upper(l.reference)
        and p.bank_cents = l.cents and p.state_id in ${anyOf(SETTLED_STATES)} and p.reversed_at is null
      where l.statement_id = ${statementId} and l.state = 'open' and l.cents > 0
        and not exists (select from statement_matches x where x.payment_id = p.id and x.released_at is null)
      order by p.id, abs(l.posted_on - p.bank_date), l.id
      on conflict do nothing returning line_id "lineId"`,
  );
  if (joined.length > 0)
    await ctx.db
      .update(bankStatementLines)
      .set({ state: 'matched' })
      .where(inArray(bankStatementLines.id, joined.map(({ lineId }) => lineId))); // prettier-ignore
}
