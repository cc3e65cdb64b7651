import { and, eq, isNull, sql } from 'drizzle-orm';
import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { panamaDay } from '#contract/dates.ts';
import {
  effectOf,
  whyNotChange,
  type Change,
  type EffectLine,
  type Named,
  type Standing,
} from '#contract/legal/addenda/change.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { formatMoney } from '#contract/money.ts';
import { SETTLED_STATES } from '#contract/money/payments/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, row, type Db } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { promises } from '#server/modules/legal/promises/promises.table.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { lotChoices } from '#server/modules/sales/claims/claims.service.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

type Reading = Pick<Context, 'db' | 'now'>;

/** The signed promise of a sale; undefined without one. */
export const signedPromise = async (db: Db, saleId: number) =>
  (
    await db
      .select()
      .from(promises)
      .where(and(eq(promises.saleId, saleId), eq(promises.stateId, PROMISE.signed)))
  )[0];

/** What a sale is like now, in the terms of an addendum. Raises 404. */
export async function standingOf(db: Db, saleId: number): Promise<Standing> {
  const [found] = await db
    .select({
      priceCents: sales.priceCents,
      paymentForm: sql<'hipoteca' | 'contado'>`${sales.paymentForm}`,
      model: { id: houseModels.id, name: houseModels.name },
      lot: { id: lots.id, name: lots.name },
    })
    .from(sales)
    .innerJoin(houseModels, eq(houseModels.id, sales.modelId))
    .leftJoin(lotClaims, and(eq(lotClaims.saleId, sales.id), isNull(lotClaims.releasedAt)))
    .leftJoin(lots, eq(lots.id, lotClaims.lotId))
    .where(eq(sales.id, saleId));
  if (!found) throw notFound();
  const plan = await row<Exclude<Standing['plan'], null>>(
    db,
    sql`select total_cents cents, months, first_on "firstOn" from payment_plans
      where sale_id = ${saleId} and replaced_at is null`,
  );
  const buyers = await buyersOf(db, saleId);
  return {
    priceCents: found.priceCents,
    paidCents: await paidCentsOf(db, saleId),
    paymentForm: found.paymentForm,
    lot: found.lot?.id ? found.lot : null,
    model: found.model,
    deliveryOn: (await signedPromise(db, saleId))?.deliveryOn ?? null,
    buyers: buyers.map(({ id, personId, name, role }) => ({ id, personId, name, role })),
    plan: plan ?? null,
  };
}

/** An effect before and after, and why it cannot be done now; null when it can. */
export interface Weighed {
  lines: EffectLine[];
  whyNot: string | null;
}

/** Weighs a change against its sale as it is now. Reads only. Raises 404. */
export async function weigh(
  ctx: Reading,
  sale: { id: number; projectId: number; modelId: number },
  change: Change,
): Promise<Weighed> {
  const now = await standingOf(ctx.db, sale.id);
  const plain = whyNotChange(now, change, panamaDay(ctx.now));
  const { named, whyNot } = await lookUp(ctx, sale, change);
  return { lines: effectOf(now, change, named), whyNot: plain ?? whyNot };
}

/** Names what a change speaks of, and what only the database knows against it. */
async function lookUp(
  { db }: Reading,
  sale: { id: number; projectId: number; modelId: number },
  change: Change,
): Promise<{ named: Named; whyNot: string | null }> {
  switch (change.tipo) {
    case 'lote': {
      const [lot] = await db.select({ name: lots.name }).from(lots).where(eq(lots.id, change.lote_id));
      const choice = (await lotChoices(db, { modelId: sale.modelId, saleId: sale.id })).find(
        ({ id }) => id === change.lote_id,
      );
      return {
        named: { lot: lot?.name },
        whyNot: !choice
          ? 'Ese lote no es para este modelo o no está a la venta: elige otro.'
          : choice.free || choice.mine
            ? null
            : `El lote ${choice.name} ya lo tiene otra venta: elige otro.`,
      };
    }
    case 'modelo': {
      const [model] = await db
        .select({ name: houseModels.name, projectId: houseModels.projectId })
        .from(houseModels)
        .where(eq(houseModels.id, change.modelo_id));
      const fits = (await lotChoices(db, { modelId: change.modelo_id, saleId: sale.id })).some(
        ({ mine }) => mine,
      );
      return {
        named: { model: model?.name },
        whyNot:
          model?.projectId !== sale.projectId
            ? 'Elige un modelo de este proyecto.'
            : fits
              ? null
              : 'El lote de esta venta no es para ese modelo: cambia primero el lote.',
      };
    }
    case 'comprador':
      return lookUpPeople(db, change);
    case 'cesion':
      return lookUpAssignee(db, change.persona_id);
    case 'plan':
      return { named: {}, whyNot: await whyNotPlan(db, sale.id, change.abono_centavos) };
    default:
      return { named: {}, whyNot: null };
  }
}

async function lookUpPeople(
  db: Db,
  change: Extract<Change, { tipo: 'comprador' }>,
): Promise<{ named: Named; whyNot: string | null }> {
  const joining =
    change.agrega_persona_id === null
      ? undefined
      : (await db.select().from(people).where(eq(people.id, change.agrega_persona_id)))[0];
  return {
    named: { person: joining?.name },
    whyNot:
      change.agrega_persona_id === null
        ? null
        : !joining || joining.mergedIntoId !== null
          ? 'Elige a una persona que exista.'
          : joining.documentNumber
            ? null
            : `Falta el documento de identidad de ${joining.name}: complétalo en su página.`,
  };
}

/** Whoever takes a sale over signs for themselves. */
async function lookUpAssignee(db: Db, personId: number): Promise<{ named: Named; whyNot: string | null }> {
  const [person] = await db.select().from(people).where(eq(people.id, personId));
  return {
    named: { person: person?.name },
    whyNot:
      !person || person.mergedIntoId !== null
        ? 'Elige a una persona que exista.'
        : !person.documentNumber
          ? `Falta el documento de identidad de ${person.name}: complétalo en su página.`
          : person.documentType === 'ruc'
            ? 'A una empresa se le vende con un pre-contrato nuevo.'
            : null,
  };
}

/** All confirmed money of a sale's customer, in centavos. */
export async function paidCentsOf(db: Db, saleId: number): Promise<number> {
  const paid = await row<{ cents: number }>(
    db,
    sql`select coalesce(sum(bank_cents), 0)::bigint cents from payments where sale_id = ${saleId}
      and state_id in ${anyOf(SETTLED_STATES)} and reversed_at is null and passed_at is null`,
  );
  return Number(paid?.cents ?? 0);
}

const PLAN_TYPES = [PAYMENT_TYPE.separation, PAYMENT_TYPE.downPayment, PAYMENT_TYPE.installment];

async function whyNotPlan(db: Db, saleId: number, cents: number): Promise<string | null> {
  const paid = await row<{ cents: number }>(
    db,
    sql`select coalesce(sum(bank_cents), 0)::bigint cents from payments where sale_id = ${saleId}
      and type_id in ${anyOf(PLAN_TYPES)} and state_id in ${anyOf(SETTLED_STATES)} and reversed_at is null`,
  );
  return Number(paid?.cents ?? 0) >= cents
    ? `Ya pagó ${formatMoney(Number(paid?.cents ?? 0))}: el abono tiene que ser mayor.`
    : null;
}
