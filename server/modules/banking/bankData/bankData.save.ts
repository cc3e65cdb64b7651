import { isDeepStrictEqual } from 'node:util';
import { and, eq, ne } from 'drizzle-orm';
import type { FieldError } from '#contract/errors.ts';
import { panamaDay } from '#contract/dates.ts';
import {
  FIELDS,
  fieldsOf,
  isFieldName,
  PAGES,
  specOf,
  SUMMARY,
  type FieldName,
  type PageNumber,
  type Values,
} from '#contract/banking/bankData/bankData.fields.ts';
import {
  ROW_NAMES,
  ROWS,
  rowSpecOf,
  type Profile,
  type Rows,
  type RowsName,
} from '#contract/banking/bankData/bankData.rows.ts';
import { StoredRows, StoredValues, type BankDataForm } from '#contract/banking/bankData/bankData.model.ts';
import {
  isAsked,
  isEmptyTyped,
  readField,
  readRow,
  rowErrors,
  withoutUnasked,
  type TypedRow,
} from '#contract/banking/bankData/bankData.rules.ts';
import {
  BASIC_ASKS,
  gapsOf,
  PAGE_STATE,
  whyNotChangePage,
} from '#contract/banking/bankData/bankData.state.ts';
import { announce } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { fixedFields, ownValues, profileOf, type Facts, type ProfileRow } from './facts.service.ts';
import type { PageRow } from './reading.service.ts';
import { bankProfilePages, bankProfiles } from './bankData.table.ts';

/** State of a page for all banks. */
export const generalState = (pages: readonly PageRow[], page: number): number =>
  pages.find((one) => one.page === page && one.bankId === 0)?.stateId ?? PAGE_STATE.pending;

export const archivedPages = (pages: readonly PageRow[]): number[] =>
  pages
    .filter(({ bankId, stateId }) => bankId === 0 && stateId === PAGE_STATE.archived)
    .map(({ page }) => page);

/** What somebody is asked for: not what stands on a page that is archived or was passed over. */
export function openGaps(profile: Profile, pages: readonly PageRow[]) {
  const aside = new Set(
    pages
      .filter(
        ({ bankId, stateId, skippedAt }) =>
          bankId === 0 && (stateId === PAGE_STATE.archived || skippedAt !== null),
      )
      .map(({ page }) => page),
  );
  return gapsOf(profile, BASIC_ASKS).filter(({ page }) => !aside.has(page));
}

/** Rows as they were sent, a list or keyed by their numbers; empty ones are left out. Undefined: none were sent. */
export function typedRows(
  value: readonly TypedRow[] | Readonly<Record<string, TypedRow>> | undefined,
): TypedRow[] | undefined {
  if (value === undefined) return undefined;
  const list = Array.isArray(value)
    ? (value as readonly TypedRow[])
    : Object.entries(value as Readonly<Record<string, TypedRow>>)
        .toSorted(([a], [b]) => Number(a) - Number(b))
        .map(([, row]) => row);
  return list.filter((row) => !isEmptyTyped(row));
}

interface Merged {
  values: Values;
  rows: Partial<Rows>;
  faults: Record<string, string>;
  errors: FieldError[];
  /** Names of what is another now. */
  changed: (FieldName | RowsName)[];
}

interface Merging {
  form: BankDataForm;
  /** Pages whose fields are taken from the form. */
  pages: readonly PageNumber[];
  row: ProfileRow;
  facts: Facts;
  /** Income may not be seen by the caller, and so not be written. */
  masked: boolean;
}

/** Puts what was typed into a profile: well formed it is kept as it is meant, malformed as it was typed, with its fault. */
export async function mergeForm(
  ctx: Pick<Context, 'db' | 'now'>,
  { form, pages, row, facts, masked }: Merging,
): Promise<Merged> {
  const { cedulaMaxAsiento } = await readSettings(ctx.db);
  const before = profileOf(row, facts);
  const fixed = new Set<string>(fixedFields(facts));
  const values: Record<string, unknown> = { ...before.values };
  const faults = { ...row.faults };
  const errors: FieldError[] = [];
  const around = {
    today: panamaDay(ctx.now),
    maxEntry: cedulaMaxAsiento,
    other: (field: string) => (isFieldName(field) ? (form[field] ?? String(values[field] ?? '')) : ''),
  };
  for (const field of pages.flatMap(fieldsOf)) {
    const typed = typedOf(form, field);
    if (typed === undefined || fixed.has(field)) continue;
    if (masked && specOf(field).income) {
      if (typed.trim() !== '') errors.push({ field, message: `${FIELDS[field].label}: ${NO_INCOME}` });
      continue;
    }
    delete faults[field];
    const read = readField(field, typed, around);
    if (read.error === undefined) values[field] = read.value;
    else {
      faults[field] = typed
        .slice(0, 200)
        .toWellFormed()
        .replace(/\p{Cc}/gu, ' ');
      errors.push({ field, message: read.error });
    }
  }
  const rows = { ...row.rows };
  for (const name of ROW_NAMES) {
    const sent = pages.includes(ROWS[name].page) ? typedRows(form[name]) : undefined;
    if (sent === undefined) continue;
    if (masked && rowSpecOf(name).income) {
      if (sent.length > 0) errors.push({ field: name, message: `${ROWS[name].label}: ${NO_INCOME}` });
      continue;
    }
    delete faults[name];
    const wrong = rowErrors(name, sent, cedulaMaxAsiento);
    if (wrong.length > 0) {
      // Too much to be a form that somebody types: told, and not kept.
      const text = JSON.stringify(sent);
      if (text.length < FAULT_MAX) faults[name] = text;
      errors.push(...wrong);
    } else Object.assign(rows, { [name]: sent.map((one) => readRow(name, one, cedulaMaxAsiento).value) });
  }
  // What a condition no longer asks for is no fault either.
  const kept = withoutUnasked(values);
  for (const field of Object.keys(faults))
    if (isFieldName(field) && !isAsked(field, kept)) delete faults[field];
  const asked = errors.filter(({ field }) => !isFieldName(field) || isAsked(field, kept) || masked);
  const after: Profile = profileOf({ values: kept, rows }, facts);
  return { values: kept, rows, faults, errors: asked, changed: changedBetween(before, after) };
}

