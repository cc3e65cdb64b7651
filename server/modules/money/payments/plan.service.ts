import { and, eq, inArray, isNull } from 'drizzle-orm';
import { addDays, endOfDay, panamaDay, panamaInstant } from '#contract/dates.ts';
import {
  downPayment,
  type NewCharge,
  type NewPlan,
  type PlanPreview,
  type PlanTerms,
  type Reprogram,
} from '#contract/money/payments/plan.ts';
import { planParts } from '#contract/sales/quotes/parts.ts';
import { isOpen, isSettled, paysPrice } from '#contract/money/payments/rules.ts';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { formatMoney } from '#contract/money.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import { announce, touch } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { addDue, applyCredits } from './dues.service.ts';
import { tellReported } from './told.service.ts';
import { movePayment } from './payments.service.ts';
import { paymentCredits, paymentPlans, payments } from './payments.table.ts';

type Sale = typeof sales.$inferSelect;
type Row = typeof payments.$inferSelect;

/** The plan in force; undefined when there is none. */
export const livePlan = async (db: Db, saleId: number) =>
  (
    await db
      .select()
      .from(paymentPlans)
      .where(and(eq(paymentPlans.saleId, saleId), isNull(paymentPlans.replacedAt)))
  )[0];

/** Why no plan or charge can be made for this sale now; null when it can. */
export function whyNoPlan({ stateId }: Pick<Sale, 'stateId'>): string | null {
  if (stateId === SALE.draft) return 'El pre-contrato todavía es un borrador.';
  return hasEnded(stateId) ? 'Esta venta terminó.' : null;
}

async function lockOpen(ctx: Pick<Context, 'db'>, saleId: number): Promise<Sale> {
  const sale = await lockSale(ctx.db, saleId);
  if (!sale) throw notFound();
  const reason = whyNoPlan(sale);
  if (reason) throw transitionRefused(reason);
  return sale;
}

function rowsOf(ctx: Pick<Context, 'db'>, saleId: number, types: readonly number[], lock = true) {
  const found = ctx.db
    .select()
    .from(payments)
    .where(
      and(eq(payments.saleId, saleId), inArray(payments.typeId, [...types]), isNull(payments.reversedAt)),
    )
    .orderBy(payments.id);
  return lock ? found.for('no key update') : found;
}

const PLAN_TYPES = [PAYMENT_TYPE.downPayment, PAYMENT_TYPE.installment];
export const isInstallment = ({ typeId }: Pick<Row, 'typeId'>): boolean =>
  PLAN_TYPES.some((one) => one === typeId);
/** Why a plan is not reprogrammed. */
export const NO_INSTALLMENT = 'No queda ninguna cuota por pagar.';
const isWaiting = ({ stateId }: Row) => stateId === PAYMENT.reported || stateId === PAYMENT.verifying;
/** The amount in cents that a row pays, or will pay once it is verified. */
const brings = (row: Row) => (isSettled(row.stateId) ? row.bankCents! : isWaiting(row) ? row.dueCents : 0);
const sum = (rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);

/** Terms of a plan, in cents and percent of 0-100. Give either `cents` or `percent`. */
export interface PlanTermsAgreed {
  cents?: number | undefined;
  percent?: number | undefined;
  months: number;
  /** YYYY-MM-DD */
  firstOn: string;
  /** The separation counts towards the plan. True by default. */
  withSeparation?: boolean;
  /** Required when it replaces another plan. */
  reason?: string | undefined;
  /** The plan that the caller saw. */
  planId?: number | undefined;
}

/**
 * Makes the plan of a sale's down payment (abono): equal monthly installments after the separation
 * and the money already paid, with an exact sum; months 0: a single payment (Abono inicial).
 * Replacing a plan needs a reason: installments that are paid or being verified stay, open ones are
 * voided. Returns its id. Raises 404, 409 STALE, 422 with the reason.
 */
