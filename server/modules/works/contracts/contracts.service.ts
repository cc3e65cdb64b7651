import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { ContractChange, NewContract } from '#contract/works/contracts/forms.ts';
import type { Contract } from '#contract/works/contracts/model.ts';
import { CONTRACT_STATE, usualMeasure, type Measure } from '#contract/works/contracts/rules.ts';
import { contractTypes } from '#contract/company/catalogs/worksLists.ts';
import type { FieldError } from '#contract/errors.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projectInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { contractHouses, contractItems, contracts } from './construction.table.ts';
import { findContractRow } from './contracts.present.ts';
import { lockDraft, usualWeights, writeHouses, writeWeights } from './parts.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';

type Row = typeof contracts.$inferSelect;
type Sent = Omit<NewContract, 'project_id'>;

/** Creates a contract as Borrador. Raises 422 at a value that is not offered, 409 REFERENCE_TAKEN. */
export async function createContract(ctx: Context, { project_id, ...sent }: NewContract): Promise<Contract> {
  if (!(await projectInReach(ctx, project_id, 'contratos.crear')))
    throw invalid([{ field: 'project_id', message: 'Elige uno de tus proyectos.' }]);
  await check(ctx, project_id, sent);
  const { works } = await readSettings(ctx.db);
  const measure = sent.measure ?? usualMeasure(sent.type_id);
  const [made] = await referenced(
    ctx.db
      .insert(contracts)
      .values({
        ...columnsOf(sent),
        ...percentsOf({
          retention_percent: works.retentionPercent,
          itbms_percent: works.itbmsPercent,
          performance_percent: works.performancePercent,
          ...sent,
        }),
        measure,
        projectId: project_id,
        stateSince: ctx.now,
        amountCents: sent.amount_centavos ?? null,
        createdBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: contracts.id }),
  );
  const { id } = made!;
  await writeHouses(ctx, id, sent.house_ids, sent.amount_centavos ?? null);
  if (measure === 'actividades') await writeWeights(ctx, id, await usualWeights(ctx));
  await announce(ctx, { record: 'contrato', id, from: null, to: CONTRACT_STATE.draft });
  await audit(ctx, 'crear', 'contrato', id, { reference: sent.reference, houses: sent.house_ids.length });
  return (await findContractRow(ctx, id)) ?? missing();
}

/**
 * Changes a draft. Raises 404 out of scope, 409 STALE, 409 CONTRACT_NOT_DRAFT, 409 REFERENCE_TAKEN, 422 at a value that
 * is not offered; the contract's current values always stay valid.
 */
export async function changeContract(
  ctx: Context,
  id: number,
  { version, ...sent }: ContractChange,
): Promise<Contract> {
  const before = await lockDraft(ctx, id, version);
  await check(ctx, before.projectId, sent, before);
  const measure = sent.measure ?? before.measure;
  // The amount of items is their sum.
  const amountCents = (await hasItems(ctx, id, measure))
    ? before.amountCents
    : sent.amount_centavos === undefined
      ? before.amountCents
      : sent.amount_centavos;
  await referenced(
    ctx.db
      .update(contracts)
      .set({
        ...columnsOf(sent),
        ...percentsOf(sent),
        measure,
        amountCents,
        version: before.version + 1,
      })
      .where(eq(contracts.id, id)),
  );
  await writeHouses(ctx, id, sent.house_ids, amountCents);
  if (measure !== before.measure)
    await writeWeights(ctx, id, measure === 'actividades' ? await usualWeights(ctx) : []);
  await announce(ctx, { record: 'contrato', id, verb: 'cambiar' });
  await audit(ctx, 'cambiar', 'contrato', id, { reference: sent.reference, houses: sent.house_ids.length });
  return (await findContractRow(ctx, id)) ?? missing();
}

const missing = (): never => {
  throw notFound();
};

const columnsOf = (sent: Sent) => ({
  typeId: sent.type_id,
  name: sent.name,
  reference: sent.reference,
  contractorId: sent.contractor_id,
  contractingPartyId: sent.contracting_party_id,
  startsOn: sent.starts_on,
  endsOn: sent.ends_on,
  ...(sent.retention_months !== undefined && { retentionMonths: sent.retention_months }),
});

