import { eq, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import type { PermitChange } from '#contract/works/permits/model.ts';
import { PERMIT, PERMIT_TYPE } from '#contract/works/permits/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import { projectInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { feedHouseFile } from './houseFile.service.ts';
import { findPermit, type FoundPermit } from './permits.queries.ts';
import { FUTURE, lockPermit } from './permits.service.ts';
import { permits } from './permits.table.ts';

const WORDS = {
  entidad: 'entity',
  costo: 'costCents',
  previsto: 'expectedOn',
  nota: 'note',
  numero: 'number',
  ingreso: 'enteredOn',
  aprobacion: 'approvedOn',
  vence: 'expiresOn',
} as const satisfies Record<keyof PermitChange, keyof FoundPermit>;
type Word = keyof typeof WORDS;
/** What the steps wrote. */
const STEPS: readonly Word[] = ['numero', 'ingreso', 'aprobacion', 'vence'];

/** Corrects a permit. What its approval wrote is corrected by who approves. Raises 404, 409 STALE, 422 at the field. */
export async function changePermit(
  ctx: Context,
  id: number,
  { version, ...sent }: PermitChange & { version?: number | undefined },
): Promise<void> {
  const permit = await lockPermit(ctx, id, 'permisos.editar', version);
  const after: PermitChange = { ...sent, numero: sent.numero || null };
  const changed = (Object.keys(WORDS) as Word[]).filter((key) => after[key] !== permit[WORDS[key]]);
  const mayApprove = await projectInReach(ctx, permit.projectId, 'permisos.aprobar');
  const faults = faultsOf(permit, after, changed, { mayApprove, today: panamaDay(ctx.now) });
  if (faults.length > 0) throw invalid(faults);
  if (changed.length === 0) return;
  await ctx.db
    .update(permits)
    .set({
      ...Object.fromEntries(changed.map((key) => [WORDS[key], after[key]])),
      version: permit.version + 1,
    })
    .where(eq(permits.id, id));
  await announce(ctx, { record: 'permiso', id, verb: 'cambiar' });
  await audit(ctx, 'cambiar', 'permiso', id, {
    before: Object.fromEntries(changed.map((key) => [key, permit[WORDS[key]]])),
    after: Object.fromEntries(changed.map((key) => [key, after[key]])),
  });
  await feedHouseFile(ctx, (await findPermit(ctx.db, id, sql`true`))!);
}

function faultsOf(
  permit: FoundPermit,
  after: PermitChange,
  changed: readonly Word[],
  { mayApprove, today }: { mayApprove: boolean; today: string },
): FieldError[] {
  const { stateId } = permit;
  const ofSteps = STEPS.filter((key) => changed.includes(key));
  const at = (field: Word, message: string): FieldError => ({ field, message });
  if (stateId === PERMIT.toDo || stateId === PERMIT.notNeeded)
    return ofSteps
      .filter((key) => after[key] !== null)
      .map((key) => at(key, 'Se escribe al ingresar el trámite.'));
  const decided = stateId === PERMIT.approved || stateId === PERMIT.expired;
  if (decided && !mayApprove && ofSteps.length > 0)
    return ofSteps.map((key) => at(key, 'Solo quien aprueba permisos corrige este dato.'));
  const { ingreso, aprobacion, vence } = after;
  const faults: (FieldError | false)[] = [
    ingreso === null && at('ingreso', 'Escribe el día del ingreso.'),
    ingreso !== null && ingreso > today && at('ingreso', FUTURE),
    decided && aprobacion === null && at('aprobacion', 'Escribe el día de la aprobación.'),
    !decided && aprobacion !== null && at('aprobacion', 'Se escribe al aprobar.'),
    !decided && vence !== null && at('vence', 'Se escribe al aprobar.'),
    aprobacion !== null && aprobacion > today && at('aprobacion', FUTURE),
    aprobacion !== null &&
      ingreso !== null &&
      aprobacion < ingreso &&
      at('aprobacion', 'La aprobación no puede ser antes del ingreso.'),
    vence !== null &&
      aprobacion !== null &&
      vence < aprobacion &&
      at('vence', 'Vence antes de aprobarse: revisa las fechas.'),
    stateId === PERMIT.expired &&
      (vence === null || vence >= today) &&
      at('vence', 'Ya venció: ingrésalo otra vez para renovarlo.'),
    permit.typeId === PERMIT_TYPE.occupancy &&
      decided &&
      after.numero === null &&
      at('numero', 'Escribe el número del permiso: lo lleva el expediente de la vivienda.'),
  ];
  const seen = new Set<string>();
  return faults.filter((one): one is FieldError => {
    if (one === false || seen.has(one.field)) return false;
    seen.add(one.field);
    return true;
  });
}
