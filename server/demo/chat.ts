import { asc, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { isBusinessDay } from '#contract/banking/applications/businessDays.ts';
import { addDays, panamaDay, panamaInstant } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { append, openRoom } from '#server/modules/care/chat/chat.service.ts';
import { readRoom } from '#server/modules/care/chat/handling.service.ts';
import { quickAnswers } from '#server/modules/care/inbox/inbox.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { contextAt, PROCESSORS, type Actor } from './actors.ts';

type Line = readonly [daysAgo: number, time: string, text: string, from?: 'equipo' | 'nota'];

/**
 * Conversations of buyers within the opening hours: business days ago and Panama time; the customer's lines without a
 * sender. In the first two the customer waits for an answer.
 */
const TALKS: readonly (readonly Line[])[] = [
  [
    [2, '09:10', 'Buenas, ¿ya revisaron mi carta de trabajo?'],
    [2, '09:40', 'Hola. Sí, ya está aprobada. Falta la última ficha de la CSS.', 'equipo'],
    [1, '15:20', 'La saco hoy. ¿Sirve la que se descarga de internet?'],
  ],
  [
    [1, '10:05', 'Hola. Tu separación quedó confirmada.', 'equipo'],
    [1, '16:30', '¡Gracias! ¿Cuándo puedo pasar a ver el lote con mi esposa?'],
  ],
  [
    [3, '11:00', '¿Puedo pagar el abono en dos partes?'],
    [3, '11:30', 'Sí, reporta cada transferencia desde «Mi compra».', 'equipo'],
    [3, '11:35', 'Pidió fraccionar el abono: hablar con contabilidad si se atrasa.', 'nota'],
    [3, '14:10', 'Perfecto, gracias.'],
    [3, '14:15', 'A la orden.', 'equipo'],
  ],
  [
    [4, '08:50', '¿El banco ya contestó?'],
    [4, '09:05', 'Todavía no. Te escribimos el mismo día en que conteste.', 'equipo'],
  ],
];

const QUICK: readonly (readonly [shortcut: string, text: string])[] = [
  ['ficha', 'La última ficha de la CSS se descarga de «Mi Caja Digital» y sirve así, en PDF.'],
  ['horario', 'Atendemos de lunes a viernes de 8:00 a.m. a 5:00 p.m. y los sábados de 9:00 a.m. a 1:00 p.m.'],
  ['visita', 'Puedes apartar tu visita a la casa modelo desde nuestra página, en «Agendar cita».'],
  ['yappy', 'Puedes transferir por ACH o Yappy. Después reporta el pago desde «Mi compra».'],
];

/** Conversations with buyers under way, and answers that the team gives often. */
export async function makeChat(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const today = panamaDay(now);
  await db.insert(quickAnswers).values(QUICK.map(([shortcut, text]) => ({ shortcut, text })));
  const buyers = await db
    .select({ personId: sales.personId, processorId: sales.processorId })
    .from(sales)
    .where(inArray(sales.stateId, [SALE.papersMissing, SALE.inReview]))
    .orderBy(asc(sales.id))
    .limit(TALKS.length);
  for (const [at, talk] of TALKS.entries()) {
    const { personId, processorId } = buyers[at]!;
    const signIn = PROCESSORS.find((one) => staff.get(one) === processorId) ?? PROCESSORS[0];
    const worker: Actor = { signIn, role: 'procesador' };
    for (const [daysAgo, time, content, from] of talk) {
      const when = panamaInstant(businessDayBefore(today, daysAgo), time);
      const ctx = contextAt(app, db, staff, when, from ? worker : 'customer');
      const room = await openRoom(ctx, personId);
      if (from) room.unread = await readRoom(ctx, room);
      await append(ctx, room, {
        ...(from
          ? { sender: 'equipo', userId: staff.get(signIn)!, note: from === 'nota' }
          : { sender: 'cliente', proven: true }),
        content,
        channel: 'web',
      });
    }
  }
}

function businessDayBefore(day: string, days: number): string {
  let found = day;
  for (let left = days; left > 0;) {
    found = addDays(found, -1);
    if (isBusinessDay(found)) left -= 1;
  }
  return found;
}
