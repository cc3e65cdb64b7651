import { beginSale, writeDraft } from '#server/modules/sales/sale/begun.service.ts';
import { createPerson, updatePerson } from '#server/modules/sales/people/people.service.ts';
import { and, desc, eq, or, sql, type SQL } from 'drizzle-orm';
import { CONFIRM_FIRST, type ToConfirm } from '#contract/sales/claims/claims.ts';
import { panamaDay } from '#contract/dates.ts';
import type { Answered } from '#contract/endpoint.ts';
import { normalizePhone } from '#contract/phone.ts';
import type * as api from '#contract/sales/purchase/endpoints.ts';
import type { BuyForm } from '#contract/sales/purchase/model.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { TEXTS } from '#contract/texts.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, notFound, Refused } from '#server/kernel/errors.ts';
import { oneAtATime } from '#server/kernel/together.ts';
import { customerSessions } from '#server/modules/sales/buyerAccess/buyerAccess.table.ts';
import {
  ensureCustomerSession,
  openSaleHere,
} from '#server/modules/sales/buyerAccess/customerSession.service.ts';
import { fitsModel } from '#server/modules/projects/houses/houses.scope.ts';
import { moveClaim, refuseTaken } from '#server/modules/sales/claims/claims.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import type { Sale } from './own.service.ts';

type Begun = Answered<typeof api.buyModel>;

/**
 * Begins the purchase of a model in this browser, or continues its open draft of that model, and holds the chosen lot
 * (rulings.md 17 and 20). The endpoint must use own transactions. Raises 404 for a model that is not on sale, 409
 * LOT_TAKEN and CLAIMS_LIMIT; then nothing has changed. 409 CONFIRM_FIRST begins the draft without the lot; the buyer
 * must confirm by a code.
 */
export async function buyModel(ctx: Context, modelId: number, form: BuyForm): Promise<Begun> {
  const inTransaction = () => ctx.transaction((inside) => beginOrGoOn(inside, modelId, form), { once: true });
  const { lote_id: lotId } = form;
  if (lotId === undefined) return inTransaction();
  try {
    return await oneAtATime(ctx.db, `lot: ${lotId}`, () => refuseTaken(ctx, lotId), inTransaction);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== CONFIRM_FIRST) throw error;
    throw await toConfirm(ctx, modelId, form, error);
  }
}

/** A code needs a sale, so the draft begins without the lot. Sending the same form again takes the lot. */
async function toConfirm(ctx: Context, modelId: number, form: BuyForm, refusal: Refused): Promise<Refused> {
  const { precontratoId } = await ctx.transaction((inside) =>
    beginOrGoOn(inside, modelId, { ...form, lote_id: undefined }),
  );
  const current: ToConfirm = { precontrato_id: precontratoId };
  return conflict(CONFIRM_FIRST, refusal.message, current);
}

async function beginOrGoOn(ctx: Context, modelId: number, form: BuyForm): Promise<Begun> {
  const model = await findOnSale(ctx, modelId);
  if (!model) throw notFound();
  const visitor = await lockVisitor(ctx);
  const draft = await findOpenDraft(ctx, visitor, modelId);
  const saleId = draft ? await goOn(ctx, draft, model, form) : await begin(ctx, visitor, model, form);
  await openSaleHere(ctx, saleId, true);
  if (form.lote_id !== undefined) await moveClaim(ctx, { saleId, lotId: form.lote_id });
  return { success: TEXTS.sent, redirect: `/clientes/precontrato/${saleId}`, precontratoId: saleId };
}

interface Model {
  id: number;
  projectId: number;
  priceCents: number;
}

/** SQL condition over models joined to their projects: on sale to the public on this day. */
const onSale = (today: string): SQL => sql`${houseModels.published} and ${houseModels.archivedAt} is null
  and ${projects.published} and ${projects.archivedAt} is null
  and (${houseModels.priceUntil} is null or ${houseModels.priceUntil} >= ${today})`;

async function findOnSale(ctx: Pick<Context, 'db' | 'now'>, modelId?: number): Promise<Model | undefined> {
  const today = panamaDay(ctx.now);
  const [found] = await ctx.db
    .select({ id: houseModels.id, projectId: houseModels.projectId, priceCents: houseModels.priceCents })
    .from(houseModels)
    .innerJoin(projects, eq(projects.id, houseModels.projectId))
    .where(and(modelId === undefined ? undefined : eq(houseModels.id, modelId), onSale(today)))
    .orderBy(houseModels.projectId, houseModels.position, houseModels.id)
    .limit(1);
  return found;
}

