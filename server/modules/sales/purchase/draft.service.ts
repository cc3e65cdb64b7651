import { writeDraft } from '#server/modules/sales/sale/begun.service.ts';
import { eq } from 'drizzle-orm';
import { kinships } from '#contract/company/catalogs/peopleLists.ts';
import type { FieldError } from '#contract/errors.ts';
import { normalizePhone } from '#contract/phone.ts';
import type { DraftChange, DraftKept } from '#contract/sales/purchase/model.ts';
import {
  fieldError,
  missingFields,
  NEEDS_NO_CONSENT,
  TEXT_FIELDS,
  type Missing,
} from '#contract/sales/purchase/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { conflict } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { lotChoices, moveClaim, type Claim } from '#server/modules/sales/claims/claims.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { followConsents } from './consents.service.ts';
import { ASKED_AT, draftErrors, familySent, typedOf, type Draft, type Lists } from './draftForm.service.ts';
import { ownSale, requireTrust, type Sale } from './own.service.ts';

/** Raises 409 NOT_DRAFT when the pre-contract was already sent. */
export function requireDraft(sale: Pick<Sale, 'stateId'>): void {
  if (sale.stateId !== SALE.draft)
    throw conflict('NOT_DRAFT', 'Este pre-contrato ya fue enviado. Si quieres corregir un dato, escríbenos.');
}

/** Catalogs and settings for the checks of a form. */
export async function readLists(db: Db): Promise<Lists> {
  const labels = await catalogLabels(db, kinships);
  const { cedulaMaxAsiento } = await readSettings(db);
  return { kinships: labels, maxEntry: cedulaMaxAsiento };
}

/**
 * Saves some fields of a draft while the buyer types. Raises 404, 409 NOT_DRAFT, 403 CODE_NEEDED for another telephone
 * or email.
 */
export async function keepDraft(ctx: Context, saleId: number, fields: DraftChange): Promise<DraftKept> {
  const sale = await ownSale(ctx, saleId, true);
  requireDraft(sale);
  const { draft, kept, withoutConsent } = await mergeDraft(ctx, sale, fields);
  const errors = draftErrors(draft, await readLists(ctx.db));
  return {
    guardados: kept,
    sin_permiso: withoutConsent,
    errores: errors.filter(({ field }) => kept.includes(field.split('[')[0]!)),
  };
}

interface Merged {
  draft: Draft;
  kept: string[];
  /** Personal fields that were not stored because the data consent is missing (rulings.md 17). */
  withoutConsent: string[];
  dataConsent: boolean;
}

/**
 * Writes fields into a draft whose sale is locked; malformed values too, so that nothing typed is lost. Undefined
 * changes nothing. `whole`: a complete contract form without consent fields is stored completely (rulings 37).
 */
export async function mergeDraft(
  ctx: Context,
  sale: Sale,
  fields: DraftChange,
  { whole = false } = {},
): Promise<Merged> {
  await checkContactChange(ctx, sale, fields);
  const held = await followConsents(ctx, sale.id, {
    datos: ticked(fields.consentimiento_datos),
    apc: ticked(fields.consentimiento_apc),
  });
  const draft: Record<string, unknown> = { ...sale.draft };
  const kept: string[] = [];
  const withoutConsent: string[] = [];
  const keep = (field: string, value: unknown, empty: boolean) => {
    if (!held.datos && !whole && !NEEDS_NO_CONSENT.includes(field)) {
      if (!empty) withoutConsent.push(field);
      return;
    }
    kept.push(field);
    // An emptied email stays as empty text; otherwise the person's stored email would come back.
    if (empty && field !== 'email') delete draft[field];
    else draft[field] = value;
  };
  for (const field of TEXT_FIELDS) {
    const typed = fields[field];
    if (typed !== undefined) keep(field, typed, typed.trim() === '');
  }
  if (fields.grupo_familiar !== undefined) {
    const family = familySent(fields.grupo_familiar);
    keep('grupo_familiar', family, family.length === 0);
  }
  // A complete form waits a limited time for the consents. With the data consent it needs no time limit.
  if (held.datos) delete draft[ASKED_AT];
  else if (whole) draft[ASKED_AT] ??= ctx.now.toISOString();
  // Data stored under a withdrawn consent is deleted.
  if (ticked(fields.consentimiento_datos) === false) delete draft[ASKED_AT];
  if (!held.datos && draft[ASKED_AT] === undefined)
    for (const field of Object.keys(draft)) if (isPersonal(field)) delete draft[field];
  await writeDraft(ctx, sale.id, { draft, lastActionAt: ctx.now });
  return { draft, kept, withoutConsent, dataConsent: held.datos };
}

const isPersonal = (field: string) =>
  [...TEXT_FIELDS, 'grupo_familiar'].some((one) => one === field) && !NEEDS_NO_CONSENT.includes(field);

/**
 * Value of a checkbox: any usual word for yes is true; '' and the usual words for no are false; not sent is undefined.
 */
const ticked = (text: string | undefined): boolean | undefined =>
  text === undefined ? undefined : !['', '0', 'false', 'off', 'no'].includes(text.trim().toLowerCase());

/**
 * A browser that came by a link may be in a stranger's hands. Changing the phone, or the email that receives the codes,
 * requires a code there (rulings.md 11).
 */
async function checkContactChange(ctx: Context, sale: Sale, { celular, email }: DraftChange): Promise<void> {
  const number = normalizePhone(celular ?? '');
  const address = addressOf(email);
  if (!number && !address) return;
  const [person] = await ctx.db
    .select({ phone: people.phone, email: people.email })
    .from(people)
    .where(eq(people.id, sale.personId));
  const numbers = [person?.phone, normalizePhone(typedOf(sale.draft, 'celular'))];
  const addresses = [addressOf(person?.email), addressOf(typedOf(sale.draft, 'email'))];
  const another =
    (number && person?.phone && !numbers.includes(number)) ||
    (address && person?.phone && !addresses.includes(address));
  if (another) await requireTrust(ctx, sale.id);
}

/** The normalized email; undefined if it is not valid. */
const addressOf = (typed: string | null | undefined) => {
  const address = (typed ?? '').trim().toLowerCase();
  return address && !fieldError('email', address) ? address : undefined;
};

/** What a draft still lacks, in the words of its page. */
export const missingOf = (draft: Draft, dataConsent: boolean): Missing[] =>
  missingFields({
    nombre: typedOf(draft, 'nombre'),
    celular: typedOf(draft, 'celular'),
    cedula: typedOf(draft, 'cedula'),
    dataConsent,
    hasModel: draft['sin_modelo'] !== true,
  });

/** Errors of a draft by field. */
export const faultsOf = async (ctx: Pick<Context, 'db'>, draft: Draft): Promise<FieldError[]> =>
  draftErrors(draft, await readLists(ctx.db));

/** Holds a lot for a draft, or moves the hold. Raises 409 LOT_TAKEN; then the draft keeps its old lot. */
export async function chooseDraftLot(
  ctx: Context,
  saleId: number,
  lotId: number,
): Promise<{ claim: Claim; name: string }> {
  const sale = await ownSale(ctx, saleId, true);
  requireDraft(sale);
  const claim = await moveClaim(ctx, { saleId: sale.id, lotId });
  await writeDraft(ctx, sale.id, { draft: { ...sale.draft, lote_id: lotId } });
  const choices = await lotChoices(ctx.db, { modelId: sale.modelId, saleId: sale.id });
  return { claim, name: choices.find(({ id }) => id === lotId)?.name ?? '' };
}
