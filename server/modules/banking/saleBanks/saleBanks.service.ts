import { banks as bankTypes } from '#contract/company/catalogs/moneyLists.ts';
import { BUYER_WORDS, ENDED_APPLICATIONS } from '#contract/banking/applications/applicationRules.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import type { SaleBanks } from '#contract/banking/requirements/requirements.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { presentApplications } from '#server/modules/banking/applications/present.service.ts';
import { findOfSale, findSaleToLend } from '#server/modules/banking/applications/reading.service.ts';
import { banksOffered, whyNotCreate } from '#server/modules/banking/applications/applications.service.ts';
import { factsOf, profileOf } from '#server/modules/banking/bankData/facts.service.ts';
import { ratioOf } from '#server/modules/banking/bankData/loan.service.ts';
import { findProfile } from '#server/modules/banking/bankData/reading.service.ts';
import { dataAsked, isMasked } from '#server/modules/banking/bankData/bankData.service.ts';
import { matrixFor } from '#server/modules/banking/applications/facts.service.ts';

/** Banks that are compared before there is an application. */
const COMPARED = 3;

/** Everything about the banks of one sale: its applications, and what lacks for each bank, also for some that are only compared. */
export async function saleBanks(
  ctx: Context,
  saleId: number,
  compared: readonly number[],
): Promise<SaleBanks> {
  const reach = salesInReach(ctx, 'tramites.ver');
  const about = await findSaleToLend(ctx.db, saleId, reach);
  if (!about) throw notFound();
  const { sale, person } = about;
  const [found, offered] = await Promise.all([
    findOfSale(ctx.db, saleId, reach),
    banksOffered(ctx.db, sale.projectId),
  ]);
  const live = found.filter(({ application }) => !ENDED_APPLICATIONS.includes(application.stateId));
  const others =
    live.length === 0 && compared.length === 0
      ? offered.slice(0, COMPARED).map(({ id }) => id)
      : compared.filter((id) => offered.some((bank) => bank.id === id));
  const matrix = await matrixFor(
    ctx,
    { sale, person },
    found.map(({ application }) => application),
    others,
  );
  const facts = await factsOf(ctx.db, sale);
  const { terms } = facts;
  const profile = profileOf(await findProfile(ctx.db, saleId), facts);
  const data = await dataAsked(
    ctx.db,
    saleId,
    matrix.banks.map(({ id }) => id),
  );
  return {
    applications: await presentApplications(ctx, found, matrix),
    banks: matrix.banks.map((bank) => ({ ...bank, missing_data: data.get(bank.id)?.missing.length ?? 0 })),
    rows: [...matrix.rows, ...dataRows(matrix.banks, data)],
    offered,
    to_finance_centavos: terms.financedCents,
    term_months: terms.months,
    terms_of: terms.source,
    ratio: isMasked(ctx, sale) || sale.paymentForm !== 'hipoteca' ? null : ratioOf(profile, terms),
    create: reaches(ctx, 'tramites.crear', sale) ? { disabled: whyNotCreate(sale) } : null,
    ask_papers: reaches(ctx, 'documentos.crear', sale),
  };
}

/** Data that some bank lacks, one row each: another bank lacks it too, takes it as optional, or does not ask for it. */
function dataRows(
  banks: readonly { id: number }[],
  data: Awaited<ReturnType<typeof dataAsked>>,
): SaleBanks['rows'] {
  const labels = [...new Set([...data.values()].flatMap(({ missing }) => missing))];
  return labels.map((label) => ({
    key: `dato-${label}`,
    kind: 'dato',
    label,
    document_id: null,
    cells: banks.map(({ id }) => ({
      bank_id: id,
      gap: data.get(id)?.asked.has(label) ? 'falta' : 'no_pide',
      required: data.get(id)?.missing.includes(label) ?? false,
      until: null,
    })),
  }));
}

const TONE_OF: Readonly<Record<number, 'positive' | 'attention' | 'negative'>> = {
  [APPLICATION.morePapers]: 'attention',
  [APPLICATION.preapproved]: 'positive',
  [APPLICATION.approved]: 'positive',
  [APPLICATION.conditional]: 'attention',
  [APPLICATION.letter]: 'positive',
  [APPLICATION.rejected]: 'negative',
  [APPLICATION.letterExpired]: 'attention',
  [APPLICATION.disbursed]: 'positive',
};

/** What a buyer is told of each bank: which, since when, what it answered. Nothing that colleagues noted. */
export async function banksForBuyer(ctx: Pick<Context, 'db'>, saleId: number) {
  const names = await catalogLabels(ctx.db, bankTypes);
  const found = await findOfSale(ctx.db, saleId);
  return found
    .filter(({ application }) => application.stateId !== APPLICATION.withdrawn)
    .toReversed()
    .map(({ application, letter }) => ({
      bank: names.get(application.bankId) ?? '',
      tone: TONE_OF[application.stateId] ?? ('progress' as const),
      text: BUYER_WORDS[application.stateId] ?? '',
      chosen: application.chosen,
      sentAt: application.sentAt?.toISOString() ?? null,
      /** While the bank has it. */
      answerDueOn: application.answeredAt === null ? application.answerDueOn : null,
      letterUntil: application.stateId === APPLICATION.letter ? (letter?.expiresOn ?? null) : null,
    }));
}
