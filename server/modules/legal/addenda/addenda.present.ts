import { and, eq } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { effectText } from '#contract/legal/addenda/change.ts';
import { ADDENDUM_PAPER, changeAddendumStatus } from '#contract/legal/addenda/endpoints.ts';
import type { AddendumRecord, AddendumRow, SaleAddenda } from '#contract/legal/addenda/model.ts';
import {
  ADDENDUM,
  ADDENDUM_KIND_NAMES,
  ADDENDUM_STATES,
  addendumMachine,
  takesText,
  whyNotApproveText,
  type AddendumKind,
} from '#contract/legal/addenda/rules.ts';
import { documentText } from '#contract/legal/promises/values.ts';
import { actionOf, offersOf } from '#contract/transitions.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { saleColumns } from '#server/modules/legal/promises/last.service.ts';
import { promises } from '#server/modules/legal/promises/promises.table.ts';
import { representativesFor } from '#server/modules/legal/promises/representative.service.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { lotChoices } from '#server/modules/sales/claims/claims.service.ts';
import { successorOf } from '#server/modules/sales/ending/cession.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import {
  addendaOfSale,
  findAddendum,
  isWritten,
  type AddendumRow as WrittenAddendum,
  type ListedAddendum,
} from './addenda.queries.ts';
import { addendumFacts, whyNotSale } from './addenda.service.ts';
import { standingOf } from './standing.service.ts';

const named = (stateId: number) => ({ id: stateId, name: ADDENDUM_STATES[stateId] ?? '' });

export const presentRow = (one: ListedAddendum): AddendumRow => ({
  id: one.id,
  code: one.code,
  kind: one.kind,
  state: named(one.stateId),
  state_since: new Date(one.stateSince).toISOString(),
  sale: { id: one.saleId, code: one.saleCode },
  customer: one.customer,
  project: { id: one.projectId, name: one.project },
  lawyer: one.lawyerId === null ? null : { id: one.lawyerId, name: one.lawyer ?? '' },
  effect: effectText(one.effect),
  sign_by: one.signBy,
  version: one.version,
});

/** The sale of a listed addendum. */
export const ofSale = (listed: ListedAddendum) => ({
  ...listed,
  id: listed.saleId,
  code: listed.saleCode,
  stateId: listed.saleState,
  receivedAt: listed.saleReceivedAt === null ? null : new Date(listed.saleReceivedAt),
});

/** An addendum with its effect and what the caller may do. Raises 404. */
export async function presentAddendum(ctx: Context, id: number): Promise<AddendumRecord> {
  const found = await findAddendum(ctx, id);
  if (!found) throw notFound();
  const { addendum, listed } = found;
  const [promise] =
    addendum.promiseId === null
      ? []
      : await ctx.db
          .select({ id: promises.id, code: promises.code })
          .from(promises)
          .where(eq(promises.id, addendum.promiseId));
  const successor =
    addendum.kind === 'cesion' && addendum.stateId === ADDENDUM.signed
      ? await successorOf(ctx.db, addendum.saleId)
      : undefined;
  const states = await statesOf(ctx.db, 'adenda', [id]);
  const { representative } = addendum;
  return {
    ...presentRow(listed),
    ...(isWritten(addendum) ? await presentWritten(ctx, addendum, ofSale(listed)) : IMPORTED),
    origin: addendum.origin,
    change: addendum.change,
    lines: addendum.effect,
    reason: addendum.reason,
    promise: promise ?? null,
    successor: successor ? { id: successor.id, code: successor.code } : null,
    representative: representative && { id: representative.id, name: representative.name },
    envelope_id: addendum.envelopeId,
    signed_on: addendum.signedOn,
    rejection:
      addendum.stateId === ADDENDUM.rejected
        ? { reason: addendum.rejectedReason, by: addendum.rejectedBy }
        : null,
    history: states.map((one) => ({
      id: one.id,
      from: one.from === null ? null : (ADDENDUM_STATES[one.from] ?? ''),
      to: ADDENDUM_STATES[one.to] ?? '',
      who: one.who,
      reason: one.reason,
      at: one.at.toISOString(),
    })),
  };
}

/** What only an addendum that was written here has. */
type Written = Pick<
  AddendumRecord,
  | 'representatives'
  | 'signers'
  | 'missing'
  | 'document_url'
  | 'transitions'
  | 'clauses'
  | 'approved_clauses'
  | 'template'
  | 'deviates'
  | 'approval'
  | 'actions'
>;
/** An imported addendum was signed on paper: it has no text, and nothing is left to do. */
const IMPORTED: Written = {
  representatives: [],
  signers: [],
  missing: [],
  document_url: null,
  transitions: [],
  clauses: [],
  approved_clauses: [],
  template: null,
  deviates: false,
  approval: null,
  actions: { edit: null, clauses: null, approve: null },
};

