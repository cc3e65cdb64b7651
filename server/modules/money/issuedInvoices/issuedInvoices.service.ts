import { and, eq } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import type { IssuedForm, ReceiverForm } from '#contract/money/issuedInvoices/model.ts';
import { ISSUED_STATE as S, issuedMachine, type IssuedFacts } from '#contract/money/issuedInvoices/rules.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import {
  ENTITY,
  issue,
  missingOf,
  ofSale,
  queue,
  receiverColumns,
  receiverOf,
  takeBack,
  voidIssued,
  type Issued,
} from './issue.service.ts';
import { issuedInReach, reachesIssued } from './issuedInvoices.scope.ts';
import { issuedInvoices } from './issuedInvoices.table.ts';

/** An invoice in the caller's scope, locked. Raises 404. */
async function lockMine(ctx: Context, id: number): Promise<Issued> {
  const [one] = await ctx.db
    .select()
    .from(issuedInvoices)
    .where(and(eq(issuedInvoices.id, id), issuedInReach(ctx)))
    .for('no key update');
  if (!one) throw notFound();
  return one;
}

/** Issues an invoice of other income. Returns its id. Raises 409 NO_SERIES, 422 at the field. */
export async function createIssued(ctx: Context, form: IssuedForm): Promise<number> {
  const faults: FieldError[] = [];
  const reach = scopeOf(ctx, 'contabilidad.crear');
  const [company] = await ctx.db
    .select({ kind: partners.kind })
    .from(partners)
    .where(eq(partners.id, form.company_id));
  if (company?.kind !== 'contratante')
    faults.push({ field: 'company_id', message: 'Elige una empresa del grupo.' });
  if (form.project_id !== null && !(await ctx.db.$count(projects, eq(projects.id, form.project_id))))
    faults.push({ field: 'project_id', message: 'Ese proyecto no existe.' });
  if (
    reach?.scope === 'sus_proyectos' &&
    (form.project_id === null || !reach.projectIds.includes(form.project_id))
  )
    faults.push({ field: 'project_id', message: 'Elige un proyecto de los tuyos.' });
  for (const [at, line] of form.lines.entries())
    if (line.account_id !== null && !(await isOffered(ctx.db, accountingAccounts, line.account_id)))
      faults.push({ field: `lines[${at}][account_id]`, message: 'Esa cuenta no está en la lista.' });
  if (faults.length > 0) throw invalid(faults);
  return issue(ctx, {
    kind: 'factura',
    operation: 'servicio',
    companyId: form.company_id,
    projectId: form.project_id,
    saleId: null,
    receiver: form,
    concept: form.concept,
    lines: form.lines.map(({ account_id, ...line }) => ({ ...line, accountId: account_id })),
    madeBy: staffOf(ctx).userId,
  });
}

export const isEditable = ({ stateId, attempts }: Pick<Issued, 'stateId' | 'attempts'>): boolean =>
  stateId === S.rejected || (stateId === S.queued && attempts === 0);

/** Corrects the receiver of what the provider does not have. Raises 404, 403, 409 STALE, 422. */
export async function changeReceiver(
  ctx: Context,
  id: number,
  { version, ...form }: ReceiverForm & { version?: number | undefined },
): Promise<void> {
  const one = await lockMine(ctx, id);
  if (!reachesIssued(ctx, 'contabilidad.crear', one)) throw forbidden();
  if (version !== undefined && version !== one.version)
    throw conflict('STALE', undefined, { version: one.version });
  if (!isEditable(one))
    throw transitionRefused('Se corrige lo que no se ha enviado o lo que el proveedor rechazó.');
  await ctx.db
    .update(issuedInvoices)
    .set({ ...receiverColumns(form), version: one.version + 1 })
    .where(eq(issuedInvoices.id, id));
  await announce(ctx, { record: ENTITY, id, verb: 'cambiar', ...ofSale(one) });
  await audit(ctx, 'cambiar', ENTITY, id, { fields: Object.keys(form) });
}

export const factsOf = (one: Issued): IssuedFacts => ({
  missing: missingOf(receiverOf(one)),
  ended: one.endedOn !== null,
});

/** Sends a rejected document again under its number, or voids it. Raises 404, 403, 409 STALE, 422. */
export async function changeIssuedState(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const one = await lockMine(ctx, id);
  checkTransition(issuedMachine, one, change, factsOf(one), (permission) =>
    reachesIssued(ctx, permission, one),
  );
  if (change.estado_id === S.voided) {
    await voidIssued(ctx, one, change.motivo!);
  } else {
    await ctx.db
      .update(issuedInvoices)
      .set({
        stateId: S.queued,
        issuedOn: panamaDay(ctx.now),
        attempts: 0,
        attemptedAt: null,
        dueAt: null,
        remark: null,
        version: one.version + 1,
      })
      .where(eq(issuedInvoices.id, id));
    await announce(ctx, { record: ENTITY, id, from: one.stateId, to: S.queued, ...ofSale(one) });
    await queue(ctx, id);
  }
  await audit(ctx, 'cambiar_estado', ENTITY, id, { from: one.stateId, to: change.estado_id });
}

/** Why no credit note can be made by hand; null: it can. */
export function whyNoCredit(
  one: Pick<Issued, 'kind' | 'stateId' | 'endedOn' | 'event' | 'imported'>,
): string | null {
  if (one.kind !== 'factura') return 'Es una nota de crédito.';
  if (one.stateId !== S.authorized) return 'Solo una factura autorizada lleva nota de crédito.';
  if (one.endedOn !== null) return 'Ya tiene su nota de crédito.';
  if (one.imported) return 'Se emitió en otro sistema: su nota de crédito también.';
  return one.event === null
    ? null
    : 'Viene de los libros: la nota de crédito se emite sola cuando el ingreso se reversa.';
}

/** The credit note of an invoice made by hand. Raises 404, 403, 422. */
export async function creditIssued(ctx: Context, id: number, reason: string): Promise<number> {
  const one = await lockMine(ctx, id);
  if (!reachesIssued(ctx, 'contabilidad.anular', one)) throw forbidden();
  const why = whyNoCredit(one);
  if (why) throw transitionRefused(why);
  return (await takeBack(ctx, one, reason))!;
}