const bp = (percent: number) => Math.round(percent * 100);

/** The percents that were sent, in basis points. */
const percentsOf = (
  sent: Pick<Sent, 'advance_percent' | 'retention_percent' | 'itbms_percent' | 'performance_percent'>,
) => ({
  ...(sent.advance_percent !== undefined && { advanceBp: bp(sent.advance_percent) }),
  ...(sent.retention_percent !== undefined && { retentionBp: bp(sent.retention_percent) }),
  ...(sent.itbms_percent !== undefined && { itbmsBp: bp(sent.itbms_percent) }),
  ...(sent.performance_percent !== undefined && { performanceBp: bp(sent.performance_percent) }),
});

const hasItems = async ({ db }: Context, contractId: number, measure: Measure) =>
  measure === 'partidas' && (await db.$count(contractItems, eq(contractItems.contractId, contractId))) > 0;

/** Raises 422 at each value that is not offered. An archived row is valid only if the contract already has it. */
async function check(ctx: Context, projectId: number, sent: Sent, before?: Row): Promise<void> {
  const faults: FieldError[] = [];
  const fault = (field: string, message: string) => void faults.push({ field, message });
  if (sent.type_id !== before?.typeId && !(await isOffered(ctx.db, contractTypes, sent.type_id)))
    fault('type_id', 'Elige uno de los tipos de contrato.');
  if (
    sent.contractor_id !== before?.contractorId &&
    !(await isPartner(ctx, 'contratista', sent.contractor_id))
  )
    fault('contractor_id', 'Elige uno de los contratistas.');
  if (
    sent.contracting_party_id !== before?.contractingPartyId &&
    !(await isPartner(ctx, 'contratante', sent.contracting_party_id))
  )
    fault('contracting_party_id', 'Elige una de las empresas contratantes.');
  if (sent.amount_centavos !== undefined && !(await maySetAmount(ctx, projectId)))
    fault('amount_centavos', 'Tu rol no ve montos: lo escribe quien sí los ve.');
  if (!(await areHousesOf(ctx, projectId, sent.house_ids, before?.id)))
    fault('house_ids', 'Elige viviendas de este proyecto, cada una una vez.');
  if (faults.length > 0) throw invalid(faults);
}

/** A user who creates contracts in a project may set amounts only with contratos.montos there. */
const maySetAmount = (ctx: Context, projectId: number) => projectInReach(ctx, projectId, 'contratos.montos');

async function isPartner(ctx: Context, kind: 'contratista' | 'contratante', id: number): Promise<boolean> {
  const found = await ctx.db
    .select({ id: partners.id })
    .from(partners)
    .where(and(eq(partners.id, id), eq(partners.kind, kind), isNull(partners.archivedAt)));
  return found.length > 0;
}

/** An archived house is valid only in the contract that already has it. */
async function areHousesOf(
  ctx: Context,
  projectId: number,
  ids: readonly number[],
  contractId = 0,
): Promise<boolean> {
  if (ids.length === 0) return true;
  const found = await ctx.db
    .select({ id: houses.id })
    .from(houses)
    .where(
      and(
        inArray(houses.id, [...ids]),
        eq(houses.projectId, projectId),
        or(
          isNull(houses.archivedAt),
          sql`exists (select from ${contractHouses} h where h.house_id = ${houses.id} and h.contract_id = ${contractId})`,
        ),
      ),
    );
  return found.length === ids.length;
}

/** Awaits a write. Raises 409 REFERENCE_TAKEN when another contract has the reference. */
async function referenced<A>(write: PromiseLike<A>): Promise<A> {
  try {
    return await write;
  } catch (error) {
    if (violatedConstraint(error) !== 'contracts_reference') throw error;
    const message = 'Otro contrato del proyecto tiene esta referencia. Escribe otra.';
    throw new Refused(409, 'REFERENCE_TAKEN', message, { errors: [{ field: 'reference', message }] });
  }
}
