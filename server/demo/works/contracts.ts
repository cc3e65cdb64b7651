import { asc, eq, isNull } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { percentOf } from '#contract/money.ts';
import { shares } from '#contract/works/contracts/allocation.ts';
import type { NewContract } from '#contract/works/contracts/forms.ts';
import { CONTRACT_STATE, type GuaranteeKind, type Measure } from '#contract/works/contracts/rules.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { whyNotPayContractor } from '#server/modules/company/partners/standing.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { createContract } from '#server/modules/works/contracts/contracts.service.ts';
import { findContractRow } from '#server/modules/works/contracts/contracts.present.ts';
import { addGuarantee, payAdvance } from '#server/modules/works/contracts/guarantees.service.ts';
import { setActivityWeights, setContractItems } from '#server/modules/works/contracts/parts.service.ts';
import { changeContractState } from '#server/modules/works/contracts/status.service.ts';
import type { Colleague } from '../actors.ts';
import type { Homes } from './houses.ts';
import { ACCOUNTANT, BOSS, LAWYER, MANAGER, type Site } from './telling.ts';

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
  /** Days between the starts of two houses. */
  every: number;
  /** The state that it has reached. */
  state: number;
}

const ROOF = 7;
const S = CONTRACT_STATE;
const STORY: readonly Told[] = [
  { type: 1, measure: 'actividades', name: 'Viviendas, primera etapa', houses: 'first half', contractor: 0, cents: 41_250_000, activities: null, from: -265, to: 60, every: 14, state: S.inForce }, // prettier-ignore
  { type: 1, measure: 'actividades', name: 'Viviendas, segunda etapa', houses: 'second half', contractor: 0, cents: 43_900_000, activities: null, from: -78, to: 150, every: 6, state: S.inForce }, // prettier-ignore
  { type: 4, measure: 'actividades', name: 'Techos de la primera etapa', houses: 'first half', contractor: 1, cents: 7_240_000, activities: [ROOF], from: -220, to: 70, every: 14, state: S.inForce }, // prettier-ignore
  { type: 2, measure: 'partidas', name: 'Calles, cordones y drenajes', houses: 'none', contractor: 1, cents: null, activities: null, from: -170, to: 50, every: 20, state: S.inForce }, // prettier-ignore
  { type: 4, measure: 'actividades', name: 'Techos de la segunda etapa', houses: 'second half', contractor: 1, cents: 6_980_000, activities: [ROOF], from: null, to: null, every: 6, state: S.inReview }, // prettier-ignore
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

/** A contract in force, with who reports and countersigns for its contractor. */
export interface Drawn {
  id: number;
  builder: Colleague;
  partnerId: number;
  /** In the order in which they are built; empty for a contract of items. */
  houses: Homes['houses'];
  /** Days from today to the start of the first house's works, and between two houses. */
  from: number;
  every: number;
}

/** Creates each project's contracts for its houses, between the demo's companies; none if there are no companies. */
export async function makeContracts(site: Site, homes: readonly Homes[]): Promise<Drawn[]> {
  const { db } = site.at(0, MANAGER);
  const companies = await db
    .select({ id: partners.id, kind: partners.kind, signIn: users.email })
    .from(partners)
    .leftJoin(users, eq(users.partnerId, partners.id))
    .where(isNull(partners.archivedAt))
    .orderBy(asc(partners.id));
  const contractors = companies.filter(({ kind }) => kind === 'contratista');
  const party = companies.findLast(({ kind }) => kind === 'contratante');
  if (contractors.length === 0 || !party) return [];
  const drawn: Drawn[] = [];
  for (const { project, houses } of homes) {
    const middle = Math.ceil(houses.length / 2);
    const covered = { 'first half': houses.slice(0, middle), 'second half': houses.slice(middle), none: [] };
    const initials = project.name.replaceAll(/[^A-ZÁÉÍÓÚ]/g, '');
    for (const [at, told] of STORY.entries()) {
      const contractor = contractors[told.contractor % contractors.length]!;
      const id = await tell(site, told, {
        project_id: project.id,
        reference: `${initials}-${panamaDay(site.now).slice(0, 4)}-${String(at + 1).padStart(3, '0')}`,
        contractor_id: contractor.id,
        contracting_party_id: party.id,
        house_ids: covered[told.houses].map((house) => house.id),
      });
      if (told.state !== S.inForce || told.from === null) continue;
      drawn.push({
        id,
        builder: { signIn: contractor.signIn?.split('@')[0] ?? 'contratista', role: 'contratista' },
        partnerId: contractor.id,
        houses: covered[told.houses],
        // The houses of both contracts begin with those of the first; the roof comes by its turn.
        from: told.houses === 'first half' ? STORY[0]!.from! : told.from,
        every: told.every,
      });
    }
  }
  return drawn;
}

type Given = Pick<
  NewContract,
  'project_id' | 'reference' | 'contractor_id' | 'contracting_party_id' | 'house_ids'
>;

/** Draws a contract 25 days before its start and takes it to its present state, each step by its person. Returns its id. */
async function tell(site: Site, told: Told, given: Given): Promise<number> {
  const today = panamaDay(site.now);
  const day = (at: number | null) => (at === null ? null : addDays(today, at));
  const by = (step: number, actor: Colleague) =>
    site.at(Math.max(25 - (told.from ?? 0) - step * 5, 0), actor);
  const manager = by(0, MANAGER);
  const paid = (await whyNotPayContractor(manager.db, given.contractor_id, today)).length === 0;
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
  await changeContractState(by(1, MANAGER), id, { estado_id: S.inReview });
  if (told.state === S.inReview) return id;
  await changeContractState(by(2, BOSS), id, { estado_id: S.approved });
  await changeContractState(by(3, LAWYER), id, { estado_id: S.signed });
  const agreed = (await findContractRow(manager, id))!;
  const bonds: [GuaranteeKind, number][] = [
    ['cumplimiento', agreed.performance_percent],
    ['anticipo', agreed.advance_percent],
  ];
  for (const [kind, percent] of bonds)
    if (percent > 0)
      await addGuarantee(by(4, MANAGER), id, {
        kind,
        insurer: 'Aseguradora del Istmo',
        number: `${kind === 'anticipo' ? 'FA' : 'FC'}-${given.reference}`,
        amount_centavos: percentOf(agreed.amount_centavos ?? 0, percent),
        starts_on: panamaDay(by(4, MANAGER).now),
        ends_on: addDays(today, (told.to ?? 60) - 40),
      });
  if (agreed.advance_percent > 0) {
    const accountant = by(5, ACCOUNTANT);
    await payAdvance(accountant, id, { paid_on: panamaDay(accountant.now), reference: `ACH ${40_000 + id}` });
  }
  return id;
}
