import { asc, desc, eq, sql } from 'drizzle-orm';
import {
  contractActivities as activityList,
  contractStates,
  costCodes,
} from '#contract/company/catalogs/worksLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import * as api from '#contract/works/contracts/endpoints.ts';
import type { Contract, ContractAddendum, Guarantee, Rescission } from '#contract/works/contracts/model.ts';
import {
  CONTRACT_ADDENDUM,
  CONTRACT_ADDENDUM_STATES,
  CONTRACT_STATE,
  contractAddendumMachine,
  contractMachine,
  RESCINDABLE,
  whyNotAddendum,
  whyNotEditContract,
} from '#contract/works/contracts/rules.ts';
import { offersOf } from '#contract/transitions.ts';
import type { Permission } from '#contract/access.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { reachesContract } from './construction.scope.ts';
import { contractActivities, contractItems, contracts } from './construction.table.ts';
import { addendaOf, factsOf as addendumFacts } from './contractAddenda.service.ts';
import { advanceOf, factsOf, rescissionOf, stateOfGuarantee } from './contracts.facts.ts';
import { findLoaded, whyNotPayContract, type Loaded } from './standing.service.ts';
import { selectRows } from './contracts.queries.ts';
import { contractGuarantees } from './guarantees.table.ts';

/** One contract as the caller sees it. Raises 404. */
export async function answerContract(ctx: Context, id: number): Promise<{ data: Contract }> {
  const contract = await findContractRow(ctx, id);
  if (!contract) throw notFound();
  return { data: contract };
}

/** One contract in scope with all fields; undefined when it is out of scope. Amounts are null for who may not see them. */
export async function findContractRow(
  ctx: Context,
  id: number,
  typeId?: number,
): Promise<Contract | undefined> {
  const loaded = await findLoaded(ctx, id);
  if (!loaded || (typeId !== undefined && loaded.typeId !== typeId)) return undefined;
  const [row] = await selectRows(ctx).where(eq(contracts.id, id));
  const may = (permission: Permission) => reachesContract(ctx, permission, loaded);
  const sees = may('contratos.montos');
  const money = (cents: number | null) => (sees ? cents : null);
  // The contractor sees the contract, not how the company decides about it.
  const colleague = ctx.staff?.colleague ?? false;
  const facts = await factsOf(ctx, loaded);
  const { standing } = facts;
  const addenda = await presentAddenda(ctx, loaded, may, money);
  const rescission = colleague ? await presentRescission(ctx, id, money) : null;
  const codes = await catalogLabels(ctx.db, costCodes);
  const states = await catalogLabels(ctx.db, contractStates);
  const code = (codeId: number) => ({ id: codeId, name: codes.get(codeId) ?? '' });
  const percent = (bp: number) => bp / 100;
  const agreed = loaded.amountCents ?? 0;
  const working = loaded.stateId === CONTRACT_STATE.rescinded ? standing.certified : agreed;
  return {
    ...row!,
    measure: loaded.measure,
    houses: await presentHouses(ctx, id, money),
    activities: await presentActivities(ctx, id, code),
    items: await presentItems(ctx, id, code, money),
    advance_percent: percent(loaded.advanceBp),
    retention_percent: percent(loaded.retentionBp),
    itbms_percent: percent(loaded.itbmsBp),
    performance_percent: percent(loaded.performanceBp),
    retention_months: loaded.retentionMonths,
    advance:
      loaded.advancePaidOn === null
        ? null
        : {
            paid_on: loaded.advancePaidOn,
            reference: loaded.advanceReference ?? '',
            amount_centavos: money(loaded.advanceCents),
          },
    signed_on: loaded.signedOn,
    accepted_on: loaded.acceptedOn,
    approved_percent: agreed === 0 ? 0 : Math.round((standing.certified * 10_000) / agreed) / 100,
    money: sees
      ? {
          committed: working,
          certified: standing.certified,
          paid: standing.paid,
          owed: Math.max(0, standing.certified - standing.paid),
          addenda: addenda.reduce(
            (sum, one) => sum + (one.state.id === CONTRACT_ADDENDUM.signed ? (one.delta_centavos ?? 0) : 0),
            0,
          ),
        }
      : null,
    guarantees: await presentGuarantees(ctx, id, money),
    addenda: addenda.filter(({ state }) => colleague || state.id === CONTRACT_ADDENDUM.signed),
    rescission,
    predecessor: colleague ? await predecessorOf(ctx, loaded) : null,
    missing: [...facts.missing],
    payment_stops: await whyNotPayContract(ctx, loaded),
    history: (await statesOf(ctx.db, contractMachine.entity, [id])).map((one) => ({
      id: one.id,
      at: one.at.toISOString(),
      who: one.who,
      from: one.from === null ? null : (states.get(one.from) ?? ''),
      to: states.get(one.to) ?? '',
      reason: colleague ? one.reason : null,
    })),
    transitions: offersOf(
      contractMachine,
      loaded.stateId,
      facts,
      urlOf(api.changeContractStatus, { params: { id } }),
      may,
    ),
    may: {
      edit: may('contratos.crear') && whyNotEditContract(loaded.stateId) === undefined,
      addendum: may('contratos.crear') && whyNotAddendum(loaded.stateId) === null,
      guarantee:
        may('contratos.crear') &&
        ![CONTRACT_STATE.draft, CONTRACT_STATE.settled, CONTRACT_STATE.rescinded].some(
          (state) => state === loaded.stateId,
        ),
      pay_advance:
        may('contabilidad.aprobar') &&
        loaded.stateId === CONTRACT_STATE.signed &&
        loaded.advanceCents === null &&
        advanceOf(loaded) > 0,
      rescind: may('contratos.anular') && rescission === null && RESCINDABLE.includes(loaded.stateId),
      withdraw_rescission: may('contratos.anular') && rescission !== null && rescission.decided_by === null,
    },
    amount_visible: sees,
    version: loaded.version,
    created_at: loaded.createdAt.toISOString(),
  };
}

