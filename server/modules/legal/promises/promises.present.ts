import { and, eq } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { urlOf } from '#contract/endpoint.ts';
import { daysBetween, panamaDay, showDay } from '#contract/dates.ts';
import { changePromiseStatus, PROMISE_PAPER } from '#contract/legal/promises/endpoints.ts';
import type { PromiseRecord, PromiseRow as Row, SalePromises } from '#contract/legal/promises/model.ts';
import {
  isClosedRound,
  isEditable,
  PROMISE,
  PROMISE_STATES,
  promiseMachine,
} from '#contract/legal/promises/rules.ts';
import { documentText, summaryOf } from '#contract/legal/promises/values.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { actionOf, offersOf } from '#contract/transitions.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { promiseLetters } from '#server/modules/banking/applications/promiseLetters.table.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { templateFor, versionText } from '#server/modules/legal/contractTemplates/approved.service.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { claimOf } from '#server/modules/sales/claims/claims.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { whyNotNow } from './draft.service.ts';
import { promiseFacts } from './facts.service.ts';
import { suggestedTerms } from './freeze.service.ts';
import { differsFromHouse } from './house.service.ts';
import { termsOf } from './paper.service.ts';
import { representativesFor, usualRepresentative } from './representative.service.ts';
import { saleColumns } from './last.service.ts';
import { findPromise, LEGAL_TURN, promisesOfSale, type ListedPromise } from './promises.queries.ts';

const named = (stateId: number) => ({ id: stateId, name: PROMISE_STATES[stateId] ?? '' });
const iso = (at: Date | string) => new Date(at).toISOString();

export const presentRow = (one: ListedPromise): Row => ({
  id: one.id,
  code: one.code,
  round: one.round,
  state: named(one.stateId),
  state_since: iso(one.stateSince),
  sale: { id: one.saleId, code: one.saleCode },
  customer: one.customer,
  project: { id: one.projectId, name: one.project },
  model: one.model,
  lot: one.lot,
  lawyer: one.lawyerId === null ? null : { id: one.lawyerId, name: one.lawyer ?? '' },
  turn: LEGAL_TURN.some((state) => state === one.stateId)
    ? 'legal'
    : one.stateId === PROMISE.signing
      ? 'firmantes'
      : null,
  price_centavos: one.priceCents,
  delivery_on: one.deliveryOn,
  sign_by: one.signBy,
  deviates: one.deviates,
  version: one.version,
});

/** A promise with its text, its rounds and what the caller may do. Raises 404. */
export async function presentPromise(ctx: Context, id: number): Promise<PromiseRecord> {
  const found = await findPromise(ctx, id);
  if (!found) throw notFound();
  const { promise, listed } = found;
  const sale = { ...listed, id: listed.saleId, stateId: listed.saleState };
  const facts = await promiseFacts(ctx, promise, sale);
  const template =
    promise.templateVersionId === null ? undefined : await versionText(ctx.db, promise.templateVersionId);
  const rounds = await promisesOfSale(ctx.db, promise.saleId);
  const states = await statesOf(ctx.db, 'promesa', [id]);
  const approver =
    promise.approvedBy === null
      ? undefined
      : (await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, promise.approvedBy)))[0];
  const may = (permission: Permission) => reaches(ctx, permission, sale);
  const action = (why: string | null) => (may('legal.crear') ? actionOf(why) : null);
  const whyNotWrite =
    isEditable(promise.stateId) && promise.frozen
      ? null
      : promise.frozen
        ? 'Ya no se edita: está en revisión, en firma o terminada.'
        : 'Esta promesa se importó ya firmada.';
  const { representative, frozen } = promise;
  return {
    ...presentRow(listed),
    origin: promise.origin,
    template: template
      ? { id: template.template.id, name: template.template.name, number: template.number }
      : null,
    frozen,
    clauses: promise.clauses,
    approved_clauses: template?.clauses ?? [],
    mother_finca: promise.motherFinca,
    location_code: promise.locationCode,
    representative: representative && {
      id: representative.id,
      name: representative.name,
      document_type: representative.documentType,
      document: representative.document,
    },
    attorneys: promise.attorneys.map(({ buyerId, name, documentType, document, power }) => ({
      buyer_id: buyerId,
      name,
      document: documentText(documentType, document),
      power,
    })),
    representatives:
      isEditable(promise.stateId) && may('legal.crear')
        ? await representativesFor(ctx, promise.priceCents)
        : [],
    summary: frozen ? summaryOf(frozen, termsOf(promise)) : [],
    missing: isEditable(promise.stateId) ? [...facts.missing] : [],
    changed: [...facts.changed],
    approval:
      promise.approvedAt && approver ? { by: approver.name, at: promise.approvedAt.toISOString() } : null,
    document_url: frozen ? urlOf({ path: PROMISE_PAPER }, { params: { id } }) : null,
    envelope_id: promise.envelopeId,
    sent_at: promise.sentAt && promise.sentAt.toISOString(),
    signed_on: promise.signedOn,
    rejection:
      promise.stateId === PROMISE.rejected
        ? { reason: promise.rejectedReason, by: promise.rejectedBy, clause: promise.rejectedClause }
        : null,
    house_differs: promise.stateId <= PROMISE.signing ? await differsFromHouse(ctx.db, promise) : null,
    letter_risk: await letterRisk(ctx, promise.saleId, listed.saleState, promise.signBy),
    rounds: rounds.map((one) => ({
      id: one.id,
      code: one.code,
      round: one.round,
      state: named(one.stateId),
      at: iso(one.stateSince),
    })),
    history: states.map((one) => ({
      id: one.id,
      from: one.from === null ? null : (PROMISE_STATES[one.from] ?? ''),
      to: PROMISE_STATES[one.to] ?? '',
      who: one.who,
      reason: one.reason,
      at: one.at.toISOString(),
    })),
    transitions: offersOf(
      promiseMachine,
      promise.stateId,
      facts,
      urlOf(changePromiseStatus, { params: { id } }),
      may,
    ),
    actions: {
      terms: action(whyNotWrite),
      clauses: action(whyNotWrite),
      refreeze: action(whyNotWrite),
      round:
        isClosedRound(promise.stateId) && rounds[0]?.id === id
          ? action(await whyNotNow(ctx, { ...sale, paymentForm: await paymentFormOf(ctx, promise.saleId) }))
          : null,
      mark: promise.stateId === PROMISE.rejected ? action(null) : null,
    },
  };
}

