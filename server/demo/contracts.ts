import { asc, eq, isNull, and } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { NewContract } from '#contract/works/contracts/model.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Db } from '#server/kernel/db.ts';
import { createContract } from '#server/modules/works/contracts/contracts.service.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { contextAt } from './actors.ts';

/** The states of a contract until it is in force: Borrador → En revisión → Aprobado → Firmado → Vigente. */
const TO_FORCE = [1, 2, 3, 4, 5];
const TO_THE_END = [...TO_FORCE, 7];

interface Told {
  type: number;
  name: string;
  houses: 'first half' | 'second half' | 'none';
  contractor: number;
  cents: number | null;
  /** Days from today; null: not planned yet. */
  from: number | null;
  to: number | null;
  states: readonly number[];
}

const STORY: readonly Told[] = [
  { type: 1, name: 'Viviendas, primera etapa', houses: 'first half', contractor: 0, cents: 38_500_000, from: -95, to: 60, states: TO_FORCE }, // prettier-ignore
  { type: 1, name: 'Viviendas, segunda etapa', houses: 'second half', contractor: 0, cents: 36_900_000, from: -20, to: 150, states: TO_FORCE }, // prettier-ignore
  { type: 4, name: 'Techos de la primera etapa', houses: 'first half', contractor: 1, cents: 7_240_000, from: -40, to: 45, states: TO_FORCE }, // prettier-ignore
  { type: 2, name: 'Calles, cordones y drenajes', houses: 'none', contractor: 1, cents: 21_800_000, from: -200, to: -30, states: TO_THE_END }, // prettier-ignore
  { type: 4, name: 'Techos de la segunda etapa', houses: 'second half', contractor: 1, cents: null, from: null, to: null, states: [1] }, // prettier-ignore
];

/** Creates each project's contracts for its houses, between the demo's companies; none if there are no companies. */
export async function makeContracts(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const companies = await db
    .select({ id: partners.id, kind: partners.kind })
    .from(partners)
    .where(isNull(partners.archivedAt))
    .orderBy(asc(partners.id));
  const contractors = companies.filter(({ kind }) => kind === 'contratista');
  const builder = companies.findLast(({ kind }) => kind === 'contratante');
  if (contractors.length === 0 || !builder) return;
  const all = await db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .orderBy(asc(projects.id));
  for (const project of all) {
    const homes = await db
      .select({ id: houses.id })
      .from(houses)
      .where(and(eq(houses.projectId, project.id), isNull(houses.archivedAt)))
      .orderBy(asc(houses.id));
    const middle = Math.ceil(homes.length / 2);
    const covered = { 'first half': homes.slice(0, middle), 'second half': homes.slice(middle), none: [] };
    const initials = project.name.replaceAll(/[^A-ZÁÉÍÓÚ]/g, '');
    for (const [at, told] of STORY.entries())
      await tell(app, db, staff, now, told, {
        project_id: project.id,
        reference: `${initials}-${panamaDay(now).slice(0, 4)}-${String(at + 1).padStart(3, '0')}`,
        contractor_id: contractors[told.contractor % contractors.length]!.id,
        contracting_party_id: builder.id,
        house_ids: covered[told.houses].map(({ id }) => id),
      });
  }
}

type Given = Pick<
  NewContract,
  'project_id' | 'reference' | 'contractor_id' | 'contracting_party_id' | 'house_ids'
>;

/** Creates a contract 25 days before its start and moves it to its present state. */
async function tell(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
  told: Told,
  given: Given,
): Promise<void> {
  const today = panamaDay(now);
  const day = (at: number | null) => (at === null ? null : addDays(today, at));
  const drawn = new Date(now.getTime() + ((told.from ?? 0) - 25) * 86_400_000);
  const manager = contextAt(app, db, staff, drawn, { signIn: 'proyectos', role: 'proyectos' });
  const made = await createContract(manager, {
    ...given,
    type_id: told.type,
    name: told.name,
    starts_on: day(told.from),
    ends_on: day(told.to),
    amount_centavos: told.cents,
  });
  for (const [at, to] of told.states.slice(1).entries()) {
    const when = new Date(Math.min(drawn.getTime() + (at + 1) * 5 * 86_400_000, now.getTime()));
    const ctx = contextAt(app, db, staff, when, { signIn: 'gerencia', role: 'gerencia' });
    await announce(ctx, { record: 'contrato', id: made.id, from: told.states[at]!, to });
  }
  await db
    .update(contracts)
    .set({ stateId: told.states.at(-1)! })
    .where(eq(contracts.id, made.id));
}