type Money = (cents: number | null) => number | null;

async function presentHouses({ db }: Context, id: number, money: Money) {
  const list = await rows<
    Record<'id' | 'certified' | 'worked', string> & { name: string; amount: string | null }
  >(
    db,
    sql`select h.id, h.name, ch.amount_cents amount, coalesce(sum(j.certified_cents), 0) certified,
        coalesce(sum(j.amount_cents), 0) worked
      from contract_houses ch join houses h on h.id = ch.house_id
        left join jobs j on j.contract_id = ch.contract_id and j.house_id = h.id
      where ch.contract_id = ${id} group by h.id, h.name, ch.amount_cents order by h.name, h.id`,
  );
  return list.map((one) => ({
    id: Number(one.id),
    name: one.name,
    amount_centavos: money(one.amount === null ? null : Number(one.amount)),
    certified_centavos: money(Number(one.certified)),
    approved_percent:
      Number(one.worked) === 0 ? 0 : Math.round((Number(one.certified) * 10_000) / Number(one.worked)) / 100,
  }));
}

type Code = (id: number) => { id: number; name: string };

async function presentActivities({ db }: Context, id: number, code: Code) {
  const names = await catalogLabels(db, activityList);
  const list = await db
    .select()
    .from(contractActivities)
    .where(eq(contractActivities.contractId, id))
    .orderBy(asc(contractActivities.activityId));
  return list.map(({ activityId, weightBp, costCodeId }) => ({
    activity_id: activityId,
    name: names.get(activityId) ?? '',
    weight_bp: weightBp,
    cost_code: code(costCodeId),
  }));
}

async function presentItems({ db }: Context, id: number, code: Code, money: Money) {
  const list = await db
    .select({
      item: contractItems,
      // With its table in full: a query of one table leaves it out.
      approved: sql<
        string | null
      >`(select j.approved_quantity from jobs j where j.item_id = contract_items.id)`,
    })
    .from(contractItems)
    .where(eq(contractItems.contractId, id))
    .orderBy(asc(contractItems.position), asc(contractItems.id));
  return list.map(({ item, approved }) => ({
    id: item.id,
    code: item.code,
    description: item.description,
    unit: item.unit,
    quantity: item.quantity,
    price_centavos: money(item.priceCents),
    amount_centavos: money(item.amountCents),
    cost_code: code(item.costCodeId),
    approved_quantity: Number(approved ?? 0),
  }));
}

