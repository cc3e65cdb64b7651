import { paymentStatus, paymentTypes } from '#contract/company/catalogs/moneyLists.ts';
import { latestActions, precontractStates } from '#contract/company/catalogs/salesLists.ts';
import {
  lotPermission,
  whyNotChangeLot,
  whyNotEdit,
  whyNotEditTerms,
  whyNotExtend,
  whyNotVouch,
  whyNotReassign,
  whyNotSendLink,
  whyNotSetAdviser,
  whyNotSetLawyer,
} from '#contract/sales/sale/actions.ts';
import type { Permission } from '#contract/access.ts';
import { panamaDay } from '#contract/dates.ts';
import { CELL_LABELS, STAGES } from '#contract/sales/board/cards.ts';
import { changeSaleStatus } from '#contract/sales/sale/endpoints.ts';
import type { SaleRecord, SaleRow } from '#contract/sales/sale/model.ts';
import { whyNotPrepareRescission } from '#contract/sales/sale/rescissionRules.ts';
import { SALE, saleMachine, isRescindable } from '#contract/sales/sale/rules.ts';
import { urlOf } from '#contract/endpoint.ts';
import { offersOf } from '#contract/transitions.ts';
import type { Context } from '#server/kernel/context.ts';
import { isoFrom as iso, type Db } from '#server/kernel/db.ts';
import { maskDocument, maskPhone } from '#server/kernel/mask.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { priceOfSale } from '#server/modules/sales/quotes/agreed.service.ts';
import { factsOf, readForm } from './precontracts.facts.ts';
import type { FormValues } from './precontracts.form.ts';
import type { ListedSale } from './list.service.ts';
import type { SaleRow as Sale } from './precontracts.record.ts';
import { receiptOf } from '#contract/money/payments/receipts.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';

type Labels = ReadonlyMap<number, string>;
const named = (id: number, labels: Labels) => ({ id, name: labels.get(id) ?? '' });
const someone = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
const isoOrNull = (text: string | null) => (text === null ? null : iso(text));

/** Rows of the list, with telephone and document masked. */
export async function presentList(db: Db, listed: readonly ListedSale[]): Promise<SaleRow[]> {
  const states = await catalogLabels(db, precontractStates);
  const actions = await catalogLabels(db, latestActions);
  return listed.map((one) => ({
    id: one.id,
    code: one.code,
    state: named(one.stateId, states),
    version: one.version,
    name: one.name,
    document: one.documentNumber && maskDocument(one.documentNumber),
    phone: maskPhone(one.phone),
    project: { id: one.projectId, name: one.project },
    model: { id: one.modelId, name: one.model },
    lot: one.lotId === null ? null : { id: one.lotId, lote: one.lot ?? '' },
    claim:
      one.claimKind && one.claimSince
        ? { kind: one.claimKind, since: iso(one.claimSince), until: isoOrNull(one.claimUntil) }
        : null,
    adviser: someone(one.adviserId, one.adviser),
    processor: someone(one.processorId, one.processor),
    papers: { required: one.required, approved: one.approved, to_review: one.toReview },
    separation_state_id: one.separationState,
    turn: one.turn,
    next: one.nextStep,
    last_action: named(one.lastActionId, actions),
    last_action_at: iso(one.lastActionAt),
    state_since: iso(one.stateSince),
    created_at: iso(one.createdAt),
  }));
}

