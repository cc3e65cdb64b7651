import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import {
  FileFormat,
  fileText,
  MissingCode,
  type FileValues,
  type FormatPurpose,
} from '#contract/money/paymentBatches/formats.ts';
import type { FormatForm, FormatRow } from '#contract/money/paymentBatches/model.ts';
import { BATCH_STATE as S } from '#contract/money/paymentBatches/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { interimLoans, interimPayments } from '#server/modules/money/interimLoans/interimLoans.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { batchesInReach } from './batches.scope.ts';
import { batchCode } from './lines.service.ts';
import {
  fileFormats,
  paymentBatches,
  paymentBatchLines,
  supplierBankAccounts,
} from './paymentBatches.table.ts';

type Stored = typeof fileFormats.$inferSelect;

const formatOf = (one: Stored): FileFormat =>
  FileFormat.parse({
    separator: one.separator,
    extension: one.extension,
    header: one.header,
    day_form: one.dayForm,
    columns: one.columns,
  });

/** All formats: of banks first. */
export async function listOfFormats({ db }: Pick<Context, 'db'>): Promise<FormatRow[]> {
  const labels = await catalogLabels(db, banks);
  const found = await db
    .select()
    .from(fileFormats)
    .orderBy(sql`bank_id is null`, asc(fileFormats.name), asc(fileFormats.id));
  return found.map((one) => ({
    id: one.id,
    version: one.version,
    purpose: one.purpose,
    bank: one.bankId === null ? null : { id: one.bankId, name: labels.get(one.bankId) ?? '' },
    name: one.name,
    ...formatOf(one),
  }));
}

/** Changes the columns of a format. Raises 404, 409 STALE. */
export async function changeFormat(
  ctx: Context,
  id: number,
  { version, ...form }: z.output<typeof FormatForm>,
): Promise<FormatRow> {
  const [before] = await ctx.db.select().from(fileFormats).where(eq(fileFormats.id, id)).for('no key update');
  if (!before) throw notFound();
  if (version !== undefined && version !== before.version)
    throw conflict('STALE', undefined, { version: before.version });
  await ctx.db
    .update(fileFormats)
    .set({
      separator: form.separator,
      extension: form.extension,
      header: form.header,
      dayForm: form.day_form,
      columns: form.columns,
      version: before.version + 1,
    })
    .where(eq(fileFormats.id, id));
  await announce(ctx, { record: 'formato_archivo', id, verb: 'cambiar' });
  await audit(ctx, 'cambiar', 'formato_archivo', id, { before: formatOf(before), after: form });
  return (await listOfFormats(ctx)).find((one) => one.id === id)!;
}

export interface TextFile {
  name: string;
  text: string;
}

/** Writes rows in the format of a purpose and bank. Raises 422 when there is none, or it lacks a code. */
export async function writeFile(
  { db }: Pick<Context, 'db'>,
  purpose: FormatPurpose,
  bankId: number | null,
  name: string,
  list: readonly FileValues[],
): Promise<TextFile> {
  const [stored] = await db
    .select()
    .from(fileFormats)
    .where(and(eq(fileFormats.purpose, purpose), sql`coalesce(bank_id, 0) = ${bankId ?? 0}`));
  if (!stored)
    throw transitionRefused('No hay un formato de archivo para ese banco: pídelo a quien administra.');
  const format = formatOf(stored);
  try {
    return { name: `${name}.${format.extension}`, text: fileText(format, list) };
  } catch (error) {
    if (error instanceof MissingCode) throw transitionRefused(error.message);
    throw error;
  }
}

/** The file of an ACH batch for its bank. Raises 404, 422 when it is not approved or its bank has no format. */
export async function batchFile(ctx: Context, id: number): Promise<TextFile> {
  const [found] = await ctx.db
    .select({ batch: paymentBatches, bankId: bankAccounts.bankId })
    .from(paymentBatches)
    .innerJoin(bankAccounts, eq(bankAccounts.id, paymentBatches.bankAccountId))
    .where(and(eq(paymentBatches.id, id), batchesInReach(ctx, 'contabilidad.exportar')));
  if (!found) throw notFound();
  const { batch, bankId } = found;
  if (batch.kind !== 'ach') throw transitionRefused('Un lote de cheques no tiene archivo.');
  if (!([S.approved, S.sent, S.confirmed] as number[]).includes(batch.stateId))
    throw transitionRefused('El archivo se hace cuando otra persona aprueba el lote.');
  const lines = await ctx.db
    .select({ line: paymentBatchLines, account: supplierBankAccounts, partner: partners, loan: interimLoans })
    .from(paymentBatchLines)
    .leftJoin(supplierBankAccounts, eq(supplierBankAccounts.id, paymentBatchLines.supplierBankAccountId))
    .leftJoin(partners, eq(partners.id, supplierBankAccounts.partnerId))
    .leftJoin(interimPayments, eq(interimPayments.id, paymentBatchLines.interimPaymentId))
    .leftJoin(interimLoans, eq(interimLoans.id, interimPayments.loanId))
    .where(and(eq(paymentBatchLines.batchId, id), sql`${paymentBatchLines.state} <> 'retirado'`))
    .orderBy(asc(paymentBatchLines.id));
  const code = batchCode(batch);
  return writeFile(
    ctx,
    'ach',
    bankId,
    code,
    lines.map(({ line, account, partner, loan }) => ({
      beneficiario: account?.holder ?? line.beneficiary,
      // A loan is paid by its number.
      cuenta: (account?.number ?? loan?.number ?? '').replace(/\D/g, ''),
      banco: account?.bankId ?? loan?.bankId ?? null,
      tipo_cuenta: account?.kind ?? 'prestamo',
      correo: partner?.email ?? '',
      referencia: `${code}-${line.id}`,
      fecha: batch.payOn,
      ruc: partner?.ruc ?? '',
      dv: partner?.dv ?? '',
      concepto: `Pago ${code}`,
      monto: line.cents,
    })),
  );
}
