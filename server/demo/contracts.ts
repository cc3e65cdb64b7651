import { asc, eq, isNull, and } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { percentOf } from '#contract/money.ts';
import { shares } from '#contract/works/contracts/allocation.ts';
import type { NewContract } from '#contract/works/contracts/forms.ts';
import { CONTRACT_STATE, type GuaranteeKind, type Measure } from '#contract/works/contracts/rules.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import type { Db } from '#server/kernel/db.ts';
import { createContract } from '#server/modules/works/contracts/contracts.service.ts';
import { findContractRow } from '#server/modules/works/contracts/contracts.present.ts';
import { addGuarantee, payAdvance } from '#server/modules/works/contracts/guarantees.service.ts';
import { setActivityWeights, setContractItems } from '#server/modules/works/contracts/parts.service.ts';
import { changeContractState } from '#server/modules/works/contracts/status.service.ts';
import { startJobs } from '#server/modules/works/jobs/jobs.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { whyNotPayContractor } from '#server/modules/company/partners/standing.service.ts';
import { partnerOf } from '#server/modules/works/contracts/construction.scope.ts';
import { contextAt } from './actors.ts';
import { buildHouses } from './jobs.ts';
import { stampDemo } from './works/schedule.ts';

interface Told {
  type: number;
  measure: Measure;
  name: string;
  houses: 'first half' | 'second half' | 'none';
  contractor: number;
  /** Price of the house contracts; items have their own. */
  cents: number | null;
  /** Activities of each house; null: all but the roof, which another contract builds. */
  activities: readonly number[] | null;
  /** Days from today; null: not planned yet. */
  from: number | null;
  to: number | null;
  /** The state that it has reached, and how much of it is approved, in percent of its best house or item. */
  state: number;
  approved: number;
}

const ROOF = 7;
const S = CONTRACT_STATE;
const STORY: readonly Told[] = [
  { type: 1, measure: 'actividades', name: 'Viviendas, primera etapa', houses: 'first half', contractor: 0, cents: 38_500_000, activities: null, from: -95, to: 60, state: S.inForce, approved: 100 }, // prettier-ignore
  { type: 1, measure: 'actividades', name: 'Viviendas, segunda etapa', houses: 'second half', contractor: 0, cents: 36_900_000, activities: null, from: -20, to: 150, state: S.inForce, approved: 30 }, // prettier-ignore
  { type: 4, measure: 'actividades', name: 'Techos de la primera etapa', houses: 'first half', contractor: 1, cents: 7_240_000, activities: [ROOF], from: -40, to: 45, state: S.inForce, approved: 60 }, // prettier-ignore
  { type: 2, measure: 'partidas', name: 'Calles, cordones y drenajes', houses: 'none', contractor: 1, cents: null, activities: null, from: -70, to: 50, state: S.inForce, approved: 80 }, // prettier-ignore
  { type: 4, measure: 'actividades', name: 'Techos de la segunda etapa', houses: 'second half', contractor: 1, cents: 6_980_000, activities: [ROOF], from: null, to: null, state: S.inReview, approved: 0 }, // prettier-ignore
];

/** Items of the infrastructure contract: code, description, unit, quantity, price in centavos, cost code. */
const ITEMS: readonly (readonly [string, string, string, number, number, number])[] = [
  ['1.01', 'Corte y nivelación de calles', 'm³', 2150.5, 640, 8],
  ['1.02', 'Base granular compactada', 'm³', 980.25, 2850, 9],
  ['2.01', 'Cordón cuneta de concreto', 'm', 1240, 2175, 9],
  ['2.02', 'Carpeta de rodadura', 'm²', 4860, 2290, 9],
  ['3.01', 'Tubería pluvial de 18"', 'm', 385.5, 5840, 9],
  ['3.02', 'Tragante con rejilla', 'u', 22, 41_500, 9],
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

/** Draws a contract 25 days before its start and takes it to its present state, each step by its person. */
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
  const drawn = now.getTime() + ((told.from ?? 0) - 25) * 86_400_000;
  const by = (step: number, role: 'proyectos' | 'gerencia' | 'abogado' | 'contabilidad') =>
    contextAt(app, db, staff, new Date(Math.min(drawn + step * 5 * 86_400_000, now.getTime())), {
      signIn: role,
      role,
    });
  const manager = by(0, 'proyectos');
  const paid = (await whyNotPayContractor(db, given.contractor_id, today)).length === 0;
  const made = await createContract(manager, {
    ...given,
    type_id: told.type,
    measure: told.measure,
    name: told.name,
    starts_on: day(told.from),
    ends_on: day(told.to),
    amount_centavos: told.cents,
    advance_percent: paid && told.measure === 'actividades' && told.activities === null ? 20 : 0,
  });
  const { id } = made;
  if (told.measure === 'partidas')
    await setContractItems(manager, id, {
      items: ITEMS.map(([code, description, unit, quantity, price_centavos, cost_code_id]) => ({
        code,
        description,
        unit,
        quantity,
        price_centavos,
        cost_code_id,
      })),
    });
  else {
    const usual = made.activities.filter(({ activity_id }) =>
      told.activities ? told.activities.includes(activity_id) : activity_id !== ROOF,
    );
    const weights = shares(
      10_000,
      usual.map(({ weight_bp }) => weight_bp),
    );
    await setActivityWeights(manager, id, {
      activities: usual.map(({ activity_id }, at) => ({ activity_id, weight_bp: weights[at]! })),
    });
  }
  await changeContractState(by(1, 'proyectos'), id, { estado_id: S.inReview });
  if (told.state === S.inReview) return;
  await changeContractState(by(2, 'gerencia'), id, { estado_id: S.approved });
  await changeContractState(by(3, 'abogado'), id, { estado_id: S.signed });
  const agreed = (await findContractRow(manager, id))!;
  const bonds: [GuaranteeKind, number][] = [
    ['cumplimiento', agreed.performance_percent],
    ['anticipo', agreed.advance_percent],
  ];
  for (const [kind, percent] of bonds)
    if (percent > 0)
      await addGuarantee(by(4, 'proyectos'), id, {
        kind,
        insurer: 'Aseguradora del Istmo',
        number: `${kind === 'anticipo' ? 'FA' : 'FC'}-${given.reference}`,
        amount_centavos: percentOf(agreed.amount_centavos ?? 0, percent),
        starts_on: addDays(panamaDay(new Date(drawn)), 5),
        ends_on: addDays(today, (told.to ?? 60) - 40),
      });
  if (agreed.advance_percent > 0) {
    const accountant = by(5, 'contabilidad');
    await payAdvance(accountant, id, { paid_on: panamaDay(accountant.now), reference: `ACH ${40_000 + id}` });
  }
  const inForce = (await findContractRow(manager, id))!;
  const signIn =
    given.contractor_id === (await partnerOf(manager, staff.get('contratista2')!))
      ? 'contratista2'
      : 'contratista';
  await buildHouses(app, db, staff, now, {
    id,
    builder: { signIn, role: 'contratista' },
    degrees: new Map(
      inForce.houses.map((one, at, all) => [one.id, (told.approved * (all.length - at)) / all.length]),
    ),
  });
  await startJobs(manager, id, {
    houses: new Map(),
    items: new Map(
      inForce.items.map((one, at, all) => [
        one.code,
        Math.floor((one.quantity * told.approved * (all.length - at)) / all.length / 100),
      ]),
    ),
  });
  if (told.measure === 'actividades') await stampDemo(app, db, staff, now, id);
}