/** A sale's record, with the caller's allowed actions. */
export async function presentSale(ctx: Context, sale: Sale): Promise<SaleRecord> {
  const states = await catalogLabels(ctx.db, precontractStates);
  const actions = await catalogLabels(ctx.db, latestActions);
  const types = await catalogLabels(ctx.db, paymentTypes);
  const paymentStates = await catalogLabels(ctx.db, paymentStatus);
  const form = await readForm(ctx.db, sale);
  const facts = factsOf(sale, form, panamaDay(ctx.now), ctx.staff?.userId);
  const may = (permission: Permission) => reaches(ctx, permission, sale);
  return {
    id: sale.id,
    code: sale.code,
    state: named(sale.stateId, states),
    version: sale.version,
    person_id: sale.personId,
    form: presentForm(form),
    missing: sale.stateId === SALE.draft ? [...facts.missingFields] : [],
    project: { id: sale.projectId, name: sale.project },
    model: { id: sale.modelId, name: sale.model },
    lot: sale.lot && { id: sale.lot.id, lote: sale.lot.name },
    claim: sale.claim && {
      kind: sale.claim.kind,
      since: iso(sale.claim.since),
      until: isoOrNull(sale.claim.until),
    },
    price_centavos: await priceOfSale(ctx.db, sale),
    adviser: someone(sale.adviserId, sale.adviser),
    processor: someone(sale.processorId, sale.processor),
    lawyer: someone(sale.lawyerId, sale.lawyer),
    papers: {
      required: sale.papers.required,
      approved: sale.papers.approved,
      to_review: sale.papers.toReview,
    },
    payments: sale.payments.map((one) => ({
      id: one.id,
      type: named(one.typeId, types),
      state: named(one.stateId, paymentStates),
      due_centavos: one.dueCents,
      due_at: isoOrNull(one.dueAt),
      reported_centavos: one.reportedCents,
      receipt_number: one.receiptNumber,
      receipt: receiptOf(one),
      confirmed_at: isoOrNull(one.confirmedAt),
    })),
    consents: sale.consents.map((one) => ({
      kind: one.kind,
      text_version: one.textVersion,
      channel: one.channel,
      given_at: iso(one.givenAt),
      revoked_at: isoOrNull(one.revokedAt),
    })),
    stages: sale.stages.map(({ stage, stateId, since }) => ({
      stage,
      name: STAGES[stage - 1] ?? '',
      state: { id: stateId, name: CELL_LABELS[stateId] ?? '' },
      since: iso(since),
    })),
    turn: sale.turn,
    next: sale.nextStep,
    last_action: named(sale.lastActionId, actions),
    last_action_at: iso(sale.lastActionAt),
    state_since: iso(sale.stateSince),
    received_at: isoOrNull(sale.receivedAt),
    created_at: iso(sale.createdAt),
    signed: sale.signed,
    rescission: sale.rescission && {
      by: sale.rescission.name,
      at: iso(sale.rescission.at),
      reason: sale.rescission.reason,
    },
    ceded: { from: sale.cededFrom, to: sale.cededTo },
    transitions: offersOf(
      saleMachine,
      sale.stateId,
      facts,
      urlOf(changeSaleStatus, { params: { id: sale.id } }),
      may,
    ),
    actions: actionsOf(sale, form, may),
  };
}

const presentForm = (form: FormValues): SaleRecord['form'] => ({
  ...form,
  forma_pago: form.forma_pago ?? 'hipoteca',
  grupo_familiar: (form.grupo_familiar ?? []).map(({ nombre, cedula, parentesco_id }) => ({
    nombre,
    cedula,
    parentesco_id,
  })),
});

function actionsOf(
  { stateId, claim, extended, unconfirmed, rescission, papers }: Sale,
  form: FormValues,
  may: (permission: Permission) => boolean,
): SaleRecord['actions'] {
  const action = (permission: Permission, disabled: string | null) => (may(permission) ? { disabled } : null);
  return {
    edit: action('ventas.editar', whyNotEdit(stateId)),
    edit_terms: action('ventas.editar', whyNotEditTerms(stateId)),
    lot: action(lotPermission(stateId), whyNotChangeLot(stateId)),
    processor: action('ventas.aprobar', whyNotReassign(stateId)),
    adviser: action('ventas.aprobar', whyNotSetAdviser(stateId)),
    lawyer:
      action('ventas.editar', whyNotSetLawyer(stateId)) ?? action('legal.editar', whyNotSetLawyer(stateId)),
    link: action('ventas.editar', whyNotSendLink(stateId, form.email)),
    vouch: unconfirmed ? action('ventas.editar', whyNotVouch(stateId, unconfirmed)) : null,
    extend: action('ventas.aprobar', whyNotExtend(stateId, claim, extended)),
    prepare_rescission:
      isRescindable(stateId) && !rescission
        ? action(
            'legal.aprobar',
            whyNotPrepareRescission({ rescission, breachNoticedOn: papers.breachNoticedOn }),
          )
        : null,
    drop_rescission: rescission && isRescindable(stateId) ? action('legal.aprobar', null) : null,
  };
}