async function presentWritten(
  ctx: Context,
  addendum: WrittenAddendum,
  sale: ReturnType<typeof ofSale>,
): Promise<Written> {
  const params = { id: addendum.id };
  const { material, people, ...facts } = await addendumFacts(ctx, addendum, sale);
  const may = (permission: Permission) => reaches(ctx, permission, sale);
  const editable = addendum.stateId === ADDENDUM.draft;
  const [approver] =
    addendum.approvedBy === null
      ? []
      : await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, addendum.approvedBy));
  return {
    representatives: editable && may('legal.crear') ? await representativesFor(ctx, 0) : [],
    signers: people.map(({ personId, name, documentType, attorney }) => ({
      person_id: personId,
      name,
      company: documentType === 'ruc',
      attorney: attorney && {
        name: attorney.name,
        document: documentText(attorney.documentType, attorney.document),
        power: attorney.power,
      },
    })),
    missing: addendum.stateId <= ADDENDUM.inReview ? [...facts.missing] : [],
    document_url: urlOf({ path: ADDENDUM_PAPER }, { params }),
    transitions: offersOf(
      addendumMachine,
      addendum.stateId,
      facts,
      urlOf(changeAddendumStatus, { params }),
      may,
    ),
    clauses: material.clauses,
    approved_clauses: material.approved,
    template: material.template,
    deviates: material.deviates,
    approval:
      addendum.approvedAt && approver ? { by: approver.name, at: addendum.approvedAt.toISOString() } : null,
    actions: {
      clauses: may('legal.crear')
        ? actionOf(takesText(addendum.stateId) ? null : 'El texto de esta adenda ya no se cambia.')
        : null,
      approve:
        may('legal.aprobar') && facts.deviates && takesText(addendum.stateId)
          ? actionOf(
              whyNotApproveText({
                stateId: addendum.stateId,
                deviates: facts.deviates,
                wroteIt: addendum.writers.includes(staffOf(ctx).userId),
              }),
            )
          : null,
      edit: may('legal.crear')
        ? actionOf(editable ? null : 'Esta adenda ya no se edita. Anúlala o corrígela para cambiarla.')
        : null,
    },
  };
}

/** The addenda of a sale, and what the form of the next one offers. Raises 404. */
export async function presentSaleAddenda(ctx: Context, saleId: number): Promise<SaleAddenda> {
  const [sale] = await ctx.db
    .select(saleColumns)
    .from(sales)
    .where(and(eq(sales.id, saleId), salesInReach(ctx, 'legal.ver')));
  if (!sale) throw notFound();
  const now = await standingOf(ctx.db, saleId);
  const writes = reaches(ctx, 'legal.crear', sale);
  const refusals = new Map<AddendumKind, string | null>();
  for (const kind of ADDENDUM_KIND_NAMES) refusals.set(kind, await whyNotSale(ctx.db, sale, kind));
  const kinds = writes ? ADDENDUM_KIND_NAMES.filter((kind) => refusals.get(kind) === null) : [];
  const refusal = kinds.length > 0 ? null : (refusals.get('prorroga') ?? null);
  const offers = kinds.length > 0;
  const [own] = now.lot ? await ctx.db.select().from(lots).where(eq(lots.id, now.lot.id)) : [];
  const premium = own?.premiumCents ?? 0;
  const { promises: rules } = await readSettings(ctx.db);
  return {
    addenda: (await addendaOfSale(ctx.db, saleId)).map(presentRow),
    create: writes ? actionOf(refusal) : null,
    kinds,
    now: {
      price_centavos: now.priceCents,
      lot: now.lot && { ...now.lot, premium_centavos: premium },
      model: now.model,
      delivery_on: now.deliveryOn,
      payment_form: now.paymentForm,
      buyers: now.buyers.flatMap(({ id, name, role }) => (id === null ? [] : [{ id, name, role }])),
    },
    lots: offers
      ? (await lotChoices(ctx.db, { modelId: sale.modelId, saleId }))
          .filter(({ free, mine }) => free && !mine)
          .map(({ id, name, premiumCents }) => ({
            id,
            name,
            // The same house on the other lot: only the premium differs.
            price_centavos: now.priceCents - premium + premiumCents,
          }))
      : [],
    models: offers
      ? await ctx.db
          .select({ id: houseModels.id, name: houseModels.name })
          .from(houseModels)
          .where(eq(houseModels.projectId, sale.projectId))
          .orderBy(houseModels.position)
      : [],
    representatives: offers ? await representativesFor(ctx, now.priceCents) : [],
    sign_by: addDays(panamaDay(ctx.now), rules.signingDays),
  };
}
