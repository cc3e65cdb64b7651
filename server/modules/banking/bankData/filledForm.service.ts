import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { panamaDay, showDay, showInstant } from '#contract/dates.ts';
import { NO_DATA_CONSENT } from '#contract/banking/applications/applicationRules.ts';
import { formatMoney } from '#contract/money.ts';
import { FIELDS, isFieldName, specOf, type FieldName } from '#contract/banking/bankData/bankData.fields.ts';
import {
  ROW_NAMES,
  ROWS,
  rowSpecOf,
  type Profile,
  type RowsName,
} from '#contract/banking/bankData/bankData.rows.ts';
import { fieldText, rowText } from '#contract/banking/bankData/bankData.rules.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, forbidden, notFound } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { consentsOf } from '#server/modules/sales/consents/consents.service.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { nameOf } from '#server/modules/sales/purchase/own.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { factsOf, profileOf, type Facts } from './facts.service.ts';
import { ratioOf } from './loan.service.ts';
import { findProfile, saleNamed } from './reading.service.ts';
import type { PdfTarget } from '#server/modules/banking/bankForms/bankForms.table.ts';
import { CELL, rowsOfForm, templateOf } from '#server/modules/banking/bankForms/bankForms.service.ts';
import { onPdf, type DrawnForm } from '#server/modules/banking/bankForms/onPdf.service.ts';

/** A value as it stands on paper. */
export function paperText(field: FieldName, { values }: Profile): string {
  const value = values[field];
  const { kind } = specOf(field);
  if (value === null || value === undefined) return '';
  if (kind === 'check') return value === true ? 'Sí' : 'No';
  if (kind === 'money') return money(Number(value));
  if (kind === 'date') return showDay(String(value));
  if (field === 'tipo_documento' || field === 'codeudor_tipo_documento')
    return DOCUMENTS[String(value)] ?? String(value);
  return fieldText(field, value);
}
const DOCUMENTS: Readonly<Record<string, string>> = { cedula: 'Cédula', pasaporte: 'Pasaporte', ruc: 'RUC' };
/** The standard fonts of a bank's PDF have no hard space. */
const money = (cents: number) => formatMoney(cents).replace('\u00A0', ' ');

interface Filling {
  profile: Profile;
  facts: Facts;
  today: string;
}

/** What goes into one field of a bank's PDF: text, or whether a box is ticked. */
export function targetValue({ campo, valor }: PdfTarget, filling: Filling): string | boolean {
  // Banks print the currency themselves.
  const text = targetText(campo, filling).replace(/^USD /, '');
  if (valor === '') return text;
  return text.trim().toLowerCase() === valor.trim().toLowerCase();
}

function targetText(campo: string, { profile, facts, today }: Filling): string {
  if (isFieldName(campo)) return paperText(campo, profile);
  const cell = CELL.exec(campo);
  if (cell) {
    const row = profile.rows[cell[1] as RowsName][Number(cell[2])];
    return row ? (rowText(cell[1] as RowsName, { ...row })[cell[3]!] ?? '') : '';
  }
  const ratio = ratioOf(profile, facts.terms);
  const { deudas } = profile.rows;
  switch (campo) {
    case 'hoy':
      return showDay(today);
    case 'monto_prestamo':
      return money(Math.max(0, (profile.values.precio ?? 0) - (profile.values.abono ?? 0)));
    case 'letra':
      return ratio ? money(ratio.installment_centavos) : '';
    case 'ingreso_familiar':
      return ratio ? money(ratio.income_centavos) : '';
    case 'total_saldos':
      return money(deudas.reduce((sum, { saldo_centavos }) => sum + saldo_centavos, 0));
    case 'total_cuotas':
      return money(deudas.reduce((sum, { cuota_centavos }) => sum + cuota_centavos, 0));
    default:
      return '';
  }
}

/**
 * A bank's form filled from a sale's profile: the bank's own PDF where there is one, else one drawn from its rows. It shows
 * income, so documentos.ingresos is needed, and the customer's consent must stand; that it left is logged. Raises 404, 403, 409
 * NO_CONSENT.
 */
