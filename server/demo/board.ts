import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { addDays, HOUR_MS, panamaDay } from '#contract/dates.ts';
import { CELL } from '#contract/sales/board/cards.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { keepUp } from '#server/kernel/changes.ts';
import type { Db } from '#server/kernel/db.ts';
import { addCustomerAction } from '#server/modules/sales/precontracts/customerActions.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { changeStage, editStage } from '#server/modules/sales/board/stageCards.service.ts';
import { keepSales } from '#server/modules/sales/board/stages.service.ts';
import { computeMedians } from '#server/modules/sales/board/stageTimes.service.ts';
import { contextAt, type Actor } from './actors.ts';

const COORDINATOR: Actor = { signIn: 'coordinador', role: 'coordinador' };

/** Customer actions, by id in the list of actions, with a note and the days until the next contact. */
const ACTIONS: readonly (readonly [action: number, note: string, next: number])[] = [
  [2, 'Trae la carta de trabajo el lunes.', 2],
  [3, 'No contestó; se le dejó un mensaje.', 1],
  [5, 'Confirma que ya pagó y envía el comprobante.', 3],
  [7, 'Visitó la casa modelo con su familia.', 5],
  [13, 'Pregunta si puede cambiar a un lote de esquina.', 2],
];

/** Data for the demo's board: customer actions, a card with a note, and overdue cards. */
export async function makeBoard(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const as = (hoursAgo: number) =>
    contextAt(app, db, staff, new Date(now.getTime() - hoursAgo * HOUR_MS), COORDINATOR);
  const open = await db
    .select({ id: sales.id })
    .from(sales)
    .where(inArray(sales.stateId, [SALE.received, SALE.inReview, SALE.papersMissing]))
    .orderBy(asc(sales.id))
    .limit(ACTIONS.length);
  for (const [at, { id }] of open.entries()) {
    const [accion_id, nota, next] = ACTIONS[at]!;
    await addCustomerAction(as(3 + at * 5), id, {
      accion_id,
      nota,
      proximo: addDays(panamaDay(now), next),
    });
  }
  const [first, second] = await db
    .select({ id: sales.id })
    .from(sales)
    .where(and(eq(sales.stateId, SALE.complete), eq(sales.boardStage, 3)))
    .orderBy(asc(sales.id))
    .limit(2);
  if (first) {
    const again = addDays(panamaDay(now), 2);
    await editStage(as(1), first.id, 3, { nota: 'El cliente firma la autorización mañana.', vence: again });
  }
  if (second) {
    await editStage(as(2), second.id, 3, { vence: addDays(panamaDay(now), 1) });
    await changeStage(as(2), second.id, 3, { estado_id: CELL.inProgress });
    await changeStage(as(1), second.id, 3, {
      estado_id: CELL.observed,
      motivo: 'El reporte trae una referencia que no es suya.',
    });
  }
  await keepUp(as(1));
  const late = await db
    .select({ id: sales.id })
    .from(sales)
    .where(and(lt(sales.boardDue, panamaDay(now)), sql`state_id between 2 and 14`));
  await keepSales(
    as(0),
    late.map(({ id }) => id),
  );
  await computeMedians({ db, now });
}
