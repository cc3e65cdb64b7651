import { eq } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import { formatMoney } from '#contract/money.ts';
import type { FundChange, FundClose, FundForm } from '#contract/money/pettyCash/model.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, Refused, transitionRefused } from '#server/kernel/errors.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { payingAccount } from '#server/modules/projects/bankAccounts/paying.service.ts';
import { cashOf, lockFund, type Fund } from './pettyCash.service.ts';
import { pettyCounts, pettyFunds } from './pettyCash.table.ts';

/** What is wrong with who keeps a fund: an active colleague, and not whoever opens or changes it. */
async function custodianFaults(ctx: Context, id: number): Promise<FieldError[]> {
  const [custodian] = await ctx.db
    .select({ active: users.active, partnerId: users.partnerId })
    .from(users)
    .where(eq(users.id, id));
  if (!custodian?.active || custodian.partnerId !== null)
    return [{ field: 'custodian_id', message: 'Elige una persona de la empresa.' }];
  return id === staffOf(ctx).userId
    ? [{ field: 'custodian_id', message: 'Quien abre la caja no puede custodiarla.' }]
    : [];
}

async function saving<A>(write: PromiseLike<A>): Promise<A> {
  try {
    return await write;
  } catch (error) {
    if (violatedConstraint(error) !== 'petty_funds_name') throw error;
    const message = 'Ya hay una caja con ese nombre.';
    throw new Refused(409, 'NAME_TAKEN', message, { errors: [{ field: 'name', message }] });
  }
}

/** Opens a fund. Returns its id. Raises 409 NAME_TAKEN, 422 at the field. */
export async function createFund(ctx: Context, form: FundForm): Promise<number> {
  const faults: FieldError[] = [];
  const [company] = await ctx.db
    .select({ kind: partners.kind })
    .from(partners)
    .where(eq(partners.id, form.company_id));
  if (company?.kind !== 'contratante')
    faults.push({ field: 'company_id', message: 'Elige una empresa del grupo.' });
  faults.push(...(await custodianFaults(ctx, form.custodian_id)));
  if (faults.length > 0) throw invalid(faults);
  const from = await payingAccount(ctx, form.project_id ?? 0, {
    id: form.bank_account_id,
    field: 'bank_account_id',
  });
  const [made] = await saving(
    ctx.db
      .insert(pettyFunds)
      .values({
        name: form.name,
        companyId: form.company_id,
        projectId: form.project_id,
        custodianId: form.custodian_id,
        cents: form.cents,
        paidFromId: from?.id ?? null,
        openedOn: panamaDay(ctx.now),
        madeBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: pettyFunds.id }),
  );
  await announce(ctx, { record: 'caja_menuda', id: made!.id, verb: 'crear' });
  await audit(ctx, 'crear', 'caja_menuda', made!.id, { name: form.name, cents: form.cents });
  return made!.id;
}

function refuseStale(fund: Fund, version: number | undefined): void {
  if (version !== undefined && version !== fund.version)
    throw conflict('STALE', undefined, { version: fund.version });
}

/** Changes the name, the project or the custodian of an open fund. Raises 404, 403, 409 NAME_TAKEN or STALE, 422. */
export async function changeFund(ctx: Context, id: number, form: FundChange): Promise<void> {
  const fund = await lockFund(ctx, id, 'contabilidad.aprobar');
  refuseStale(fund, form.version);
  const faults = form.custodian_id === fund.custodianId ? [] : await custodianFaults(ctx, form.custodian_id);
  if (faults.length > 0) throw invalid(faults);
  await saving(
    ctx.db
      .update(pettyFunds)
      .set({
        name: form.name,
        projectId: form.project_id,
        custodianId: form.custodian_id,
        version: fund.version + 1,
      })
      .where(eq(pettyFunds.id, id)),
  );
  await announce(ctx, { record: 'caja_menuda', id, verb: 'cambiar' });
  await audit(ctx, 'cambiar', 'caja_menuda', id, {
    before: { name: fund.name, project: fund.projectId, custodian: fund.custodianId },
    after: { name: form.name, project: form.project_id, custodian: form.custodian_id },
  });
}

/** Why a fund is not closed: what was spent has to come back to it first. */
export const whyNotClose = (fund: Pick<Fund, 'cents' | 'closedOn'>, cash: number): string | null => {
  if (fund.closedOn !== null) return 'Esta caja ya se cerró.';
  return cash === fund.cents
    ? null
    : `Faltan ${formatMoney(fund.cents - cash)} por reponer: pide la reposición y espera a que se pague.`;
};

/**
 * Closes a fund that holds all its money: it is counted by somebody who does not keep it and goes back to the bank. Raises 404,
 * 403, 409 STALE, 422 with the reason or at `counted_centavos`.
 */
export async function closeFund(ctx: Context, id: number, form: FundClose): Promise<void> {
  const fund = await lockFund(ctx, id, 'contabilidad.aprobar');
  refuseStale(fund, form.version);
  const { userId } = staffOf(ctx);
  if (fund.custodianId === userId)
    throw transitionRefused('Quien custodia la caja no puede cerrarla: pídelo a otra persona.');
  const { cash } = await cashOf(ctx, id);
  const reason = whyNotClose(fund, cash);
  if (reason) throw transitionRefused(reason);
  if (form.counted_centavos !== cash)
    throw invalid([
      {
        field: 'counted_centavos',
        message: `Debe haber ${formatMoney(cash)}. Registra la diferencia en un arqueo y complétala antes de cerrar.`,
      },
    ]);
  const today = panamaDay(ctx.now);
  await ctx.db.insert(pettyCounts).values({
    fundId: id,
    countedOn: today,
    expectedCents: cash,
    countedCents: cash,
    reason: '',
    madeBy: userId,
    createdAt: ctx.now,
  });
  await ctx.db
    .update(pettyFunds)
    .set({ closedOn: today, version: fund.version + 1 })
    .where(eq(pettyFunds.id, id));
  await announce(ctx, { record: 'caja_menuda', id, verb: 'cerrar' });
  await audit(ctx, 'cerrar', 'caja_menuda', id, { cents: cash });
}
