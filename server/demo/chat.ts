import { asc, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { append, openRoom } from '#server/modules/care/chat/chat.service.ts';
import { quickAnswers } from '#server/modules/care/inbox/inbox.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { contextAt, type Actor } from './actors.ts';

const HOUR = 3_600_000;
const WORKERS = ['procesador', 'procesador2'] as const;

type Line = readonly [hoursAgo: number, text: string, from?: 'equipo' | 'nota'];

/** Conversations of buyers, the customer's lines without a sender. In the first two the customer waits for an answer. */
const TALKS: readonly (readonly Line[])[] = [
  [
    [27, 'Buenas, ¿ya revisaron mi carta de trabajo?'],
    [26, 'Hola. Sí, ya está aprobada. Falta la última ficha de la CSS.', 'equipo'],
    [3, 'La saco hoy. ¿Sirve la que se descarga de internet?'],
  ],
  [
    [9, 'Hola. Tu separación quedó confirmada.', 'equipo'],
    [1, '¡Gracias! ¿Cuándo puedo pasar a ver el lote con mi esposa?'],
  ],
  [
    [50, '¿Puedo pagar el abono en dos partes?'],
    [49.5, 'Sí, reporta cada transferencia desde «Mi compra».', 'equipo'],
    [49, 'Pidió fraccionar el abono: hablar con contabilidad si se atrasa.', 'nota'],
    [48, 'Perfecto, gracias.'],
    [47.5, 'A la orden.', 'equipo'],
  ],
  [
    [75, '¿El banco ya contestó?'],
    [74, 'Todavía no. Te escribimos el mismo día en que conteste.', 'equipo'],
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
  await db.insert(quickAnswers).values(QUICK.map(([shortcut, text]) => ({ shortcut, text })));
  const buyers = await db
    .select({ personId: sales.personId, processorId: sales.processorId })
    .from(sales)
    .where(inArray(sales.stateId, [SALE.papersMissing, SALE.inReview]))
    .orderBy(asc(sales.id))
    .limit(TALKS.length);
  for (const [at, talk] of TALKS.entries()) {
    const { personId, processorId } = buyers[at]!;
    const signIn = WORKERS.find((one) => staff.get(one) === processorId) ?? WORKERS[0];
    const worker: Actor = { signIn, role: 'procesador' };
    for (const [hoursAgo, content, from] of talk) {
      const when = new Date(now.getTime() - hoursAgo * HOUR);
      const ctx = contextAt(app, db, staff, when, from ? worker : 'customer');
      const userId = staff.get(signIn)!;
      await append(ctx, await openRoom(ctx, personId), {
        ...(from ? { sender: 'equipo', userId, note: from === 'nota' } : { sender: 'cliente', proven: true }),
        content,
        channel: 'web',
      });
    }
  }
}