export async function createPlan(ctx: Acting, saleId: number, terms: PlanTermsAgreed): Promise<number> {
  const sale = await lockOpen(ctx, saleId);
  const before = await livePlan(ctx.db, saleId);
  if (terms.planId !== undefined && before?.id !== terms.planId) throw conflict('STALE');
  if (before && !terms.reason)
    throw invalid([{ field: 'motivo', message: 'Esta venta ya tiene un plan: escribe por qué cambia.' }]);
  const { totalCents, separationCents, installments, parts } = await plannedFor(ctx, sale, terms);
  const planId = await replacePlan(ctx, before, installments, {
    saleId,
    totalCents,
    percent: terms.percent ?? null,
    separationCents,
    months: terms.months,
    firstOn: terms.firstOn,
    reason: terms.reason ?? null,
  });
  const typeId = terms.months === 0 ? PAYMENT_TYPE.downPayment : PAYMENT_TYPE.installment;
  await addParts(ctx, { saleId, planId, typeId, from: paidParts(installments) }, parts);
  // Credits of the closed installments go to the new ones.
  await freeCredits(
    ctx,
    installments.filter((row) => brings(row) === 0),
  );
  await applyCredits(ctx, saleId);
  touch(ctx, ['precontrato', saleId]);
  await audit(ctx, before ? 'cambiar_plan' : 'crear_plan', 'precontrato', saleId, {
    totalCents,
    parts: parts.length,
  });
  return planId;
}

/** What a plan with these terms would be: its total, what already counts towards it, and its installments. Raises 422. */
async function plannedFor(ctx: Pick<Context, 'db'>, sale: Sale, terms: PlanTermsAgreed, lock = true) {
  const totalCents = terms.cents ?? downPayment(sale.priceCents, terms.percent ?? 0);
  if (totalCents > sale.priceCents)
    throw invalid([{ field: 'monto', message: 'El abono no puede ser mayor que el precio.' }]);
  const separations = await rowsOf(ctx, sale.id, [PAYMENT_TYPE.separation], lock);
  const separationCents =
    terms.withSeparation === false
      ? 0
      : sum(separations, (row) =>
          row.stateId === PAYMENT.partial ? row.bankCents! : asked(row) ? row.dueCents : 0,
        );
  const installments = await rowsOf(ctx, sale.id, PLAN_TYPES, lock);
  const paidCents = await countedFor(ctx, installments);
  const left = totalCents - separationCents - paidCents;
  if (left <= 0)
    throw invalid([
      {
        field: 'monto',
        message: 'La separación y lo pagado ya cubren ese abono: no queda nada que programar.',
      },
    ]);
  const parts = planParts({ cents: left, months: terms.months, firstOn: terms.firstOn });
  return { totalCents, separationCents, paidCents, installments, parts };
}

/** The installments that a plan would make, without making it. Raises 404, 422 with the reason. */
export async function previewPlan(
  ctx: Pick<Context, 'db'>,
  saleId: number,
  terms: PlanTerms,
): Promise<PlanPreview> {
  const [sale] = await ctx.db.select().from(sales).where(eq(sales.id, saleId));
  if (!sale) throw notFound();
  const reason = whyNoPlan(sale);
  if (reason) throw transitionRefused(reason);
  const { totalCents, separationCents, paidCents, installments, parts } = await plannedFor(
    ctx,
    sale,
    {
      cents: terms.monto,
      percent: terms.porcentaje,
      months: terms.meses,
      firstOn: terms.primera_fecha,
      withSeparation: terms.incluye_separacion === '1',
    },
    false,
  );
  const from = paidParts(installments);
  return {
    total_centavos: totalCents,
    separacion_centavos: separationCents,
    pagado_centavos: paidCents,
    cuotas: parts.map(({ dueOn, cents }, at) => ({ part: from + at + 1, due_on: dueOn, centavos: cents })),
  };
}

/** What the remaining installments contribute to a new plan, in cents: their dues plus the credits applied to them. */
async function countedFor(ctx: Pick<Context, 'db'>, installments: readonly Row[]): Promise<number> {
  const staying = installments.filter((row) => brings(row) > 0);
  const own = sum(staying, (row) => (row.stateId === PAYMENT.partial ? row.bankCents! : row.dueCents));
  if (staying.length === 0) return 0;
  const credited = await ctx.db
    .select({ cents: paymentCredits.cents })
    .from(paymentCredits)
    .where(creditsInto(staying));
  return own + credited.reduce((all, { cents }) => all + cents, 0);
}

