import { and, asc, eq, notInArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { addDays, HOUR_MS, panamaDay } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { banksOffered } from '#server/modules/banking/applications/applications.service.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { askDisbursement } from '#server/modules/banking/disbursements/disbursements.service.ts';
import { lockSale, writeSaleState } from '#server/modules/sales/sale/states.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { contextAt, type Actor } from './actors.ts';
import { inscribe, readyHouse } from './deeds.ts';
import { tellApplication } from './banks.ts';

const COORDINATOR: Actor = { signIn: 'coordinador', role: 'coordinador' };
/** The states from the letter of promise to the deed. */
const TO_THE_DEED = [SALE.promiseSigning, SALE.promiseSigned, SALE.inDeed];

/** A sale with a registered deed and a requested disbursement. */
export async function makeDisbursements(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const at = (hoursAgo: number) =>
    contextAt(app, db, staff, new Date(now.getTime() - hoursAgo * HOUR_MS), COORDINATOR);
  const [sale] = await db
    .select({ id: sales.id, projectId: sales.projectId })
    .from(sales)
    .where(
      and(
        eq(sales.stateId, SALE.complete),
        eq(sales.paymentForm, 'hipoteca'),
        notInArray(sales.id, db.select({ id: bankApplications.saleId }).from(bankApplications)),
      ),
    )
    .orderBy(asc(sales.id))
    .limit(1);
  if (!sale) return;
  const [bank] = await banksOffered(db, sale.projectId);
  const applicationId = await tellApplication(at, sale.id, { bank: bank!.id, states: [2, 3, 6, 8] });
  for (const [step, to] of TO_THE_DEED.entries()) {
    const held = await lockSale(db, sale.id);
    if (held) await writeSaleState(at(70 - step * 10), held, to);
  }
  // The deed takes the sale to Inscrito.
  const parts = [app, db, staff, now] as const;
  await readyHouse([...parts], sale.id);
  await inscribe([...parts], sale.id, { from: 48, each: 2 });
  const ctx = at(26);
  await askDisbursement(ctx, applicationId, { solicitado: addDays(panamaDay(ctx.now), -1), notas: '' });
}
