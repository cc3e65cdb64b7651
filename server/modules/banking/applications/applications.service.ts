import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Permission } from '#contract/access.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import {
  ANSWERS,
  applicationMachine,
  CHOOSABLE,
  ENDED_APPLICATIONS,
  FOLLOW_UP_DAYS,
  FOLLOWED,
  PREAPPROVAL_DAYS,
  PREPARING_STATES,
  WITHDRAWABLE,
} from '#contract/banking/applications/applicationRules.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import type {
  addContact,
  changeApplication,
  changeApplicationStatus,
  createApplication,
} from '#contract/banking/applications/applications.ts';
import { addBusinessDays, businessDaysBetween } from '#contract/banking/applications/businessDays.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { announce, touch, type Follower } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Acting, staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { banksOf, lenders } from '#server/modules/projects/projects/banks.service.ts';
import { advanceSale } from '#server/modules/sales/sale/advance.service.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { answerTimes } from './answerTimes.service.ts';
import { tellAnswered } from './notices.service.ts';
import { findApplication, lockApplications, saleOfApplication } from './reading.service.ts';
import { bankApplications, bankContacts } from './applications.table.ts';
import { applicationFacts, matrixFor } from './facts.service.ts';
import { askForPapers } from './papers.service.ts';

type Row = typeof bankApplications.$inferSelect;

/** Writes an application's new state with its history, and when the bank is asked next. It must be locked and the arrow checked. */
export async function moveApplication(
  ctx: Acting,
  application: Pick<Row, 'id' | 'stateId' | 'version' | 'chosen' | 'saleId'>,
  stateId: number,
  set: Partial<typeof bankApplications.$inferInsert> = {},
  reason?: string,
): Promise<void> {
  const today = panamaDay(ctx.now);
  await ctx.db
    .update(bankApplications)
    .set({
      followUpDueOn: FOLLOWED.includes(stateId) ? addBusinessDays(today, FOLLOW_UP_DAYS) : null,
      ...(ENDED_APPLICATIONS.includes(stateId) && { chosen: false, reason: reason ?? null }),
      ...set,
      stateId,
      stateSince: ctx.now,
      version: application.version + 1,
    })
    .where(eq(bankApplications.id, application.id));
  await announce(ctx, {
    record: 'solicitud',
    id: application.id,
    from: application.stateId,
    to: stateId,
    of: ['precontrato', application.saleId],
    reason,
  });
}

/** An application within reach with its sale: the sale is locked, then all its applications. Raises 404. */
export async function lockApplication(ctx: Context, id: number, permission: Permission = 'tramites.ver') {
  const saleId = await saleOfApplication(ctx.db, id, salesInReach(ctx, permission));
  const sale = saleId === undefined ? undefined : await lockSale(ctx.db, saleId);
  if (!sale) throw notFound();
  await lockApplications(ctx.db, sale.id);
  const found = await findApplication(ctx.db, id);
  if (!found) throw notFound();
  return found;
}

/** Raises 409 when the caller saw another version. */
export function requireFresh(
  application: Pick<Row, 'version' | 'stateId'>,
  version: number | undefined,
): void {
  if (version !== undefined && version !== application.version)
    throw conflict('STALE', undefined, { estado_id: application.stateId, version: application.version });
}

/** Banks that a sale of a project may go to, with their people: the project's own, else every lender. */
export async function banksOffered(db: Context['db'], projectId: number) {
  const own = (await banksOf(db, projectId)).filter(({ archived, mortgages }) => !archived && mortgages);
  if (own.length > 0)
    return own.map(({ bank, executives }) => ({
      ...bank,
      executives: executives
        .filter(({ archived }) => !archived)
        .map(({ id, name, main }) => ({ id, name, main })),
    }));
  return (await lenders(db)).map((bank) => ({ ...bank, executives: [] }));
}

/** A bank that a sale of the project may go to, with that executive of it. Raises 422 at banco_id or ejecutivo_id. */
async function requireBank(ctx: Context, projectId: number, bankId: number, executiveId: number | null) {
  const offered = await banksOffered(ctx.db, projectId);
  const bank = offered.find(({ id }) => id === bankId);
  if (!bank) throw invalid([{ field: 'banco_id', message: 'Elige un banco de la lista.' }]);
  if (executiveId !== null && !bank.executives.some(({ id }) => id === executiveId))
    throw invalid([{ field: 'ejecutivo_id', message: 'Elige un ejecutivo de ese banco.' }]);
  return bank;
}

