import { eq } from 'drizzle-orm';
import { MESSAGES, type FieldError } from '#contract/errors.ts';
import {
  FIELD_NAMES,
  fieldsOf,
  isFieldName,
  PAGE_LABELS,
  specOf,
  SUMMARY,
  type PageNumber,
} from '#contract/banking/bankData/bankData.fields.ts';
import {
  askLabel,
  ROW_NAMES,
  ROWS,
  type AskName,
  type Profile,
} from '#contract/banking/bankData/bankData.rows.ts';
import type { BankDataForm, BankDataSent } from '#contract/banking/bankData/bankData.model.ts';
import { fieldText, rowText } from '#contract/banking/bankData/bankData.rules.ts';
import {
  gapsOf,
  nextPage,
  PAGE_STATE,
  whyNotChangePage,
  whyNotFill,
  type Gap,
} from '#contract/banking/bankData/bankData.state.ts';
import { TEXTS } from '#contract/texts.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { touch } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { recordLastAction } from '#server/modules/sales/sale/advance.service.ts';
import { salesInReach, salesOfClient, reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { followConsents } from '#server/modules/sales/purchase/consents.service.ts';
import { nameOf, requireTrust } from '#server/modules/sales/purchase/own.service.ts';
import { factsOf, profileOf, type Facts, type ProfileRow, type Sale } from './facts.service.ts';
import { findPages, findProfile, openProfile, saleNamed, type PageRow } from './reading.service.ts';
import { asksOfBanks } from '#server/modules/banking/bankForms/asks.service.ts';
import {
  archivedPages,
  auditSave,
  generalState,
  markPage,
  mergeForm,
  openGaps,
  openPages,
  writeProfile,
} from './bankData.save.ts';
import { bankProfiles } from './bankData.table.ts';

/** domain.md §2, last customer action */
const FILLED_FORM = 8;

/** A colleague who may not see somebody's income does not see it here either. */
export const isMasked = (ctx: Pick<Context, 'staff'>, sale: Sale): boolean =>
  ctx.staff !== null && !reaches(ctx, 'documentos.ingresos', sale);

interface Open {
  ctx: Context;
  sale: Sale;
  row: ProfileRow;
  facts: Facts;
  pages: PageRow[];
  form: BankDataForm;
}

/**
 * Who is acting on which sale: a colleague in whose reach it is, else the customer in whose browser it is open. The context comes
 * back with just that one. Raises 404, 403 CODE_NEEDED in a customer's browser that must give a code first.
 */
async function acting(ctx: Context, name: string): Promise<{ ctx: Context; sale: Sale }> {
  if (ctx.staff?.grants.has('tramites.editar')) {
    const sale = await saleNamed(ctx.db, name, salesInReach(ctx, 'tramites.editar'), true).catch(
      (error: unknown) => {
        if (error instanceof Refused && error.status === 404 && ctx.client) return undefined;
        throw error;
      },
    );
    if (sale) return { ctx: { ...ctx, client: null }, sale };
  }
  if (!ctx.client) throw notFound();
  const sale = await saleNamed(ctx.db, name, salesOfClient(ctx), true);
  await requireTrust(ctx, sale.id);
  return { ctx: { ...ctx, staff: null }, sale };
}

function requireFillable(sale: Sale): void {
  const closed = whyNotFill(sale);
  if (closed) throw conflict('BANK_DATA_CLOSED', closed);
}

const partsOf = async (ctx: Context, sale: Sale) => ({
  facts: await factsOf(ctx.db, sale),
  pages: await findPages(ctx.db, sale.id),
});

/** Opens a sale's profile for a change, beginning it where there is none. Raises 409 BANK_DATA_CLOSED, 409 STALE. */
export async function openForChange(ctx: Context, sale: Sale, version?: number) {
  requireFillable(sale);
  const row = await openProfile(ctx.db, sale.id, ctx.now);
  if (version !== undefined && version !== row.version)
    throw conflict('STALE', 'Estos datos cambiaron en otro lugar. Revísalos y envíalos de nuevo.', {
      version: row.version,
    });
  return { row, ...(await partsOf(ctx, sale)) };
}

/** The same without writing anything: there may be no profile yet. Raises 409 BANK_DATA_CLOSED. */
export async function openToLook(ctx: Context, sale: Sale) {
  requireFillable(sale);
  return { row: await findProfile(ctx.db, sale.id), ...(await partsOf(ctx, sale)) };
}

/** Income and family are kept only with the buyer's consent (Ley 81 de 2019); the customer may give it right here. */
async function requireConsent({ ctx, sale, form }: Pick<Open, 'ctx' | 'sale' | 'form'>): Promise<void> {
  const ticked =
    ctx.staff === null && ['1', 'on', 'true', 'sí', 'si'].includes(form.consentimiento_datos ?? '');
  const held = await followConsents(ctx, sale.id, { datos: ticked || undefined });
  if (!held.datos)
    throw invalid([
      {
        field: 'consentimiento_datos',
        message: ctx.staff
          ? 'El cliente no ha dado su permiso para usar sus datos: pídeselo antes de escribirlos.'
          : 'Marca tu permiso para usar estos datos.',
      },
    ]);
}

/**
 * One step of the form: keeps a page, passes over one (ignorar_pagina=1: that page, or where the customer stands), or, the
 * last page, sends everything. Raises 422 with what was typed kept, 404, 409 STALE, PAGE_LOCKED, BANK_DATA_CLOSED.
 */
export async function sendBankData(outer: Context, form: BankDataForm): Promise<BankDataSent> {
  const { ctx, sale } = await acting(outer, form.codigo);
  const open: Open = { ctx, sale, form, ...(await openForChange(ctx, sale, form.version)) };
  if (form.ignorar_pagina === '1') return skipPage(open);
  await requireConsent(open);
  const page = form.pagina ?? 1;
  return page === SUMMARY ? submit(open) : savePage(open, page);
}

const addressOf = (sale: Sale, page: PageNumber) =>
  `/tramites/${nameOf(sale)}/datos-bancarios?pagina=${page}`;

async function skipPage({ ctx, sale, row, pages, form }: Open): Promise<BankDataSent> {
  const page = form.pagina ?? (row.atPage as PageNumber);
  if (page === SUMMARY)
    throw invalid([
      { field: 'ignorar_pagina', message: 'El resumen no se omite: con él se envían los datos.' },
    ]);
  const next = nextPage(page, archivedPages(pages));
  if (generalState(pages, page) === PAGE_STATE.pending) {
    await markPage(ctx, sale.id, page, true);
    await ctx.db
      .update(bankProfiles)
      .set({ atPage: next, version: row.version + 1, updatedAt: ctx.now })
      .where(eq(bankProfiles.saleId, sale.id));
    await audit(ctx, 'omitir', 'datos_bancarios', sale.id, { pagina: page });
  }
  return { success: `Página omitida: ${PAGE_LABELS[page]}.`, request: {}, redirect: addressOf(sale, next) };
}

async function savePage(
  { ctx, sale, row, facts, pages, form }: Open,
  page: PageNumber,
): Promise<BankDataSent> {
  const locked = whyNotChangePage(generalState(pages, page));
  if (locked) throw conflict('PAGE_LOCKED', locked);
  const masked = isMasked(ctx, sale);
  const { errors, ...merged } = await mergeForm(ctx, {
    form: { ...form, pagina: page },
    pages: [page],
    row,
    facts,
    masked,
  });
  const next = nextPage(page, archivedPages(pages));
  const set = errors.length === 0 ? { atPage: next } : {};
  const refused = errors.length > 0;
  const version = await writeProfile(ctx, { row, facts, pages, ...merged, set, refused });
  if (refused) throw keeping(errors, version);
  await markPage(ctx, sale.id, page, false);
  await auditSave(ctx, sale.id, page, merged.changed);
  const profile = profileOf(merged, facts);
  return {
    success: 'Página guardada.',
    request: requestOf(profile, [page], { masked, version }),
    redirect: addressOf(sale, next),
  };
}

/** What was typed stays, with its faults; the version tells with what the corrected form is sent. */
const keeping = (errors: FieldError[], version: number) =>
  new Refused(422, 'INVALID', MESSAGES.INVALID, { errors, keep: true, current: { version } });

async function submit({ ctx, sale, row, facts, pages, form }: Open): Promise<BankDataSent> {
  const masked = isMasked(ctx, sale);
  const redirect = ctx.staff
    ? `/oficina/datos-bancarios/${nameOf(sale)}`
    : `/clientes/mi-compra/${nameOf(sale)}`;
  const { errors, ...merged } = await mergeForm(ctx, {
    form: { ...form, pagina: SUMMARY },
    pages: openPages(pages),
    row,
    facts,
    masked,
  });
  const profile = profileOf(merged, facts);
  const lacking = openGaps(profile, pages).map((gap) => ({ field: gap.name, message: missingText(gap) }));
  const faults = [...errors, ...oldFaults(merged.faults, errors), ...lacking];
  // The same once more: it was sent already.
  if (faults.length === 0 && row.sentAt && merged.changed.length === 0 && row.sentAt >= row.updatedAt)
    return {
      success: TEXTS.sent,
      request: requestOf(profile, [SUMMARY], { masked, version: row.version }),
      redirect,
    };
  const sent = faults.length === 0;
  const version = await writeProfile(ctx, {
    row,
    facts,
    pages,
    ...merged,
    set: sent
      ? { sentAt: ctx.now, sentBy: ctx.staff?.userId ?? null, timesSent: row.timesSent + 1, atPage: SUMMARY }
      : {},
    refused: !sent,
  });
  if (!sent) throw keeping(faults, version);
  await markPage(ctx, sale.id, SUMMARY, false);
  await audit(ctx, 'enviar', 'datos_bancarios', sale.id, { campos: merged.changed.slice(0, 60) });
  await tell(ctx, sale, row.timesSent + 1);
  return { success: TEXTS.sent, request: requestOf(profile, [SUMMARY], { masked, version }), redirect };
}

const missingText = ({ label, page }: Gap) => `Falta «${label}» en la página ${page}, ${PAGE_LABELS[page]}.`;

/** Faults that were kept from before and are not told again already. */
function oldFaults(kept: Readonly<Record<string, string>>, told: readonly FieldError[]): FieldError[] {
  const known = new Set(told.map(({ field }) => field.split('[')[0]));
  return Object.keys(kept)
    .filter((field) => !known.has(field))
    .map((field) => ({ field, message: `Corrige «${labelOf(field)}»: lo que hay escrito no se entiende.` }));
}
const labelOf = (name: string) => (isFieldName(name) || name in ROWS ? askLabel(name as AskName) : name);

async function tell(ctx: Context, sale: Sale, times: number): Promise<void> {
  if (!ctx.staff) await recordLastAction(ctx, sale.id, FILLED_FORM);
  const to =
    sale.processorId === null ? await whoMay(ctx.db, 'tramites.editar', sale.projectId) : [sale.processorId];
  await notify(ctx, {
    kind: 'datos_bancarios_enviados',
    to,
    text: `Datos bancarios de ${nameOf(sale)}: enviados y listos para comparar con sus documentos.`,
    url: `/oficina/datos-bancarios/${nameOf(sale)}`,
    event: `datos_bancarios:${sale.id}:enviados:${times}`,
  });
  touch(ctx, ['precontrato', sale.id]);
}

/** Pages as the form has them, for the session storage: texts by field, rows by list. */
function requestOf(
  { values, rows }: Profile,
  pages: readonly PageNumber[],
  { masked, version }: { masked: boolean; version: number },
): BankDataSent['request'] {
  const told: BankDataSent['request'] = { version: String(version) };
  for (const page of pages) {
    for (const name of fieldsOf(page)) told[name] = fieldText(name, values[name]);
    for (const name of ROW_NAMES)
      if (ROWS[name].page === page && !(masked && name === 'deudas'))
        told[name] = rows[name].map((row) => rowText(name, { ...row }));
  }
  if (masked) hideIncome(told);
  return told;
}

/** Takes the figures of income and debts out of texts by field. */
export function hideIncome(texts: Record<string, unknown>): void {
  for (const name of FIELD_NAMES) if (specOf(name).income && name in texts) texts[name] = '';
}

/** What a sale's profile lacks of what everybody is asked for, in the words of its pages. */
export async function dataGaps(db: Db, saleId: number): Promise<string[]> {
  const sale = await saleNamed(db, saleId, undefined);
  const profile = profileOf(await findProfile(db, saleId), await factsOf(db, sale));
  return openGaps(profile, await findPages(db, saleId)).map(({ label }) => label);
}

/** By bank, in the words of the pages: every datum that its form asks for, and those that it insists on and the sale lacks. */
export async function dataAsked(
  db: Db,
  saleId: number,
  bankIds: readonly number[],
): Promise<Map<number, { asked: Set<string>; missing: string[] }>> {
  const sale = await saleNamed(db, saleId, undefined);
  const profile = profileOf(await findProfile(db, saleId), await factsOf(db, sale));
  const banks = await asksOfBanks(db, bankIds);
  return new Map(
    banks.map(({ id, fields, required }) => [
      id,
      {
        asked: new Set([...fields, ...required].map(askLabel)),
        missing: gapsOf(profile, required).map(({ label }) => label),
      },
    ]),
  );
}

/** Whether a customer is asked for bank data now, and has sent them; null where no bank is asked. */
export async function bankDataStanding(db: Db, sale: Sale): Promise<{ sent: boolean } | null> {
  if (whyNotFill(sale) !== null) return null;
  const row = await findProfile(db, sale.id);
  const sent = row?.sentAt != null;
  // With a letter nobody waits for them any more.
  return !sent && sale.stateId >= SALE.promiseLetter ? null : { sent };
}
