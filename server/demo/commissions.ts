import { and, asc, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { addDays, HOUR_MS, panamaDay } from '#contract/dates.ts';
import { COMMISSION } from '#contract/sales/commissions/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import {
  addBroker,
  addRule,
  changeLine,
  nameByHand,
} from '#server/modules/sales/commissions/commissions.service.ts';
import { commissionLines, commissions } from '#server/modules/sales/commissions/commissions.table.ts';
import { fixAdviser } from '#server/modules/sales/commissions/release.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { contextAt, type Actor } from './actors.ts';

const BROKERS = ['Bienes Raíces Ancón, S.A.', 'Milciades Tejada'] as const;
const LIVE = [SALE.received, SALE.inReview, SALE.papersMissing, SALE.complete];

/** Rules, brokers, and the commissions of the demo's active sales; some are prepared, approved and paid. */
export async function makeCommissions(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const as = (actor: Actor, hoursAgo: number) =>
    contextAt(app, db, staff, new Date(now.getTime() - hoursAgo * HOUR_MS), actor);
  const administrator = as({ signIn: 'administrador', role: 'administrador' }, 90);
  const coordinator = as({ signIn: 'coordinador', role: 'coordinador' }, 80);
  const rule = {
    proyecto_id: null,
    fijo_centavos: null,
    separacion: 30,
    promesa: 40,
    desembolso: 30,
    hasta: null,
  };
  const desde = addDays(panamaDay(now), -550);
  await addRule(administrator, { ...rule, para: 'asesor', porcentaje: 1.5, desde });
  await addRule(administrator, { ...rule, para: 'corredor', porcentaje: 3, desde });
  const brokerIds: number[] = [];
  for (const [at, nombre] of BROKERS.entries()) {
    const broker = await addBroker(coordinator, {
      nombre,
      documento: null,
      celular: `+5076670011${at}`,
      email: `corredor${at + 1}@demo.llave`,
    });
    brokerIds.push(broker.id);
  }
  const found = await db
    .select({ id: sales.id, stateId: sales.stateId })
    .from(sales)
    .where(inArray(sales.stateId, LIVE))
    .orderBy(asc(sales.id));
  const fresh = found.filter(({ stateId }) => stateId === SALE.received).slice(0, brokerIds.length);
  for (const [at, { id }] of fresh.entries())
    await nameByHand(coordinator, id, { para: 'corredor', persona_id: brokerIds[at]! });
  for (const { id } of found) await fixAdviser(coordinator, id);

  const released = await db
    .select({ id: commissionLines.id })
    .from(commissionLines)
    .innerJoin(commissions, eq(commissions.id, commissionLines.commissionId))
    .where(and(eq(commissionLines.stateId, COMMISSION.released), eq(commissions.payee, 'asesor')))
    .orderBy(asc(commissionLines.id))
    .limit(6);
  const accountant = as({ signIn: 'contabilidad', role: 'contabilidad' }, 40);
  const manager = as({ signIn: 'gerencia', role: 'gerencia' }, 30);
  for (const [at, { id }] of released.entries()) {
    if (at > 4) continue;
    await changeLine(accountant, id, { estado_id: COMMISSION.prepared });
    if (at > 3) continue;
    await changeLine(manager, id, { estado_id: COMMISSION.approved });
    if (at < 2)
      await changeLine(accountant, id, {
        estado_id: COMMISSION.paid,
        referencia: `ACH-88${at}1`,
        fecha: panamaDay(accountant.now),
      });
  }
}
