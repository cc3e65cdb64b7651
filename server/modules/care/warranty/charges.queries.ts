import type { ChargeFilter } from '#contract/care/warranty/endpoints.ts';
import type { Charge, ChargeRow } from '#contract/care/warranty/model.ts';
import { changeChargeStatus } from '#contract/care/warranty/endpoints.ts';
import { CHARGE_LABELS, chargeMachine } from '#contract/care/warranty/charges.ts';
import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { offsetOf } from '#contract/paging.ts';
import { offersOf } from '#contract/transitions.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { countUpTo, inOrder, limited, rows, sql } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { namedStates, statesOf } from '#server/modules/company/staff/history.service.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { backCharges } from './warranty.table.ts';

/** A charge as lists show it, with what the rules need. */
export interface FoundCharge {
  id: number;
  version: number;
  code: string;
  stateId: number;
  contractId: number;
  contract: string;
  reference: string;
  contractorId: number;
  contractor: string;
  projectId: number;
  project: string;
  houseId: number | null;
  house: string | null;
  itemId: number | null;
  item: string | null;
  amountCents: number;
  retainedCents: number;
  receivableCents: number;
  paper: string;
  reason: string;
  madeBy: number;
  maker: string;
  decider: string | null;
  createdAt: string;
  collectedOn: string | null;
  collectedBank: string | null;
  collectedReference: string | null;
}

const SELECTED = sql`select back_charges.id, back_charges.version, back_charges.code, back_charges.state_id "stateId",
  contracts.id "contractId", contracts.name contract, contracts.reference, a.id "contractorId", a.name contractor,
  r.id "projectId", r.name project, h.id "houseId", h.name house, i.id "itemId", i.text item,
  back_charges.amount_cents "amountCents", back_charges.retained_cents "retainedCents",
  back_charges.receivable_cents "receivableCents", back_charges.paper, back_charges.reason,
  back_charges.made_by "madeBy", m.name maker, d.name decider, back_charges.created_at "createdAt",
  back_charges.collected_on::text "collectedOn", back_charges.collected_bank "collectedBank",
  back_charges.collected_reference "collectedReference"`;
const JOINED = sql`from back_charges join contracts on contracts.id = back_charges.contract_id
  join partners a on a.id = contracts.contractor_id join projects r on r.id = contracts.project_id
  left join houses h on h.id = back_charges.house_id left join punch_items i on i.id = back_charges.item_id
  join users m on m.id = back_charges.made_by left join users d on d.id = back_charges.decided_by`;

/** Row scope over contracts: those whose amounts the caller sees, or whose accounts the caller pays. */
const inReach = (ctx: Pick<Context, 'staff'>) =>
  scopeOf(ctx, 'contratos.montos')
    ? (contractsInReach(ctx, 'contratos.montos') ?? sql`true`)
    : (contractsInReach(ctx, 'contabilidad.aprobar') ?? sql`true`);

const ORDER = { id: backCharges.id, monto_centavos: backCharges.amountCents };

/** A page of charges in reach, the newest first. */
export async function findCharges(ctx: Context, filter: ChargeFilter) {
  const typed = `%${filter.q?.replace(/[\\%_]/g, '\\$&') ?? ''}%`;
  const where = sql.join(
    [
      inReach(ctx),
      filter.estado_id === undefined ? undefined : sql`back_charges.state_id = ${filter.estado_id}`,
      filter.contrato_id === undefined ? undefined : sql`back_charges.contract_id = ${filter.contrato_id}`,
      filter.q
        ? sql`(back_charges.code ilike ${typed} or back_charges.paper ilike ${typed} or exists (select from partners a
            where a.id = contracts.contractor_id and a.name ilike ${typed}))`
        : undefined,
    ].filter((one) => one !== undefined),
    sql` and `,
  );
  const found = await rows<FoundCharge>(
    ctx.db,
    sql`${SELECTED} ${JOINED} where ${where} order by ${inOrder(filter, ORDER, backCharges.id, ['id', 'desc'])}
      ${limited(filter.per_page, offsetOf(filter))}`,
  );
  const total = await countUpTo(
    ctx.db,
    sql`select from back_charges join contracts on contracts.id = back_charges.contract_id where ${where}`,
  );
  return { list: found.map(presentCharge), total };
}

/** One charge in reach. */
export async function findCharge(ctx: Context, id: number): Promise<FoundCharge | undefined> {
  const [found] = await rows<FoundCharge>(
    ctx.db,
    sql`${SELECTED} ${JOINED} where back_charges.id = ${id} and ${inReach(ctx)}`,
  );
  return found;
}

export const mayOpenCharge = async (ctx: Context, id: number): Promise<boolean> =>
  (await findCharge(ctx, id)) !== undefined;

const named = (id: number) => ({ id, name: CHARGE_LABELS[id] ?? '' });

const presentCharge = (one: FoundCharge): ChargeRow => ({
  id: one.id,
  version: one.version,
  code: one.code,
  state: named(one.stateId),
  contract: { id: one.contractId, name: one.contract, reference: one.reference },
  contractor: { id: one.contractorId, name: one.contractor },
  project: { id: one.projectId, name: one.project },
  house: one.houseId === null ? null : { id: one.houseId, name: one.house ?? '' },
  amount_centavos: one.amountCents,
  retained_centavos: one.retainedCents,
  receivable_centavos: one.receivableCents,
  paper: one.paper,
  made_on: panamaDay(one.createdAt),
});

/** A charge as the caller sees it. Raises 404. */
export async function presentOne(ctx: Context, id: number): Promise<Charge> {
  const one = await findCharge(ctx, id);
  if (!one) throw notFound();
  const states = await statesOf(ctx.db, 'cargo_garantia', [id]);
  return {
    ...presentCharge(one),
    reason: one.reason,
    made_by: one.maker,
    decided_by: one.decider,
    collected: one.collectedOn
      ? { on: one.collectedOn, bank: one.collectedBank ?? '', reference: one.collectedReference ?? '' }
      : null,
    item: one.itemId === null ? null : { id: one.itemId, text: one.item ?? '' },
    history: namedStates(states, id, (state) => named(state).name),
    transitions: offersOf(
      chargeMachine,
      one.stateId,
      { own: one.madeBy === staffOf(ctx).userId },
      urlOf(changeChargeStatus, { params: { id } }),
      (permission) => scopeOf(ctx, permission) !== null,
    ),
  };
}
