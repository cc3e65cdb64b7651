import { myDocuments } from '#server/modules/legal/envelopes/mine.service.ts';
import { and, desc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { paymentStatus } from '#contract/company/catalogs/moneyLists.ts';
import { clockTime, longDay, panamaDay, panamaTime } from '#contract/dates.ts';
import { precontractStates } from '#contract/company/catalogs/salesLists.ts';
import { isCorrectable } from '#contract/money/payments/rules.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { asksWork } from '#contract/sales/sale/actions.ts';
import {
  buyPage,
  lostLinkPage,
  openPrecontractPage,
  precontractPage,
} from '#contract/sales/purchase/pages.ts';
import { myPurchasePage, nextPage, openNextPage } from '#contract/overview/myPurchase/pages.ts';
import type { PageAnswer } from '#contract/page.ts';
import { CONSENT_KINDS, CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { servePage, type PageResult } from '#server/kernel/pages.ts';
import { codeSentText } from '#server/modules/sales/buyerAccess/customerCodes.service.ts';
import { LOST_LINK_CODE_SENT } from '#server/modules/sales/buyerAccess/lostLinks.service.ts';
import { buyerHere } from '#server/modules/sales/buyerAccess/buyerHere.service.ts';
import { nextAppointmentOf } from '#server/modules/sales/appointments/calendar.service.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { claimOf, lastLotOf, lotChoices } from '#server/modules/sales/claims/claims.service.ts';
import { papersNow } from '#server/modules/sales/documents/papers.service.ts';
import { modelOnSale, placeOf, termsOf } from '#server/modules/projects/showcase/showcase.service.ts';
import { bankDataStanding } from '#server/modules/banking/bankData/bankData.service.ts';
import { banksForBuyer } from '#server/modules/banking/saleBanks/saleBanks.service.ts';
import { refundForCustomer } from '#server/modules/money/refunds/refunds.service.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { salesOfClient } from '#server/modules/sales/sale/sales.scope.ts';
import { cessionOf } from '#server/modules/sales/sale/ceded.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { signatureState } from '#server/modules/legal/signing/signing.service.ts';
import { payToOf } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { onlineOf } from '#server/modules/money/onlineDeposits/mine.service.ts';
import { myMoney } from '#server/modules/money/account/myMoney.service.ts';
import { receiptOf } from '#contract/money/payments/receipts.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { permitsOf } from '#server/modules/sales/purchase/consents.service.ts';
import { consentsOf } from '#server/modules/sales/consents/consents.service.ts';
import { myPromise, presentPromise } from './promise.ts';
import { leavingOf } from './leaving.service.ts';
import { myHandover } from '#server/modules/care/handover/mine.service.ts';
import { myHouse } from '#server/modules/works/delivery/family.service.ts';
import { ASKED_AT, familySent, typedOf } from '#server/modules/sales/purchase/draftForm.service.ts';
import { precontractData } from './formData.ts';
import { purchaseHead, othersHere } from '#server/modules/sales/purchase/head.service.ts';
import {
  isTrustedHere,
  lastSaleHere,
  nameOf,
  ownSale,
  type Sale,
} from '#server/modules/sales/purchase/own.service.ts';
import { sellerPhone } from '#server/modules/sales/purchase/phoneCheck.service.ts';
import { openUploads, slotsOf } from '#server/modules/sales/purchase/slots.service.ts';
import {
  deliveryOf,
  JUST_SENT_MS,
  mayRenew,
  reportedJustNow,
  separationOf,
  wayOfSale,
  type Separation,
} from './standing.ts';

/** Redirect for a browser without a purchase. */
const LOST = { redirect: '/clientes/enlace' } as const;

/** The buyer's pages. */
export function purchasePages(app: FastifyInstance): void {
  servePage(app, buyPage, (ctx, { params, query }) => showBuy(ctx, params.modelId, query.lote));

  servePage(app, precontractPage, async (ctx, { params }) => {
    const sale = await ownSale(ctx, params.codigo);
    if (sale.stateId !== SALE.draft) return { redirect: `/clientes/siguiente/${nameOf(sale)}` };
    return { data: await precontractData(ctx, sale) };
  });
  servePage(app, openPrecontractPage, async (ctx) => {
    const sale = await lastSaleHere(ctx);
    return sale ? { redirect: formOrNext(sale) } : LOST;
  });

  servePage(app, nextPage, async (ctx, { params, query }) => {
    if (!ctx.client) return LOST;
    const sale = params.codigo ? await ownSale(ctx, params.codigo) : await lastSaleHere(ctx);
    return showNext(ctx, sale, query.codigo === 'enviado');
  });
  servePage(app, openNextPage, async (ctx) => showNext(ctx, await lastSaleHere(ctx)));

  servePage(app, myPurchasePage, async (ctx, { params }) => {
    const sale = await ownSale(ctx, params.codigo);
    if (sale.stateId === SALE.draft) return { redirect: `/clientes/siguiente/${nameOf(sale)}` };
    return { data: await myPurchase(ctx, sale) };
  });

  servePage(app, lostLinkPage, async (ctx, { query }) => ({
    data: { sent: query.codigo ? LOST_LINK_CODE_SENT : null, open: await othersHere(ctx) },
  }));
}

const formOrNext = (sale: Sale) =>
  `/clientes/${sale.stateId === SALE.draft ? 'precontrato' : 'siguiente'}/${nameOf(sale)}`;

async function showBuy(ctx: Context, modelId: number, wanted?: number): Promise<PageResult<typeof buyPage>> {
  const model = await modelOnSale(ctx, modelId);
  if (!model) throw notFound();
  const draft = await draftHere(ctx, modelId);
  const [lots, claim, { claims }, phone] = await Promise.all([
    lotChoices(ctx.db, { modelId, ...(draft && { saleId: draft.id }) }),
    draft ? claimOf(ctx.db, draft.id) : null,
    readSettings(ctx.db),
    sellerPhone(ctx.db, model.project.id),
  ]);
  const chosen = lots.find(({ id, free }) => free && id === (wanted ?? claim?.lotId));
  const { slug, name } = model.project;
  return {
    head: model.head,
    data: {
      project: { slug, name, place: placeOf(model.project) },
      model: model.card,
      terms: termsOf(model.project),
      separationCents: model.project.separationCents,
      lots,
      plan: model.plan,
      chosenLotId: chosen?.id ?? null,
      holdMinutes: claims.holdMinutes,
      reservationHours: claims.reservationHours,
      sellerPhone: phone || null,
      draft: draft
        ? {
            id: draft.id,
            nombre: typedOf(draft.draft, 'nombre'),
            email: typedOf(draft.draft, 'email'),
            celular: typedOf(draft.draft, 'celular'),
            lotId: claim?.lotId ?? null,
            lotUntil: claim?.until?.toISOString() ?? null,
          }
        : null,
    },
  };
}

/** The draft of a model that this browser began and will continue, while it is open here. */
async function draftHere(ctx: Pick<Context, 'db' | 'client'>, modelId: number): Promise<Sale | undefined> {
  if (!ctx.client) return undefined;
  const [found] = await ctx.db
    .select()
    .from(sales)
    .where(
      and(
        eq(sales.startedBy, ctx.client.sessionId),
        eq(sales.modelId, modelId),
        eq(sales.stateId, SALE.draft),
        salesOfClient(ctx),
      ),
    )
    .orderBy(desc(sales.id))
    .limit(1);
  return found && found.draft['sin_modelo'] !== true ? found : undefined;
}

async function showNext(
  ctx: Context,
  sale: Sale | undefined,
  codeSent = false,
): Promise<{ data: PageAnswer<typeof nextPage> } | typeof LOST> {
  if (!sale) return LOST;
  const [head, { next }, others, reported] = await Promise.all([
    purchaseHead(ctx, sale),
    wayOfSale(ctx, sale),
    othersHere(ctx, sale.id),
    reportedJustNow(ctx, sale),
  ]);
  const asked = sale.stateId === SALE.draft && typedOf(sale.draft, ASKED_AT) !== '';
  const just = (at: Date | null) => at !== null && ctx.now.getTime() - at.getTime() < JUST_SENT_MS;
  return {
    data: {
      sale: head,
      next,
      others,
      asked: asked ? await askedOf(ctx, sale) : null,
      received: just(sale.receivedAt),
      reported,
      codeSent: codeSent ? await codeSentText(ctx, sale.id) : null,
    },
  };
}

/** The fields of a form sent without consents, and the consent texts; only in the browser that sent it. */
async function askedOf(ctx: Context, sale: Sale): Promise<PageAnswer<typeof nextPage>['asked']> {
  if (!(await isTrustedHere(ctx, sale.id))) return null;
  const { draft } = sale;
  const held = await consentsOf(ctx.db, sale.id);
  if (held.datos) return null;
  const papers = await papersNow(ctx.db, sale.id);
  const family = familySent(draft['grupo_familiar']);
  const typed = SENT_LABELS.map(([field, label]) => ({ label, value: typedOf(draft, field) }));
  return {
    sent: [
      ...typed.filter(({ value }) => value !== ''),
      ...family.map(({ nombre }) => ({ label: 'Familiar', value: nombre })),
      ...papers.flatMap(({ label, file }) => (file ? [{ label, value: file.name }] : [])),
    ],
    consents: CONSENT_KINDS.filter((kind) => !held[kind]).map((kind) => ({
      kind,
      text: CONSENT_TEXTS[kind].text,
    })),
    hours: (await readSettings(ctx.db)).retention.unagreedHours,
  };
}

const SENT_LABELS = [
  ['nombre', 'Nombre'],
  ['celular', 'Celular'],
  ['email', 'Correo'],
  ['cedula', 'Cédula'],
  ['sector_trabajo', 'Sector'],
  ['estatus_laboral', 'Estatus laboral'],
  ['monto_pagado', 'Monto pagado'],
] as const;

async function myPurchase(ctx: Context, sale: Sale): Promise<PageAnswer<typeof myPurchasePage>> {
  const [
    head,
    { next, stages },
    { slots, codeDue },
    uploads,
    separation,
    signature,
    others,
    states,
    processor,
    visit,
    money,
    bankData,
    banks,
    refund,
    partners,
    permits,
    leaving,
    deliveryMonth,
    promise,
    documents,
    house,
    handover,
  ] = await Promise.all([
    purchaseHead(ctx, sale),
    wayOfSale(ctx, sale),
    slotsOf(ctx, sale),
    openUploads(ctx, sale),
    separationOf(ctx, sale.id),
    signatureState(ctx, sale.id),
    othersHere(ctx, sale.id),
    catalogLabels(ctx.db, precontractStates),
    processorOf(ctx, sale),
    nextVisitOf(ctx, sale.id),
    myMoney(ctx, sale, nameOf(sale)),
    bankDataStanding(ctx.db, sale),
    banksForBuyer(ctx, sale.id),
    refundForCustomer(ctx, sale.id),
    partnersOf(ctx, sale.id),
    permitsOf(ctx.db, sale),
    leavingOf(ctx, sale),
    deliveryOf(ctx, sale),
    myPromise(ctx, sale),
    myDocuments(ctx, sale.id),
    hasEnded(sale.stateId) ? null : myHouse(ctx, sale.id),
    hasEnded(sale.stateId) ? null : myHandover(ctx, sale),
  ]);
  const { from } = sale.cededFromId === null ? { from: null } : await cessionOf(ctx.db, sale.id);
  return {
    sale: head,
    state: {
      id: sale.stateId,
      label: states.get(sale.stateId) ?? '',
      since: sale.stateSince.toISOString(),
    },
    next,
    cededBy: from && { name: from.customer, at: new Date(from.at).toISOString() },
    stages,
    deliveryMonth,
    house,
    handover,
    papers: slots,
    uploads,
    permits,
    leaving,
    promise: promise && presentPromise(promise),
    asksWork: asksWork(sale),
    codeDue,
    separation: separation && (await presentSeparation(ctx, sale, separation)),
    renewal: mayRenew(sale, separation) ? await renewalOf(ctx, sale) : null,
    money,
    refund,
    signed: signature?.outcome === 'firmada' ? { at: signature.at.toISOString() } : null,
    // The promise is told in a part of its own.
    documents: documents.filter(({ id }) => id !== promise?.documentId),
    partners,
    processor,
    visit,
    bankData,
    banks,
    others,
  };
}

/** All buyers, if there are several, and the one who opened the purchase here. */
async function partnersOf(ctx: Pick<Context, 'db' | 'client'>, saleId: number) {
  const [all, me] = await Promise.all([buyersOf(ctx.db, saleId), buyerHere(ctx, saleId)]);
  return all.length < 2
    ? []
    : all.map(({ id, name, role, contact, outcome }) => ({
        name,
        role,
        me: id === me,
        contact,
        signed: outcome === 'firmada',
      }));
}

async function nextVisitOf(ctx: Pick<Context, 'db' | 'now'>, saleId: number) {
  const visit = await nextAppointmentOf(ctx, saleId);
  return (
    visit && {
      href: `/citas/mi-cita/${visit.uid}`,
      text: `${longDay(panamaDay(visit.startsAt))}, ${clockTime(panamaTime(visit.startsAt))}`,
    }
  );
}

async function processorOf(ctx: Pick<Context, 'db'>, { processorId }: Sale): Promise<string | null> {
  if (processorId === null) return null;
  const [found] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, processorId));
  return found?.name ?? null;
}

