import { eq } from 'drizzle-orm';
import type {
  MailedList,
  MailedListChange,
  MailedListForm,
  NewMailedList,
} from '#contract/company/mailedLists/model.ts';
import { mayBecome, nextSlot, type MailedState } from '#contract/company/mailedLists/rules.ts';
import { admit } from '#server/kernel/auth.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, forbidden, invalid, notFound } from '#server/kernel/errors.ts';
import { exportedList } from '#server/kernel/exports/lists.ts';
import { exporter } from '#server/kernel/exports/produce.ts';
import { staffById } from '#server/modules/company/auth/staffById.service.ts';
import { parseFor } from '#server/modules/company/exports/exports.service.ts';
import { findMailedList } from './mailedLists.queries.ts';
import { mailedListRecipients, mailedLists } from './mailedLists.table.ts';
import { whoMayNot, whyNotExport } from './rights.service.ts';
import { startRun } from './runs.service.ts';

const MOST_OWN = 50;

/** The columns of the form's fields. A rhythm keeps only the day that it uses. */
const columnsOf = (form: MailedListForm) => ({
  title: form.titulo,
  format: form.formato,
  every: form.cada,
  weekday: form.cada === 'semana' ? form.dia_semana : null,
  monthDay: form.cada === 'mes' ? form.dia_mes : null,
  hour: form.hora,
  skipsHolidays: form.salta_feriados,
});

/** Raises 422 at `para` for people who could not export the list themselves. */
async function checkRecipients(ctx: Context, para: readonly number[], list: string): Promise<number[]> {
  const people = [...new Set(para)];
  const refused = await whoMayNot(ctx.db, people, list);
  if (refused.length > 0)
    throw invalid([
      {
        field: 'para',
        message: `No ${refused.length === 1 ? 'puede' : 'pueden'} exportar esta lista: ${refused.join(', ')}.`,
      },
    ]);
  return people;
}

/**
 * Schedules a list as filtered. Raises 403 when the caller may not export it, 404 for an unknown list or its params, 422
 * at its filters, at `para`, or at `titulo` above 50 own schedules.
 */
export async function addMailedList(ctx: Context, body: NewMailedList): Promise<MailedList> {
  const staff = staffOf(ctx);
  const list = exportedList(body.lista);
  if (!list) throw notFound();
  admit(list.spec.access, { staff, client: null, bearer: false });
  exporter(staff, list.spec);
  parseFor(list, body.params, body.filtro);
  const own = await ctx.db.$count(mailedLists, eq(mailedLists.ownerId, staff.userId));
  if (own >= MOST_OWN)
    throw invalid([{ field: 'titulo', message: `Ya programaste ${MOST_OWN} listas. Cambia una de ellas.` }]);
  const people = await checkRecipients(ctx, body.para, body.lista);
  const columns = columnsOf(body);
  const [row] = await ctx.db
    .insert(mailedLists)
    .values({
      ...columns,
      ownerId: staff.userId,
      list: body.lista,
      params: body.params,
      query: body.filtro,
      columns: body.columnas ?? null,
      page: body.pagina,
      state: 'activa',
      nextAt: nextSlot(columns, ctx.now),
      createdAt: ctx.now,
    })
    .returning({ id: mailedLists.id });
  const { id } = row!;
  await ctx.db.insert(mailedListRecipients).values(people.map((userId) => ({ listId: id, userId })));
  await announce(ctx, { record: 'lista_programada', id, verb: 'crear' });
  await audit(ctx, 'crear', 'lista_programada', id, {
    ...columns,
    list: body.lista,
    filter: body.filtro,
    to: people,
  });
  return answerOf(ctx, id);
}

/** Changes when a list goes and to whom. Only its owner. Raises 403, 404, 409 STALE, 422 at `para`. */
export async function changeMailedList(
  ctx: Context,
  id: number,
  body: MailedListChange,
): Promise<MailedList> {
  const row = await lock(ctx, id);
  if (body.version !== undefined && body.version !== row.version)
    throw conflict('STALE', undefined, { version: row.version });
  const people = await checkRecipients(ctx, body.para, row.list);
  const columns = columnsOf(body);
  await ctx.db
    .update(mailedLists)
    .set({
      ...columns,
      ...(row.state === 'activa' && { nextAt: nextSlot(columns, ctx.now) }),
      version: row.version + 1,
    })
    .where(eq(mailedLists.id, id));
  await ctx.db.delete(mailedListRecipients).where(eq(mailedListRecipients.listId, id));
  await ctx.db.insert(mailedListRecipients).values(people.map((userId) => ({ listId: id, userId })));
  await announce(ctx, { record: 'lista_programada', id, verb: 'cambiar' });
  await audit(ctx, 'cambiar', 'lista_programada', id, { ...columns, to: people });
  return answerOf(ctx, id);
}

/**
 * Pauses, resumes or archives. The owner, and to end it also who administers. Raises 403, 404, 422 for a step that its
 * state does not have, or when the owner can no longer export the list.
 */
export async function setMailedListState(ctx: Context, id: number, to: MailedState): Promise<MailedList> {
  const row = await lock(ctx, id, to !== 'activa');
  if (row.state !== to) {
    if (!mayBecome(row.state, to))
      throw invalid([{ field: 'estado', message: 'Esta lista está archivada. Programa otra.' }]);
    if (to === 'activa') {
      const reason = whyNotExport(await staffById(ctx.db, row.ownerId), exportedList(row.list));
      if (reason !== null) throw invalid([{ field: 'estado', message: reason }]);
    }
    await ctx.db
      .update(mailedLists)
      .set({
        state: to,
        stoppedReason: null,
        nextAt: to === 'activa' ? nextSlot(row, ctx.now) : null,
        version: row.version + 1,
      })
      .where(eq(mailedLists.id, id));
    await announce(ctx, { record: 'lista_programada', id, verb: 'cambiar' });
    await audit(ctx, 'cambiar', 'lista_programada', id, {
      before: { state: row.state },
      after: { state: to },
    });
  }
  return answerOf(ctx, id);
}

/** Sends a list now, besides its rhythm. Raises 403, 404, 422 when it is archived or stopped. */
export async function sendMailedList(ctx: Context, id: number): Promise<MailedList> {
  const row = await lock(ctx, id);
  if (row.state === 'archivada' || row.state === 'detenida')
    throw invalid([{ field: 'estado', message: 'Esta lista no sale: reanúdala primero.' }]);
  await startRun(ctx, row, ctx.now, true);
  await announce(ctx, { record: 'lista_programada', id, verb: 'enviar' });
  return answerOf(ctx, id);
}

/** The row of a list in reach, locked. Raises 404 out of reach, 403 for another's. */
async function lock(ctx: Context, id: number, administers = false) {
  if (!(await findMailedList(ctx, id))) throw notFound();
  const [row] = await ctx.db.select().from(mailedLists).where(eq(mailedLists.id, id)).for('no key update');
  if (row!.ownerId !== staffOf(ctx).userId && !(administers && scopeOf(ctx, 'administracion.editar')))
    throw forbidden();
  return row!;
}

async function answerOf(ctx: Context, id: number): Promise<MailedList> {
  const list = await findMailedList(ctx, id);
  if (!list) throw notFound();
  return list;
}
