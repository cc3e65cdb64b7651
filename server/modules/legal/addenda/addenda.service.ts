import { and, eq, sql } from 'drizzle-orm';
import { addDays, endOfDay, panamaDay } from '#contract/dates.ts';
import type { AddendumForm } from '#contract/legal/addenda/model.ts';
import {
  ADDENDUM,
  addendumMachine,
  whyNotAddendum,
  type AddendumFacts,
  type AddendumKind,
} from '#contract/legal/addenda/rules.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { row, violatedConstraint, type Db } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { voidEnvelope } from '#server/modules/legal/envelopes/close.service.ts';
import { openEnvelope, type NewEnvelope } from '#server/modules/legal/envelopes/open.service.ts';
import { lockSaleFor } from '#server/modules/legal/promises/draft.service.ts';
import { representativeFor, whyNotSigns } from '#server/modules/legal/promises/representative.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { isWritten, type AddendumRow } from './addenda.queries.ts';
import { addenda } from './addenda.table.ts';
import {
  addendumSummary,
  composeAddendum,
  materialOf,
  templateKind,
  type Material,
} from './paper.service.ts';
import { attorneysFrom, signingPeople, whyNotPeople, type SigningPerson } from './signers.service.ts';
import { signedPromise, weigh } from './standing.service.ts';

const SIGN_DAYS_MOST = 90;
const PAPER_ONLY = 'Esta adenda se importó ya firmada: no se cambia aquí.';
type Sale = Awaited<ReturnType<typeof lockSaleFor>>;

/** Moves a locked addendum to a state whose transition was checked, and announces it. */
export async function moveAddendum(
  ctx: Acting,
  addendum: Pick<AddendumRow, 'id' | 'saleId' | 'stateId' | 'version'>,
  to: number,
  set: Partial<typeof addenda.$inferInsert> = {},
  reason?: string,
): Promise<void> {
  try {
    await ctx.db
      .update(addenda)
      .set({ ...set, stateId: to, stateSince: ctx.now, version: addendum.version + 1 })
      .where(eq(addenda.id, addendum.id));
  } catch (error) {
    if (violatedConstraint(error) !== 'addenda_one_signing') throw error;
    throw conflict('ADDENDUM_SIGNING', 'Otra adenda de esta venta está en firma: espera a que termine.');
  }
  await announce(ctx, {
    record: 'adenda',
    id: addendum.id,
    from: addendum.stateId,
    to,
    of: ['precontrato', addendum.saleId],
    reason,
  });
}

/** Locks an addendum that was written here after its sale, within the caller's legal scope. Raises 404, 422 for an imported one. */
export async function lockAddendum(ctx: Context, id: number): Promise<{ addendum: AddendumRow; sale: Sale }> {
  const [found] = await ctx.db
    .select({ saleId: addenda.saleId })
    .from(addenda)
    .innerJoin(sales, eq(sales.id, addenda.saleId))
    .where(and(eq(addenda.id, id), salesInReach(ctx, 'legal.ver')));
  if (!found) throw notFound();
  const sale = await lockSaleFor(ctx, found.saleId);
  const [addendum] = await ctx.db.select().from(addenda).where(eq(addenda.id, id)).for('no key update');
  if (!addendum) throw notFound();
  if (!isWritten(addendum)) throw transitionRefused(PAPER_ONLY);
  return { addendum, sale };
}

/** Why a sale takes no addendum of this kind now; null when it does. */
export const whyNotSale = async (
  db: Db,
  sale: { id: number; stateId: number },
  kind: AddendumKind,
): Promise<string | null> =>
  whyNotAddendum(
    { stateId: sale.stateId, promiseSigned: (await signedPromise(db, sale.id)) !== undefined },
    kind,
  );

function checkDay(day: string, today: string): void {
  if (day < today || day > addDays(today, SIGN_DAYS_MOST))
    throw invalid([
      { field: 'firmar_hasta', message: `Da de 0 a ${SIGN_DAYS_MOST} días para firmar, desde hoy.` },
    ]);
}

