import { and, eq, inArray, sql } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { clauseFaults, type Clause } from '#contract/legal/contractTemplates/clauses.ts';
import type { AttorneyForm, TermsForm } from '#contract/legal/promises/model.ts';
import {
  isClosedRound,
  isEditable,
  LIVE_PROMISES,
  PROMISE,
  whyNotGenerate,
} from '#contract/legal/promises/rules.ts';
import { documentError, readDocument } from '#contract/identity.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { row, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { templateFor } from '#server/modules/legal/contractTemplates/approved.service.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { ensureLawyer } from '#server/modules/legal/counsel/counsel.service.ts';
import { claimOf } from '#server/modules/sales/claims/claims.service.ts';
import { lockSaleInReach } from '#server/modules/sales/sale/states.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { deviatesFrom } from './facts.service.ts';
import { freezeSale } from './freeze.service.ts';
import { movePromise } from './move.service.ts';
import { lastPromise, saleColumns, type PromiseRow } from './last.service.ts';
import { promises } from './promises.table.ts';
import { representativeFor } from './representative.service.ts';

/** Years ahead that a delivery may be agreed. */
const DELIVERY_DAYS_MOST = 3_660;
const SIGN_DAYS_MOST = 180;

export type LockedSale = Awaited<ReturnType<typeof lockSaleFor>>;

/** Locks a sale within the caller's legal scope. Raises 404, 403 without legal.crear on it. */
export async function lockSaleFor(ctx: Context, saleId: number) {
  await lockSaleInReach(ctx.db, saleId, salesInReach(ctx, 'legal.ver'));
  const [sale] = await ctx.db.select(saleColumns).from(sales).where(eq(sales.id, saleId));
  if (!sale) throw notFound();
  return sale;
}

/** Locks a promise after its sale, within the caller's legal scope. Raises 404. */
export async function lockPromise(ctx: Context, id: number) {
  const [found] = await ctx.db
    .select({ saleId: promises.saleId })
    .from(promises)
    .innerJoin(sales, eq(sales.id, promises.saleId))
    .where(and(eq(promises.id, id), salesInReach(ctx, 'legal.ver')));
  if (!found) throw notFound();
  const sale = await lockSaleFor(ctx, found.saleId);
  const [promise] = await ctx.db.select().from(promises).where(eq(promises.id, id)).for('no key update');
  if (!promise) throw notFound();
  return { promise, sale };
}

/** The same, to change its text: a draft, or an approved one that returns to a draft. Raises 409 STALE, NOT_DRAFT, 403. */
async function lockToWrite(ctx: Context, id: number, version?: number) {
  const { promise, sale } = await lockPromise(ctx, id);
  if (!reaches(ctx, 'legal.crear', sale)) throw forbidden();
  if (version !== undefined && version !== promise.version)
    throw conflict('STALE', undefined, { version: promise.version });
  if (!isEditable(promise.stateId) || promise.frozen === null)
    throw conflict(
      'NOT_DRAFT',
      'Esta promesa ya no se edita. Si está en revisión o en firma, retírala primero.',
    );
  return { promise, sale };
}

/** Refuses days that cannot be meant. Raises 422 at the field. */
function checkTerms(form: TermsForm, today: string): void {
  const faults = [];
  if (form.entrega !== null && form.entrega <= today)
    faults.push({ field: 'entrega', message: 'La entrega es un día que viene.' });
  if (form.entrega !== null && form.entrega > addDays(today, DELIVERY_DAYS_MOST))
    faults.push({ field: 'entrega', message: 'La entrega está demasiado lejos. Revisa el año.' });
  if (form.firmar_hasta < today)
    faults.push({ field: 'firmar_hasta', message: 'El último día para firmar no puede haber pasado.' });
  if (form.firmar_hasta > addDays(today, SIGN_DAYS_MOST))
    faults.push({ field: 'firmar_hasta', message: `Da como máximo ${SIGN_DAYS_MOST} días para firmar.` });
  if (faults.length > 0) throw invalid(faults);
}

