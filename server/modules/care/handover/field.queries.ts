import { asc, desc, inArray, sql } from 'drizzle-orm';
import type { FieldHandover } from '#contract/care/handover/model.ts';
import { HANDOVER, HANDOVER_LABELS, OPEN_PUNCH } from '#contract/care/handover/rules.ts';
import { DEFAULT_KEYS } from '#contract/care/handover/template.ts';
import type { Context } from '#server/kernel/context.ts';
import { idOf, rows } from '#server/kernel/db.ts';
import { handoversToInspect } from './handover.scope.ts';
import { houseKeys, inspectionMeters, punchItems } from './handover.table.ts';
import { roomsOf } from './templates.service.ts';

/** Most deliveries that a tablet keeps. */
const FIELD_MOST = 60;

interface Found {
  id: number;
  code: string;
  stateId: number;
  name: string;
  project: string;
  houseId: number;
  house: string;
  modelId: number;
  model: string;
  scheduledOn: string;
}

/** The deliveries that wait for their inspection, whole, the next first. */
export async function fieldHandovers(ctx: Context): Promise<FieldHandover[]> {
  const found = await rows<Found>(
    ctx.db,
    sql`select handovers.id, handovers.code, handovers.state_id "stateId", p.name, r.name project, h.id "houseId", h.name house,
        handovers.model_id "modelId", m.name model, handovers.scheduled_on::text "scheduledOn"
      from handovers join sales on sales.id = handovers.sale_id join people p on p.id = sales.person_id
      join projects r on r.id = sales.project_id join houses h on h.id = handovers.house_id
      join house_models m on m.id = handovers.model_id
      where handovers.state_id in (${idOf(HANDOVER.scheduled)}, ${idOf(HANDOVER.inspecting)}) and ${handoversToInspect(ctx)}
      order by handovers.scheduled_on, handovers.id limit ${FIELD_MOST}`,
  );
  const ids = [0, ...found.map(({ id }) => id)];
  const rooms = await roomsOf(
    ctx.db,
    found.map(({ modelId }) => modelId),
  );
  const open = await ctx.db
    .select()
    .from(punchItems)
    .where(sql`${inArray(punchItems.handoverId, ids)} and ${inArray(punchItems.stateId, [...OPEN_PUNCH])}`)
    .orderBy(asc(punchItems.id));
  const meters = await ctx.db
    .select({
      handoverId: sql<number>`i.handover_id`.mapWith(Number),
      kind: inspectionMeters.kind,
      number: inspectionMeters.number,
    })
    .from(inspectionMeters)
    .innerJoin(sql`handover_inspections i`, sql`i.id = ${inspectionMeters.inspectionId}`)
    .where(sql`i.handover_id = any(${sql.param(ids)}::bigint[])`)
    .orderBy(desc(inspectionMeters.inspectionId));
  const keys = await ctx.db
    .select()
    .from(houseKeys)
    .where(inArray(houseKeys.houseId, [0, ...found.map(({ houseId }) => houseId)]))
    .orderBy(asc(houseKeys.name));
  return found.map((one) => {
    const own = keys.filter(({ houseId }) => houseId === one.houseId);
    const known = meters.filter(({ handoverId }) => handoverId === one.id);
    return {
      id: one.id,
      code: one.code,
      state: { id: one.stateId, name: HANDOVER_LABELS[one.stateId] ?? '' },
      name: one.name,
      project: one.project,
      house: one.house,
      model: one.model,
      scheduled_on: one.scheduledOn,
      rooms: rooms(one.modelId),
      open: open
        .filter(({ handoverId }) => handoverId === one.id)
        .map(({ room, point, text, severity }) => ({ room, point, text, severity })),
      meters: known
        .filter(({ kind }, at) => known.findIndex((each) => each.kind === kind) === at)
        .map(({ kind, number }) => ({ kind, number })),
      keys:
        own.length > 0
          ? own.map(({ name, total }) => ({ nombre: name, cantidad: total }))
          : DEFAULT_KEYS.map((key) => ({ ...key })),
    };
  });
}
