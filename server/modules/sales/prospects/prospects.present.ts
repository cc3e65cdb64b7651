import { statesOf } from '#server/modules/company/staff/history.service.ts';
import type { Permission } from '#contract/access.ts';
import { incomeRanges, latestActions, prospectStages } from '#contract/company/catalogs/salesLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { changeProspectStatus } from '#contract/sales/prospects/endpoints.ts';
import type { Prospect, ProspectContact, ProspectRow } from '#contract/sales/prospects/model.ts';
import { isOpenStage, prospectMachine } from '#contract/sales/prospects/rules.ts';
import { offersOf } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { maskPhone } from '#server/kernel/mask.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import {
  findContacts,
  type FoundContact,
  type ListedProspect,
  type ProspectDetail,
} from './prospects.queries.ts';

type Presenting = Pick<Context, 'db' | 'now' | 'staff'>;
type Labels = ReadonlyMap<number, string>;
const named = (id: number, labels: Labels) => ({ id, name: labels.get(id) ?? '' });
const someone = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
const iso = (text: string) => new Date(text).toISOString();
const isoOrNull = (text: string | null) => (text === null ? null : iso(text));

/** Prospects for list rows, board cards and a person's page. */
export async function presentProspects(
  { db, now, staff }: Presenting,
  listed: readonly ListedProspect[],
): Promise<ProspectRow[]> {
  const stages = await catalogLabels(db, prospectStages);
  const actions = await catalogLabels(db, latestActions);
  const today = panamaDay(now);
  return listed.map((one) => ({
    id: one.id,
    version: one.version,
    stage: named(one.stageId, stages),
    stage_since: iso(one.stageSince),
    person: { id: one.personId, name: one.name },
    phone: maskPhone(one.phone),
    call: staff?.grants.has('ventas.editar') ? one.phone : null,
    project: { id: one.projectId, name: one.project },
    model: someone(one.modelId, one.model),
    adviser: someone(one.adviserId, one.adviser),
    origin: one.origin,
    campaign: one.campaign,
    last_action: named(one.lastActionId, actions),
    last_action_at: iso(one.lastActionAt),
    untouched: one.contactedAt === null && isOpenStage(one.stageId),
    next_follow_up_on: one.nextFollowUpOn,
    due: one.nextFollowUpOn !== null && one.nextFollowUpOn <= today,
    sale: one.saleId === null ? null : { id: one.saleId, code: one.saleCode },
    created_at: iso(one.createdAt),
  }));
}

export async function presentContacts(
  { db }: Pick<Context, 'db'>,
  found: readonly FoundContact[],
): Promise<(ProspectContact & { prospect_id: number })[]> {
  const actions = await catalogLabels(db, latestActions);
  return found.map((one) => ({
    id: one.id,
    prospect_id: one.prospectId,
    action: named(one.actionId, actions),
    note: one.note,
    next_follow_up_on: one.nextFollowUpOn,
    who: one.who,
    at: iso(one.at),
  }));
}

/** One prospect, with its contacts and the caller's allowed actions. Reading the income is logged. */
export async function presentProspect(ctx: Context, one: ProspectDetail): Promise<Prospect> {
  const [row] = await presentProspects(ctx, [one]);
  const stages = await catalogLabels(ctx.db, prospectStages);
  const incomes = await catalogLabels(ctx.db, incomeRanges);
  const may = (permission: Permission) => reachesProspect(ctx, permission, one);
  const ended = isOpenStage(one.stageId)
    ? null
    : one.saleId === null
      ? 'Este prospecto está descartado: retómalo primero.'
      : 'Este prospecto ya es un pre-contrato.';
  const offer = (permission: Permission) => (may(permission) ? { disabled: ended } : null);
  const history = await statesOf(ctx.db, prospectMachine.entity, [one.id]);
  const readsIncome = may('documentos.ingresos');
  if (readsIncome && one.incomeRangeId !== null)
    await audit(ctx, 'leer', prospectMachine.entity, one.id, { dato: 'ingreso' });
  return {
    ...row!,
    phone: one.phone,
    email: one.email,
    document: one.documentNumber ? { type: one.documentType ?? 'cedula', number: one.documentNumber } : null,
    income_range: readsIncome && one.incomeRangeId !== null ? named(one.incomeRangeId, incomes) : null,
    income_hidden: !readsIncome,
    interest: one.interest,
    discard_reason: one.discardReason,
    consent_at: isoOrNull(one.consentAt),
    contacted_at: isoOrNull(one.contactedAt),
    contacts: await presentContacts(ctx, await findContacts(ctx.db, [one.id])),
    history: history.map(({ id, from, to, reason, who, at }) => ({
      id,
      from: from === null ? null : (stages.get(from) ?? ''),
      to: stages.get(to) ?? '',
      who,
      text: reason,
      at: at.toISOString(),
    })),
    transitions: offersOf(
      prospectMachine,
      one.stageId,
      {},
      urlOf(changeProspectStatus, { params: { id: one.id } }),
      may,
    ),
    actions: {
      edit: offer('ventas.editar'),
      contact: offer('ventas.editar'),
      convert: offer('ventas.crear'),
      assign: may('ventas.aprobar') ? { disabled: ended } : null,
    },
  };
}

/** Whether a loaded prospect is in the caller's row scope for a permission: prospectsInReach in code. */
export function reachesProspect(
  ctx: Pick<Context, 'staff'>,
  permission: Permission,
  one: Pick<ProspectDetail, 'adviserId' | 'createdBy' | 'projectId' | 'saleProcessorId'>,
): boolean {
  const reach = scopeOf(ctx, permission);
  switch (reach?.scope) {
    case 'todo':
      return true;
    case 'propio':
      return one.adviserId === reach.userId || (one.adviserId === null && one.createdBy === reach.userId);
    case 'asignado':
      return one.saleProcessorId === reach.userId;
    case 'sus_proyectos':
      return reach.projectIds.includes(one.projectId);
    default:
      return false;
  }
}