const creditsInto = (rows: readonly Row[]) =>
  and(
    inArray(
      paymentCredits.toId,
      rows.map(({ id }) => id),
    ),
    isNull(paymentCredits.undoneAt),
  );

async function freeCredits(ctx: Acting, closed: readonly Row[]): Promise<void> {
  if (closed.length > 0)
    await ctx.db.update(paymentCredits).set({ undoneAt: ctx.now }).where(creditsInto(closed));
}

const asked = ({ stateId }: Row) =>
  isOpen(stateId) ||
  stateId === PAYMENT.reported ||
  stateId === PAYMENT.verifying ||
  stateId === PAYMENT.confirmed;
/** The highest number of the remaining installments; new ones continue from it. */
const paidParts = (rows: readonly Row[]) =>
  Math.max(0, ...rows.filter((row) => brings(row) > 0).map(({ part }) => part ?? 0));

/** Closes the plan in force, voids its open installments, and inserts the next plan. */
async function replacePlan(
  ctx: Acting,
  before: { id: number } | undefined,
  installments: readonly Row[],
  plan: Omit<typeof paymentPlans.$inferInsert, 'createdAt' | 'createdBy'>,
): Promise<number> {
  for (const row of installments)
    if (isOpen(row.stateId))
      await movePayment(ctx, row, PAYMENT.voided, {}, plan.reason ?? 'Se cambió el plan de pago');
  if (before)
    await ctx.db.update(paymentPlans).set({ replacedAt: ctx.now }).where(eq(paymentPlans.id, before.id));
  const [made] = await ctx.db
    .insert(paymentPlans)
    .values({ ...plan, createdBy: ctx.staff?.userId ?? null, createdAt: ctx.now })
    .returning({ id: paymentPlans.id });
  return made!.id;
}

async function addParts(
  ctx: Acting,
  { saleId, planId, typeId, from }: { saleId: number; planId: number; typeId: number; from: number },
  parts: readonly { dueOn: string; cents: number }[],
): Promise<void> {
  for (const [at, { dueOn, cents }] of parts.entries())
    await addDue(ctx, { saleId, planId, typeId, part: from + at + 1, cents, dueAt: endOfDay(dueOn) });
}

/** Makes a plan from the office's form. */
export const makePlan = (ctx: Acting, saleId: number, body: NewPlan): Promise<number> =>
  createPlan(ctx, saleId, {
    cents: body.monto,
    percent: body.porcentaje,
    months: body.meses,
    firstOn: body.primera_fecha,
    withSeparation: body.incluye_separacion,
    reason: body.motivo,
    planId: body.plan_id,
  });

/** Replaces the open installments of the plan by others with the same sum. Raises 404, 409 STALE, 422. */
export async function reprogram(ctx: Acting, saleId: number, body: Reprogram): Promise<void> {
  await lockOpen(ctx, saleId);
  const before = await livePlan(ctx.db, saleId);
  if (!before || before.id !== body.plan_id) throw conflict('STALE');
  const installments = await rowsOf(ctx, saleId, PLAN_TYPES);
  const open = sum(installments, (row) => (isOpen(row.stateId) ? row.dueCents : 0));
  if (open === 0) throw transitionRefused(NO_INSTALLMENT);
  const today = panamaDay(ctx.now);
  const faults = body.cuotas.flatMap(({ fecha, monto }, at) => [
    ...(fecha < today ? [{ field: `cuotas[${at}][fecha]`, message: 'La fecha ya pasó.' }] : []),
    ...(fecha > addDays(today, 3660)
      ? [{ field: `cuotas[${at}][fecha]`, message: 'La fecha está demasiado lejos.' }]
      : []),
    ...(monto <= 0 ? [{ field: `cuotas[${at}][monto]`, message: 'Escribe un monto mayor que cero.' }] : []),
  ]);
  const total = body.cuotas.reduce((all, { monto }) => all + monto, 0);
  if (total !== open)
    faults.push({
      field: 'cuotas',
      message: `Las cuotas suman ${formatMoney(total)} y deben sumar ${formatMoney(open)}.`,
    });
  if (faults.length > 0) throw invalid(faults);
  const parts = body.cuotas
    .map(({ fecha, monto }) => ({ dueOn: fecha, cents: monto }))
    .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1));
  const { id: _, createdAt: _at, createdBy: _by, replacedAt: _until, ...same } = before;
  const planId = await replacePlan(ctx, before, installments, {
    ...same,
    months: parts.length,
    firstOn: parts[0]!.dueOn,
    reason: body.motivo,
  });
  const typeId = PAYMENT_TYPE.installment;
  await addParts(ctx, { saleId, planId, typeId, from: paidParts(installments) }, parts);
  touch(ctx, ['precontrato', saleId]);
  await audit(ctx, 'reprogramar', 'precontrato', saleId, { parts: parts.length, reason: body.motivo });
}

