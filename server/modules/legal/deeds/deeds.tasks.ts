import { sql } from 'drizzle-orm';
import { APPLICATION, DEED } from '#contract/company/catalogs/states.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import { CERTIFICATE_WARNING_DAYS } from '#contract/legal/deeds/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { deedsInReach } from './deeds.scope.ts';

/** States in which a lawyer acts, and those in which a paz y salvo or the letter can still end. */
const LAWYERS = [
  DEED.toDo,
  DEED.drafting,
  DEED.withBank,
  DEED.approved,
  DEED.signing,
  DEED.taxes,
  DEED.closed,
  DEED.defective,
  DEED.registered,
];
const UNTIL_CLOSED = [DEED.signed, DEED.taxes];
const UNTIL_REGISTERED = [
  DEED.withBank,
  DEED.approved,
  DEED.signing,
  DEED.signed,
  DEED.taxes,
  DEED.closed,
  DEED.entered,
  DEED.defective,
];
/** Days before the letter's end from which a deed on its way has to hurry. */
const LETTER_DAYS = 15;

/**
 * The deeds that wait for the caller: of lawyers those of their sales, with a defect, an ending paz y salvo or an ending
 * letter first; of accounting the taxes; of who may void, what another person asked to void.
 */
export function deedTasks(ctx: Context): TaskQuery | null {
  const drafts = scopeOf(ctx, 'legal.crear');
  const pays = !drafts && scopeOf(ctx, 'legal.editar');
  const decides = scopeOf(ctx, 'legal.anular');
  if (!drafts && !pays && !decides) return null;
  const today = panamaDay(ctx.now);
  const soon = addDays(today, CERTIFICATE_WARNING_DAYS);
  const letterSoon = addDays(today, LETTER_DAYS);
  const userId = (drafts || pays || decides)!.userId;
  const expiring = sql`(select min(c.expires_on) from deed_certificates c where c.deed_id = d.id and c.expires_on <= ${soon}::date
    and d.state_id in ${anyOf(UNTIL_CLOSED)} and (c.kind <> 'ph' or d.ph))`;
  const letter = sql`(select t.expires_on from bank_applications a join promise_letters t on t.application_id = a.id
    where a.sale_id = s.id and a.chosen and a.state_id in (${idOf(APPLICATION.letter)}, ${idOf(APPLICATION.letterExpired)})
      and t.expires_on <= ${letterSoon}::date and d.state_id in ${anyOf(UNTIL_REGISTERED)})`;
  const mine = sql`(s.lawyer_id = ${userId} or s.lawyer_id is null)`;
  const ways = [
    ...(drafts ? [sql`(${mine} and d.state_id in ${anyOf(LAWYERS)})`] : []),
    ...(drafts ? [sql`(${mine} and (x.expiring is not null or x.letter is not null))`] : []),
    ...(pays ? [sql`d.state_id = ${idOf(DEED.signed)}`] : []),
    ...(decides ? [sql`d.void_asked_by <> ${userId}`] : []),
  ];
  return {
    rows: sql`select d.id, d.sale_id, d.state_id, d.state_since, d.due_on, d.void_asked_by, s.person_id, x.expiring, x.letter
      from deeds d join sales s on s.id = d.sale_id
      cross join lateral (select ${expiring} expiring, ${letter} letter) x
      where d.state_id not in (${idOf(DEED.handedOver)}, ${idOf(DEED.voided)}) and ${deedsInReach(ctx, 'legal.ver')}
        and (${sql.join(ways, sql` or `)})`,
    joins: sql`join people p on p.id = w.person_id`,
    id: sql`w.id`,
    title: sql`p.name`,
    text: sql`case
      when w.void_asked_by <> ${userId} and ${decides !== null} then 'Decidir la anulación de la escritura'
      when w.state_id = ${idOf(DEED.defective)} then 'Corregir el defecto de la escritura'
      when w.letter is not null and ${drafts !== null} then case when w.letter < ${today}::date then 'La carta promesa venció con la escritura en camino' else 'La carta promesa se vence con la escritura en camino' end
      when w.expiring is not null then 'Renovar un paz y salvo de la escritura'
      when w.state_id = ${idOf(DEED.toDo)} then 'Preparar la minuta'
      when w.state_id = ${idOf(DEED.drafting)} then 'Terminar la minuta'
      when w.state_id = ${idOf(DEED.withBank)} then 'Preguntar al banco por la minuta'
      when w.state_id = ${idOf(DEED.approved)} then 'Citar a la firma en la notaría'
      when w.state_id = ${idOf(DEED.signing)} then 'Recoger las firmas en la notaría'
      when w.state_id = ${idOf(DEED.signed)} then 'Pagar los impuestos de la escritura'
      when w.state_id = ${idOf(DEED.taxes)} then 'Cerrar la escritura en la notaría'
      when w.state_id = ${idOf(DEED.closed)} then 'Ingresar la escritura al Registro Público'
      else 'Entregar la escritura inscrita' end`,
    due: sql`least(w.due_on, w.expiring, w.letter)`,
    since: sql`w.state_since`,
    parentId: sql`w.sale_id`,
  };
}