/** Why no application can be prepared for a sale now; null when one can. */
export function whyNotCreate(sale: { stateId: number; paymentForm: string }): string | null {
  if (sale.paymentForm !== 'hipoteca') return 'La compra es de contado: no lleva trámite bancario.';
  if (sale.stateId < SALE.inReview) return 'Primero hay que empezar la revisión del expediente.';
  return PREPARING_STATES.includes(sale.stateId) ? null : 'La venta ya no está en trámite bancario.';
}

/**
 * Prepares an application: Por enviar, with the bank's main executive unless another is named; papers that the bank asks for and
 * the sale lacks get their slot. Raises 404, 409 APPLICATION_EXISTS, 422.
 */
export async function createBankApplication(
  ctx: Context,
  saleId: number,
  input: z.output<typeof createApplication.body>,
): Promise<number> {
  const sale = await lockSale(ctx.db, saleId);
  if (!sale || !reaches(ctx, 'tramites.crear', sale)) throw notFound();
  const refusal = whyNotCreate(sale);
  if (refusal) throw transitionRefused(refusal);
  const bank = await requireBank(ctx, sale.projectId, input.banco_id, input.ejecutivo_id);
  try {
    const [made] = await ctx.db
      .insert(bankApplications)
      .values({
        saleId,
        bankId: bank.id,
        stateId: APPLICATION.toSend,
        executiveId: input.ejecutivo_id ?? bank.executives.find(({ main }) => main)?.id ?? null,
        requestedCents: input.monto_centavos,
        termMonths: input.plazo_meses,
        stateSince: ctx.now,
        createdBy: ctx.staff?.userId ?? null,
        createdAt: ctx.now,
      })
      .returning({ id: bankApplications.id });
    await announce(ctx, {
      record: 'solicitud',
      id: made!.id,
      from: null,
      to: APPLICATION.toSend,
      of: ['precontrato', saleId],
    });
    await audit(ctx, 'crear', 'solicitud', made!.id, { saleId, bankId: bank.id });
    await askForPapers(ctx, (await findApplication(ctx.db, made!.id))!);
    touch(ctx, ['precontrato', saleId]);
    return made!.id;
  } catch (error) {
    if (violatedConstraint(error) !== 'bank_applications_one_per_bank') throw error;
    throw conflict('APPLICATION_EXISTS', `Esta venta ya tiene una solicitud abierta en ${bank.name}.`);
  }
}

/** Changes who, how much and for how long. Raises 404, 409 on a stale version, 422 at its field. */
export async function changeBankApplication(
  ctx: Context,
  id: number,
  { version, ...input }: z.output<typeof changeApplication.body>,
): Promise<void> {
  const { application, sale } = await lockApplication(ctx, id, 'tramites.editar');
  requireFresh(application, version);
  if (input.ejecutivo_id !== null && input.ejecutivo_id !== application.executiveId)
    await requireBank(ctx, sale.projectId, application.bankId, input.ejecutivo_id);
  await ctx.db
    .update(bankApplications)
    .set({
      executiveId: input.ejecutivo_id,
      requestedCents: input.monto_centavos,
      termMonths: input.plazo_meses,
      bankReference: input.referencia,
      version: application.version + 1,
    })
    .where(eq(bankApplications.id, id));
  await audit(ctx, 'cambiar', 'solicitud', id, { ...input });
}

/** Acting may send in spite of what lacks: management of the bank work, or of the sales (decisions/0023). */
export const mayDespite = (ctx: Pick<Context, 'staff'>, sale: Parameters<typeof reaches>[2]) =>
  reaches(ctx, 'tramites.aprobar', sale) || reaches(ctx, 'ventas.aprobar', sale);

type Change = z.output<typeof changeApplicationStatus.body>['params'];

/**
 * Changes the state of an application for a colleague, and what follows from it in the sale. Raises 404 outside the caller's reach,
 * 403, 409 on a stale version, 422 with the reason.
 */
