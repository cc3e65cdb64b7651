import { HANDOVER, OPEN_PUNCH, PUNCH } from '#contract/care/handover/rules.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { anyOf, idOf, sql } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { handoversToInspect, punchInReach } from './handover.scope.ts';

/** How many days ahead an inspection is a task. */
const AHEAD = 3;

/**
 * Deliveries that wait for the caller: to inspect soon, to send to sign, refused ones to schedule again, and for management
 * those before the disbursement.
 */
export function handoverTasks(ctx: Context): TaskQuery | null {
  const hands = scopeOf(ctx, 'ventas.entregar') !== null;
  const inspects = scopeOf(ctx, 'contratos.inspeccionar') !== null;
  const decides = scopeOf(ctx, 'ventas.aprobar') !== null;
  if (!hands && !inspects && !decides) return null;
  const soon = addDays(panamaDay(ctx.now), AHEAD);
  const toInspect = sql`(handovers.state_id = ${idOf(HANDOVER.scheduled)} and handovers.scheduled_on <= ${soon}::date and ${handoversToInspect(ctx)})`;
  const toFollow = hands
    ? sql`(handovers.state_id in (${idOf(HANDOVER.inspecting)}, ${idOf(HANDOVER.refused)}) and ${salesInReach(ctx, 'ventas.entregar') ?? sql`true`})`
    : sql`false`;
  const toDecide = decides
    ? sql`(handovers.early_reason is not null and handovers.early_approved is null and handovers.state_id <> ${idOf(HANDOVER.voided)}
        and handovers.early_asked_by <> ${staffOf(ctx).userId} and ${salesInReach(ctx, 'ventas.aprobar') ?? sql`true`})`
    : sql`false`;
  return {
    rows: sql`select handovers.*, sales.person_id, ${toDecide} decide from handovers join sales on sales.id = handovers.sale_id
      where handovers.state_id <> ${idOf(HANDOVER.delivered)} and sales.state_id <= ${idOf(SALE.closed)}
        and (${toInspect} or ${toFollow} or ${toDecide})`,
    joins: sql`join people p on p.id = w.person_id join houses h on h.id = w.house_id`,
    id: sql`w.id`,
    title: sql`p.name || ' · ' || h.name`,
    text: sql`case when w.decide then 'Decidir si se entrega antes del desembolso'
      when w.state_id = ${idOf(HANDOVER.scheduled)} then 'Inspeccionar la vivienda con el comprador'
      when w.state_id = ${idOf(HANDOVER.refused)} then 'Programar otra inspección: no la recibió'
      else 'Enviar el acta a firmar' end`,
    due: sql`case when w.state_id = ${idOf(HANDOVER.scheduled)} then w.scheduled_on
      else (w.state_since at time zone 'America/Panama')::date + 2 end`,
    since: sql`w.state_since`,
  };
}

/** Punch items that are late, and corrected ones to verify, for whoever hands houses over; of a contractor the own ones. */
export function punchTasks(ctx: Context): TaskQuery | null {
  const hands = scopeOf(ctx, 'ventas.entregar') !== null;
  const builds = scopeOf(ctx, 'contratos.editar') !== null && ctx.staff?.colleague === false;
  if (!hands && !builds) return null;
  const due = hands
    ? sql`(i.state_id = ${idOf(PUNCH.done)} and i.done_by is distinct from ${staffOf(ctx).userId}
        or i.state_id in ${anyOf(OPEN_PUNCH)} and i.due_on < ${panamaDay(ctx.now)}::date)`
    : sql`i.state_id = ${idOf(PUNCH.pending)}`;
  return {
    rows: sql`select i.* from punch_items i join handovers h on h.id = i.handover_id join sales on sales.id = h.sale_id
      where ${due} and ${punchInReach(ctx)}`,
    joins: sql`join houses o on o.id = w.house_id`,
    id: sql`w.id`,
    title: sql`o.name || ' · ' || w.room`,
    text: sql`case when w.state_id = ${idOf(PUNCH.done)} then 'Verificar: ' else 'Corregir: ' end || w.text`,
    due: sql`w.due_on`,
    since: sql`coalesce(w.done_at, w.created_at)`,
  };
}
