import { and, asc, eq, isNull } from 'drizzle-orm';
import type { FieldError } from '#contract/errors.ts';
import { panamaDay } from '#contract/dates.ts';
import type { QuotationForm } from '#contract/works/purchasing/model.ts';
import { QUOTED_STATES, REQUEST_STATE } from '#contract/works/purchasing/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound, Refused, transitionRefused } from '#server/kernel/errors.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { colleaguesOnly } from '#server/modules/works/materials/materials.service.ts';
import { buysFor } from '#server/modules/works/materials/materials.scope.ts';
import { purchaseOrders, supplierQuotationLines, supplierQuotations } from './purchasing.table.ts';
import { lineIdsOf, lockRequest } from './requests.queries.ts';
import { moveRequest } from './requests.service.ts';

/** The suppliers on offer, by name. */
export async function supplierOptions(ctx: Context) {
  colleaguesOnly(ctx);
  return ctx.db
    .select({ id: partners.id, name: partners.name })
    .from(partners)
    .where(and(eq(partners.kind, 'proveedor'), isNull(partners.archivedAt)))
    .orderBy(asc(partners.name), asc(partners.id));
}

/** Locks a request whose quotations the caller may write. Raises 404, 403, 422. */
export async function lockForBuying(ctx: Context, id: number) {
  const request = await lockRequest(ctx, id);
  if (!buysFor(ctx, request.projectId)) throw forbidden();
  if (!QUOTED_STATES.includes(request.stateId))
    throw transitionRefused('Se cotiza una solicitud aprobada que aún no está toda en órdenes.');
  return request;
}

async function checkForm(ctx: Context, requestId: number, form: QuotationForm): Promise<void> {
  const faults: FieldError[] = [];
  const known = await ctx.db.$count(
    partners,
    and(eq(partners.id, form.supplier_id), eq(partners.kind, 'proveedor'), isNull(partners.archivedAt)),
  );
  if (known === 0) faults.push({ field: 'supplier_id', message: 'Elige uno de los proveedores.' });
  if (form.quoted_on > panamaDay(ctx.now))
    faults.push({ field: 'quoted_on', message: 'La fecha no puede ser futura.' });
  const ids = new Set(await lineIdsOf(ctx, requestId));
  form.lines.forEach(({ line_id }, at) => {
    if (!ids.delete(line_id))
      faults.push({
        field: `lines[${at}][price_centavos]`,
        message: 'Esta línea no es de la solicitud, o va dos veces.',
      });
  });
  if (faults.length > 0) throw invalid(faults);
}

async function saving<A>(work: PromiseLike<A>): Promise<A> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'supplier_quotations_supplier') throw error;
    const message = 'Este proveedor ya tiene una cotización aquí: corrígela.';
    throw new Refused(409, 'QUOTATION_TAKEN', message, { errors: [{ field: 'supplier_id', message }] });
  }
}

const columnsOf = (form: QuotationForm) => ({
  supplierId: form.supplier_id,
  number: form.number,
  quotedOn: form.quoted_on,
  validUntil: form.valid_until,
  deliveryDays: form.delivery_days,
  terms: form.terms,
});

async function writePrices(ctx: Context, quotationId: number, { lines }: QuotationForm): Promise<void> {
  await ctx.db.delete(supplierQuotationLines).where(eq(supplierQuotationLines.quotationId, quotationId));
  await ctx.db
    .insert(supplierQuotationLines)
    .values(
      lines.flatMap(({ line_id, price_centavos, taxed }) =>
        price_centavos === null
          ? []
          : [{ quotationId, requestLineId: line_id, priceCents: price_centavos, taxed }],
      ),
    );
}

const told = (ctx: Context, requestId: number) =>
  announce(ctx, { record: 'solicitud_material', id: requestId, verb: 'cotizar' });

/** Adds a supplier's quotation; the first one starts quoting. Raises 403, 404, 409 QUOTATION_TAKEN, 422. */
export async function addQuotation(ctx: Context, requestId: number, form: QuotationForm): Promise<void> {
  const request = await lockForBuying(ctx, requestId);
  await checkForm(ctx, requestId, form);
  const [made] = await saving(
    ctx.db
      .insert(supplierQuotations)
      .values({ ...columnsOf(form), requestId, madeBy: staffOf(ctx).userId, createdAt: ctx.now })
      .returning({ id: supplierQuotations.id }),
  );
  await writePrices(ctx, made!.id, form);
  if (request.stateId === REQUEST_STATE.approved) await moveRequest(ctx, request, [REQUEST_STATE.quoting]);
  await told(ctx, requestId);
  await audit(ctx, 'cotizar', 'solicitud_material', requestId, { quotation: made!.id, number: form.number });
}

async function lockQuotation(ctx: Context, id: number) {
  const [found] = await ctx.db.select().from(supplierQuotations).where(eq(supplierQuotations.id, id));
  if (!found) throw notFound();
  await lockForBuying(ctx, found.requestId);
  const [quotation] = await ctx.db
    .select()
    .from(supplierQuotations)
    .where(eq(supplierQuotations.id, id))
    .for('no key update');
  if (!quotation) throw notFound();
  if ((await ctx.db.$count(purchaseOrders, eq(purchaseOrders.quotationId, id))) > 0)
    throw transitionRefused('Una orden tomó esta cotización: ya no se cambia.');
  return quotation;
}

/** Corrects a quotation that no order took. Returns its request. Raises 403, 404, 409 STALE or QUOTATION_TAKEN, 422. */
export async function changeQuotation(
  ctx: Context,
  id: number,
  form: QuotationForm & { version?: number | undefined },
): Promise<number> {
  const quotation = await lockQuotation(ctx, id);
  if (form.version !== undefined && form.version !== quotation.version)
    throw conflict('STALE', undefined, { version: quotation.version });
  await checkForm(ctx, quotation.requestId, form);
  await saving(
    ctx.db
      .update(supplierQuotations)
      .set({ ...columnsOf(form), version: quotation.version + 1 })
      .where(eq(supplierQuotations.id, id)),
  );
  await writePrices(ctx, id, form);
  await told(ctx, quotation.requestId);
  await audit(ctx, 'cambiar', 'solicitud_material', quotation.requestId, { quotation: id });
  return quotation.requestId;
}

/** Removes a quotation that no order took. Returns its request. Raises 403, 404, 422. */
export async function removeQuotation(ctx: Context, id: number): Promise<number> {
  const quotation = await lockQuotation(ctx, id);
  await ctx.db.delete(supplierQuotations).where(eq(supplierQuotations.id, id));
  await told(ctx, quotation.requestId);
  await audit(ctx, 'cambiar', 'solicitud_material', quotation.requestId, { removed: quotation });
  return quotation.requestId;
}
