import { and, desc, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { HOUR_MS } from '#contract/dates.ts';
import type { Way } from '#contract/money/onlineDeposits/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { takeNews } from '#server/modules/money/onlineDeposits/news.service.ts';
import { createDeposit } from '#server/modules/money/onlineDeposits/pay.service.ts';
import type { News } from '#server/modules/money/onlineDeposits/providers.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { contextAt, type Actor } from './actors.ts';

const CLERK: Actor = { signIn: 'contabilidad', role: 'contabilidad' };
/** Hours ago, the way, and what the provider said. Nothing that was paid: the journeys count what waits for the bank. */
const TRIES: readonly (readonly [number, Way, News])[] = [
  [70, 'yappy', { state: 'failed', remark: 'El cliente lo canceló en Yappy.' }],
  [46, 'tarjeta', { state: 'failed' }],
  [20, 'tarjeta', { state: 'paid', cents: 10_000 }],
];

/** Tries of customers to pay a due online, one of which brought another amount. */
export async function makeOnlineDeposits(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const dues = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.stateId, PAYMENT.pending),
        inArray(payments.typeId, [PAYMENT_TYPE.downPayment, PAYMENT_TYPE.installment]),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(TRIES.length);
  for (const [nth, due] of dues.entries()) {
    const [hoursAgo, way, news] = TRIES[nth]!;
    // Of the customer: nobody of the office made it.
    const ctx = {
      ...contextAt(app, db, staff, new Date(now.getTime() - hoursAgo * HOUR_MS), CLERK),
      staff: null,
    };
    const { reference } = await createDeposit(ctx, way, due);
    await takeNews(ctx, way, reference, news);
  }
}
