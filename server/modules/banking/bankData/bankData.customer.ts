import { eq } from 'drizzle-orm';
import { provinces } from '#contract/company/catalogs/places.ts';
import { kinships } from '#contract/company/catalogs/peopleLists.ts';
import { panamaDay } from '#contract/dates.ts';
import {
  FIELD_NAMES,
  fieldsOf,
  isFieldName,
  PAGE_LABELS,
  PAGES,
  SUMMARY,
  type PageNumber,
} from '#contract/banking/bankData/bankData.fields.ts';
import { DEBTS_IN_FORM, ROW_NAMES, type RowsName } from '#contract/banking/bankData/bankData.rows.ts';
import { bankDataPage } from '#contract/banking/bankData/bankData.pages.ts';
import {
  fieldText,
  readField,
  rowErrors,
  rowText,
  type TypedRow,
} from '#contract/banking/bankData/bankData.rules.ts';
import { PAGE_STATE, whyNotChangePage, whyNotFill } from '#contract/banking/bankData/bankData.state.ts';
import type { PageAnswer } from '#contract/page.ts';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import type { PageResult } from '#server/kernel/pages.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { consentsOf } from '#server/modules/sales/consents/consents.service.ts';
import { purchaseHead } from '#server/modules/sales/purchase/head.service.ts';
import { isTrustedHere, nameOf, ownSale } from '#server/modules/sales/purchase/own.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { factsOf, fixedFields, profileOf } from './facts.service.ts';
import { loanOf } from './loan.service.ts';
import { findPages, findProfile, openProfile } from './reading.service.ts';
import { generalState, openGaps } from './bankData.save.ts';
import { bankProfiles } from './bankData.table.ts';

type Data = PageAnswer<typeof bankDataPage>;
const STATES: Readonly<Record<number, Data['pages'][number]['state']>> = {
  [PAGE_STATE.pending]: 'pendiente',
  [PAGE_STATE.verified]: 'verificada',
  [PAGE_STATE.archived]: 'archivada',
};

/**
 * One page of the customer's form, of a sale that is open in this browser. Incomes are no business of whoever only has the link:
 * until a code is given there (rulings 11) the page is empty.
 */
export async function customerBankData(
  ctx: Context,
  codigo: string,
  query: { pagina: PageNumber; ignorar_pagina?: string | undefined },
): Promise<PageResult<typeof bankDataPage>> {
  const sale = await ownSale(ctx, codigo);
  if (sale.stateId === SALE.draft) return { redirect: `/clientes/precontrato/${nameOf(sale)}` };
  const page = query.pagina;
  const [head, row, facts, pages, held, settings, relationships, places] = await Promise.all([
    purchaseHead(ctx, sale),
    findProfile(ctx.db, sale.id),
    factsOf(ctx.db, sale),
    findPages(ctx.db, sale.id),
    consentsOf(ctx.db, sale.id),
    readSettings(ctx.db),
    catalogLabels(ctx.db, kinships),
    catalogLabels(ctx.db, provinces),
  ]);
  const closed = whyNotFill(sale);
  const codeDue = !(await isTrustedHere(ctx, sale.id));
  const skip = !codeDue && query.ignorar_pagina === '1' && page !== SUMMARY && closed === null;
  // What ignorar_pagina passes over is where the customer stands: the call itself names no page (spec §7).
  if (skip && row?.atPage !== page) {
    if (!row) await openProfile(ctx.db, sale.id, ctx.now);
    await ctx.db.update(bankProfiles).set({ atPage: page }).where(eq(bankProfiles.saleId, sale.id));
  }
  const profile = profileOf(row, facts);
  const gaps = openGaps(profile, pages);
  const faults = row?.faults ?? {};
  const shown = page === SUMMARY ? FIELD_NAMES : fieldsOf(page);
  const around = { today: panamaDay(ctx.now), maxEntry: settings.cedulaMaxAsiento };
  const rowsOf = (name: RowsName): TypedRow[] =>
    codeDue ? [] : (typedFault(faults[name]) ?? profile.rows[name].map((one) => rowText(name, { ...one })));
  const { deudas } = profile.rows;
  const many = deudas.length > DEBTS_IN_FORM;
  return {
    data: {
      sale: head,
      version: row?.version ?? 0,
      pagina: page,
      codeDue,
      skip,
      closed,
      locked: whyNotChangePage(generalState(pages, page)),
      sentAt: row?.sentAt?.toISOString() ?? null,
      consent: { given: held.datos, text: CONSENT_TEXTS.datos.text },
      values: Object.fromEntries(
        shown.map((name) => [name, codeDue ? '' : (faults[name] ?? fieldText(name, profile.values[name]))]),
      ),
      rows: {
        deudas: many ? [] : rowsOf('deudas'),
        referencias: rowsOf('referencias'),
        grupo_familiar: rowsOf('grupo_familiar'),
      },
      manyDebts: many && !codeDue ? deudas.length : 0,
      fixed: codeDue ? [] : fixedFields(facts),
      errors: codeDue
        ? []
        : [
            ...Object.entries(faults).flatMap(([field, typed]) => {
              if (!isFieldName(field) || !shown.includes(field)) return [];
              const { error } = readField(field, typed, around);
              return error === undefined ? [] : [{ field, message: error }];
            }),
            ...ROW_NAMES.flatMap((name) =>
              rowErrors(name, typedFault(faults[name]) ?? [], settings.cedulaMaxAsiento),
            ),
          ],
      pages: PAGES.map((one) => {
        const own = pages.find((other) => other.page === one && other.bankId === 0);
        return {
          page: one,
          label: PAGE_LABELS[one],
          state: STATES[own?.stateId ?? PAGE_STATE.pending] ?? 'pendiente',
          done: own?.savedAt != null,
          skipped: own?.skippedAt != null,
          missing: gaps.filter((gap) => gap.page === one).map(({ name, label }) => ({ name, label })),
        };
      }),
      relationships: [...relationships.values()],
      provinces: [...places.values()],
      loan: codeDue ? null : loanShown(loanOf(profile, facts.terms)),
      today: around.today,
      cedulaMaxEntry: settings.cedulaMaxAsiento,
    },
  };
}

const loanShown = (loan: ReturnType<typeof loanOf>) =>
  loan && {
    amountCents: loan.amountCents,
    rate: loan.plan.without.rate_percent,
    installmentCents: loan.plan.without.installment_centavos,
    helped: loan.plan.with && {
      installmentCents: loan.plan.with.installment_centavos,
      months: loan.plan.with.months,
    },
  };

/** Rows as they were typed, where they could not be kept. */
function typedFault(text: string | undefined): TypedRow[] | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as TypedRow[];
  } catch {
    return undefined;
  }
}
