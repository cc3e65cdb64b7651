import { and, eq } from 'drizzle-orm';
import { APPLICATION, ENDED_APPLICATIONS } from '#contract/mortgage/applicationRules.ts';
import type { SaleBanks } from '#contract/mortgage/requirements.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { reaches, salesInReach } from '#server/modules/sales/sales.scope.ts';
import { people, sales } from '#server/modules/sales/sales.table.ts';
import { presentApplications } from './applications.present.ts';
import { findOfSale, toFinance } from './applications.queries.ts';
import { banksOffered, whyNotCreate } from './applications.service.ts';
import { matrixFor } from './facts.service.ts';

/** Banks that are compared before there is an application. */
const COMPARED = 3;

/** Everything about the banks of one sale: its applications, and what lacks for each bank, also for some that are only compared. */
export async function saleBanks(
  ctx: Context,
  saleId: number,
  compared: readonly number[],
): Promise<SaleBanks> {
  const reach = salesInReach(ctx, 'tramites.ver');
  const [about] = await ctx.db
    .select({
      sale: sales,
      person: { documentType: people.documentType, documentNumber: people.documentNumber },
    })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .where(and(eq(sales.id, saleId), reach));
  if (!about) throw notFound();
  const { sale, person } = about;
  const [found, offered, wanted] = await Promise.all([
    findOfSale(ctx.db, saleId, reach),
    banksOffered(ctx.db, sale.projectId),
    toFinance(ctx.db, saleId),
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
  return {
    applications: await presentApplications(ctx, found, matrix),
    banks: matrix.banks,
    rows: matrix.rows,
    offered,
    to_finance_centavos: wanted,
    create: reaches(ctx, 'tramites.crear', sale) ? { disabled: whyNotCreate(sale) } : null,
    ask_papers: reaches(ctx, 'documentos.crear', sale),
  };
}

/** What a buyer is told of each bank: which, since when, what it answered. Nothing that colleagues noted. */
export async function banksForBuyer(ctx: Pick<Context, 'db'>, saleId: number) {
  const found = await findOfSale(ctx.db, saleId);
  return found
    .filter(({ application }) => application.stateId !== APPLICATION.withdrawn)
    .toReversed()
    .map(({ application, letter }) => ({
      bankId: application.bankId,
      stateId: application.stateId,
      chosen: application.chosen,
      sentAt: application.sentAt,
      answerDueOn: application.answeredAt === null ? application.answerDueOn : null,
      letterUntil: letter?.expiresOn ?? null,
    }));
}
