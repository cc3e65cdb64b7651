import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { urlOf } from '#contract/endpoint.ts';
import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import { changeReplenishmentStatus } from '#contract/money/pettyCash/endpoints.ts';
import type { Fund, FundRow } from '#contract/money/pettyCash/model.ts';
import {
  REPLENISHMENT_STATE as S,
  REPLENISHMENT_STATES,
  replenishmentMachine,
} from '#contract/money/pettyCash/rules.ts';
import { offersOf } from '#contract/transitions.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { fundsInReach, reachesFund } from './pettyCash.scope.ts';
import { whyNotClose } from './funds.service.ts';
import { replenishmentFacts } from './pettyCash.service.ts';
import { pettyCounts, pettyFunds, pettyReplenishments, pettyVouchers } from './pettyCash.table.ts';

/** The last vouchers and counts that a fund's page shows. */
const SHOWN = 200;

const selectFunds = (ctx: Context) =>
  ctx.db
    .select({
      fund: pettyFunds,
      company: { id: partners.id, name: partners.name },
      project: { id: projects.id, name: projects.name },
      custodian: { id: users.id, name: users.name },
      cash: sql<number>`(petty_funds.cents - (select coalesce(sum(v.cents), 0) from petty_vouchers v
        left join petty_replenishments r on r.id = v.replenishment_id
        where v.fund_id = petty_funds.id and v.voided_on is null and r.paid_on is null))`.mapWith(Number),
      spent: sql<number>`(select coalesce(sum(v.cents), 0) from petty_vouchers v
        where v.fund_id = petty_funds.id and v.voided_on is null and v.replenishment_id is null)`.mapWith(
        Number,
      ),
      counted: sql<
        string | null
      >`(select max(c.counted_on)::text from petty_counts c where c.fund_id = petty_funds.id)`,
    })
    .from(pettyFunds)
    .innerJoin(partners, eq(partners.id, pettyFunds.companyId))
    .innerJoin(users, eq(users.id, pettyFunds.custodianId))
    .leftJoin(projects, eq(projects.id, pettyFunds.projectId));

const presentRow = ({
  fund,
  company,
  project,
  custodian,
  cash,
  spent,
  counted,
}: Awaited<ReturnType<typeof selectFunds>>[number]): FundRow => ({
  id: fund.id,
  version: fund.version,
  name: fund.name,
  company,
  project,
  custodian,
  cents: fund.cents,
  cash_centavos: cash,
  open_centavos: spent,
  counted_on: counted,
  open: fund.closedOn === null,
});

/** The funds within the caller's scope. */
export const listOfFunds = async (ctx: Context): Promise<FundRow[]> =>
  (await selectFunds(ctx).where(fundsInReach(ctx)).orderBy(asc(pettyFunds.name), asc(pettyFunds.id))).map(
    presentRow,
  );

/** Guards its comments and files. */
export const mayOpenFund = async (ctx: Context, id: number): Promise<boolean> =>
  (await ctx.db.$count(pettyFunds, and(eq(pettyFunds.id, id), fundsInReach(ctx)))) > 0;

/** People of the company, for choosing a custodian. */
export const custodians = ({ db }: Pick<Context, 'db'>) =>
  db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(users.active, isNull(users.partnerId)))
    .orderBy(asc(users.name), asc(users.id));

