import { ORDER } from '#contract/care/ticketOrders/rules.ts';
import { TICKET } from '#contract/care/tickets/rules.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import { closedOn } from '#contract/sales/appointments/slots.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, rows, sql } from '#server/kernel/db.ts';
import { answerOrder, reportOrder } from '#server/modules/care/ticketOrders/answer.service.ts';
import { changeOrderState, offerOrder } from '#server/modules/care/ticketOrders/ticketOrders.service.ts';
import { bookVisit } from '#server/modules/care/ticketOrders/visits.service.ts';
import type { Colleague } from '../actors.ts';
import type { Photographs } from './photographs.ts';
import type { Site } from './telling.ts';

const AGENT: Colleague = { signIn: 'postventa', role: 'postventa' };
const BUILDERS: readonly Colleague[] = [
  { signIn: 'contratista', role: 'contratista' },
  { signIn: 'contratista2', role: 'contratista' },
];

type Step = 'accept' | 'refuse' | 'done' | 'verify' | 'return' | 'cancel';
/** What happened to each order, and until how many days from now its contractor had time. */
const COURSES: readonly (readonly [dueIn: number, steps: readonly Step[]])[] = [
  [4, []],
  [5, []],
  [3, ['accept']],
  [6, ['accept']],
  [-1, ['accept']],
  [2, ['accept', 'done']],
  [1, ['done']],
  [4, ['refuse']],
  [2, ['accept', 'done', 'return']],
  [-1, ['accept', 'done', 'verify']],
  [1, ['done', 'verify']],
  [2, ['accept', 'done', 'return', 'done', 'verify']],
  [3, ['cancel']],
  [0, []],
];
const NOTES = [
  'Se cambió la pieza y se probó.',
  'Se selló y quedó seco.',
  'Se ajustó y cierra bien.',
] as const;
const VISITS = ['14:00', '15:00', '13:00', '14:00'] as const;

/** Work orders of the demo in every state, and visits to come, through the services. Nothing without tickets in work. */
export async function makeTicketOrders(site: Site, photos: Photographs): Promise<void> {
  const { db } = site.at(0, AGENT);
  const open = await rows<{ id: number; title: string }>(
    db,
    sql`select id, title from tickets where state_id in ${anyOf([TICKET.assigned, TICKET.working, TICKET.waitsSupplier])}
      and category_id between 1 and 8 and assignee_id is not null and house_id is not null and merged_into_id is null order by id limit ${COURSES.length}`,
  );
  const userIds = BUILDERS.map(({ signIn }) => site.staff.get(signIn) ?? 0);
  const companies = await rows<{ userId: number; id: number | null }>(
    db,
    sql`select id "userId", partner_id id from users where id = any(${sql.param(userIds)}::bigint[])`,
  );
  const uploads: Context['uploads'] = new Map([['fotos', [photos.get('acabados')!]]]);
  for (const [nth, ticket] of open.entries()) {
    const [dueIn, steps] = COURSES[nth]!;
    const builder = BUILDERS[nth % BUILDERS.length]!;
    const company = companies.find(({ userId }) => userId === site.staff.get(builder.signIn));
    if (!company?.id) continue;
    // Each step a few hours after the one before; the last was an hour ago.
    const hours = (step: number) => (1 + (steps.length - step) * 6) / 24;
    const office = (step: number) => site.at(hours(step) + (dueIn < 0 ? 2 : 0), AGENT);
    const outside = (step: number): Context => {
      const ctx = site.at(hours(step) + (dueIn < 0 ? 2 : 0), builder);
      return { ...ctx, uploads, staff: { ...ctx.staff!, colleague: false } };
    };
    const id = await offerOrder(office(0), ticket.id, {
      contratista_id: company.id,
      trabajo: `${ticket.title}. Revisar y reparar; llamar antes de ir.`,
      vence: addDays(panamaDay(site.now), dueIn),
    });
    for (const [at, step] of steps.entries()) {
      if (step === 'accept') await answerOrder(outside(at + 1), id, { acepta: true });
      else if (step === 'refuse')
        await answerOrder(outside(at + 1), id, {
          acepta: false,
          motivo: 'No tengo cuadrilla libre esta semana.',
        });
      else if (step === 'done')
        await reportOrder(outside(at + 1), id, {
          clave: crypto.randomUUID(),
          nota: NOTES[nth % NOTES.length]!,
        });
      else
        await changeOrderState(office(at + 1), id, {
          estado_id:
            step === 'verify' ? ORDER.verified : step === 'return' ? ORDER.returned : ORDER.cancelled,
          ...(step === 'return' && { motivo: 'Todavía se ve la mancha.' }),
          ...(step === 'cancel' && { motivo: 'El cliente ya lo reparó.' }),
        });
    }
  }
  let day = panamaDay(site.now);
  for (const [nth, from] of VISITS.entries()) {
    do day = addDays(day, 1);
    while (closedOn(day, []) !== null);
    const ticket = open[nth * 2];
    const agent = site.staff.get(AGENT.signIn);
    if (!ticket || agent === undefined) continue;
    await bookVisit(site.at(1 / 24, AGENT), ticket.id, {
      agente_id: agent,
      fecha: day,
      hora_inicio: from,
      comentario: 'Llevar el nivel y fotografiar la pared.',
    });
  }
}