const termColumns = async (ctx: Context, form: TermsForm, priceCents: number) => ({
  deliveryOn: form.entrega,
  motherFinca: form.finca_madre,
  locationCode: form.codigo_ubicacion,
  signBy: form.firmar_hasta,
  representative: await representativeFor(ctx, form.representante_id, priceCents),
});

const liveOf = async (ctx: Pick<Context, 'db'>, saleId: number): Promise<number | null> =>
  (
    await ctx.db
      .select({ stateId: promises.stateId })
      .from(promises)
      .where(and(eq(promises.saleId, saleId), inArray(promises.stateId, [...LIVE_PROMISES])))
  )[0]?.stateId ?? null;

/** Why no promise can be generated for a sale now; null when it can. */
export async function whyNotNow(
  ctx: Pick<Context, 'db'>,
  sale: { id: number; stateId: number; projectId: number; paymentForm: string },
): Promise<string | null> {
  return whyNotGenerate({
    stateId: sale.stateId,
    hasLot: (await claimOf(ctx.db, sale.id)) !== null,
    live: await liveOf(ctx, sale.id),
    hasTemplate: (await templateFor(ctx.db, { kind: 'promesa', ...sale })) !== undefined,
  });
}

/**
 * Generates the promise of a sale from its approved template and freezes the sale's data. Returns its id. Raises 404, 403,
 * 409 PROMISE_OPEN, 422 with the reason or at a field.
 */
export async function generatePromise(ctx: Context, saleId: number, form: TermsForm): Promise<number> {
  const sale = await lockSaleFor(ctx, saleId);
  if (!reaches(ctx, 'legal.crear', sale)) throw forbidden();
  const reason = await whyNotNow(ctx, sale);
  if (reason) throw transitionRefused(reason);
  checkTerms(form, panamaDay(ctx.now));
  const template = (await templateFor(ctx.db, { kind: 'promesa', ...sale }))!;
  return insertRound(ctx, sale, {
    clauses: template.clauses,
    templateVersionId: template.versionId,
    deviates: false,
    writers: [],
    ...(await termColumns(ctx, form, sale.priceCents)),
  });
}

type Round = Pick<
  typeof promises.$inferInsert,
  'clauses' | 'templateVersionId' | 'deviates' | 'writers' | 'attorneys'
> &
  Awaited<ReturnType<typeof termColumns>>;

/** Inserts the next round of a locked sale's promise with the data of now. Raises 409 PROMISE_OPEN. */
async function insertRound(ctx: Context, sale: LockedSale, round: Round): Promise<number> {
  const frozen = await freezeSale(ctx, sale.id);
  const { userId } = staffOf(ctx);
  const last = await lastPromise(ctx.db, sale.id);
  try {
    const [made] = await ctx.db
      .insert(promises)
      .values({
        ...round,
        code: last ? `${baseCode(last.code)}-${last.round + 1}` : await newCode(ctx),
        saleId: sale.id,
        round: (last?.round ?? 0) + 1,
        stateId: PROMISE.draft,
        stateSince: ctx.now,
        origin: 'generada',
        frozen,
        priceCents: frozen.money.price_centavos,
        createdBy: userId,
        createdAt: ctx.now,
      })
      .returning({ id: promises.id });
    const id = made!.id;
    await announce(ctx, {
      record: 'promesa',
      id,
      from: null,
      to: PROMISE.draft,
      of: ['precontrato', sale.id],
    });
    await audit(ctx, 'crear', 'promesa', id, { saleId: sale.id, round: (last?.round ?? 0) + 1 });
    await ensureLawyer(ctx, sale);
    return id;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint !== 'promises_one_live' && constraint !== 'promises_round') throw error;
    throw conflict('PROMISE_OPEN', 'Esta venta ya tiene una promesa. Ábrela y sigue desde ahí.');
  }
}

