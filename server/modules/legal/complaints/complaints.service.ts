import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { panamaDay, showDay } from '#contract/dates.ts';
import type {
  ComplaintForm,
  NewComplaint,
  changeComplaintStatus,
} from '#contract/legal/complaints/endpoints.ts';
import { COMPLAINT, complaintDue, complaintMachine } from '#contract/legal/complaints/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { row, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { deedsInReach } from '#server/modules/legal/deeds/deeds.scope.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { findComplaint, type FoundComplaint } from './complaints.queries.ts';
import { complaints } from './complaints.table.ts';

const FUTURE = 'La fecha no puede ser posterior a hoy.';

/** Awaits a write. Raises 409 TAKEN at the number of another complaint. */
async function saving<A>(work: PromiseLike<A>): Promise<A> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'complaints_number') throw error;
    const message = 'Ya hay un reclamo con ese número de expediente.';
    throw new Refused(409, 'TAKEN', message, { errors: [{ field: 'numero', message }] });
  }
}

/** Locks a complaint within the caller's scope after its sale. Raises 404. */
async function lockComplaint(
  ctx: Acting,
  id: number,
  permission: 'legal.ver' | 'legal.crear',
): Promise<FoundComplaint> {
  const reach = deedsInReach(ctx, permission);
  const there = await findComplaint(ctx.db, id, reach);
  if (!there) throw notFound();
  await lockSale(ctx.db, there.saleId);
  await ctx.db.execute(sql`select from complaints where id = ${id} for no key update`);
  return (await findComplaint(ctx.db, id, sql`true`))!;
}

/** Notes a complaint; ACODECO's clock begins. Returns its id. Raises 404 or 422 at `venta`, 409 TAKEN. */
export async function createComplaint(ctx: Context, form: z.output<typeof NewComplaint>): Promise<number> {
  const sale = await row<{ id: number }>(
    ctx.db,
    sql`select s.id from sales s where s.code = ${form.venta} and ${deedsInReach(ctx, 'legal.crear')}`,
  );
  if (!sale) throw invalid([{ field: 'venta', message: 'No hay una venta con ese código.' }]);
  if (form.presentado > panamaDay(ctx.now)) throw invalid([{ field: 'presentado', message: FUTURE }]);
  await lockSale(ctx.db, sale.id);
  const [made] = await saving(
    ctx.db
      .insert(complaints)
      .values({
        saleId: sale.id,
        stateId: COMPLAINT.filed,
        stateSince: ctx.now,
        kind: form.tipo,
        number: form.numero || null,
        detail: form.detalle,
        filedOn: form.presentado,
        dueOn: complaintDue(COMPLAINT.filed, { filedOn: form.presentado, askedOn: null }),
        createdBy: ctx.staff?.userId ?? null,
        createdAt: ctx.now,
      })
      .returning({ id: complaints.id }),
  );
  await announce(ctx, {
    record: 'reclamo_acodeco',
    id: made!.id,
    from: null,
    to: COMPLAINT.filed,
    of: ['precontrato', sale.id],
  });
  await audit(ctx, 'crear', 'reclamo_acodeco', made!.id, { sale: sale.id, tipo: form.tipo });
  return made!.id;
}

/** Corrects a complaint; its clocks follow. Raises 404, 409 STALE or TAKEN, 422 at its field. */
export async function changeComplaint(
  ctx: Context,
  id: number,
  { version, ...form }: z.output<typeof ComplaintForm> & { version?: number | undefined },
): Promise<void> {
  const one = await lockComplaint(ctx, id, 'legal.crear');
  if (version !== undefined && version !== one.version)
    throw conflict('STALE', undefined, { version: one.version });
  if (form.presentado > panamaDay(ctx.now)) throw invalid([{ field: 'presentado', message: FUTURE }]);
  if (one.askedOn !== null && form.presentado > one.askedOn)
    throw invalid([{ field: 'presentado', message: `ACODECO pidió documentos el ${showDay(one.askedOn)}.` }]);
  await saving(
    ctx.db
      .update(complaints)
      .set({
        kind: form.tipo,
        number: form.numero || null,
        detail: form.detalle,
        filedOn: form.presentado,
        dueOn: complaintDue(one.stateId, { filedOn: form.presentado, askedOn: one.askedOn }),
        version: one.version + 1,
      })
      .where(eq(complaints.id, id)),
  );
  await announce(ctx, { record: 'reclamo_acodeco', id, verb: 'cambiar', of: ['precontrato', one.saleId] });
  await audit(ctx, 'cambiar', 'reclamo_acodeco', id, { tipo: form.tipo, presentado: form.presentado });
}

/** Writes a complaint's new state with its clock, and announces it. It must be locked and the transition checked. */
export async function writeComplaintState(
  ctx: Acting,
  one: Pick<FoundComplaint, 'id' | 'stateId' | 'version' | 'saleId' | 'filedOn' | 'askedOn'>,
  to: number,
  set: { askedOn?: string; answeredOn?: string; resolvedOn?: string } = {},
  reason?: string,
): Promise<void> {
  await ctx.db
    .update(complaints)
    .set({
      ...set,
      stateId: to,
      stateSince: ctx.now,
      dueOn: complaintDue(to, { filedOn: one.filedOn, askedOn: set.askedOn ?? one.askedOn }),
      version: one.version + 1,
    })
    .where(eq(complaints.id, one.id));
  await announce(ctx, {
    record: 'reclamo_acodeco',
    id: one.id,
    from: one.stateId,
    to,
    of: ['precontrato', one.saleId],
    reason,
  });
  await audit(ctx, 'cambiar_estado', 'reclamo_acodeco', one.id, { from: one.stateId, to });
}

/** Moves a complaint. Raises 404, 403, 409 STALE, 422 with the reason or at `params[fecha]`. */
export async function changeComplaintState(
  ctx: Context,
  id: number,
  change: z.output<typeof changeComplaintStatus.body>['params'],
): Promise<void> {
  const one = await lockComplaint(ctx, id, 'legal.ver');
  const today = panamaDay(ctx.now);
  const { fecha, ...asked } = change;
  checkTransition(complaintMachine, one, asked, { today, dueOn: one.dueOn }, (permission) =>
    reaches(ctx, permission, one),
  );
  const on = fecha ?? today;
  const after = one.answeredOn ?? one.askedOn ?? one.filedOn;
  const fault = (message: string) => invalid([{ field: 'params[fecha]', message }]);
  if (on > today) throw fault(FUTURE);
  if (on < after) throw fault(`No puede ser antes del paso anterior, el ${showDay(after)}.`);
  if (change.estado_id === COMPLAINT.answered && one.dueOn !== null && on > one.dueOn)
    throw fault(`El plazo terminó el ${showDay(one.dueOn)}: cuenta como no sustentado.`);
  await writeComplaintState(
    ctx,
    one,
    change.estado_id,
    change.estado_id === COMPLAINT.asked
      ? { askedOn: on }
      : change.estado_id === COMPLAINT.answered
        ? { answeredOn: on }
        : change.estado_id >= COMPLAINT.won
          ? { resolvedOn: on }
          : {},
    change.motivo,
  );
}