export async function filledForm(
  ctx: Context,
  codigo: string,
  bankId: number,
): Promise<{ name: string; bytes: Uint8Array }> {
  const sale = await saleNamed(ctx.db, codigo, salesInReach(ctx, 'tramites.exportar'));
  if (!reaches(ctx, 'documentos.ingresos', sale)) throw forbidden();
  if (!(await consentsOf(ctx.db, sale.id)).datos) throw conflict('NO_CONSENT', NO_DATA_CONSENT);
  const bank = (await catalogLabels(ctx.db, banks)).get(bankId);
  if (bank === undefined) throw notFound();
  const [row, facts, template] = await Promise.all([
    findProfile(ctx.db, sale.id),
    factsOf(ctx.db, sale),
    templateOf(ctx.db, bankId),
  ]);
  const filling: Filling = { profile: profileOf(row, facts), facts, today: panamaDay(ctx.now) };
  const bytes = template
    ? await onPdf({
        kind: 'fill',
        bytes: await templateBytes(ctx, template.fileId),
        values: Object.fromEntries(template.mapping.map((one) => [one.pdf, targetValue(one, filling)])),
      })
    : await onPdf({ kind: 'draw', form: await drawn(ctx, { bankId, bank, sale: nameOf(sale), ...filling }) });
  await audit(ctx, 'exported', 'datos_bancarios', sale.id, {
    banco: bank,
    pdf: template ? 'propio' : 'dibujado',
  });
  return { name: `formulario-${nameOf(sale)}-${bankId}.pdf`, bytes };
}

async function templateBytes(ctx: Context, fileId: string): Promise<Uint8Array> {
  const [file] = await ctx.db.select({ sha256: files.sha256 }).from(files).where(eq(files.id, fileId));
  if (!file) throw notFound();
  return buffer(await ctx.files.store.read(file.sha256));
}

/** Rows of a list that a drawn form shows; its title counts the rest. */
const ROWS_DRAWN = 40;
/** What a drawn form tells of the loan, by names of `WORKED_OUT`. */
const LOAN_LINES = [
  { field: 'monto_prestamo', label: 'Monto a financiar' },
  { field: 'letra', label: 'Letra mensual estimada' },
  { field: 'ingreso_familiar', label: 'Ingreso familiar' },
];

async function drawn(
  ctx: Context,
  { bankId, bank, sale, profile, facts, today }: Filling & { bankId: number; bank: string; sale: string },
): Promise<DrawnForm> {
  const [{ rows }, { company }] = await Promise.all([rowsOfForm(ctx.db, bankId), readSettings(ctx.db)]);
  const sections = new Map<string, { label: string; value: string }[]>();
  for (const { section, label, field } of rows)
    if (isFieldName(field) && FIELDS[field].page !== 6)
      sections.set(section, [...(sections.get(section) ?? []), { label, value: paperText(field, profile) }]);
  const loan = LOAN_LINES.map(({ field, label }) => ({
    label,
    value: targetText(field, { profile, facts, today }),
  }));
  return {
    title: 'Solicitud de préstamo hipotecario',
    bank,
    company: company.name,
    subject: `${sale} · ${paperText('nombre', profile)} · ${paperText('cedula', profile)}`,
    sections: [
      ...[...sections].map(([title, lines]) => ({ title, lines })),
      { title: 'Cálculo del préstamo', lines: loan },
    ],
    tables: ROW_NAMES.filter((name) => rows.some(({ field }) => field === name)).map((name) =>
      tableOf(name, profile),
    ),
    foot: `Preparado por ${staffOf(ctx).name} el ${showInstant(ctx.now)} con los datos que declaró el cliente.`,
  };
}

function tableOf(name: RowsName, { rows }: Profile): DrawnForm['tables'][number] {
  const columns = Object.entries(rowSpecOf(name).columns);
  const list = rows[name].slice(0, ROWS_DRAWN).map((row) => rowText(name, { ...row }));
  const more = rows[name].length - list.length;
  return {
    title: more > 0 ? `${ROWS[name].label} (y ${more} más)` : ROWS[name].label,
    columns: columns.map(([, { label }]) => label),
    rows: list.map((row) => columns.map(([column]) => row[column] ?? '')),
  };
}
