import { kinships } from '#contract/company/catalogs/peopleLists.ts';
import { precontractStates, prospectStages } from '#contract/company/catalogs/salesLists.ts';
import type { CoincidenceRow, CoincidentPerson } from '#contract/sales/coincidences/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { maskDocument, maskPhone } from '#server/kernel/mask.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { findSides, type FoundPair, type FoundSide } from './coincidences.queries.ts';

const iso = (text: string) => new Date(text).toISOString();
type Labels = ReadonlyMap<number, string>;

/** `ana@casa.test` as `a***@casa.test`. */
const maskMail = (email: string) => email.replace(/(?<=^.)[^@]*(?=@)/, '***');

/** Pairs with both people. A list masks telephone, document and email; the page of one pair shows them in full. */
export async function presentPairs(
  ctx: Pick<Context, 'db' | 'staff'>,
  found: readonly FoundPair[],
  { masked }: { masked: boolean },
): Promise<CoincidenceRow[]> {
  const states = await catalogLabels(ctx.db, precontractStates);
  const stages = await catalogLabels(ctx.db, prospectStages);
  const kin = await catalogLabels(ctx.db, kinships);
  const sides = await findSides(ctx, [...new Set(found.flatMap(({ leftId, rightId }) => [leftId, rightId]))]);
  const byId = new Map(sides.map((one) => [one.id, presentSide(one, { states, stages, masked })]));
  return found.map((pair) => ({
    id: pair.id,
    version: pair.version,
    state: pair.state,
    score: pair.score,
    reasons: pair.reasons,
    left: byId.get(pair.leftId)!,
    right: byId.get(pair.rightId)!,
    found_at: iso(pair.foundAt),
    link: pair.link,
    relationship:
      pair.relationshipId === null
        ? null
        : { id: pair.relationshipId, name: kin.get(pair.relationshipId) ?? '' },
    reason: pair.reason,
    decided_by: pair.decidedBy,
    decided_at: pair.decidedAt && iso(pair.decidedAt),
  }));
}

function presentSide(
  one: FoundSide,
  { states, stages, masked }: { states: Labels; stages: Labels; masked: boolean },
): CoincidentPerson {
  return {
    id: one.id,
    version: one.version,
    nombre: one.name,
    celular: masked ? maskPhone(one.phone) : one.phone,
    email: masked && one.email ? maskMail(one.email) : one.email,
    tipo_documento: one.documentType,
    cedula: masked && one.documentNumber ? maskDocument(one.documentNumber) : one.documentNumber,
    created_at: iso(one.createdAt),
    sales: (one.sales ?? []).map(({ id, code, project, state }) => ({
      id,
      label: `${code ?? `Borrador ${id}`} · ${project}`,
      state: states.get(state) ?? '',
    })),
    prospects: (one.prospects ?? []).map(({ id, project, stage }) => ({
      id,
      label: project,
      state: stages.get(stage) ?? '',
    })),
    family: one.family ?? [],
    adviser: one.adviser,
  };
}
