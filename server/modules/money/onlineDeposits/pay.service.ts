import { randomInt } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { DEPOSIT_STATE as S, LIVE_STATES, WAYS, type Way } from '#contract/money/onlineDeposits/rules.ts';
import { isOpen } from '#contract/money/payments/rules.ts';
import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { titleOf } from '#server/modules/money/payments/concept.service.ts';
import { lockPayment } from '#server/modules/money/payments/locks.service.ts';
import type { payments } from '#server/modules/money/payments/payments.table.ts';
import { salesOfClient } from '#server/modules/sales/sale/sales.scope.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { ENTITY, moveDeposit, type Deposit } from './news.service.ts';
import { onlineDeposits } from './onlineDeposits.table.ts';
import { ProviderFault, providersOf } from './providers.ts';

/** Without letters and digits that look alike. Yappy takes at most 15 characters. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const newReference = () => Array.from({ length: 15 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Dues that the bank pays, and not the customer. */
const NOT_HERS: readonly number[] = [PAYMENT_TYPE.disbursement];
export const isPayable = ({ typeId, stateId }: Pick<typeof payments.$inferSelect, 'typeId' | 'stateId'>) =>
  isOpen(stateId) && !NOT_HERS.includes(typeId);

interface Asked {
  saleId: number;
  paymentId: number;
  via: Way;
  phone: string;
}

/**
 * Begins the payment of a due of an own sale, or goes on with the one that was begun. Raises 404, 409 ALREADY_REPORTED,
 * NO_PROVIDER, PROVIDER_SILENT, 422 at `celular`.
 */
export async function payOnline(
  ctx: Context,
  asked: Asked,
): Promise<{ success: string; redirect: string; pay_url: string | null }> {
  const provider = providersOf(ctx.config).get(asked.via);
  const { one, fresh, name, title } = await ctx.transaction((inside) => begin(inside, asked, !provider));
  const redirect = `/clientes/mi-compra/${name}`;
  const answer = { redirect, success: wordsOf(asked.via) };
  if (!fresh || !provider) return { ...answer, pay_url: one.payUrl };
  try {
    const opened = await provider.open({
      reference: one.reference,
      cents: one.cents,
      concept: title,
      phone: phoneOf(asked.phone),
      backUrl: `${ctx.config.appUrl}${redirect}`,
    });
    await ctx.transaction(async (inside) => {
      const now = await lockLive(inside, one);
      if (now?.stateId === S.made)
        await moveDeposit(inside, now, S.pending, { payUrl: opened.payUrl, providerReference: opened.id });
    });
    return { ...answer, pay_url: opened.payUrl };
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    ctx.log.warn({ kind: error.kind, code: error.code, deposit: one.id }, 'a payment could not be opened');
    const remark =
      error.kind === 'silent' ? 'El proveedor no respondió.' : `El proveedor no lo abrió (${error.code}).`;
    await ctx.transaction(async (inside) => {
      const now = await lockLive(inside, one);
      if (now?.stateId === S.made) await moveDeposit(inside, now, S.failed, { remark }, remark);
    });
    if (error.kind === 'refused' && asked.via === 'yappy')
      throw invalid([
        { field: 'celular', message: 'Yappy no pudo usar ese número. Revísalo, o paga de otra forma.' },
      ]);
    throw conflict(
      'PROVIDER_SILENT',
      `${WAYS[asked.via]} no respondió y no se cobró nada. Intenta de nuevo en unos minutos.`,
    );
  }
}

const wordsOf = (via: Way) =>
  via === 'yappy' ? 'Abre Yappy en tu teléfono y aprueba el pago.' : 'Sigue en la página del banco.';

const liveOf = (ctx: Pick<Context, 'db'>, paymentId: number) =>
  ctx.db
    .select()
    .from(onlineDeposits)
    .where(and(eq(onlineDeposits.paymentId, paymentId), inArray(onlineDeposits.stateId, [...LIVE_STATES])))
    .for('no key update');

async function lockLive(ctx: Context, one: Deposit): Promise<Deposit | undefined> {
  await lockSale(ctx.db, one.saleId);
  return (await liveOf(ctx, one.paymentId)).find(({ id }) => id === one.id);
}

async function requireDue(ctx: Context, { saleId, paymentId }: Asked) {
  const [own] = await ctx.db
    .select({ id: sales.id, code: sales.code })
    .from(sales)
    .where(and(eq(sales.id, saleId), salesOfClient(ctx)));
  if (!own) throw notFound();
  const sale = await lockSale(ctx.db, saleId);
  const payment = await lockPayment(ctx.db, paymentId);
  if (payment?.saleId !== saleId) throw notFound();
  // A lot that was lost is asked for again before it is paid.
  if (!isPayable(payment) || sale?.stateId === SALE.expired)
    throw conflict(
      'ALREADY_REPORTED',
      'Ese pago ya no está pendiente. Mira tu compra: quizás ya lo recibimos.',
    );
  return { payment, name: own.code ?? String(own.id) };
}

/** After this long whoever was opening it at the provider is gone. */
const OPENING_MS = 60_000;

/**
 * The deposit that a customer goes on with, or a fresh one. One that was begun another way, or never opened, is given up. The
 * amount is the due's own; nobody else says it.
 */
async function begin(ctx: Context, asked: Asked, missing: boolean) {
  const { payment, name } = await requireDue(ctx, asked);
  if (missing)
    throw conflict('NO_PROVIDER', `Ahora no se puede pagar con ${WAYS[asked.via]}. Usa otra forma de pago.`);
  const title = await titleOf(ctx.db, payment);
  const [live] = await liveOf(ctx, payment.id);
  const stuck = live?.stateId === S.made && ctx.now.getTime() - live.createdAt.getTime() > OPENING_MS;
  if (live && live.way === asked.via && live.cents === payment.dueCents && !stuck)
    return { name, title, one: live, fresh: false };
  if (asked.via === 'yappy' && phoneOf(asked.phone) === '')
    throw invalid([{ field: 'celular', message: 'Escribe el celular de tu Yappy, por ejemplo 6123-4567.' }]);
  if (live) {
    const remark = stuck ? 'No se terminó de abrir.' : 'El cliente eligió otra forma.';
    await moveDeposit(ctx, live, S.failed, { remark }, remark);
  }
  return { name, title, one: await createDeposit(ctx, asked.via, payment), fresh: true };
}

/** Eight digits of a mobile of Panama; empty when it is none. */
const phoneOf = (typed: string) => /^(?:\+?507)?(6\d{7})$/.exec(typed.replace(/[\s()-]/g, ''))?.[1] ?? '';

/** Begins a deposit of a due, with the due's amount. */
export async function createDeposit(
  ctx: Acting,
  way: Way,
  due: Pick<typeof payments.$inferSelect, 'id' | 'saleId' | 'dueCents'>,
): Promise<Deposit> {
  const [made] = await ctx.db
    .insert(onlineDeposits)
    .values({
      reference: newReference(),
      way,
      saleId: due.saleId,
      paymentId: due.id,
      cents: due.dueCents,
      createdAt: ctx.now,
    })
    .returning();
  await announce(ctx, {
    record: ENTITY,
    id: made!.id,
    from: null,
    to: S.made,
    of: ['precontrato', due.saleId],
  });
  await audit(ctx, 'crear', ENTITY, made!.id, { way, cents: made!.cents });
  return made!;
}
