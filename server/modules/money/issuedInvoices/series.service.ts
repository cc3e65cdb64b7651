import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { Series, SeriesForm } from '#contract/money/issuedInvoices/model.ts';
import { ISSUED_STATE as S } from '#contract/money/issuedInvoices/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { anyOf, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { invoiceSeries } from './issuedInvoices.table.ts';

const ENTITY = 'serie_factura';
const columnsOf = (form: Omit<SeriesForm, 'company_id' | 'branch' | 'point' | 'last_number'>) => ({
  issuesFrom: form.issues_from,
  address: form.address,
  locationCode: form.location_code,
  corregimiento: form.corregimiento.toUpperCase(),
  district: form.district.toUpperCase(),
  province: form.province.toUpperCase(),
  coordinates: form.coordinates,
  phone: form.phone,
  email: form.email,
});

/** The points of emission, the open ones first. Only who sees the whole accounting: they belong to companies, not to projects. */
export async function findSeries(ctx: Context): Promise<Series[]> {
  if (scopeOf(ctx, 'contabilidad.ver')?.scope !== 'todo') return [];
  const found = await ctx.db
    .select({
      one: invoiceSeries,
      company: { id: partners.id, name: partners.name, ruc: partners.ruc, dv: partners.dv },
      waiting: sql<number>`(select count(*)::int from issued_invoices i where i.series_id = ${invoiceSeries.id}
        and i.state_id in ${anyOf([S.queued, S.sent])})`,
    })
    .from(invoiceSeries)
    .innerJoin(partners, eq(partners.id, invoiceSeries.companyId))
    .orderBy(sql`${invoiceSeries.closedOn} is not null`, asc(partners.name), asc(invoiceSeries.id));
  return found.map(({ one, company, waiting }) => ({
    id: one.id,
    version: one.version,
    company,
    branch: one.branch,
    point: one.point,
    last_number: one.lastNumber,
    issues_from: one.issuesFrom,
    address: one.address,
    location_code: one.locationCode,
    corregimiento: one.corregimiento,
    district: one.district,
    province: one.province,
    coordinates: one.coordinates,
    phone: one.phone,
    email: one.email,
    open: one.closedOn === null,
    waiting,
  }));
}

export async function answerSeries(ctx: Context, id: number): Promise<Series> {
  const found = (await findSeries(ctx)).find((one) => one.id === id);
  if (!found) throw notFound();
  return found;
}

const requireAll = (ctx: Context) => {
  if (scopeOf(ctx, 'contabilidad.aprobar')?.scope !== 'todo') throw notFound();
};

/** Opens a company's point of emission and closes the one that it had. Returns its id. Raises 409 SERIES_TAKEN, 422. */
export async function createSeries(ctx: Context, form: SeriesForm): Promise<number> {
  requireAll(ctx);
  const [company] = await ctx.db
    .select({ kind: partners.kind })
    .from(partners)
    .where(and(eq(partners.id, form.company_id), isNull(partners.archivedAt)));
  if (company?.kind !== 'contratante')
    throw invalid([{ field: 'company_id', message: 'Elige una empresa del grupo.' }]);
  await ctx.db
    .update(invoiceSeries)
    .set({ closedOn: panamaDay(ctx.now), version: sql`${invoiceSeries.version} + 1` })
    .where(and(eq(invoiceSeries.companyId, form.company_id), isNull(invoiceSeries.closedOn)));
  try {
    const [made] = await ctx.db
      .insert(invoiceSeries)
      .values({
        companyId: form.company_id,
        branch: form.branch,
        point: form.point,
        lastNumber: form.last_number,
        ...columnsOf(form),
        createdAt: ctx.now,
      })
      .returning({ id: invoiceSeries.id });
    await announce(ctx, { record: ENTITY, id: made!.id, verb: 'crear', of: ['partner', form.company_id] });
    await audit(ctx, 'crear', ENTITY, made!.id, { branch: form.branch, point: form.point });
    return made!.id;
  } catch (error) {
    if (!['invoice_series_point', 'invoice_series_open'].includes(violatedConstraint(error) ?? ''))
      throw error;
    throw conflict('SERIES_TAKEN', 'Esta empresa ya usó ese punto de emisión: abre uno con otro número.');
  }
}

/** Changes what a point of emission says of itself. Raises 404, 409 STALE. */
export async function changeSeries(
  ctx: Context,
  id: number,
  { version, ...form }: Parameters<typeof columnsOf>[0] & { version?: number | undefined },
): Promise<void> {
  requireAll(ctx);
  const [before] = await ctx.db
    .select()
    .from(invoiceSeries)
    .where(eq(invoiceSeries.id, id))
    .for('no key update');
  if (!before) throw notFound();
  if (version !== undefined && version !== before.version)
    throw conflict('STALE', undefined, { version: before.version });
  await ctx.db
    .update(invoiceSeries)
    .set({ ...columnsOf(form), version: before.version + 1 })
    .where(eq(invoiceSeries.id, id));
  await announce(ctx, { record: ENTITY, id, verb: 'cambiar', of: ['partner', before.companyId] });
  await audit(ctx, 'cambiar', ENTITY, id, {
    before: { from: before.issuesFrom },
    after: { from: form.issues_from },
  });
}