/**
 * Adds a charge outside the plan: legal costs, extras, payment in cash,
 * other. Returns the payment's id. Raises 404, 422.
 */
export async function addCharge(ctx: Acting, saleId: number, charge: NewCharge): Promise<number> {
  const sale = await lockOpen(ctx, saleId);
  if (charge.tipo_id === PAYMENT_TYPE.cash) {
    const rows = await rowsOf(ctx, saleId, [1, 2, 3, 6, 7]);
    const balance = sale.priceCents - sum(rows, brings);
    if (charge.monto > balance)
      throw invalid([
        { field: 'monto', message: `Es más que el saldo del precio, ${formatMoney(Math.max(0, balance))}.` },
      ]);
  }
  const id = await addDue(ctx, {
    saleId,
    typeId: charge.tipo_id,
    cents: charge.monto,
    concept: charge.concepto || null,
    dueAt: charge.vence ? endOfDay(charge.vence) : null,
    charged: !paysPrice(charge.tipo_id),
  });
  await applyCredits(ctx, saleId);
  await audit(ctx, 'crear', 'pago', id, { tipo: charge.tipo_id, cents: charge.monto });
  return id;
}

/**
 * A disbursement of the mortgage that the bank announced (type 6): Reportado; another person confirms it with the
 * bank's line. `receivedOn` YYYY-MM-DD. Returns the payment's id. Raises 404, 422. The caller checks the permission.
 */
export async function recordDisbursement(
  ctx: Acting,
  saleId: number,
  {
    cents,
    reference,
    receivedOn,
    proof,
  }: { cents: number; reference?: string | null | undefined; receivedOn: string; proof?: UploadedFile },
): Promise<number> {
  await lockOpen(ctx, saleId);
  if (cents <= 0) throw invalid([{ field: 'monto', message: 'Escribe un monto mayor que cero.' }]);
  if (receivedOn > panamaDay(ctx.now))
    throw invalid([{ field: 'fecha', message: 'La fecha no puede ser posterior a hoy.' }]);
  const [made] = await ctx.db
    .insert(payments)
    .values({
      saleId,
      typeId: PAYMENT_TYPE.disbursement,
      stateId: PAYMENT.reported,
      dueCents: cents,
      reportedCents: cents,
      reportedReference: reference?.trim() || null,
      reportedAt: panamaInstant(receivedOn, '12:00') < ctx.now ? panamaInstant(receivedOn, '12:00') : ctx.now,
      enteredBy: ctx.staff?.userId ?? null,
      createdAt: ctx.now,
    })
    .returning({ id: payments.id });
  const id = made!.id;
  if (proof) {
    const proofFileId = await addFile(ctx, { reference: 'pago', referenceId: id, sensitive: false }, proof);
    await ctx.db.update(payments).set({ proofFileId }).where(eq(payments.id, id));
  }
  await announce(ctx, {
    record: 'pago',
    id,
    from: null,
    to: PAYMENT.reported,
    of: ['precontrato', saleId],
  });
  await audit(ctx, 'registrar_desembolso', 'pago', id, { cents });
  await tellReported(ctx, id);
  return id;
}
