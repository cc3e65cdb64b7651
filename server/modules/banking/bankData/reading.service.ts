import { and, asc, desc, eq, isNull, notInArray, sql, type SQL } from 'drizzle-orm';
import { ENDED_APPLICATIONS } from '#contract/banking/applications/applicationRules.ts';
import { SaleName } from '#contract/sales/purchase/model.ts';
import { offsetOf } from '#contract/paging.ts';
import { BASIC_ASKS } from '#contract/banking/bankData/bankData.state.ts';
import type { BankDataFilter } from '#contract/banking/bankData/bankData.model.ts';
import { countUpTo, type Db } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { lenders } from '#server/modules/projects/projects/banks.service.ts';
import { projectBanks } from '#server/modules/projects/projects/banks.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { salesMatching } from '#server/modules/sales/sale/search.service.ts';
import { ofProject } from '#server/modules/sales/sale/sales.scope.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { bankProfilePages, bankProfiles } from './bankData.table.ts';
import { asksOfBanks, type BankAsks } from '#server/modules/banking/bankForms/asks.service.ts';
import type { ProfileRow, Sale } from './facts.service.ts';

export type PageRow = typeof bankProfilePages.$inferSelect;

/** A sale within reach by its code or number. Raises 404. `lock` for a change of it. */
export async function saleNamed(
  db: Db,
  name: string | number,
  reach: SQL | undefined,
  lock = false,
): Promise<Sale> {
  const { data: text } = SaleName.safeParse(String(name));
  if (text === undefined) throw notFound();
  const named = /^\d+$/.test(text) ? eq(sales.id, Number(text)) : eq(sales.code, text);
  const query = db.select().from(sales).where(and(named, reach));
  const [found] = await (lock ? query.for('no key update') : query);
  if (!found) throw notFound();
  return found;
}

export const findProfile = async (db: Db, saleId: number): Promise<ProfileRow | undefined> =>
  (await db.select().from(bankProfiles).where(eq(bankProfiles.saleId, saleId)))[0];

/** The profile of a locked sale; begun when there is none yet. */
export async function openProfile(db: Db, saleId: number, now: Date): Promise<ProfileRow> {
  await db
    .insert(bankProfiles)
    .values({ saleId, gaps: BASIC_ASKS.length, updatedAt: now, createdAt: now })
    .onConflictDoNothing();
  return (
    await db.select().from(bankProfiles).where(eq(bankProfiles.saleId, saleId)).for('no key update')
  )[0]!;
}

export const findPages = (db: Db, saleId: number): Promise<PageRow[]> =>
  db
    .select()
    .from(bankProfilePages)
    .where(eq(bankProfilePages.saleId, saleId))
    .orderBy(asc(bankProfilePages.page));

/**
 * The banks of a sale: those it has an application at; until then those of its project, else every lender. What each asks for are
 * its own rows, else what everybody is asked for.
 */
export async function banksOfSale(db: Db, sale: Pick<Sale, 'id' | 'projectId'>): Promise<BankAsks[]> {
  const applied = await db
    .selectDistinct({ bankId: bankApplications.bankId })
    .from(bankApplications)
    .where(
      and(
        eq(bankApplications.saleId, sale.id),
        notInArray(bankApplications.stateId, [...ENDED_APPLICATIONS]),
      ),
    );
  const ofProject =
    applied.length > 0
      ? applied
      : await db
          .select({ bankId: projectBanks.bankId })
          .from(projectBanks)
          .where(and(eq(projectBanks.projectId, sale.projectId), isNull(projectBanks.archivedAt)))
          .orderBy(asc(projectBanks.position), asc(projectBanks.id));
  const ids =
    ofProject.length > 0 ? ofProject.map(({ bankId }) => bankId) : (await lenders(db)).map(({ id }) => id);
  return asksOfBanks(db, ids);
}

/** Pages that stand between the first and the summary. */
const ALL_CHECKED = 5;

const statusIs = (status: BankDataFilter['estado']): SQL | undefined => {
  switch (status) {
    case 'borrador':
      return sql`${bankProfiles.sentAt} is null and ${bankProfiles.pagesChecked} < ${ALL_CHECKED}`;
    case 'enviado':
      return sql`${bankProfiles.sentAt} is not null and ${bankProfiles.pagesChecked} < ${ALL_CHECKED}`;
    case 'verificado':
      return sql`${bankProfiles.pagesChecked} >= ${ALL_CHECKED}`;
    case undefined:
      return undefined;
  }
};

/** As the indexes have it: what was never sent comes last, or, upwards, first. */
function inOrder({ order_column, order_type }: BankDataFilter): SQL[] {
  const up = order_type === 'asc';
  if (order_column === 'sent_at')
    return up
      ? [sql`${bankProfiles.sentAt} asc nulls first`, sql`${bankProfiles.saleId} asc nulls first`]
      : [sql`${bankProfiles.sentAt} desc nulls last`, sql`${bankProfiles.saleId} desc nulls last`];
  return up
    ? [asc(bankProfiles.updatedAt), asc(bankProfiles.saleId)]
    : [desc(bankProfiles.updatedAt), desc(bankProfiles.saleId)];
}

/** A page of the sales whose profile was begun, the last changed first unless asked otherwise, and how many, up to COUNT_LIMIT. */
export async function findBankData(db: Db, filter: BankDataFilter, reach: SQL | undefined) {
  const where = and(
    reach,
    statusIs(filter.estado),
    filter.proyecto_id === undefined ? undefined : ofProject(bankProfiles.saleId, filter.proyecto_id),
    filter.q ? salesMatching(filter.q) : undefined,
  );
  const [found, total] = await Promise.all([
    db
      .select({
        profile: bankProfiles,
        sale: { id: sales.id, code: sales.code },
        name: people.name,
        project: { id: projects.id, name: projects.name },
        processor: users.name,
      })
      .from(bankProfiles)
      .innerJoin(sales, eq(sales.id, bankProfiles.saleId))
      .innerJoin(people, eq(people.id, sales.personId))
      .innerJoin(projects, eq(projects.id, sales.projectId))
      .leftJoin(users, eq(users.id, sales.processorId))
      .where(where)
      .orderBy(...inOrder(filter))
      .limit(filter.per_page)
      .offset(offsetOf(filter)),
    countUpTo(
      db,
      db
        .select({ id: bankProfiles.saleId })
        .from(bankProfiles)
        .innerJoin(sales, eq(sales.id, bankProfiles.saleId))
        .where(where)
        .getSQL(),
    ),
  ]);
  return { found, total };
}

/** In which of the three a profile stands, for lists. */
export const statusOf = ({ sentAt, pagesChecked }: Pick<ProfileRow, 'sentAt' | 'pagesChecked'>) =>
  pagesChecked >= ALL_CHECKED
    ? ('verificado' as const)
    : sentAt
      ? ('enviado' as const)
      : ('borrador' as const);