/** The columns of a form, weighed against its sale. Raises 422 at `cambio` and other fields. */
async function columnsOf(ctx: Context, sale: Sale, form: AddendumForm) {
  checkDay(form.firmar_hasta, panamaDay(ctx.now));
  const { lines, whyNot } = await weigh(ctx, sale, form.cambio);
  if (whyNot) throw invalid([{ field: 'cambio', message: whyNot }]);
  return {
    kind: form.cambio.tipo,
    change: form.cambio,
    effect: lines,
    reason: form.motivo,
    signBy: form.firmar_hasta,
    representative: await representativeFor(ctx, form.representante_id, sale.priceCents),
  };
}

/** Begins an addendum of a sale's signed promise. Returns its id. Raises 404, 403, 422 with the reason or at a field. */
export async function createAddendum(ctx: Context, saleId: number, form: AddendumForm): Promise<number> {
  const sale = await lockSaleFor(ctx, saleId);
  if (!reaches(ctx, 'legal.crear', sale)) throw forbidden();
  const refusal = await whyNotSale(ctx.db, sale, form.cambio.tipo);
  if (refusal) throw transitionRefused(refusal);
  const columns = await columnsOf(ctx, sale, form);
  const promise = await signedPromise(ctx.db, saleId);
  const attorneys = await attorneysFrom(ctx.db, promise);
  const year = Number(panamaDay(ctx.now).slice(0, 4));
  const next = await row<{ code: string }>(ctx.db, sql`select next_code('AD', ${year}::int) code`);
  const [made] = await ctx.db
    .insert(addenda)
    .values({
      ...columns,
      code: next!.code,
      saleId,
      promiseId: promise?.id ?? null,
      attorneys,
      stateId: ADDENDUM.draft,
      stateSince: ctx.now,
      createdBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning({ id: addenda.id });
  const id = made!.id;
  await announce(ctx, { record: 'adenda', id, from: null, to: ADDENDUM.draft, of: ['precontrato', saleId] });
  await audit(ctx, 'crear', 'adenda', id, { saleId, kind: columns.kind });
  return id;
}

/** Changes an addendum that is still prepared. Raises 404, 403, 409 STALE and NOT_DRAFT, 422 at a field. */
export async function changeAddendum(
  ctx: Context,
  id: number,
  { version, ...form }: AddendumForm & { version?: number | undefined },
): Promise<void> {
  const { addendum, sale } = await lockAddendum(ctx, id);
  if (!reaches(ctx, 'legal.crear', sale)) throw forbidden();
  if (version !== undefined && version !== addendum.version)
    throw conflict('STALE', undefined, { version: addendum.version });
  if (addendum.stateId !== ADDENDUM.draft)
    throw conflict('NOT_DRAFT', 'Esta adenda ya no se edita. Anúlala o corrígela para cambiarla.');
  const refusal = await whyNotSale(ctx.db, sale, form.cambio.tipo);
  if (refusal) throw transitionRefused(refusal);
  const columns = await columnsOf(ctx, sale, form);
  await ctx.db
    .update(addenda)
    .set({
      ...columns,
      version: addendum.version + 1,
      promiseId: (await signedPromise(ctx.db, sale.id))?.id ?? null,
    })
    .where(eq(addenda.id, id));
  await audit(ctx, 'cambiar', 'adenda', id, {
    before: { effect: addendum.effect, reason: addendum.reason },
    after: { effect: columns.effect, reason: columns.reason },
  });
}

/** The facts that the rules of an addendum check. */
export async function addendumFacts(
  ctx: Pick<Context, 'db' | 'now' | 'files'>,
  addendum: AddendumRow,
  sale: {
    id: number;
    code: string | null;
    receivedAt: Date | null;
    stateId: number;
    projectId: number;
    modelId: number;
    paymentForm: string;
  },
): Promise<AddendumFacts & { material: Material; people: SigningPerson[] }> {
  const material = await materialOf(ctx, addendum, sale);
  const people = await signingPeople(ctx, addendum);
  const other = await ctx.db.$count(
    addenda,
    and(eq(addenda.saleId, sale.id), eq(addenda.stateId, ADDENDUM.signing)),
  );
  return {
    material,
    people,
    effect: (await weigh(ctx, sale, addendum.change)).whyNot,
    missing: material.missing,
    deviates: material.deviates && addendum.approvedAt === null,
    signers:
      whyNotPeople(people) ??
      (addendum.representative &&
        (await whyNotSigns(ctx, addendum.representative, material.frozen.money.price_centavos))),
    sale: await whyNotSale(ctx.db, sale, addendum.kind),
    otherSigning: other > 0 && addendum.stateId !== ADDENDUM.signing,
    late: addendum.signBy < panamaDay(ctx.now),
  };
}

/** Whoever may approve a text that is not the template's hears that it waits for them. */
export async function tellApprovers(
  ctx: Context,
  { id, code, version, writers }: AddendumRow,
  projectId: number,
): Promise<void> {
  const approvers = await whoMay(ctx.db, 'legal.aprobar', projectId);
  await notify(ctx, {
    kind: 'promesa_revision',
    to: approvers.filter((one) => !writers.includes(one)),
    text: `La adenda ${code} cambia la plantilla y espera tu aprobación.`,
    url: `/oficina/adendas/${id}`,
    event: `adenda:${id}:${version}:revision`,
  });
}

/** Moves an addendum along its machine. Raises 404, 403, 409 STALE and ADDENDUM_SIGNING, 422 with the reason. */
export async function changeAddendumState(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const { addendum, sale } = await lockAddendum(ctx, id);
  const { material, people, ...facts } = await addendumFacts(ctx, addendum, sale);
  checkTransition(addendumMachine, addendum, change, facts, (permission) => reaches(ctx, permission, sale));
  await audit(ctx, 'cambiar_estado', 'adenda', id, { from: addendum.stateId, to: change.estado_id });
  switch (change.estado_id) {
    case ADDENDUM.signing:
      return sendAddendum(ctx, addendum, sale, material, people);
    case ADDENDUM.voided:
      await moveAddendum(ctx, addendum, ADDENDUM.voided, {}, change.motivo);
      if (addendum.stateId === ADDENDUM.signing && addendum.envelopeId !== null)
        await voidEnvelope(ctx, addendum.envelopeId, change.motivo);
      return;
    case ADDENDUM.draft:
      return moveAddendum(ctx, addendum, ADDENDUM.draft, {
        fileId: null,
        envelopeId: null,
        templateVersionId: null,
      });
    default:
      await moveAddendum(ctx, addendum, change.estado_id, {}, change.motivo);
      if (facts.deviates) await tellApprovers(ctx, addendum, sale.projectId);
  }
}

/** Composes the document as it is signed and opens its envelope: buyers, who joins, the company. */
async function sendAddendum(
  ctx: Context,
  addendum: AddendumRow,
  sale: Sale,
  before: Material,
  people: readonly SigningPerson[],
): Promise<void> {
  // What is signed is the effect of now.
  const { lines } = await weigh(ctx, sale, addendum.change);
  const sent = { ...addendum, effect: lines };
  const material = await materialOf(ctx, sent, sale);
  const bytes = await composeAddendum(ctx, sent, material, true);
  const stored = await ctx.files.keep(bytes, `${addendum.code}.pdf`, 'application/pdf');
  const fileId = await addFile(
    ctx,
    { reference: 'adenda', referenceId: addendum.id, sensitive: true },
    stored,
  );
  await moveAddendum(ctx, addendum, ADDENDUM.signing, {
    effect: lines,
    fileId,
    templateVersionId: before.versionId,
    sentAt: ctx.now,
    sentBy: staffOf(ctx).userId,
  });
  const signers: NewEnvelope['signers'][number][] = [
    ...people.map(({ asked, attorney }) => ({ role: 'comprador' as const, ...asked, attorney })),
    { role: 'promotora', representativeId: addendum.representative?.id ?? null },
  ];
  const envelopeId = await openEnvelope(ctx, {
    record: 'adenda',
    recordId: addendum.id,
    saleId: sale.id,
    title: `Adenda ${addendum.code}`,
    fileId,
    summary: addendumSummary(sent),
    signers,
    expiresAt: endOfDay(addendum.signBy),
    initials: true,
    amountCents: material.frozen.money.price_centavos,
  });
  await ctx.db.update(addenda).set({ envelopeId }).where(eq(addenda.id, addendum.id));
  await audit(ctx, 'enviar_a_firma', 'adenda', addendum.id, {
    envelopeId,
    template: templateKind(addendum.kind),
  });
}