/** PR-2026-00001 without the round behind it. */
const baseCode = (code: string): string => code.split('-').slice(0, 3).join('-');

/** PR-2026-00001: the first code of a sale's promise. */
export async function newCode(ctx: Pick<Context, 'db' | 'now'>): Promise<string> {
  const year = Number(panamaDay(ctx.now).slice(0, 4));
  return (await row<{ code: string }>(ctx.db, sql`select next_code('PR', ${year}::int) code`))!.code;
}

/**
 * Begins a new round of a promise that was rejected, expired or voided: the same text, the data of now. The earlier round
 * stays as it is. Returns the new id. Raises 404, 403, 409 PROMISE_OPEN, 422 with the reason.
 */
export async function nextRound(ctx: Context, id: number): Promise<number> {
  const { promise, sale } = await lockPromise(ctx, id);
  if (!reaches(ctx, 'legal.crear', sale)) throw forbidden();
  const last = await lastPromise(ctx.db, sale.id);
  if (last?.id !== promise.id) throw conflict('PROMISE_OPEN', 'Ya hay una ronda más nueva de esta promesa.');
  if (!isClosedRound(promise.stateId))
    throw transitionRefused('Una versión nueva empieza cuando la anterior se rechazó, venció o se anuló.');
  const reason = await whyNotNow(ctx, sale);
  if (reason) throw transitionRefused(reason);
  const template = (await templateFor(ctx.db, { kind: 'promesa', ...sale }))!;
  // Its text goes on with its changes; a text that only followed its template takes the approved one of now.
  const clauses = promise.deviates || promise.clauses.length === 0 ? promise.clauses : template.clauses;
  const usable = clauses.length > 0 ? clauses : template.clauses;
  const today = panamaDay(ctx.now);
  return insertRound(ctx, sale, {
    clauses: usable,
    templateVersionId: template.versionId,
    deviates: await deviatesFrom(ctx.db, template.versionId, usable),
    writers: promise.writers,
    deliveryOn: promise.deliveryOn,
    motherFinca: promise.motherFinca,
    locationCode: promise.locationCode,
    signBy: promise.signBy && promise.signBy > today ? promise.signBy : addDays(today, 15),
    representative: promise.representative,
    attorneys: promise.attorneys,
  });
}

/** Changes what a lawyer adds to a promise. Raises 404, 403, 409 STALE and NOT_DRAFT, 422 at the field. */
export async function changeTerms(
  ctx: Context,
  id: number,
  { version, ...form }: TermsForm & { version?: number | undefined },
): Promise<void> {
  const { promise } = await lockToWrite(ctx, id, version);
  checkTerms(form, panamaDay(ctx.now));
  const columns = await termColumns(ctx, form, promise.priceCents);
  await write(ctx, promise, columns);
  const shown = ({ deliveryOn, motherFinca, locationCode, signBy, representative }: typeof columns) => ({
    deliveryOn,
    motherFinca,
    locationCode,
    signBy,
    representative: representative?.name ?? null,
  });
  await audit(ctx, 'cambiar', 'promesa', id, {
    before: shown({ ...promise, signBy: promise.signBy ?? '' }),
    after: shown(columns),
  });
}

/** Changes the text of a promise. Raises 404, 403, 409 STALE and NOT_DRAFT, 422 at `clausulas[n]`. */
export async function changeClauses(
  ctx: Context,
  id: number,
  clauses: Clause[],
  version: number | undefined,
): Promise<void> {
  const { promise } = await lockToWrite(ctx, id, version);
  const faults = clauseFaults(clauses, 'promesa');
  if (faults.length > 0) throw invalid(faults);
  const deviates = await deviatesFrom(ctx.db, promise.templateVersionId, clauses);
  await writeText(ctx, promise, clauses, deviates);
  await audit(ctx, 'editar', 'promesa', id, { deviates });
}