export async function changeApplicationState(ctx: Context, id: number, change: Change): Promise<void> {
  const { application, sale, person } = await lockApplication(ctx, id);
  const despite = change.pese_a !== undefined && change.estado_id === APPLICATION.sent;
  if (despite && !mayDespite(ctx, sale)) throw forbidden();
  const matrix = await matrixFor(ctx, { sale, person }, [application]);
  const facts = applicationFacts({ application, sale }, matrix, despite);
  checkTransition(applicationMachine, application, change, facts, (permission) =>
    reaches(ctx, permission, sale),
  );
  const reason = change.motivo ?? (despite ? change.pese_a : undefined);
  await moveApplication(
    ctx,
    application,
    change.estado_id,
    await valuesFor(ctx, application, change, facts),
    reason,
  );
  await audit(ctx, 'cambiar_estado', 'solicitud', id, {
    from: application.stateId,
    to: change.estado_id,
    ...(despite && { despite: change.pese_a, missing: facts.missing, dying: facts.dying }),
  });
  if (ANSWERS.includes(change.estado_id))
    await tellAnswered(ctx, { ...application, stateId: change.estado_id }, sale);
  await followInSale(ctx, sale.id, change.estado_id, change.motivo);
}

/** What is written down beside the new state. Raises 422 at an amount, rate or day that makes no sense. */
async function valuesFor(
  ctx: Context,
  application: Row,
  change: Change,
  facts: { missing: readonly string[]; dying: readonly string[] },
): Promise<Partial<typeof bankApplications.$inferInsert>> {
  const today = panamaDay(ctx.now);
  const to = change.estado_id;
  const answered: Partial<typeof bankApplications.$inferInsert> =
    ANSWERS.includes(to) && application.answeredAt === null
      ? {
          answeredAt: ctx.now,
          answerDays: application.sentAt
            ? Math.min(businessDaysBetween(panamaDay(application.sentAt), today), 999)
            : null,
        }
      : {};
  const granted = {
    ...(change.monto_centavos !== undefined && { approvedCents: change.monto_centavos }),
    ...(change.tasa !== undefined && { ratePercent: change.tasa }),
  };
  switch (to) {
    case APPLICATION.sent: {
      const [time] = await answerTimes(ctx.db, [application.bankId]);
      const lacks = facts.missing.length + facts.dying.length > 0;
      return {
        sentAt: ctx.now,
        sentBy: staffOf(ctx).userId,
        lastFollowUpAt: null,
        answerDueOn: addBusinessDays(today, time!.days),
        sentDespite: lacks ? (change.pese_a ?? null) : null,
      };
    }
    case APPLICATION.morePapers:
    case APPLICATION.conditional:
      return { ...answered, ...granted, conditions: change.motivo ?? '' };
    case APPLICATION.preapproved:
      return { ...answered, ...granted, preapprovedUntil: preapprovalEnd(change.vence, today) };
    case APPLICATION.approved:
      return { ...answered, ...granted, preapprovedUntil: null };
    default:
      return answered;
  }
}

function preapprovalEnd(asked: string | undefined, today: string): string {
  const until = asked ?? addDays(today, PREAPPROVAL_DAYS.usual);
  if (until < addDays(today, PREAPPROVAL_DAYS.least) || until > addDays(today, PREAPPROVAL_DAYS.most))
    throw invalid([
      {
        field: 'params[vence]',
        message: `La preaprobación vale hasta ${PREAPPROVAL_DAYS.most} días desde hoy.`,
      },
    ]);
  return until;
}

/** The sale goes on by itself: 5→6 with the first one sent, 6→8 with the chosen one's letter, 6→7 when none is left. */
export async function followInSale(ctx: Acting, saleId: number, to: number, reason?: string): Promise<void> {
  if (to === APPLICATION.sent) await advanceSale(ctx, saleId, SALE.inBank);
  const all = await ctx.db
    .select({ stateId: bankApplications.stateId, chosen: bankApplications.chosen })
    .from(bankApplications)
    .where(eq(bankApplications.saleId, saleId));
  if (all.some(({ stateId, chosen }) => chosen && stateId === APPLICATION.letter))
    await advanceSale(ctx, saleId, SALE.promiseLetter);
  if (all.length > 0 && all.every(({ stateId }) => ENDED_APPLICATIONS.includes(stateId)))
    await advanceSale(ctx, saleId, SALE.rejectedByBanks, reason);
  touch(ctx, ['precontrato', saleId]);
}