async function presentGuarantees(ctx: Context, id: number, money: Money): Promise<Guarantee[]> {
  const today = panamaDay(ctx.now);
  const list = await ctx.db
    .select({ one: contractGuarantees, name: files.name, mime: files.mime })
    .from(contractGuarantees)
    .leftJoin(files, eq(files.id, contractGuarantees.fileId))
    .where(eq(contractGuarantees.contractId, id))
    .orderBy(sql`${contractGuarantees.replacedAt} is not null`, desc(contractGuarantees.id));
  return list.map(({ one, name, mime }) => ({
    id: one.id,
    kind: one.kind,
    insurer: one.insurer,
    number: one.number,
    amount_centavos: money(one.amountCents),
    starts_on: one.startsOn,
    ends_on: one.endsOn,
    state: stateOfGuarantee(one, today),
    replaced: one.replacedAt !== null,
    file: one.fileId && name && mime ? { name, mime, url: fileUrl(ctx, one.fileId) } : null,
  }));
}

/** The names of users by id. */
async function namesOf({ db }: Context, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const asked = [...new Set(ids.filter((id) => id !== null))];
  if (asked.length === 0) return new Map();
  const found = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(sql`${users.id} = any(${sql.param(asked)}::bigint[])`);
  return new Map(found.map((one) => [one.id, one.name]));
}

async function presentAddenda(
  ctx: Context,
  contract: Loaded,
  may: (permission: Permission) => boolean,
  money: Money,
): Promise<ContractAddendum[]> {
  const list = await addendaOf(ctx, contract.id);
  const names = await namesOf(
    ctx,
    list.flatMap(({ addendum }) => [addendum.createdBy, addendum.approvedBy]),
  );
  const shown: ContractAddendum[] = [];
  for (const { addendum, lines } of list) {
    const open =
      addendum.stateId === CONTRACT_ADDENDUM.draft || addendum.stateId === CONTRACT_ADDENDUM.approved;
    shown.push({
      id: addendum.id,
      number: addendum.number,
      version: addendum.version,
      state: { id: addendum.stateId, name: CONTRACT_ADDENDUM_STATES[addendum.stateId] ?? '' },
      reason: addendum.reason,
      ends_on: addendum.endsOn,
      delta_centavos: money(addendum.deltaCents),
      signed_on: addendum.signedOn,
      created: { by: names.get(addendum.createdBy) ?? '', at: addendum.createdAt.toISOString() },
      approved_by: addendum.approvedBy === null ? null : (names.get(addendum.approvedBy) ?? ''),
      lines: lines.map(({ line, house, item }) => ({
        house: line.houseId === null ? null : { id: line.houseId, name: house ?? '' },
        item:
          line.houseId !== null
            ? null
            : {
                id: line.itemId,
                code: item?.code ?? line.code ?? '',
                description: item?.description ?? line.description ?? '',
                unit: item?.unit ?? line.unit ?? '',
              },
        delta_quantity: line.deltaQuantity,
        price_centavos: money(item?.priceCents ?? line.priceCents),
        cost_code_id: item?.costCodeId ?? line.costCodeId,
        delta_centavos: money(line.deltaCents),
      })),
      may_edit: addendum.stateId === CONTRACT_ADDENDUM.draft && may('contratos.crear'),
      transitions: open
        ? offersOf(
            contractAddendumMachine,
            addendum.stateId,
            await addendumFacts(ctx, contract, addendum),
            urlOf(api.changeContractAddendumStatus, { params: { id: contract.id, addendum: addendum.id } }),
            may,
          )
        : [],
    });
  }
  return shown;
}

async function presentRescission(ctx: Context, id: number, money: Money): Promise<Rescission | null> {
  const found = await rescissionOf(ctx, id);
  if (!found) return null;
  const names = await namesOf(ctx, [found.preparedBy, found.decidedBy]);
  const [heir] =
    found.successorContractorId === null
      ? []
      : await ctx.db
          .select({ id: partners.id, name: partners.name })
          .from(partners)
          .where(eq(partners.id, found.successorContractorId));
  const successor = found.successorId === null ? undefined : await findLoaded(ctx, found.successorId);
  return {
    id: found.id,
    reason: found.reason,
    notified_on: found.notifiedOn,
    prepared_by: names.get(found.preparedBy) ?? '',
    prepared_at: found.preparedAt.toISOString(),
    successor_contractor: heir ?? null,
    decided_by: found.decidedBy === null ? null : (names.get(found.decidedBy) ?? ''),
    certified_centavos: money(found.certifiedCents),
    amortised_centavos: money(found.amortisedCents),
    paid_centavos: money(found.paidCents),
    successor: successor ? { id: successor.id, name: successor.name } : null,
  };
}

async function predecessorOf(ctx: Context, { predecessorId }: Loaded) {
  const found = predecessorId === null ? undefined : await findLoaded(ctx, predecessorId);
  return found ? { id: found.id, name: found.name } : null;
}
