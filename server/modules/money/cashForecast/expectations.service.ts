import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { cashExpectationTypes } from '#contract/company/catalogs/accountingLists.ts';
import { panamaDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import type { Expectation, ExpectationFilter, ExpectationForm } from '#contract/money/cashForecast/model.ts';
import {
  CASH_KIND_NAMES,
  CASH_KINDS,
  expectedDays,
  lastDayOf,
  typeOfKind,
} from '#contract/money/cashForecast/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Permission } from '#contract/access.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { hasPart, inOrder, rows } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { catalogLabels, isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { booksInReach } from '#server/modules/money/ledger/ledger.scope.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { cashExpectations } from './cashForecast.table.ts';

type Row = typeof cashExpectations.$inferSelect;

/** Condition: expectations of the books in the caller's scope. */
const expectationsInReach = (ctx: Context, permission: Permission) =>
  booksInReach(ctx, permission, cashExpectations.companyId);

const select = (ctx: Context) =>
  ctx.db
    .select({
      one: cashExpectations,
      company: { id: partners.id, name: partners.name },
      project: { id: projects.id, name: projects.name },
      by: users.name,
    })
    .from(cashExpectations)
    .innerJoin(partners, eq(partners.id, cashExpectations.companyId))
    .innerJoin(users, eq(users.id, cashExpectations.madeBy))
    .leftJoin(projects, eq(projects.id, cashExpectations.projectId));

const sideOf = (typeId: number) =>
  CASH_KINDS[CASH_KIND_NAMES.find((name) => typeOfKind(name) === typeId) ?? 'otro_egreso'].side;

async function present(ctx: Context, found: Awaited<ReturnType<typeof select>>): Promise<Expectation[]> {
  const types = await catalogLabels(ctx.db, cashExpectationTypes);
  const today = panamaDay(ctx.now);
  return found.map(({ one, company, project, by }) => ({
    id: one.id,
    version: one.version,
    company,
    project,
    type: { id: one.typeId, name: types.get(one.typeId) ?? String(one.typeId) },
    side: sideOf(one.typeId),
    concept: one.concept,
    centavos: one.cents,
    first_on: one.firstOn,
    monthly: one.monthly,
    until: one.until,
    next_on: one.archivedAt ? null : (expectedDays(one, today, lastDayOf(today))[0] ?? null),
    archived: one.archivedAt !== null,
    made_by: by,
  }));
}

/** A page of what was entered, and the total. */
export async function listExpectations(
  ctx: Context,
  filter: ExpectationFilter,
): Promise<{ list: Expectation[]; total: number }> {
  const where = and(
    expectationsInReach(ctx, 'contabilidad.ver'),
    filter.libro_id === undefined ? undefined : eq(cashExpectations.companyId, filter.libro_id),
    filter.proyecto_id === undefined ? undefined : eq(cashExpectations.projectId, filter.proyecto_id),
    filter.tipo_id === undefined ? undefined : sql`${cashExpectations.typeId} = ${filter.tipo_id}::bigint`,
    filter.archivadas ? undefined : isNull(cashExpectations.archivedAt),
    filter.q ? hasPart(cashExpectations.concept, filter.q) : undefined,
  );
  const { id, firstOn, cents } = cashExpectations;
  const found = await select(ctx)
    .where(where)
    .orderBy(inOrder(filter, { dia: firstOn, monto: cents }, id, ['dia', 'asc']))
    .limit(filter.per_page)
    .offset(offsetOf(filter));
  return { list: await present(ctx, found), total: await ctx.db.$count(cashExpectations, where) };
}

/** One of them. Raises 404. */
export async function findExpectation(ctx: Context, id: number): Promise<Expectation> {
  const found = await select(ctx).where(
    and(eq(cashExpectations.id, id), expectationsInReach(ctx, 'contabilidad.ver')),
  );
  if (found.length === 0) throw notFound();
  return (await present(ctx, found))[0]!;
}

/** Guards its comments and files. */
export const mayOpenExpectation = async (ctx: Context, id: number): Promise<boolean> =>
  (await ctx.db.$count(
    cashExpectations,
    and(eq(cashExpectations.id, id), expectationsInReach(ctx, 'contabilidad.ver')),
  )) > 0;

const columnsOf = (form: ExpectationForm, archivedAt: Date | null) => ({
  companyId: form.company_id,
  projectId: form.project_id,
  typeId: form.type_id,
  concept: form.concept,
  cents: form.centavos,
  firstOn: form.first_on,
  monthly: form.monthly,
  until: form.monthly ? form.until : null,
  archivedAt,
});
const told = ({
  concept,
  cents,
  firstOn,
  monthly,
  until,
  archivedAt,
}: Pick<Row, 'concept' | 'cents' | 'firstOn' | 'monthly' | 'until' | 'archivedAt'>) => ({
  concept,
  cents,
  firstOn,
  monthly,
  until,
  archived: archivedAt !== null,
});

/** Raises 422 at the field. The company must be within the caller's scope for the permission. */
async function check(ctx: Context, form: ExpectationForm, permission: Permission): Promise<void> {
  const faults: FieldError[] = [];
  const company: SQL = and(eq(partners.id, form.company_id), booksInReach(ctx, permission, partners.id))!;
  const [owner] = await ctx.db.select({ kind: partners.kind }).from(partners).where(company);
  if (owner?.kind !== 'contratante')
    faults.push({ field: 'company_id', message: 'Elige una empresa del grupo.' });
  if (form.project_id !== null) {
    const [project] = await ctx.db
      .select({ promoterId: projects.promoterId })
      .from(projects)
      .where(eq(projects.id, form.project_id));
    if (!project || (project.promoterId !== null && project.promoterId !== form.company_id))
      faults.push({ field: 'project_id', message: 'Ese proyecto no es de esta empresa.' });
  }
  if (!(await isOffered(ctx.db, cashExpectationTypes, form.type_id)))
    faults.push({ field: 'type_id', message: 'Elige de qué es.' });
  if (form.monthly && form.until !== null && form.until < form.first_on)
    faults.push({ field: 'until', message: 'El último día no puede ser antes del primero.' });
  if (faults.length > 0) throw invalid(faults);
}

/** Enters one. Returns its id. Raises 422 at the field. */
export async function createExpectation(
  ctx: Context,
  form: ExpectationForm,
  how: 'crear' | 'importar' = 'crear',
): Promise<number> {
  await check(ctx, form, 'contabilidad.crear');
  const [made] = await ctx.db
    .insert(cashExpectations)
    .values({ ...columnsOf(form, null), madeBy: staffOf(ctx).userId, createdAt: ctx.now })
    .returning();
  await announce(ctx, { record: 'movimiento_previsto', id: made!.id, verb: 'crear' });
  await audit(ctx, how, 'movimiento_previsto', made!.id, told(made!));
  return made!.id;
}

/** Corrects or takes away one. Raises 404, 409 STALE, 422 at the field. */
export async function changeExpectation(
  ctx: Context,
  id: number,
  { version, ...form }: ExpectationForm & { version?: number | undefined },
): Promise<void> {
  const [before] = await ctx.db
    .select()
    .from(cashExpectations)
    .where(and(eq(cashExpectations.id, id), expectationsInReach(ctx, 'contabilidad.editar')))
    .for('no key update');
  if (!before) throw notFound();
  if (version !== undefined && version !== before.version)
    throw conflict('STALE', undefined, { version: before.version });
  await check(ctx, form, 'contabilidad.editar');
  const [after] = await ctx.db
    .update(cashExpectations)
    .set({
      ...columnsOf(form, form.archived ? (before.archivedAt ?? ctx.now) : null),
      version: before.version + 1,
    })
    .where(eq(cashExpectations.id, id))
    .returning();
  await announce(ctx, { record: 'movimiento_previsto', id, verb: 'cambiar' });
  await audit(ctx, 'cambiar', 'movimiento_previsto', id, { before: told(before), after: told(after!) });
}

/** Takes an imported one away. Returns false, and does nothing, when it was changed since. */
export async function takeBackExpectation(ctx: Context, id: number): Promise<boolean> {
  const gone = await rows<{ id: number }>(
    ctx.db,
    sql`delete from cash_expectations where id = ${id} and version = 1 returning id`,
  );
  if (gone.length === 0) return false;
  await announce(ctx, { record: 'movimiento_previsto', id, verb: 'anular' });
  return true;
}
