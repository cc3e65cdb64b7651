import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { writingStatus } from '#contract/company/catalogs/legalLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { changeDeedStatus } from '#contract/legal/deeds/endpoints.ts';
import type { Deed, DeedRow } from '#contract/legal/deeds/model.ts';
import {
  CERTIFICATE_NAMES,
  DEED_HOLDERS,
  deedMachine,
  OPEN_DEEDS,
  VOIDABLE,
} from '#contract/legal/deeds/rules.ts';
import { DEED_TAX_NAMES, taxesOf } from '#contract/legal/deeds/taxes.ts';
import { offersOf } from '#contract/transitions.ts';
import type { Permission } from '#contract/access.ts';
import type { Context } from '#server/kernel/context.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { blockedOf, factsOf, isMortgage, standingsOf } from './deeds.facts.ts';
import { findEntries, findRates, type FoundDeed } from './deeds.queries.ts';
import { whyNotCertificate, whyNotEdit, whyNotTax } from './deeds.rules.ts';

const iso = (text: string) => new Date(text).toISOString();

/** Deeds as rows of the list and cards of the board. */
export async function presentDeeds(
  { db, now }: Pick<Context, 'db' | 'now'>,
  found: readonly FoundDeed[],
): Promise<DeedRow[]> {
  const states = await catalogLabels(db, writingStatus);
  const today = panamaDay(now);
  return found.map((deed) => {
    const open = OPEN_DEEDS.includes(deed.stateId);
    return {
      id: deed.id,
      version: deed.version,
      state: { id: deed.stateId, name: states.get(deed.stateId) ?? '' },
      state_since: iso(deed.stateSince),
      due_on: deed.dueOn,
      late: open && deed.dueOn !== null && deed.dueOn < today,
      sale: { id: deed.saleId, code: deed.saleCode, state_id: deed.saleState },
      name: deed.name,
      project: { id: deed.projectId, name: deed.project },
      lote: deed.lote,
      lawyer: deed.lawyerId === null ? null : { id: deed.lawyerId, name: deed.lawyer ?? '' },
      bank: isMortgage(deed) ? deed.bank : null,
      letter_until: isMortgage(deed) ? deed.letterUntil : null,
      notary: deed.notary,
      notary_on: deed.notaryOn,
      number: deed.number,
      entry: deed.entry,
      holder: DEED_HOLDERS[deed.stateId] ?? null,
      blocked: open ? blockedOf(deed, now) : [],
    };
  });
}

/** One deed with everything that its page shows and the caller may do. */
export async function presentDeed(ctx: Context, deed: FoundDeed): Promise<Deed> {
  const [row] = await presentDeeds(ctx, [deed]);
  const today = panamaDay(ctx.now);
  const callerId = ctx.staff?.userId ?? null;
  const facts = factsOf(deed, ctx.now, callerId);
  const states = await catalogLabels(ctx.db, writingStatus);
  const history = await statesOf(ctx.db, deedMachine.entity, [deed.id]);
  const may = (permission: Permission) => reaches(ctx, permission, deed);
  const standing = standingsOf(deed, today);
  const computed = taxesOf(
    {
      priceCents: deed.priceCents,
      cadastralCents: deed.house?.valor_catastral_centavos ?? null,
      permitOn: deed.house?.permiso_fecha ?? null,
    },
    await findRates(ctx.db),
    today,
  );
  const file = (one: { id: string; name: string; mime: string; size: number } | null) =>
    one && { name: one.name, mime: one.mime, size: one.size, url: fileUrl(ctx, one.id) };
  const action = (allowed: boolean, disabled: string | null) => (allowed ? { disabled } : null);
  const handles = may('legal.editar') || may('legal.crear');
  return {
    ...row!,
    mortgage: facts.mortgage,
    ph: deed.ph,
    price_centavos: deed.priceCents,
    cadastral_centavos: deed.house?.valor_catastral_centavos ?? null,
    finca: deed.house?.finca ?? null,
    lot_id: deed.lotId,
    house_missing: [...facts.house],
    sent_to_bank_on: deed.sentToBankOn,
    bank_approved_on: deed.bankApprovedOn,
    buyer_signed_on: deed.buyerSignedOn,
    company_signed_on: deed.companySignedOn,
    bank_signed_on: deed.bankSignedOn,
    closed_on: deed.closedOn,
    folio: deed.folio,
    inscribed_on: deed.inscribedOn,
    given_bank_on: deed.givenBankOn,
    given_buyer_on: deed.givenBuyerOn,
    notes: deed.notes,
    entries: await findEntries(ctx.db, deed.id),
    taxes: DEED_TAX_NAMES.map((kind) => {
      const paid = deed.taxes.find((one) => one.kind === kind);
      const now = computed.find((one) => one.kind === kind)!;
      return {
        kind,
        base_centavos: paid?.baseCents ?? now.baseCents,
        percent: paid ? paid.percent : now.percent,
        computed_centavos: paid?.computedCents ?? now.cents,
        paid: paid
          ? {
              receipt: paid.receipt,
              paid_on: paid.paidOn,
              centavos: paid.paidCents,
              exempt_reason: paid.exemptReason,
              by: paid.by,
              file: file(paid.file),
            }
          : null,
      };
    }),
    certificates: CERTIFICATE_NAMES.map((kind) => {
      const one = deed.certificates.find((found) => found.kind === kind);
      return {
        kind,
        standing: standing[kind],
        number: one?.number ?? null,
        issued_on: one?.issuedOn ?? null,
        expires_on: one?.expiresOn ?? null,
        file: file(one?.file ?? null),
      };
    }),
    void_asked:
      deed.voidAskedBy === null
        ? null
        : {
            by: deed.voidAskedName ?? '',
            at: iso(deed.voidAskedAt!),
            reason: deed.voidReason ?? '',
            mine: deed.voidAskedBy === callerId,
          },
    history: history.map(({ id, at, who, from, to, reason }) => ({
      id,
      at: at.toISOString(),
      who,
      from: from === null ? null : (states.get(from) ?? ''),
      to: states.get(to) ?? '',
      reason,
    })),
    transitions: offersOf(
      deedMachine,
      deed.stateId,
      facts,
      urlOf(changeDeedStatus, { params: { id: deed.id } }),
      may,
    ),
    actions: {
      edit: action(may('legal.crear'), whyNotEdit(deed.stateId)),
      taxes: action(handles, whyNotTax(deed.stateId)),
      certificates: action(handles, whyNotCertificate(deed.stateId)),
      ask_void:
        VOIDABLE.includes(deed.stateId) && deed.voidAskedBy === null
          ? action(may('legal.anular'), null)
          : null,
      decide_void: deed.voidAskedBy === null ? null : action(may('legal.anular'), null),
    },
  };
}