/** Takes buyers, house, price and plan from the sale again. Raises 404, 403, 409 NOT_DRAFT. */
export async function refreeze(ctx: Context, id: number): Promise<void> {
  const { promise, sale } = await lockToWrite(ctx, id);
  const frozen = await freezeSale(ctx, sale.id);
  await write(ctx, promise, { frozen, priceCents: frozen.money.price_centavos });
  await audit(ctx, 'actualizar_datos', 'promesa', id);
}

/** Writes what is not the text of a locked promise: an approval of its text stands. */
const write = (ctx: Context, promise: PromiseRow, set: Partial<typeof promises.$inferInsert>) =>
  ctx.db
    .update(promises)
    .set({ ...set, version: promise.version + 1 })
    .where(eq(promises.id, promise.id));

/** Writes the text of a locked promise. What another person approved was another text: it is a draft again. */
async function writeText(
  ctx: Context,
  promise: PromiseRow,
  clauses: Clause[],
  deviates: boolean,
): Promise<void> {
  const { userId } = staffOf(ctx);
  const set = {
    clauses,
    deviates,
    writers: [...new Set([...promise.writers, userId])],
    approvedBy: null,
    approvedAt: null,
  };
  if (promise.stateId === PROMISE.approved) await movePromise(ctx, promise, PROMISE.draft, set);
  else await write(ctx, promise, set);
}

/**
 * Notes who signs for a buyer, or with null that the buyer signs. Raises 404, 403, 409 NOT_DRAFT, 422 at `comprador_id` or
 * a field of the attorney.
 */
export async function setAttorney(
  ctx: Context,
  id: number,
  { comprador_id, apoderado }: AttorneyForm,
): Promise<void> {
  const { promise } = await lockToWrite(ctx, id);
  const buyer = promise.frozen?.buyers.find(
    ({ role, buyer_id }) => role === 'comprador' && buyer_id === comprador_id,
  );
  if (!buyer) throw invalid([{ field: 'comprador_id', message: 'Elige a quien compra en esta promesa.' }]);
  const others = promise.attorneys.filter(({ buyerId }) => buyerId !== comprador_id);
  const attorneys =
    apoderado === null ? others : [...others, { buyerId: comprador_id, ...attorneyOf(apoderado) }];
  await write(ctx, promise, { attorneys });
  await audit(ctx, 'cambiar', 'promesa', id, { buyer: buyer.name, attorney: apoderado?.nombre ?? null });
}

/** An attorney with the document and phone in their stored forms. Raises 422 at the field. */
export function attorneyOf(form: NonNullable<AttorneyForm['apoderado']>) {
  const document = readDocument(form.tipo_documento, form.documento);
  if (!document)
    throw invalid([{ field: 'apoderado[documento]', message: documentError(form.tipo_documento) }]);
  return {
    kind: form.clase,
    name: form.nombre,
    documentType: form.tipo_documento,
    document,
    phone: form.celular,
    email: form.email,
    power: form.poder,
  };
}

/** Marks the clause that a rejection is about; null takes the mark away. Raises 404, 403, 422 at `clausula`. */
export async function markClause(ctx: Context, id: number, key: string | null): Promise<void> {
  const { promise, sale } = await lockPromise(ctx, id);
  if (!reaches(ctx, 'legal.crear', sale)) throw forbidden();
  if (promise.stateId !== PROMISE.rejected)
    throw transitionRefused('Solo se marca en una promesa rechazada.');
  if (key !== null && !promise.clauses.some((one) => one.key === key))
    throw invalid([{ field: 'clausula', message: 'Elige una cláusula de esta promesa.' }]);
  await ctx.db
    .update(promises)
    .set({ rejectedClause: key, version: promise.version + 1 })
    .where(eq(promises.id, id));
  await audit(ctx, 'marcar_clausula', 'promesa', id, { clause: key });
}