/** A fund with its vouchers, counts and replenishments. Raises 404. */
export async function answerFund(ctx: Context, id: number): Promise<Fund> {
  const [found] = await selectFunds(ctx).where(and(eq(pettyFunds.id, id), fundsInReach(ctx)));
  if (!found) throw notFound();
  const { fund } = found;
  const labels = await catalogLabels(ctx.db, accountingAccounts);
  const vouchers = await ctx.db
    .select({
      one: pettyVouchers,
      project: { id: projects.id, name: projects.name },
      house: { id: houses.id, name: houses.name },
      by: users.name,
      file: { name: files.name, mime: files.mime },
      replenishment: pettyReplenishments.number,
    })
    .from(pettyVouchers)
    .innerJoin(users, eq(users.id, pettyVouchers.madeBy))
    .innerJoin(files, eq(files.id, pettyVouchers.fileId))
    .leftJoin(projects, eq(projects.id, pettyVouchers.projectId))
    .leftJoin(houses, eq(houses.id, pettyVouchers.houseId))
    .leftJoin(pettyReplenishments, eq(pettyReplenishments.id, pettyVouchers.replenishmentId))
    .where(eq(pettyVouchers.fundId, id))
    .orderBy(desc(pettyVouchers.number))
    .limit(SHOWN);
  const counts = await ctx.db
    .select({ one: pettyCounts, by: users.name })
    .from(pettyCounts)
    .innerJoin(users, eq(users.id, pettyCounts.madeBy))
    .where(eq(pettyCounts.fundId, id))
    .orderBy(desc(pettyCounts.id))
    .limit(SHOWN);
  const asked = await ctx.db
    .select({ one: pettyReplenishments, by: users.name })
    .from(pettyReplenishments)
    .innerJoin(users, eq(users.id, pettyReplenishments.madeBy))
    .where(eq(pettyReplenishments.fundId, id))
    .orderBy(desc(pettyReplenishments.number))
    .limit(SHOWN);
  const states = await statesOf(
    ctx.db,
    'reposicion_caja',
    asked.map(({ one }) => one.id),
  );
  const spends = fund.closedOn === null && reachesFund(ctx, 'contabilidad.crear', fund);
  const decides = fund.closedOn === null && reachesFund(ctx, 'contabilidad.aprobar', fund);
  const running = asked.some(({ one }) =>
    ([S.asked, S.approved, S.inPayment] as number[]).includes(one.stateId),
  );
  return {
    ...presentRow(found),
    vouchers: vouchers.map(({ one, project, house, by, file, replenishment }) => ({
      id: one.id,
      number: one.number,
      spent_on: one.spentOn,
      supplier: one.supplier,
      paper: one.paper,
      concept: one.concept,
      cents: one.cents,
      itbms_centavos: one.itbmsCents,
      account: { id: one.accountingAccountId, name: labels.get(one.accountingAccountId) ?? '' },
      project,
      house,
      replenishment,
      void_reason: one.voidReason,
      by,
      file: { ...file, url: fileUrl(ctx, one.fileId) },
    })),
    counts: counts.map(({ one, by }) => ({
      id: one.id,
      on: one.countedOn,
      expected_centavos: one.expectedCents,
      counted_centavos: one.countedCents,
      difference_centavos: one.differenceCents,
      reason: one.reason,
      by,
    })),
    replenishments: asked.map(({ one, by }) => ({
      id: one.id,
      version: one.version,
      number: one.number,
      state: { id: one.stateId, name: REPLENISHMENT_STATES[one.stateId] ?? '' },
      cents: one.cents,
      asked_on: one.askedOn,
      paid_on: one.paidOn,
      by,
      end_reason: one.endReason,
      transitions: offersOf(
        replenishmentMachine,
        one.stateId,
        replenishmentFacts(ctx, fund, one),
        urlOf(changeReplenishmentStatus, { params: { id: one.id } }),
        (permission) => reachesFund(ctx, permission, fund),
      ),
    })),
    may: {
      spend: spends,
      count: spends,
      ask: !spends
        ? 'Lo pide quien registra los gastos.'
        : found.spent === 0
          ? 'No hay comprobantes por reponer.'
          : running
            ? 'Hay una reposición en curso.'
            : null,
      change: decides,
      close: decides ? whyNotClose(fund, found.cash) : 'Lo cierra quien aprueba pagos.',
    },
    history: states.map((one) => ({
      id: one.id,
      at: one.at.toISOString(),
      who: one.who,
      from: one.from === null ? null : (REPLENISHMENT_STATES[one.from] ?? null),
      to: `Reposición ${(REPLENISHMENT_STATES[one.to] ?? '').toLowerCase()}`,
      reason: one.reason,
    })),
  };
}

/** Replenishments that the caller may approve. */
export function fundTasks(ctx: Context): TaskQuery | null {
  if (!scopeOf(ctx, 'contabilidad.aprobar')) return null;
  const { userId } = staffOf(ctx);
  return {
    rows: sql`select petty_funds.id, petty_funds.name, r.cents, r.created_at from petty_replenishments r
      join petty_funds on petty_funds.id = r.fund_id
      where r.state_id = ${idOf(S.asked)} and r.made_by <> ${userId} and petty_funds.custodian_id <> ${userId}
        and ${fundsInReach(ctx, 'contabilidad.aprobar') ?? sql`true`}`,
    id: sql`w.id`,
    title: sql`w.name`,
    text: sql`'Aprobar la reposición'`,
    due: sql`null::date`,
    since: sql`w.created_at`,
    cents: sql`w.cents`,
  };
}
