import { and, eq, sql } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { formatMoney, percentOf } from '#contract/money.ts';
import { priceFor } from '#contract/money/interimLoans/interest.ts';
import type { ReleaseForm } from '#contract/money/interimLoans/model.ts';
import { RELEASE_STATE as R, releaseMachine } from '#contract/money/interimLoans/rules.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce, type Change } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { row, rows, violatedConstraint } from '#server/kernel/db.ts';
import { invalid, Refused, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { disbursements } from '#server/modules/banking/disbursements/disbursements.table.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { houseFiles } from '#server/modules/legal/houseFile/houseFile.table.ts';
import {
  keepFromWorks,
  lockHouseLots,
  writeFromWorks,
} from '#server/modules/legal/houseFile/houseFile.service.ts';
import type { Loan } from './interest.service.ts';
import { reachesLoan } from './interimLoans.scope.ts';
import {
  inForceOf,
  LOAN,
  loanIdOf,
  loanName,
  loanUrl,
  lockLoan,
  requireInForce,
} from './interimLoans.service.ts';
import { interimReleasePrices, interimReleases } from './interimLoans.table.ts';

const ENTITY = 'liberacion_prestamo';

/** A lot with a house, and the sale that holds it. */
interface Home {
  lotId: number;
  lot: string;
  modelId: number;
  projectId: number;
  saleId: number | null;
  /** The sale's price, or that of the house while it is not sold. */
  priceCents: number;
}
const homes = (db: Acting['db'], where: ReturnType<typeof sql>) =>
  rows<Home>(
    db,
    sql`select l.id "lotId", l.name lot, h.model_id "modelId", l.project_id "projectId", s.id "saleId",
        coalesce(s.price_cents, m.price_cents + l.premium_cents) "priceCents"
      from lots l join houses h on h.lot_id = l.id and h.archived_at is null join house_models m on m.id = h.model_id
      left join lot_claims c on c.lot_id = l.id and c.released_at is null left join sales s on s.id = c.sale_id
      where ${where} order by l.id`,
  );

/** What the release of a house costs by the loan's prices, in centavos; 0 when none fits. */
export async function releasePrice(db: Acting['db'], loanId: number, home: Home): Promise<number> {
  const prices = await db.select().from(interimReleasePrices).where(eq(interimReleasePrices.loanId, loanId));
  const price = priceFor(prices, { lotId: Number(home.lotId), modelId: Number(home.modelId) });
  if (!price) return 0;
  return price.cents ?? Math.max(price.leastCents, percentOf(Number(home.priceCents), price.percent!));
}

/**
 * The bank's money of a sale came: the loans of its project are owed the release of its house. A house that is released, or
 * about to be, stays as it is.
 */
export async function followBankMoney(ctx: Acting, { id, verb, of }: Change): Promise<void> {
  if (verb !== 'confirmar' || of?.[0] !== 'precontrato') return;
  const saleId = of[1];
  const [home] = await homes(ctx.db, sql`s.id = ${saleId}`);
  const [money] = await ctx.db.select().from(disbursements).where(eq(disbursements.id, id));
  if (!home) return;
  for (const loan of await inForceOf(ctx, Number(home.projectId))) {
    const cents = await releasePrice(ctx.db, loan.id, home);
    if (cents <= 0) continue;
    const dueOn = addDays(money?.receivedOn ?? panamaDay(ctx.now), loan.releaseDays);
    const [made] = await ctx.db
      .insert(interimReleases)
      .values({
        loanId: loan.id,
        lotId: Number(home.lotId),
        saleId,
        cents,
        dueOn,
        reason: 'Desembolso del banco de la venta',
        createdAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning({ id: interimReleases.id });
    if (!made) continue;
    await announce(ctx, { record: ENTITY, id: made.id, from: null, to: R.due, of: [LOAN, loan.id] });
    await notify(ctx, {
      kind: 'liberacion_por_pagar',
      to: await whoMay(ctx.db, 'contabilidad.crear', loan.projectId),
      text: `Llegó el desembolso del lote ${home.lot}: hay que pagar ${formatMoney(cents)} a ${await loanName(ctx, loan)} para liberarlo.`,
      url: loanUrl(loan.id),
      event: `${ENTITY}:${made.id}:1`,
      about: `${LOAN}:${loan.id}`,
    });
  }
}

/** Prepares the release of a house by hand. Raises 404, 403, 409 RELEASE_TAKEN, 422 at the field. */
export async function createRelease(ctx: Context, loanId: number, form: ReleaseForm): Promise<void> {
  const loan = await lockLoan(ctx, loanId, 'contabilidad.crear');
  requireInForce(loan);
  const [home] = await homes(ctx.db, sql`l.id = ${form.lot_id} and l.project_id = ${loan.projectId}`);
  if (!home) throw invalid([{ field: 'lot_id', message: 'Elige una vivienda del proyecto del préstamo.' }]);
  const cents = form.cents ?? (await releasePrice(ctx.db, loanId, home));
  if (cents <= 0)
    throw invalid([
      { field: 'cents', message: 'El préstamo no tiene precio para esta vivienda: escríbelo.' },
    ]);
  try {
    const [made] = await ctx.db
      .insert(interimReleases)
      .values({
        loanId,
        lotId: form.lot_id,
        saleId: home.saleId === null ? null : Number(home.saleId),
        cents,
        dueOn: form.due_on,
        reason: form.reason,
        madeBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: interimReleases.id });
    await announce(ctx, { record: ENTITY, id: made!.id, from: null, to: R.due, of: [LOAN, loanId] });
    await audit(ctx, 'crear', ENTITY, made!.id, { loan: loanId, lot: form.lot_id, cents });
  } catch (error) {
    if (violatedConstraint(error) !== 'interim_releases_one') throw error;
    const message = 'Esta vivienda ya tiene su liberación.';
    throw new Refused(409, 'RELEASE_TAKEN', message, { errors: [{ field: 'lot_id', message }] });
  }
}

async function lockRelease(ctx: Context, id: number, loan: Loan) {
  const [one] = await ctx.db
    .select()
    .from(interimReleases)
    .where(and(eq(interimReleases.id, id), eq(interimReleases.loanId, loan.id)))
    .for('no key update');
  return one!;
}

/** Voids a release that no payment took. Answers the loan's id. Raises 404, 403, 409 STALE, 422. */
export async function changeRelease(ctx: Context, id: number, change: StatusChange): Promise<number> {
  const loan = await lockLoan(ctx, await loanIdOf(ctx, 'interim_releases', id), 'contabilidad.ver');
  const one = await lockRelease(ctx, id, loan);
  checkTransition(releaseMachine, one, change, null, (permission) => reachesLoan(ctx, permission, loan));
  await ctx.db
    .update(interimReleases)
    .set({ stateId: change.estado_id, endReason: change.motivo, version: one.version + 1 })
    .where(eq(interimReleases.id, id));
  await announce(ctx, {
    record: ENTITY,
    id,
    from: one.stateId,
    to: change.estado_id,
    of: [LOAN, loan.id],
    reason: change.motivo,
  });
  await audit(ctx, 'cambiar_estado', ENTITY, id, { from: one.stateId, to: change.estado_id });
  return loan.id;
}

/**
 * Files the bank's letter of a paid release: the house is free of the mortgage. The letter is the file of the liberation in
 * the house's legal file, which its deed waits for. Answers the loan's id. Raises 404, 403, 422 at the field.
 */
export async function fileLetter(ctx: Context, id: number, liftedOn: string): Promise<number> {
  const at = await row<{ loanId: number; lotId: number }>(
    ctx.db,
    sql`select loan_id "loanId", lot_id "lotId" from interim_releases where id = ${id}`,
  );
  // The sale and the lot are locked before the loan, as everywhere.
  if (at) await lockHouseLots(ctx, [Number(at.lotId)]);
  const loan = await lockLoan(ctx, await loanIdOf(ctx, 'interim_releases', id), 'contabilidad.editar');
  const one = await lockRelease(ctx, id, loan);
  const [letter] = ctx.uploads.get('carta') ?? [];
  if (!letter) throw invalid([{ field: 'carta', message: 'Adjunta la carta de liberación.' }]);
  if (one.stateId !== R.paid)
    throw transitionRefused(
      one.stateId === R.lifted
        ? 'Esta vivienda ya tiene su carta.'
        : 'La carta se guarda cuando la liberación está pagada.',
    );
  if (liftedOn > panamaDay(ctx.now))
    throw invalid([{ field: 'lifted_on', message: 'La fecha no puede ser posterior a hoy.' }]);
  await keepFromWorks(ctx, { lotId: one.lotId, part: 'liberacion' }, letter);
  const [file] = await ctx.db.select().from(houseFiles).where(eq(houseFiles.lotId, one.lotId));
  // What a lawyer wrote of an earlier signature stays.
  if (file?.releaseSignedOn === null)
    await writeFromWorks(ctx, {
      lotId: one.lotId,
      set: {
        liberacion_aplica: true,
        liberacion_banco: (await loanName(ctx, loan)).slice(0, 80),
        liberacion_firmada: liftedOn,
        ...(file.releaseAskedOn !== null &&
          file.releaseAskedOn > liftedOn && { liberacion_solicitada: liftedOn }),
      },
    });
  await ctx.db
    .update(interimReleases)
    .set({
      stateId: R.lifted,
      liftedOn,
      letterFileId: file!.releaseFileId,
      version: one.version + 1,
    })
    .where(eq(interimReleases.id, id));
  await announce(ctx, { record: ENTITY, id, from: one.stateId, to: R.lifted, of: [LOAN, loan.id] });
  await audit(ctx, 'cargar', ENTITY, id, { lifted: liftedOn });
  return loan.id;
}
