import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { panamaDay } from '#contract/dates.ts';
import { documentKey, readDocument } from '#contract/identity.ts';
import { rightDue, rightName, type NewRight, type RightAnswer } from '#contract/overview/privacy/rights.ts';
import { Phone } from '#contract/phone.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { closeRightTicket, openRightTicket } from '#server/modules/care/tickets/rights.service.ts';
import { holdsOf } from './holds.ts';
import { erasePerson, purgeSale } from './purge.service.ts';
import { rightsRequests } from './rights.table.ts';

/** The one person whom a code, document, phone or mail names. Raises 422 at `quien`. */
async function personNamed(ctx: Context, typed: string): Promise<number> {
  const phone = Phone.safeParse(typed);
  const number = readDocument('cedula', typed) ?? readDocument('pasaporte', typed);
  const found = await rows<{ id: number }>(
    ctx.db,
    sql`select p.id from people p where p.purged_at is null and p.merged_into_id is null and (
        p.id in (select s.person_id from sales s where s.code = ${typed.toUpperCase()})
        or p.email = ${typed}::citext
        or p.phone = ${phone.success ? phone.data : ''}
        or p.document_key = ${number ? documentKey('cedula', number) : ''}) limit 2`,
  );
  const [one, other] = found;
  if (!one) throw invalid([{ field: 'quien', message: 'No encontramos a nadie con ese dato.' }]);
  if (other)
    throw invalid([
      { field: 'quien', message: 'Hay varias personas con ese dato: escribe el código de su venta.' },
    ]);
  return one.id;
}

/** Notes a request; its clock begins with the day it came. Returns its id. Raises 422 at its field. */
export async function createRight(ctx: Context, form: z.output<typeof NewRight>): Promise<number> {
  if (form.recibida > panamaDay(ctx.now))
    throw invalid([{ field: 'recibida', message: 'La fecha no puede ser posterior a hoy.' }]);
  const personId = await personNamed(ctx, form.quien);
  return insertRight(ctx, {
    personId,
    kind: form.derecho,
    channel: form.canal,
    detail: form.detalle,
    receivedOn: form.recibida,
    createdBy: staffOf(ctx).userId,
  });
}

/** Writes a request of a known person, and opens its ticket. Returns the request's id. */
export async function insertRight(
  ctx: Acting,
  right: Pick<
    typeof rightsRequests.$inferInsert,
    'personId' | 'kind' | 'channel' | 'detail' | 'receivedOn' | 'createdBy'
  >,
): Promise<number> {
  const dueOn = rightDue(right.kind, right.receivedOn);
  const [made] = await ctx.db
    .insert(rightsRequests)
    .values({ ...right, dueOn, createdAt: ctx.now })
    .returning({ id: rightsRequests.id });
  await announce(ctx, { record: 'derecho', id: made!.id, verb: 'crear' });
  await audit(ctx, 'crear', 'derecho', made!.id, { derecho: right.kind, persona: right.personId });
  const title = `Solicitud de datos personales: ${rightName(right.kind).toLowerCase()}`;
  await openRightTicket(ctx, { id: made!.id, title, dueOn });
  return made!.id;
}

async function lockOpen(ctx: Context, id: number, version: number | undefined) {
  const [one] = await ctx.db
    .select()
    .from(rightsRequests)
    .where(eq(rightsRequests.id, id))
    .for('no key update');
  if (!one) throw notFound();
  if (version !== undefined && version !== one.version)
    throw conflict('STALE', undefined, { version: one.version });
  if (one.state !== 'abierta') throw conflict('CLOSED', 'Esta solicitud ya se respondió.');
  return one;
}

async function close(
  ctx: Context,
  one: typeof rightsRequests.$inferSelect,
  state: 'atendida' | 'negada',
  answer: string,
): Promise<void> {
  await ctx.db
    .update(rightsRequests)
    .set({
      state,
      answer,
      closedOn: panamaDay(ctx.now),
      closedBy: staffOf(ctx).userId,
      version: one.version + 1,
    })
    .where(eq(rightsRequests.id, one.id));
  await announce(ctx, { record: 'derecho', id: one.id, verb: state });
  await audit(ctx, 'responder', 'derecho', one.id, { state });
  await closeRightTicket(ctx, one.id, 'Se respondió la solicitud.');
}

/** Records what was answered. Raises 404, 409 STALE or CLOSED. */
export async function answerRight(
  ctx: Context,
  id: number,
  { resultado, respuesta, version }: z.output<typeof RightAnswer>,
): Promise<void> {
  await close(ctx, await lockOpen(ctx, id, version), resultado, respuesta);
}

/**
 * Erases what may go of the person who asked for it: sales that nothing holds, and what the person told beside them. What a
 * contract, a payment or a complaint holds stays; the answer says why. Raises 404, 409 STALE or CLOSED, 422 for another right.
 */
export async function eraseRight(ctx: Context, id: number, version: number | undefined): Promise<void> {
  // The sales first, like every service.
  const [asked] = await ctx.db.select().from(rightsRequests).where(eq(rightsRequests.id, id));
  if (!asked) throw notFound();
  await ctx.db.execute(
    sql`select from sales where person_id = ${asked.personId} order by id for no key update`,
  );
  const one = await lockOpen(ctx, id, version);
  if (one.kind !== 'cancelacion')
    throw invalid([{ field: 'derecho', message: 'Solo se borra cuando se pidió la cancelación.' }]);
  const held = await holdsOf(ctx.db, one.personId);
  for (const sale of held) if (sale.why === null) await purgeSale(ctx, sale.id, 'pedido_titular');
  const gone = await erasePerson(ctx, one.personId);
  const kept = held.filter(({ why }) => why !== null);
  const freed = held.length - kept.length;
  await close(
    ctx,
    one,
    kept.length > 0 ? 'negada' : 'atendida',
    [
      ...kept.map(({ label, why }) => `${label}: ${why}`),
      `Se borró: ${
        [
          ...(freed > 0 ? [freed === 1 ? '1 compra' : `${freed} compras`] : []),
          ...(gone.person ? ['nombre y contacto'] : []),
          ...(gone.notes > 0 ? ['notas y preferencias de prospecto'] : []),
          ...(gone.places > 0 ? ['listas de espera'] : []),
          ...(gone.papers > 0 ? [`${gone.papers} documentos rechazados o reemplazados`] : []),
        ].join(', ') || 'nada más'
      }.`,
    ].join('\n'),
  );
}