/** Locks the browser's session, so its requests run one after the other: a double click makes one draft. */
export async function lockVisitor(ctx: Context): Promise<string> {
  const { sessionId } = await ensureCustomerSession(ctx);
  await ctx.db
    .select({ id: customerSessions.id })
    .from(customerSessions)
    .where(eq(customerSessions.id, sessionId))
    .for('no key update');
  return sessionId;
}

/** The browser's open draft of this model or with an unknown model; without `modelId`, of any model. */
export async function findOpenDraft(
  ctx: Pick<Context, 'db'>,
  visitor: string,
  modelId?: number,
): Promise<Sale | undefined> {
  const unnamed = sql`coalesce(${sales.draft} ->> 'sin_modelo', '') = 'true'`;
  const [found] = await ctx.db
    .select()
    .from(sales)
    .where(
      and(
        eq(sales.startedBy, visitor),
        eq(sales.stateId, SALE.draft),
        modelId === undefined ? undefined : or(eq(sales.modelId, modelId), unnamed),
      ),
    )
    .orderBy(sql`${unnamed}`, desc(sales.id))
    .limit(1)
    .for('no key update');
  return found;
}

const personOf = ({ nombre, email, celular }: Omit<BuyForm, 'lote_id'>) => ({
  name: nombre,
  email: email === '' ? null : email,
  phone: normalizePhone(celular) ?? '',
});

async function begin(
  ctx: Context,
  visitor: string,
  model: Model,
  form: BuyForm,
  draft: Record<string, unknown> = {},
): Promise<number> {
  const { nombre, email, celular, lote_id } = form;
  const personId = await createPerson(ctx, personOf(form));
  const saleId = await beginSale(ctx, {
    personId,
    projectId: model.projectId,
    modelId: model.id,
    priceCents: model.priceCents,
    draft: { nombre, email, celular, ...(lote_id !== undefined && { lote_id }), ...draft },
    startedBy: visitor,
  });
  await audit(ctx, 'comprar', 'precontrato', saleId, { modelId: model.id });
  return saleId;
}

async function goOn(ctx: Context, draft: Sale, model: Model, form: BuyForm): Promise<number> {
  const { nombre, email, celular, lote_id } = form;
  const { sin_modelo: _, ...typed } = draft.draft;
  await updatePerson(ctx, draft.personId, personOf(form));
  await writeDraft(ctx, draft.id, {
    modelId: model.id,
    projectId: model.projectId,
    priceCents: model.priceCents,
    draft: { ...typed, nombre, email, celular, ...(lote_id !== undefined && { lote_id }) },
    lastActionAt: ctx.now,
  });
  return draft.id;
}

/**
 * Begins a draft for a form without a model (an older client). Another model stands in until the buyer chooses; until
 * then the form counts as incomplete. Raises 404 when nothing is on sale.
 */
export async function beginWithoutModel(ctx: Context, visitor: string): Promise<number> {
  const model = await findOnSale(ctx);
  if (!model) throw notFound();
  const nobody = { nombre: '', email: '', celular: '', lote_id: undefined };
  const saleId = await begin(ctx, visitor, model, nobody, { sin_modelo: true });
  await openSaleHere(ctx, saleId, true);
  return saleId;
}

/**
 * Sets the model of a draft without one from the chosen lot: the model of its house, or the only model that fits. A
 * draft with a model only stores the lot as wanted.
 */
export async function adoptLot(ctx: Context, saleId: number, lotId: number): Promise<void> {
  const [sale] = await ctx.db.select().from(sales).where(eq(sales.id, saleId));
  if (!sale) throw notFound();
  const { sin_modelo: unnamed, ...draft } = sale.draft;
  const models = unnamed === true ? await modelsForLot(ctx, lotId) : [];
  const [model] = models;
  const named = model && models.length === 1;
  await writeDraft(ctx, saleId, {
    draft: { ...draft, lote_id: lotId, ...(unnamed === true && !named && { sin_modelo: true }) },
    ...(model && { modelId: model.id, projectId: model.projectId, priceCents: model.priceCents }),
  });
}

const modelsForLot = (ctx: Pick<Context, 'db' | 'now'>, lotId: number): Promise<Model[]> =>
  ctx.db
    .select({ id: houseModels.id, projectId: houseModels.projectId, priceCents: houseModels.priceCents })
    .from(houseModels)
    .innerJoin(projects, eq(projects.id, houseModels.projectId))
    .innerJoin(lots, and(eq(lots.id, lotId), fitsModel))
    .where(onSale(panamaDay(ctx.now)))
    .limit(2);