/** Why an application cannot be the chosen one now; null when it can. */
export function whyNotChoose(
  application: Pick<Row, 'stateId' | 'chosen'>,
  sale: { stateId: number },
): string | null {
  if (application.chosen) return 'Ya es el banco elegido.';
  if (!CHOOSABLE.includes(application.stateId))
    return 'Se elige una solicitud que esté en el banco o tenga su carta.';
  if (sale.stateId >= SALE.promiseLetter && application.stateId !== APPLICATION.letter)
    return 'La venta ya tiene carta promesa: el banco nuevo debe tener la suya.';
  return sale.stateId > SALE.inDeed ? 'La escritura ya está inscrita con su banco.' : null;
}

/** Makes an application the chosen one, instead of another. Raises 404, 409, 422. */
export async function chooseBankApplication(
  ctx: Context,
  id: number,
  version: number | undefined,
): Promise<void> {
  const { application, sale } = await lockApplication(ctx, id, 'tramites.editar');
  requireFresh(application, version);
  const refusal = whyNotChoose(application, sale);
  if (refusal) throw transitionRefused(refusal);
  await markChosen(ctx, application);
  await followInSale(ctx, sale.id, application.stateId);
}

/** The sale and its applications must be locked. */
export async function markChosen(ctx: Acting, application: Pick<Row, 'id' | 'saleId'>): Promise<void> {
  await ctx.db
    .update(bankApplications)
    .set({ chosen: false })
    .where(and(eq(bankApplications.saleId, application.saleId), bankApplications.chosen));
  const [now] = await ctx.db
    .select({ version: bankApplications.version })
    .from(bankApplications)
    .where(eq(bankApplications.id, application.id));
  await ctx.db
    .update(bankApplications)
    .set({ chosen: true, version: now!.version + 1 })
    .where(eq(bankApplications.id, application.id));
  await audit(ctx, 'elegir', 'solicitud', application.id, { saleId: application.saleId });
}

/** Notes what was spoken with the bank, which is the follow-up that was due. Raises 404, 422. */
export async function noteContact(
  ctx: Context,
  id: number,
  { canal, nota, ejecutivo_id }: z.output<typeof addContact.body>,
): Promise<void> {
  const { application, sale } = await lockApplication(ctx, id, 'tramites.editar');
  if (ejecutivo_id !== null) await requireBank(ctx, sale.projectId, application.bankId, ejecutivo_id);
  await ctx.db.insert(bankContacts).values({
    applicationId: id,
    channel: canal,
    note: nota,
    executiveId: ejecutivo_id ?? application.executiveId,
    userId: ctx.staff?.userId ?? null,
    at: ctx.now,
  });
  const due = FOLLOWED.includes(application.stateId)
    ? addBusinessDays(panamaDay(ctx.now), FOLLOW_UP_DAYS)
    : application.followUpDueOn;
  await ctx.db
    .update(bankApplications)
    .set({ lastFollowUpAt: ctx.now, followUpDueOn: due })
    .where(eq(bankApplications.id, id));
  await audit(ctx, 'seguir', 'solicitud', id, { channel: canal });
}

/**
 * The customer leaves, or the sale ends: every application that is under way becomes Retirada, whoever chose it. In the caller's
 * transaction, with the sale locked. Answers how many.
 */
export async function withdrawApplications(ctx: Acting, saleId: number, reason: string): Promise<number> {
  const open = await ctx.db
    .select()
    .from(bankApplications)
    .where(and(eq(bankApplications.saleId, saleId), inArray(bankApplications.stateId, [...WITHDRAWABLE])))
    .orderBy(bankApplications.id)
    .for('no key update');
  for (const application of open) await moveApplication(ctx, application, APPLICATION.withdrawn, {}, reason);
  return open.length;
}

/** A sale that is withdrawn, rescinded or ceded asks no bank any more. */
export const applicationFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id, to, reason = '' }) {
    if (to === SALE.withdrawn || to === SALE.rescinded || to === SALE.ceded)
      await withdrawApplications(ctx, id, reason);
  },
};