const paymentFormOf = async (ctx: Pick<Context, 'db'>, saleId: number) =>
  (await ctx.db.select({ form: sales.paymentForm }).from(sales).where(eq(sales.id, saleId)))[0]!.form;

/** Days before the letter's end in which a promise or deed under way is at risk. */
export const LETTER_RISK_DAYS = 30;

/** A sentence when the letter of the chosen bank ends before what is under way can end; null: no risk. */
async function letterRisk(
  ctx: Pick<Context, 'db' | 'now'>,
  saleId: number,
  saleState: number,
  signBy: string | null,
): Promise<string | null> {
  if (saleState < SALE.promiseLetter || saleState > SALE.inDeed) return null;
  const [letter] = await ctx.db
    .select({ expiresOn: promiseLetters.expiresOn })
    .from(promiseLetters)
    .innerJoin(bankApplications, eq(bankApplications.id, promiseLetters.applicationId))
    .where(and(eq(bankApplications.saleId, saleId), eq(bankApplications.chosen, true)));
  if (!letter) return null;
  const today = panamaDay(ctx.now);
  const left = daysBetween(today, letter.expiresOn);
  if (left < 0)
    return `La carta promesa del banco venció el ${showDay(letter.expiresOn)}: pide la prórroga antes de seguir.`;
  if (signBy && signBy >= letter.expiresOn && saleState < SALE.promiseSigned)
    return `La carta promesa del banco vence el ${showDay(letter.expiresOn)}, antes del último día para firmar.`;
  return left <= LETTER_RISK_DAYS
    ? `La carta promesa del banco vence el ${showDay(letter.expiresOn)}, en ${left} días: pide la prórroga a tiempo.`
    : null;
}

/** The promises of a sale, and what the next one would begin with. Raises 404. */
export async function presentSalePromises(ctx: Context, saleId: number): Promise<SalePromises> {
  const [sale] = await ctx.db
    .select(saleColumns)
    .from(sales)
    .where(and(eq(sales.id, saleId), salesInReach(ctx, 'legal.ver')));
  if (!sale) throw notFound();
  const found = await promisesOfSale(ctx.db, saleId);
  const template = await templateFor(ctx.db, { kind: 'promesa', ...sale });
  const claim = await claimOf(ctx.db, saleId);
  const generates = found.every(({ stateId }) => isClosedRound(stateId) || stateId === PROMISE.ended);
  return {
    promises: found.map((one) => ({ ...presentRow(one), rejection: one.rejectedReason })),
    generate: generates && reaches(ctx, 'legal.crear', sale) ? actionOf(await whyNotNow(ctx, sale)) : null,
    template: template ? { name: template.name, number: template.number } : null,
    representatives: generates ? await representativesFor(ctx, sale.priceCents) : [],
    suggested: {
      ...(await suggestedTerms(ctx, { ...sale, lotId: claim?.lotId ?? null })),
      representante_id: generates ? await usualRepresentative(ctx, sale.priceCents) : null,
    },
  };
}