/** For an expired purchase: its last lot, and the lots to choose from. */
async function renewalOf(
  ctx: Pick<Context, 'db'>,
  sale: Sale,
): Promise<PageAnswer<typeof myPurchasePage>['renewal']> {
  const [lotId, lots] = await Promise.all([
    lastLotOf(ctx.db, sale.id),
    lotChoices(ctx.db, { modelId: sale.modelId, saleId: sale.id }),
  ]);
  return { lotId, lots };
}

type SeparationData = NonNullable<PageAnswer<typeof myPurchasePage>['separation']>;
const SEPARATION_STATES: Record<number, SeparationData['state']> = {
  [PAYMENT.pending]: 'pendiente',
  [PAYMENT.reported]: 'reportado',
  [PAYMENT.verifying]: 'reportado',
  [PAYMENT.confirmed]: 'confirmado',
  [PAYMENT.rejected]: 'rechazado',
  [PAYMENT.overdue]: 'vencido',
};

async function presentSeparation(
  ctx: Pick<Context, 'db' | 'config'>,
  { projectId, stateId }: Sale,
  { now, reason }: Separation,
): Promise<SeparationData> {
  const labels = await catalogLabels(ctx.db, paymentStatus);
  // No payment is requested for a lot that the sale has lost.
  const open =
    stateId !== SALE.expired && (now.stateId === PAYMENT.pending || now.stateId === PAYMENT.overdue);
  return {
    state: SEPARATION_STATES[now.stateId] ?? 'otro',
    stateLabel: labels.get(now.stateId) ?? '',
    dueCents: now.dueCents,
    dueAt: now.dueAt?.toISOString() ?? null,
    reportedCents: now.reportedCents,
    reportedAt: now.reportedAt?.toISOString() ?? null,
    reason,
    receiptNumber: receiptOf(now),
    open,
    correctable: isCorrectable(now),
    payTo: open ? await payToOf(ctx.db, projectId) : null,
    online: open ? ((await onlineOf(ctx, [now])).get(now.id) ?? null) : null,
  };
}