const FAULT_MAX = 60_000;
const NO_INCOME = 'no puedes escribir cifras de ingresos ni de deudas en esta venta.';

/** A box that is not ticked is not sent: on the page itself that means no. */
function typedOf(form: BankDataForm, field: FieldName): string | undefined {
  const typed = form[field];
  if (typed !== undefined || specOf(field).kind !== 'check') return typed;
  return specOf(field).page === (form.pagina ?? 1) ? '' : undefined;
}

// The database keeps the keys of a row in an order of its own.
const same = (a: unknown, b: unknown) => isDeepStrictEqual(a ?? null, b ?? null);

const isNothing = (value: unknown) => value === undefined || value === false || value === '';
export function changedBetween(before: Profile, after: Profile): (FieldName | RowsName)[] {
  const fields = PAGES.flatMap(fieldsOf).filter((name) => {
    const [a, b] = [before.values[name], after.values[name]];
    return !same(isNothing(a) ? null : a, isNothing(b) ? null : b);
  });
  return [...fields, ...ROW_NAMES.filter((name) => !same(before.rows[name], after.rows[name]))];
}

interface Writing {
  row: ProfileRow;
  facts: Facts;
  pages: readonly PageRow[];
  values: Values;
  rows: Partial<Rows>;
  faults: Record<string, string>;
  changed: readonly (FieldName | RowsName)[];
  set?: Partial<typeof bankProfiles.$inferInsert>;
  /** Nothing of it was accepted: what only keeps faults is no other version. */
  refused?: boolean;
}

/**
 * Writes a profile whose row is locked. What was verified for one bank on a page that is another now goes back to pending: it
 * was compared with something else. Answers the new version.
 */
export async function writeProfile(
  ctx: Acting,
  { row, facts, pages, values, rows, faults, changed, set = {}, refused = false }: Writing,
): Promise<number> {
  const kept = StoredValues.parse(ownValues(values, facts));
  const keptRows = StoredRows.parse(rows) as Partial<Rows>;
  const profile = profileOf({ values: kept, rows: keptRows }, facts);
  const version = refused && changed.length === 0 ? row.version : row.version + 1;
  await ctx.db
    .update(bankProfiles)
    .set({
      values: kept,
      rows: keptRows,
      faults,
      version,
      gaps: gapsOf(profile, BASIC_ASKS).length,
      updatedAt: ctx.now,
      ...set,
    })
    .where(eq(bankProfiles.saleId, row.saleId));
  const touched = new Set<number>(
    changed.map((name) => (isFieldName(name) ? FIELDS[name].page : ROWS[name].page)),
  );
  for (const one of pages)
    if (touched.has(one.page) && one.bankId !== 0 && one.stateId === PAGE_STATE.verified) {
      await ctx.db
        .update(bankProfilePages)
        .set({ stateId: PAGE_STATE.pending, changedAt: ctx.now, changedBy: ctx.staff?.userId ?? null })
        .where(eq(bankProfilePages.id, one.id));
      await announce(ctx, {
        record: 'datos_bancarios_pagina',
        id: one.id,
        from: one.stateId,
        to: PAGE_STATE.pending,
        of: ['precontrato', row.saleId],
        reason: 'Los datos cambiaron.',
      });
    }
  return version;
}

/** Notes that a page was sent, or passed over. */
export async function markPage(
  ctx: Pick<Context, 'db' | 'now' | 'staff'>,
  saleId: number,
  page: PageNumber,
  skipped: boolean,
): Promise<void> {
  const mark = skipped
    ? { skippedAt: ctx.now, skippedBy: ctx.staff?.userId ?? null }
    : { savedAt: ctx.now, skippedAt: null, skippedBy: null };
  await ctx.db
    .insert(bankProfilePages)
    .values({ saleId, page, ...mark })
    .onConflictDoUpdate({
      target: [bankProfilePages.saleId, bankProfilePages.page, bankProfilePages.bankId],
      set: mark,
    });
}

/** Pages of a form that may be written: not the verified and archived ones. */
export const openPages = (pages: readonly PageRow[]): PageNumber[] =>
  PAGES.filter((page) => page === SUMMARY || whyNotChangePage(generalState(pages, page)) === null);

export const auditSave = (
  ctx: Parameters<typeof audit>[0],
  saleId: number,
  pagina: number,
  campos: readonly string[],
) => audit(ctx, 'guardar', 'datos_bancarios', saleId, { pagina, campos: campos.slice(0, 60) });

/** How many of the pages before the summary are verified or archived for all banks. */
export async function countChecked(ctx: Pick<Context, 'db'>, saleId: number): Promise<number> {
  return ctx.db.$count(
    bankProfilePages,
    and(
      eq(bankProfilePages.saleId, saleId),
      eq(bankProfilePages.bankId, 0),
      ne(bankProfilePages.stateId, PAGE_STATE.pending),
      ne(bankProfilePages.page, SUMMARY),
    ),
  );
}
