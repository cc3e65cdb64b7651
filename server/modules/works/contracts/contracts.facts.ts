import { and, eq, isNull, sql } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { bpOf } from '#contract/works/contracts/allocation.ts';
import {
  CONTRACT_STATE,
  GUARANTEE_KINDS,
  GUARANTEE_WARNING_DAYS,
  guaranteeState,
  type ContractFacts,
  type GuaranteeKind,
} from '#contract/works/contracts/rules.ts';
import { scopeOf, type Acting, type Context } from '#server/kernel/context.ts';
import { row, rows } from '#server/kernel/db.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import type { contracts } from './construction.table.ts';
import { contractRescissions } from './rescissions.table.ts';
import {
  guaranteesInForce,
  standingOf,
  type Guarantee,
  type Loaded,
  type Standing,
} from './standing.service.ts';

export const stateOfGuarantee = (one: Pick<Guarantee, 'startsOn' | 'endsOn'>, today: string) =>
  guaranteeState(one, today, addDays(today, GUARANTEE_WARNING_DAYS[0]));

/** Centavos that bonds of a kind cover on a day. */
export const coveredBy = (list: readonly Guarantee[], kind: GuaranteeKind, today: string): number =>
  list
    .filter((one) => one.kind === kind && ['vigente', 'por_vencer'].includes(stateOfGuarantee(one, today)))
    .reduce((sum, { amountCents }) => sum + amountCents, 0);

type Agreed = Pick<Loaded, 'amountCents' | 'advanceBp' | 'performanceBp' | 'advanceCents'>;

/** The amount of the advance in centavos. */
export const advanceOf = ({ amountCents, advanceBp }: Pick<Loaded, 'amountCents' | 'advanceBp'>): number =>
  bpOf(amountCents ?? 0, advanceBp);

/** The bonds that a contract lacks on a day, in words. */
export function missingBonds(contract: Agreed, list: readonly Guarantee[], today: string): string[] {
  const needs: [GuaranteeKind, number][] = [
    ['anticipo', advanceOf(contract)],
    ['cumplimiento', bpOf(contract.amountCents ?? 0, contract.performanceBp)],
  ];
  return needs.flatMap(([kind, cents]) =>
    coveredBy(list, kind, today) < cents
      ? [`la ${GUARANTEE_KINDS[kind].toLowerCase()} vigente por ${formatMoney(cents)}`]
      : [],
  );
}

/** What a signed contract lacks to be in force: bonds, the advance, activities that another contract holds. */
export async function missingOf(ctx: Pick<Acting, 'db' | 'now'>, contract: Loaded | Row): Promise<string[]> {
  const bonds = missingBonds(contract, await guaranteesInForce(ctx, contract.id), panamaDay(ctx.now));
  const advance = advanceOf(contract);
  const taken = await rows<{ activity: string; house: string }>(
    ctx.db,
    sql`select i.label activity, h.name house from contract_houses ch
      join contract_activities a on a.contract_id = ch.contract_id
      join jobs j on j.house_id = ch.house_id and j.activity_id = a.activity_id and j.in_force and j.contract_id <> ch.contract_id
      join houses h on h.id = ch.house_id
      left join catalog_items i on i.catalog = 'contract_activities' and i.id = a.activity_id
      where ch.contract_id = ${contract.id} order by h.name, a.activity_id limit 1`,
  );
  return [
    ...bonds,
    ...(advance > 0 && contract.advanceCents === null
      ? [`el pago del anticipo, ${formatMoney(advance)}`]
      : []),
    ...taken.map(({ activity, house }) => `que otro contrato vigente deje ${activity} de ${house}`),
  ];
}
type Row = typeof contracts.$inferSelect;

/** Why a draft's amount and parts do not make a contract yet; null when they do. */
async function incompleteOf({ db }: Pick<Acting, 'db'>, contract: Row): Promise<string | null> {
  if (contract.amountCents === null) return 'Falta el monto del contrato.';
  const found = await row<{
    houses: number;
    cents: string;
    activities: number;
    items: number;
    itemCents: string;
  }>(
    db,
    sql`select (select count(*)::int from contract_houses where contract_id = ${contract.id}) houses,
      (select coalesce(sum(amount_cents), 0) from contract_houses where contract_id = ${contract.id}) cents,
      (select count(*)::int from contract_activities where contract_id = ${contract.id}) activities,
      (select count(*)::int from contract_items where contract_id = ${contract.id}) items,
      (select coalesce(sum(amount_cents), 0) from contract_items where contract_id = ${contract.id}) "itemCents"`,
  );
  const { houses, cents, activities, items, itemCents } = found!;
  if (contract.measure === 'actividades') {
    if (houses === 0) return 'Faltan las viviendas del contrato.';
    if (activities === 0) return 'Faltan las actividades del contrato.';
    return Number(cents) === contract.amountCents
      ? null
      : 'Los montos de las viviendas no suman el monto del contrato.';
  }
  if (items === 0) return 'Faltan las partidas del contrato.';
  return Number(itemCents) === contract.amountCents ? null : 'Las partidas no suman el monto del contrato.';
}

/** Whether an amount is above what the caller may approve. */
export async function isAboveLimit(ctx: Context, cents: number): Promise<boolean> {
  const { works } = await readSettings(ctx.db);
  return cents > works.approvalLimitCents && scopeOf(ctx, 'contratos.aprobar')?.scope !== 'todo';
}

/** The prepared rescission of a contract, or the decided one. */
export async function rescissionOf({ db }: Pick<Acting, 'db'>, contractId: number) {
  const [found] = await db
    .select()
    .from(contractRescissions)
    .where(and(eq(contractRescissions.contractId, contractId), isNull(contractRescissions.withdrawnAt)));
  return found;
}

/** What the transitions of a contract depend on, for the caller. */
export async function factsOf(
  ctx: Context,
  contract: Loaded,
): Promise<ContractFacts & { standing: Standing }> {
  const me = ctx.staff?.userId;
  const standing = await standingOf(ctx, contract.id);
  const rescission = await rescissionOf(ctx, contract.id);
  const { draft, signed } = CONTRACT_STATE;
  return {
    incomplete: contract.stateId === draft ? await incompleteOf(ctx, contract) : null,
    madeByCaller: me !== undefined && (contract.createdBy === me || contract.submittedBy === me),
    aboveLimit: await isAboveLimit(ctx, contract.amountCents ?? 0),
    missing: contract.stateId === signed ? await missingOf(ctx, contract) : [],
    openJobs: standing.openJobs,
    jobs: standing.jobs,
    retainedCents: standing.retained,
    rescission:
      rescission && !rescission.decidedAt ? { preparedByCaller: rescission.preparedBy === me } : null,
    standing,
  };
}
