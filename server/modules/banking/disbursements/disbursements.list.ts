import { and, asc, desc, eq, isNotNull, isNull, or, inArray, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { WITH_LETTER } from '#contract/banking/applications/applicationRules.ts';
import { whyNotRequest } from '#contract/banking/disbursements/disbursementRules.ts';
import { businessDaysBetween } from '#contract/banking/applications/businessDays.ts';
import type { DisbursementFilter, DisbursementRow } from '#contract/banking/disbursements/disbursements.ts';
import { offsetOf } from '#contract/paging.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { countUpTo, inOrder, type Db } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { REACH_COLUMNS, reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { salesMatching } from '#server/modules/sales/sale/search.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { promiseLetters } from '#server/modules/banking/applications/promiseLetters.table.ts';
import { disbursementKnown } from './disbursements.known.ts';
import { disbursements } from './disbursements.table.ts';

const selected = (db: Db) =>
  db
    .select({
      application: bankApplications,
      sale: {
        id: sales.id,
        code: sales.code,
        stateId: sales.stateId,
        ...REACH_COLUMNS,
      },
      name: people.name,
      project: { id: projects.id, name: projects.name },
      letter: promiseLetters,
      disbursement: disbursementKnown,
    })
    .from(bankApplications)
    .innerJoin(sales, eq(sales.id, bankApplications.saleId))
    .innerJoin(people, eq(people.id, sales.personId))
    .innerJoin(projects, eq(projects.id, sales.projectId))
    .innerJoin(promiseLetters, eq(promiseLetters.applicationId, bankApplications.id))
    .leftJoin(disbursements, eq(disbursements.applicationId, bankApplications.id));

/** Letters of inscribed sales, chosen and in force, and whatever was asked for. */
function matching(filter: DisbursementFilter, reach?: SQL) {
  const open = and(eq(bankApplications.stateId, APPLICATION.letter), bankApplications.chosen);
  const toAsk = and(open, eq(sales.stateId, SALE.registered), isNull(disbursements.id));
  const asked = and(
    inArray(bankApplications.stateId, [...WITH_LETTER]),
    isNotNull(disbursements.id),
    isNull(disbursements.confirmedAt),
  );
  const received = and(
    eq(bankApplications.stateId, APPLICATION.disbursed),
    isNotNull(disbursements.confirmedAt),
  );
  return and(
    reach,
    filter.etapa
      ? { por_pedir: toAsk, pedidos: asked, recibidos: received }[filter.etapa]
      : or(toAsk, asked, received),
    filter.banco_id === undefined ? undefined : eq(bankApplications.bankId, filter.banco_id),
    filter.proyecto_id === undefined ? undefined : eq(sales.projectId, filter.proyecto_id),
    filter.q ? salesMatching(filter.q) : undefined,
  );
}

const ORDER = {
  id: bankApplications.id,
  vence: promiseLetters.expiresOn,
  pedido: sql`${disbursements.requestedOn}`,
};

/** A page, what waits longest first for what is asked for, else the newest. */
export async function findDisbursements(ctx: Context, filter: DisbursementFilter, reach?: SQL) {
  const where = matching(filter, reach);
  const waiting =
    filter.etapa === 'pedidos' ? [asc(disbursements.requestedOn), desc(bankApplications.id)] : undefined;
  const found = await selected(ctx.db)
    .where(where)
    .orderBy(inOrder(filter, ORDER, bankApplications.id, ['id', 'desc'], waiting))
    .limit(filter.per_page)
    .offset(offsetOf(filter));
  const counted = ctx.db
    .select({ id: bankApplications.id })
    .from(bankApplications)
    .innerJoin(sales, eq(sales.id, bankApplications.saleId))
    .innerJoin(promiseLetters, eq(promiseLetters.applicationId, bankApplications.id))
    .leftJoin(disbursements, eq(disbursements.applicationId, bankApplications.id))
    .where(where)
    .getSQL();
  const total = await countUpTo(ctx.db, counted);
  const names = await catalogLabels(ctx.db, banks);
  const today = panamaDay(ctx.now);
  const data = found.map(({ application, sale, name, project, letter, disbursement }): DisbursementRow => ({
    id: application.id,
    version: application.version,
    sale: { id: sale.id, code: sale.code, state_id: sale.stateId },
    name,
    project,
    bank: { id: application.bankId, name: names.get(application.bankId) ?? '' },
    letter: { number: letter.number, amount_centavos: letter.amountCents, expires_on: letter.expiresOn },
    disbursement,
    waiting_days:
      disbursement && !disbursement.confirmed_at
        ? businessDaysBetween(disbursement.requested_on, today)
        : null,
    may_request:
      whyNotRequest(application, sale, disbursement !== null) === null &&
      reaches(ctx, 'tramites.editar', sale),
    may_confirm:
      disbursement !== null &&
      disbursement.confirmed_at === null &&
      application.stateId === APPLICATION.letter &&
      reaches(ctx, 'pagos.aprobar', sale),
  }));
  return { data, total: Math.max(total, data.length === 0 ? 0 : offsetOf(filter) + data.length) };
}

/** The sums of the letters and of the received money over the whole filter, in centavos. */
export async function sumsOfDisbursements(ctx: Context, filter: DisbursementFilter, reach?: SQL) {
  const total = (cents: AnyPgColumn) => sql<number>`coalesce(sum(${cents}), 0)::bigint`.mapWith(Number);
  const [sums] = await ctx.db
    .select({ monto: total(promiseLetters.amountCents), llego: total(disbursements.amountCents) })
    .from(bankApplications)
    .innerJoin(sales, eq(sales.id, bankApplications.saleId))
    .innerJoin(promiseLetters, eq(promiseLetters.applicationId, bankApplications.id))
    .leftJoin(disbursements, eq(disbursements.applicationId, bankApplications.id))
    .where(matching(filter, reach));
  return sums!;
}
