import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { WAITING, WITH_LETTER } from '#contract/banking/applications/applicationRules.ts';
import { addDays } from '#contract/dates.ts';
import type { ApplicationFilter } from '#contract/banking/applications/applications.ts';
import { offsetOf } from '#contract/paging.ts';
import { pageUpTo, type Db } from '#server/kernel/db.ts';
import { cursorRows } from '#server/kernel/exports/lists.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { salesMatching } from '#server/modules/sales/sale/search.service.ts';
import { ofProcessor, ofProject, REACH_COLUMNS } from '#server/modules/sales/sale/sales.scope.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { bankApplications } from './applications.table.ts';
import { promiseLetters } from './promiseLetters.table.ts';

export type ApplicationFound = Awaited<ReturnType<typeof findByIds>>[number];

const listed = (db: Db) =>
  db
    .select({
      application: bankApplications,
      sale: {
        id: sales.id,
        code: sales.code,
        stateId: sales.stateId,
        paymentForm: sales.paymentForm,
        priceCents: sales.priceCents,
        workSector: sales.workSector,
        modelId: sales.modelId,
        receivedAt: sales.receivedAt,
        createdAt: sales.createdAt,
        personId: sales.personId,
        ...REACH_COLUMNS,
      },
      person: { name: people.name, documentType: people.documentType, documentNumber: people.documentNumber },
      project: { id: projects.id, name: projects.name },
      processor: users.name,
      letter: promiseLetters,
    })
    .from(bankApplications)
    .innerJoin(sales, eq(sales.id, bankApplications.saleId))
    .innerJoin(people, eq(people.id, sales.personId))
    .innerJoin(projects, eq(projects.id, sales.projectId))
    .leftJoin(users, eq(users.id, sales.processorId))
    .leftJoin(promiseLetters, eq(promiseLetters.applicationId, bankApplications.id));

const findByIds = (db: Db, ids: readonly number[]) =>
  listed(db).where(inArray(bankApplications.id, [...ids]));

/** One application within reach. */
export const findApplication = async (db: Db, id: number, reach?: SQL) =>
  (await listed(db).where(and(eq(bankApplications.id, id), reach)))[0];

/** A sale with what its banks ask of its person, within reach. */
export const findSaleToLend = async (db: Db, saleId: number, reach?: SQL) =>
  (
    await db
      .select({
        sale: sales,
        person: { documentType: people.documentType, documentNumber: people.documentNumber },
      })
      .from(sales)
      .innerJoin(people, eq(people.id, sales.personId))
      .where(and(eq(sales.id, saleId), reach))
  )[0];

/** All of a sale, the newest first. */
export const findOfSale = (db: Db, saleId: number, reach?: SQL) =>
  listed(db)
    .where(and(eq(bankApplications.saleId, saleId), reach))
    .orderBy(desc(bankApplications.id));

async function matching(db: Db, filter: ApplicationFilter, today: string, reach?: SQL) {
  const a = bankApplications;
  return and(
    reach,
    filter.estado_id && inArray(a.stateId, filter.estado_id),
    filter.banco_id === undefined ? undefined : eq(a.bankId, filter.banco_id),
    filter.proyecto_id === undefined ? undefined : ofProject(a.saleId, filter.proyecto_id),
    filter.procesador_id === undefined ? undefined : await ofProcessor(db, a.saleId, filter.procesador_id),
    filter.precontrato_id === undefined ? undefined : eq(a.saleId, filter.precontrato_id),
    filter.seguimiento ? and(isNotNull(a.followUpDueOn), lte(a.followUpDueOn, today)) : undefined,
    filter.atrasadas
      ? and(
          isNull(a.answeredAt),
          isNotNull(a.answerDueOn),
          sql`${a.answerDueOn} < ${today}`,
          inArray(a.stateId, [...WAITING]),
        )
      : undefined,
    filter.carta_dias
      ? and(
          inArray(a.stateId, [...WITH_LETTER]),
          lte(promiseLetters.expiresOn, addDays(today, filter.carta_dias)),
        )
      : undefined,
    filter.elegida === undefined ? undefined : eq(a.chosen, filter.elegida),
    filter.q ? salesMatching(filter.q) : undefined,
    filter.order_column === 'follow_up_due_on' ? isNotNull(a.followUpDueOn) : undefined,
    filter.order_column === 'answer_due_on' ? and(isNull(a.answeredAt), isNotNull(a.answerDueOn)) : undefined,
    filter.order_column === 'expires_on' ? isNotNull(promiseLetters.expiresOn) : undefined,
  );
}

/** The newest first; by a day, the nearest. An order by a day leaves out those that have none. */
function inOrder(filter: ApplicationFilter): SQL[] {
  const column = filter.order_column ?? 'id';
  const by = (filter.order_type ?? (column === 'id' ? 'desc' : 'asc')) === 'desc' ? desc : asc;
  if (column === 'id') return [by(bankApplications.id)];
  const day = {
    follow_up_due_on: bankApplications.followUpDueOn,
    answer_due_on: bankApplications.answerDueOn,
    expires_on: promiseLetters.expiresOn,
  }[column];
  return [by(day), by(bankApplications.id)];
}

const chosenIds = async (db: Db, filter: ApplicationFilter, today: string, reach?: SQL): Promise<SQL> =>
  db
    .select({ id: bankApplications.id })
    .from(bankApplications)
    .innerJoin(sales, eq(sales.id, bankApplications.saleId))
    .leftJoin(promiseLetters, eq(promiseLetters.applicationId, bankApplications.id))
    .where(await matching(db, filter, today, reach))
    .orderBy(...inOrder(filter))
    .getSQL();

async function inThatOrder(db: Db, ids: readonly number[]): Promise<ApplicationFound[]> {
  if (ids.length === 0) return [];
  const known = new Map((await findByIds(db, ids)).map((one) => [one.application.id, one]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** A page of applications, and how many there are, up to COUNT_LIMIT. */
export async function findApplications(db: Db, filter: ApplicationFilter, today: string, reach?: SQL) {
  const offset = offsetOf(filter);
  const chosen = await chosenIds(db, filter, today, reach);
  const { ids, total } = await pageUpTo(db, chosen, { limit: filter.per_page, offset });
  return {
    found: await inThatOrder(db, ids),
    total: Math.max(total, ids.length === 0 ? 0 : offset + ids.length),
  };
}

/** Every application that matches, in the list's order, by a cursor: for the list as a file. */
export async function* allApplications(db: Db, filter: ApplicationFilter, today: string, reach?: SQL) {
  const statement = await chosenIds(db, filter, today, reach);
  for await (const batch of cursorRows<{ id: number }>(db, statement))
    yield await inThatOrder(
      db,
      batch.map(({ id }) => id),
    );
}

/** The sale of an application within reach, without a lock: the sale is locked first, then the application. */
export const saleOfApplication = async (db: Db, id: number, reach?: SQL) =>
  (
    await db
      .select({ saleId: bankApplications.saleId })
      .from(bankApplications)
      .innerJoin(sales, eq(sales.id, bankApplications.saleId))
      .where(and(eq(bankApplications.id, id), reach))
  )[0]?.saleId;

/** Locks the applications of a sale, in their order. */
export const lockApplications = (db: Db, saleId: number) =>
  db
    .select()
    .from(bankApplications)
    .where(eq(bankApplications.saleId, saleId))
    .orderBy(asc(bankApplications.id))
    .for('no key update');
