import { permitStates, permitTypes } from '#contract/company/catalogs/permitLists.ts';
import { daysBetween, panamaDay, showDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { formatMoney } from '#contract/money.ts';
import { offersOf } from '#contract/transitions.ts';
import { changePermitState } from '#contract/works/permits/endpoints.ts';
import type { Permit, PermitLink, PermitRecord, PermitRow } from '#contract/works/permits/model.ts';
import { closesCycle, covers, isInForce, permitMachine } from '#contract/works/permits/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { isoFrom } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { projectInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { heldHouses, offeredTypes } from './blockers.service.ts';
import { fileOf } from './houseFile.service.ts';
import {
  dependenciesOfProject,
  findEdits,
  findPapers,
  permitsOfProject,
  targetName,
  targetOf,
  type FoundPermit,
} from './permits.queries.ts';
import { waitsFor, whyNotDelete } from './permits.service.ts';

interface Labels {
  types: ReadonlyMap<number, string>;
  states: ReadonlyMap<number, string>;
}
const labelsOf = async ({ db }: Pick<Context, 'db'>): Promise<Labels> => ({
  types: await catalogLabels(db, permitTypes),
  states: await catalogLabels(db, permitStates),
});
const named = (id: number, names: ReadonlyMap<number, string>) => ({ id, name: names.get(id) ?? '' });

const wordsOf = (one: FoundPermit, { types, states }: Labels) => ({
  id: one.id,
  tipo: named(one.typeId, types),
  entidad: one.entity,
  numero: one.number,
  ingreso: one.enteredOn,
  aprobacion: one.approvedOn,
  vence: one.expiresOn,
  costo: one.costCents,
  estado: named(one.stateId, states),
  version: one.version,
});

const rowOf = (one: FoundPermit, labels: Labels, today: string): PermitRow => ({
  ...wordsOf(one, labels),
  nivel: targetOf(one),
  proyecto: { id: one.projectId, name: one.project },
  modelo: one.modelId === null ? null : { id: one.modelId, name: one.model! },
  vivienda: one.houseId === null ? null : { id: one.houseId, name: one.house! },
  previsto: one.expectedOn,
  dias: one.expiresOn === null ? null : daysBetween(today, one.expiresOn),
  espera: one.waits,
});

/** Permits as rows of the list. */
export async function presentPermits(
  ctx: Pick<Context, 'db' | 'now'>,
  found: readonly FoundPermit[],
): Promise<PermitRow[]> {
  const labels = await labelsOf(ctx);
  return found.map((one) => rowOf(one, labels, panamaDay(ctx.now)));
}

/** The permits of plans with what each waits for. */
export async function presentDetails(
  ctx: Pick<Context, 'db'>,
  found: readonly FoundPermit[],
  needs: readonly { permit: number; needs: number }[],
): Promise<Permit[]> {
  const labels = await labelsOf(ctx);
  return found.map((one) => ({
    ...wordsOf(one, labels),
    depende_de: needs.filter(({ permit }) => permit === one.id).map((dependency) => dependency.needs),
  }));
}

/** One permit as the caller sees it. */
export async function presentPermit(ctx: Context, one: FoundPermit): Promise<PermitRecord> {
  const labels = await labelsOf(ctx);
  const may = {
    edit: await projectInReach(ctx, one.projectId, 'permisos.editar'),
    approve: await projectInReach(ctx, one.projectId, 'permisos.aprobar'),
    remove: await projectInReach(ctx, one.projectId, 'permisos.anular'),
  };
  const { file, plan } = (await findPapers(ctx.db, one.id))!;
  const facts = { waitsFor: await waitsFor(ctx, one.id) };
  return {
    ...rowOf(one, labels, panamaDay(ctx.now)),
    nota: one.note,
    ...(await placeOf(ctx, one, labels, may.edit)),
    archivo: file && { name: file.name, mime: file.mime, size: file.size, url: fileUrl(ctx, file.id) },
    plano: plan,
    detiene: await heldBy(ctx, one),
    expediente: fileOf(one),
    history: (await statesOf(ctx.db, permitMachine.entity, [one.id])).map((line) => ({
      id: line.id,
      at: line.at.toISOString(),
      who: line.who,
      from: line.from === null ? null : (labels.states.get(line.from) ?? ''),
      to: labels.states.get(line.to) ?? '',
      reason: line.reason,
    })),
    changes: await editsOf(ctx, one.id),
    transitions: offersOf(
      permitMachine,
      one.stateId,
      facts,
      urlOf(changePermitState, { params: { id: one.id } }),
      (permission) => (permission === 'permisos.aprobar' ? may.approve : may.edit),
    ),
    may_edit: may.edit,
    may_correct: may.approve,
    may_delete: may.remove && (await whyNotDelete(ctx, one)) === null,
  };
}

/** Its place among the permits of its project: before it, after it, and those that it may wait for. */
async function placeOf(ctx: Context, one: FoundPermit, { types, states }: Labels, mayEdit: boolean) {
  const all = await permitsOfProject(ctx.db, one.projectId);
  const needs = await dependenciesOfProject(ctx.db, one.projectId);
  const link = (other: FoundPermit): PermitLink => ({
    id: other.id,
    name: types.get(other.typeId) ?? '',
    de: targetName(other),
    estado: named(other.stateId, states),
  });
  const before = needs.filter(({ permit }) => permit === one.id).map((line) => line.needs);
  const after = new Set(needs.filter((line) => line.needs === one.id).map(({ permit }) => permit));
  const others = needs.filter(({ permit }) => permit !== one.id);
  const mayNeed = (other: FoundPermit) =>
    other.id !== one.id &&
    covers(other, one, one.houseModelId) &&
    !closesCycle(others, { permit: one.id, needs: other.id });
  return {
    depende_de: before,
    antes: all.filter(({ id }) => before.includes(id)).map(link),
    despues: all.filter(({ id }) => after.has(id)).map(link),
    candidatos: mayEdit ? all.filter(mayNeed).map(link) : [],
  };
}

/** The houses that a permit holds up while it is not in force. */
async function heldBy({ db, now }: Context, one: FoundPermit): Promise<PermitRecord['detiene']> {
  const type = (await offeredTypes(db)).find(({ id }) => id === one.typeId);
  const que = type?.obra ? ('obra' as const) : type?.entrega ? ('entrega' as const) : null;
  if (que === null || isInForce(one, panamaDay(now))) return { que, total: 0, viviendas: [] };
  return {
    que,
    ...(await heldHouses(db, {
      id: one.id,
      typeId: one.typeId,
      projectId: one.projectId,
      finished: que === 'entrega',
    })),
  };
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  entidad: 'Entidad',
  costo: 'Costo',
  previsto: 'Previsto',
  nota: 'Nota',
  numero: 'Número',
  ingreso: 'Ingreso',
  aprobacion: 'Aprobación',
  vence: 'Vence',
};
const DAYS = ['previsto', 'ingreso', 'aprobacion', 'vence'];

const valueText = (key: string, value: unknown) =>
  value === null || value === ''
    ? 'sin dato'
    : key === 'costo'
      ? formatMoney(Number(value))
      : DAYS.includes(key)
        ? showDay(String(value))
        : String(value);

/** What was written on it, beside its states. */
async function editsOf(ctx: Pick<Context, 'db'>, id: number): Promise<PermitRecord['changes']> {
  return (await findEdits(ctx.db, id)).map(({ id: line, at, who, action, data }) => ({
    id: line,
    at: isoFrom(at),
    who,
    text: editText(action, data),
  }));
}

function editText(action: string, data: Record<string, unknown>): string {
  const after = (data['after'] ?? {}) as Record<string, unknown>;
  if (action === 'cargar') return `Guardó el archivo ${String(data['archivo'])}.`;
  if (action === 'prorrogar')
    return `Prorrogó hasta el ${showDay(String(after['vence']))}: ${String(data['reason'])}`;
  if ('depende_de' in after) return 'Cambió de qué permisos depende.';
  return Object.entries(after)
    .map(([key, value]) => `${FIELD_WORDS[key] ?? key}: ${valueText(key, value)}`)
    .join(' · ');
}
