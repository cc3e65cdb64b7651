import { TICKET } from '#contract/care/tickets/rules.ts';
import { DAY_MS, HOUR_MS, panamaDay, panamaInstant } from '#contract/dates.ts';
import { inTransaction } from '#server/kernel/changes.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { idOf, rows, sql, type Db } from '#server/kernel/db.ts';
import { departmentMembers } from '#server/modules/care/tickets/tickets.table.ts';
import { SALE_PLACE, openTicket, type Opening } from '#server/modules/care/tickets/tickets.service.ts';
import { lockTicketRow } from '#server/modules/care/tickets/tickets.queries.ts';
import { writeTicketState } from '#server/modules/care/tickets/write.service.ts';
import { addMessage } from '#server/modules/care/tickets/messages.service.ts';
import { contextAt, type Colleague, type DemoApp } from '../actors.ts';

const COUNT = 80;
const AFTER_SALES = 9;
const WORKS = 5;
const AGENT: Colleague = { signIn: 'postventa', role: 'postventa' };

/** Who works where, the head first. */
const TEAMS: readonly (readonly [departmentId: number, signIns: readonly string[]])[] = [
  [1, ['coordinador', 'asesor']],
  [2, ['coordinador', 'procesador', 'procesador2']],
  [3, ['abogado']],
  [4, ['contabilidad']],
  [WORKS, ['proyectos', 'residente']],
  [6, ['inspector']],
  [7, ['compras']],
  [8, ['permisos']],
  [AFTER_SALES, ['postventa', 'soporte']],
  [12, ['soporte']],
];

/** What people ask for: title, category, department, priority. */
const ASKED: readonly (readonly [
  title: string,
  categoryId: number,
  departmentId: number,
  priorityId: number,
])[] = [
  ['Gotea el techo de la cocina cuando llueve', 1, AFTER_SALES, 3],
  ['El lavamanos del baño pierde agua', 2, AFTER_SALES, 2],
  ['No enciende la luz del cuarto principal', 3, AFTER_SALES, 3],
  ['Se levantó la pintura de la fachada', 4, AFTER_SALES, 1],
  ['Un azulejo del piso suena hueco', 5, AFTER_SALES, 1],
  ['La puerta del patio no cierra bien', 6, AFTER_SALES, 2],
  ['Una teja se movió con el viento', 7, WORKS, 3],
  ['El drenaje de la calle se tapa', 8, WORKS, 2],
  ['Necesito copia del contrato firmado', 9, 2, 1],
  ['No veo mi último abono', 10, 4, 2],
  ['Salta el interruptor de la cocina', 3, AFTER_SALES, 4],
  ['Falta la llave del portón', 11, AFTER_SALES, 2],
];

/** The states that a ticket passed, of every eight. */
const COURSES: readonly (readonly number[])[] = [
  [],
  [TICKET.working],
  [TICKET.working, TICKET.waitsCustomer],
  [TICKET.working, TICKET.waitsSupplier],
  [TICKET.working, TICKET.solved],
  [TICKET.working, TICKET.solved, TICKET.closed],
  [TICKET.working, TICKET.solved, TICKET.reopened],
  [TICKET.cancelled],
];
const WORDS: Readonly<Record<number, string>> = {
  [TICKET.waitsCustomer]: 'Esperamos que confirme a qué hora hay alguien en casa.',
  [TICKET.waitsSupplier]: 'El proveedor entrega la pieza la semana que viene.',
  [TICKET.solved]: 'Se reparó y se probó con el cliente presente.',
  [TICKET.closed]: 'El cliente confirmó por teléfono.',
  [TICKET.reopened]: 'Volvió a pasar a los dos días.',
  [TICKET.cancelled]: 'Lo pidió por error.',
};

/** Writes the demo's departments and 80 tickets in all states, through the services, over the last weeks. Nothing if they are there. */
export async function writeTickets(
  app: DemoApp,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  if ((await db.$count(departmentMembers)) > 0) return;
  await db
    .insert(departmentMembers)
    .values(
      TEAMS.flatMap(([departmentId, signIns]) =>
        signIns.flatMap((signIn, at) =>
          staff.has(signIn) ? [{ departmentId, userId: staff.get(signIn)!, head: at === 0 }] : [],
        ),
      ),
    );
  const places = await rows<Pick<Opening, 'projectId' | 'houseId' | 'lotId' | 'saleId' | 'personId'>>(
    db,
    sql`${SALE_PLACE} where s.code is not null and s.state_id between ${idOf(SALE.received)} and ${idOf(SALE.delivered)} order by s.id limit 40`,
  );
  if (places.length === 0) return;
  for (let n = 0; n < COUNT; n += 1) {
    const [title, categoryId, departmentId, priorityId] = ASKED[n % ASKED.length]!;
    const course = COURSES[n % COURSES.length]!;
    // The oldest first; what still runs is of the last days.
    const daysAgo = course.includes(TICKET.solved) ? 45 - Math.floor(n / 2) : 6 - (n % 6);
    const day = panamaDay(new Date(now.getTime() - daysAgo * DAY_MS));
    const asked = new Date(Math.min(panamaInstant(day, n % 2 ? '09:20' : '14:05').getTime(), now.getTime()));
    const at = (step: number) => new Date(Math.min(asked.getTime() + step * 5 * HOUR_MS, now.getTime()));
    const ctx = contextAt(app, db, staff, asked, n % 3 === 0 ? 'customer' : AGENT);
    await inTransaction(ctx, async (inside) => {
      const id = await openTicket(inside, {
        ...places[n % places.length]!,
        title,
        description: 'Pasa desde ayer. Por favor, díganme cuándo pueden venir.',
        categoryId,
        departmentId,
        priorityId,
        contactKind: 'comprador',
        origin: n % 3 === 0 ? 'cliente' : n % 7 === 0 ? 'chat' : 'oficina',
      });
      for (const [step, to] of course.entries()) {
        const then = { ...contextAt(app, inside.db, staff, at(step + 1), AGENT) };
        const one = (await lockTicketRow(inside.db, id))!;
        if (to === TICKET.working && one.assigneeId !== null)
          await addMessage(then, one, {
            text: 'Lo revisamos y te decimos cuándo vamos.',
            key: undefined,
            sender: 'equipo',
          });
        await writeTicketState(then, one, to, {}, WORDS[to]);
      }
    });
  }
}
