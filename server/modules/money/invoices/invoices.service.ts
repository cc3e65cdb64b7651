import { and, eq, inArray, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { documentKey } from '#contract/identity.ts';
import type { FieldError } from '#contract/errors.ts';
import type { InvoiceForm } from '#contract/money/invoices/model.ts';
import {
  EDITABLE_STATES,
  INVOICE_STATE as S,
  invoiceMachine,
  type InvoiceFacts,
} from '#contract/money/invoices/rules.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import { costCodes } from '#contract/company/catalogs/worksLists.ts';
import { LOT_STATE } from '#contract/company/catalogs/states.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { idOf, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, Refused, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { progressAccounts } from '#server/modules/works/accounts/accounts.table.ts';
import { purchaseOrderLines, purchaseOrders } from '#server/modules/works/purchasing/purchasing.table.ts';
import { tellInvoice } from './invoices.notices.ts';
import { mayPayables } from './invoices.scope.ts';
import { supplierInvoiceLines, supplierInvoices } from './invoices.table.ts';
import { lockInvoice, ofMyTeam, passesLimit } from './lock.service.ts';
import { mismatches, type Invoice } from './matching.service.ts';
import { settleCredit } from './settle.service.ts';

const ENTITY = 'factura_proveedor';

/** Awaits a write. Raises 409 INVOICE_TAKEN at its field. */
async function saving<A>(work: PromiseLike<A>): Promise<A> {
  try {
    return await work;
  } catch (error) {
    const taken: Record<string, FieldError> = {
      supplier_invoices_number: {
        field: 'number',
        message: 'Ya está registrada una de este RUC con ese número.',
      },
      supplier_invoices_cufe: { field: 'cufe', message: 'Ya está registrada una factura con ese CUFE.' },
      supplier_invoices_account: {
        field: 'progress_account_id',
        message: 'Esa cuenta de obra ya tiene su factura.',
      },
    };
    const fault = taken[violatedConstraint(error) ?? ''];
    if (!fault) throw error;
    throw new Refused(409, 'INVOICE_TAKEN', fault.message, { errors: [fault] });
  }
}

/** What the database cannot say of a form. Raises 422 at the field. Returns the sender's RUC as a key. */
async function check(ctx: Context, form: InvoiceForm): Promise<string> {
  const faults: FieldError[] = [];
  const fault = (field: string, message: string) => faults.push({ field, message });
  if (form.issued_on > panamaDay(ctx.now)) fault('issued_on', 'La fecha no puede ser posterior a hoy.');
  const people = await ctx.db
    .select({ id: partners.id, kind: partners.kind, ruc: partners.ruc })
    .from(partners)
    .where(inArray(partners.id, [form.supplier_id, form.company_id]));
  const supplier = people.find(({ id, kind }) => id === form.supplier_id && kind !== 'contratante');
  if (!supplier) fault('supplier_id', 'Elige un proveedor o un contratista.');
  if (!people.some(({ id, kind }) => id === form.company_id && kind === 'contratante'))
    fault('company_id', 'Elige una empresa del grupo.');
  if (form.order_id !== null) {
    const [order] = await ctx.db.select().from(purchaseOrders).where(eq(purchaseOrders.id, form.order_id));
    if (order?.supplierId !== form.supplier_id) fault('order_id', 'La orden es de otro proveedor.');
  }
  if (form.corrects_id !== null) {
    const [corrected] = await ctx.db
      .select()
      .from(supplierInvoices)
      .where(eq(supplierInvoices.id, form.corrects_id));
    if (corrected?.partnerId !== form.supplier_id || corrected.kind !== 'factura')
      fault('corrects_id', 'Elige una factura de este proveedor.');
    else if (corrected.companyId !== form.company_id)
      fault('company_id', 'La factura que corrige es de otra empresa.');
  }
  await checkLines(ctx, form, fault);
  if (faults.length > 0) throw invalid(faults);
  return documentKey('ruc', supplier!.ruc);
}

async function checkLines(ctx: Context, form: InvoiceForm, fault: (field: string, message: string) => void) {
  const known = async (table: typeof projects | typeof houses, ids: number[]) =>
    ctx.db
      .select({ id: table.id })
      .from(table)
      .where(inArray(table.id, [0, ...ids]));
  const ids = (key: 'project_id' | 'house_id' | 'order_line_id') =>
    form.lines.flatMap((line) => (line[key] === null ? [] : [line[key]]));
  const sites = new Set((await known(projects, ids('project_id'))).map(({ id }) => id));
  const homes = await ctx.db
    .select({ id: houses.id, projectId: houses.projectId })
    .from(houses)
    .where(inArray(houses.id, [0, ...ids('house_id')]));
  const ordered = await ctx.db
    .select({ id: purchaseOrderLines.id, orderId: purchaseOrderLines.orderId })
    .from(purchaseOrderLines)
    .where(inArray(purchaseOrderLines.id, [0, ...ids('order_line_id')]));
  for (const [at, line] of form.lines.entries()) {
    const wrong = (field: string, message: string) => fault(`lines[${at}][${field}]`, message);
    if (line.account_id !== null && !(await isOffered(ctx.db, accountingAccounts, line.account_id)))
      wrong('account_id', 'Esa cuenta no está en la lista.');
    if (line.cost_code_id !== null && !(await isOffered(ctx.db, costCodes, line.cost_code_id)))
      wrong('cost_code_id', 'Ese código no está en la lista.');
    if (line.project_id !== null && !sites.has(line.project_id))
      wrong('project_id', 'Ese proyecto no existe.');
    const house = homes.find(({ id }) => id === line.house_id);
    if (line.house_id !== null && house?.projectId !== line.project_id)
      wrong('house_id', 'Esa vivienda no es de este proyecto.');
    if (
      line.order_line_id !== null &&
      ordered.find(({ id }) => id === line.order_line_id)?.orderId !== form.order_id
    )
      wrong('order_line_id', 'Esa línea no es de la orden elegida.');
  }
}

const columnsOf = (form: InvoiceForm, rucKey: string) => ({
  kind: form.kind,
  partnerId: form.supplier_id,
  rucKey,
  companyId: form.company_id,
  number: form.number,
  cufe: form.cufe,
  issuedOn: form.issued_on,
  dueOn: form.due_on,
  concept: form.concept,
  note: form.note,
  subtotalCents: form.subtotal_centavos,
  itbmsCents: form.itbms_centavos,
  withheldCents: form.withheld_centavos,
  orderId: form.order_id,
  progressAccountId: form.progress_account_id,
  correctsId: form.corrects_id,
});

const linesOf = (invoiceId: number, form: InvoiceForm) =>
  form.lines.map((line, position) => ({
    invoiceId,
    position,
    description: line.description,
    quantity: line.quantity,
    cents: line.cents,
    itbmsCents: line.itbms_centavos,
    orderLineId: line.order_line_id,
    accountingAccountId: line.account_id,
    costCodeId: line.cost_code_id,
    projectId: line.project_id,
    houseId: line.house_id,
  }));

/** Enters an invoice or a credit note. Returns its id. Raises 409 INVOICE_TAKEN, 422 at the field. */
export async function createInvoice(ctx: Context, form: InvoiceForm): Promise<number> {
  const rucKey = await check(ctx, form);
  const [made] = await saving(
    ctx.db
      .insert(supplierInvoices)
      .values({ ...columnsOf(form, rucKey), madeBy: staffOf(ctx).userId, createdAt: ctx.now })
      .returning({ id: supplierInvoices.id }),
  );
  await ctx.db.insert(supplierInvoiceLines).values(linesOf(made!.id, form));
  await announce(ctx, {
    record: ENTITY,
    id: made!.id,
    from: null,
    to: S.entered,
    of: ['partner', form.supplier_id],
  });
  await audit(ctx, 'crear', ENTITY, made!.id, {
    number: form.number,
    total: form.subtotal_centavos + form.itbms_centavos,
  });
  return made!.id;
}

/** Corrects an invoice that is not in approval. Raises 404, 409 STALE or INVOICE_TAKEN, 422. */
export async function changeInvoice(
  ctx: Context,
  id: number,
  { version, ...form }: InvoiceForm & { version?: number | undefined },
): Promise<void> {
  const before = await lockInvoice(ctx, id);
  if (version !== undefined && version !== before.version)
    throw conflict('STALE', undefined, { version: before.version });
  if (!EDITABLE_STATES.includes(before.stateId))
    throw transitionRefused('Una factura enviada a aprobar ya no se corrige: recházala o anúlala.');
  const rucKey = await check(ctx, form);
  await saving(
    ctx.db
      .update(supplierInvoices)
      .set({ ...columnsOf(form, rucKey), version: before.version + 1 })
      .where(eq(supplierInvoices.id, id)),
  );
  await ctx.db.delete(supplierInvoiceLines).where(eq(supplierInvoiceLines.invoiceId, id));
  await ctx.db.insert(supplierInvoiceLines).values(linesOf(id, form));
  await announce(ctx, { record: ENTITY, id, verb: 'cambiar', of: ['partner', form.supplier_id] });
  await audit(ctx, 'cambiar', ENTITY, id, { before: { number: before.number, total: before.totalCents } });
}

/** What the transitions of an invoice depend on. */
export async function factsOf(ctx: Context, invoice: Invoice): Promise<InvoiceFacts> {
  return {
    madeByCaller: invoice.madeBy === ctx.staff?.userId,
    aboveLimit: await passesLimit(ctx, invoice.totalCents),
    settled: invoice.settledCents > 0,
    lines: await ctx.db.$count(supplierInvoiceLines, eq(supplierInvoiceLines.invoiceId, invoice.id)),
  };
}

/**
 * Sends an invoice to approval, approves, rejects, disputes or voids it. Approving what does not agree with its order or
 * account needs a reason. Raises 404, 403, 409 STALE, 422.
 */
export async function changeInvoiceState(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const invoice = await lockInvoice(ctx, id);
  const record = { madeBy: invoice.madeBy, inTeam: await ofMyTeam(ctx, id) };
  checkTransition(invoiceMachine, invoice, change, await factsOf(ctx, invoice), (permission) =>
    mayPayables(ctx, permission, record),
  );
  const to = change.estado_id;
  const approves = to === S.approved;
  const faults = approves ? await mismatches(ctx, invoice, true) : [];
  if (faults.length > 0 && !change.motivo)
    throw invalid([
      { field: 'params[motivo]', message: `${faults.join(' ')} Si está bien así, escribe por qué.` },
    ]);
  if (approves) await markLateCosts(ctx, id);
  const { userId } = staffOf(ctx);
  const away = to === S.rejected || to === S.voided || to === S.disputed;
  await ctx.db
    .update(supplierInvoices)
    .set({
      stateId: to,
      version: invoice.version + 1,
      endReason: away ? change.motivo : null,
      ...(approves && {
        approvedBy: userId,
        approvedOn: panamaDay(ctx.now),
        exceptions: faults.length > 0 ? faults : null,
        exceptionReason: faults.length > 0 ? change.motivo : null,
      }),
    })
    .where(eq(supplierInvoices.id, id));
  await announce(ctx, {
    record: ENTITY,
    id,
    from: invoice.stateId,
    to,
    of: ['partner', invoice.partnerId],
    reason: change.motivo,
  });
  await audit(ctx, 'cambiar_estado', ENTITY, id, {
    from: invoice.stateId,
    to,
    ...(faults.length > 0 && { faults }),
  });
  if (approves) await settleCredit(ctx, id);
  if (approves && invoice.progressAccountId !== null) await followPaid(ctx, id, invoice.progressAccountId);
  await tellInvoice(ctx, { ...invoice, version: invoice.version + 1 }, to);
}

/** The account that an invoice documents may have been paid before the paper came. */
async function followPaid(ctx: Context, id: number, accountId: number): Promise<void> {
  const [account] = await ctx.db.select().from(progressAccounts).where(eq(progressAccounts.id, accountId));
  if (account?.paidOn) await moveInvoice(ctx, id, S.paid, { paidOn: account.paidOn });
}

/** A cost of a house that was delivered already goes to its cost of sale, not to works in progress. */
async function markLateCosts(ctx: Context, id: number): Promise<void> {
  await ctx.db
    .update(supplierInvoiceLines)
    .set({
      afterDelivery: sql`exists (select from houses h join lots l on l.id = h.lot_id
        where h.id = ${supplierInvoiceLines.houseId} and l.state_id = ${idOf(LOT_STATE.delivered)})`,
    })
    .where(and(eq(supplierInvoiceLines.invoiceId, id), sql`${supplierInvoiceLines.houseId} is not null`));
}

/**
 * Moves an invoice along its payment: into a batch, out of it, paid, or owed again. `paidOn` is the day of the payment.
 * Raises 422 when it is elsewhere meanwhile.
 */
export async function moveInvoice(
  ctx: Context,
  id: number,
  to: (typeof S)['approved' | 'inPayment' | 'paid'],
  { paidOn, reason }: { paidOn?: string | undefined; reason?: string | undefined } = {},
): Promise<Invoice> {
  const [invoice] = await ctx.db
    .select()
    .from(supplierInvoices)
    .where(eq(supplierInvoices.id, id))
    .for('no key update');
  const arrow =
    invoice &&
    invoiceMachine.transitions.some(
      (one) => one.permission === null && one.to === to && one.from.includes(invoice.stateId),
    );
  if (!arrow) throw transitionRefused(`La factura ${invoice?.number ?? ''} ya no está para eso: revísala.`);
  await ctx.db
    .update(supplierInvoices)
    .set({ stateId: to, version: invoice.version + 1, paidOn: to === S.paid ? paidOn! : null })
    .where(eq(supplierInvoices.id, id));
  await announce(ctx, {
    record: ENTITY,
    id,
    from: invoice.stateId,
    to,
    of: ['partner', invoice.partnerId],
    reason,
  });
  return invoice;
}
