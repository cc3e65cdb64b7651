import { and, eq, ne, sql, type SQL } from 'drizzle-orm';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import type { SupplierAccount, SupplierAccountForm } from '#contract/money/paymentBatches/model.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { catalogLabels, isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { supplierBankAccounts } from './paymentBatches.table.ts';

const ENTITY = 'cuenta_proveedor';
const OWN = 'Quien propone una cuenta no puede confirmarla: pídelo a otra persona.';

async function present(ctx: Context, where: SQL | undefined): Promise<SupplierAccount[]> {
  const labels = await catalogLabels(ctx.db, banks);
  const found = await ctx.db
    .select({ one: supplierBankAccounts, partner: { id: partners.id, name: partners.name }, by: users.name })
    .from(supplierBankAccounts)
    .innerJoin(partners, eq(partners.id, supplierBankAccounts.partnerId))
    .innerJoin(users, eq(users.id, supplierBankAccounts.madeBy))
    .where(and(where, ctx.staff?.colleague ? undefined : sql`false`))
    .orderBy(
      sql`state <> 'propuesta'`,
      sql`state <> 'vigente'`,
      partners.name,
      sql`${supplierBankAccounts.id} desc`,
    )
    .limit(500);
  return found.map(({ one, partner, by }) => ({
    id: one.id,
    partner,
    bank: { id: one.bankId, name: labels.get(one.bankId) ?? '' },
    number: one.number,
    kind: one.kind,
    holder: one.holder,
    state: one.state,
    reason: one.reason,
    made_by: by,
    at: one.createdAt.toISOString(),
    why_not:
      one.state !== 'propuesta'
        ? 'Ya se decidió.'
        : !scopeOf(ctx, 'contabilidad.aprobar')
          ? 'La confirma quien aprueba en contabilidad.'
          : one.madeBy === ctx.staff?.userId
            ? OWN
            : null,
  }));
}

/** Bank accounts of suppliers: proposed ones first, then those in force. */
export const listOfAccounts = (ctx: Context, partnerId?: number) =>
  present(ctx, partnerId === undefined ? undefined : eq(supplierBankAccounts.partnerId, partnerId));

/** Proposes an account; another person confirms it. Raises 409 ACCOUNT_PROPOSED, 422 at the field. */
export async function proposeAccount(ctx: Context, form: SupplierAccountForm): Promise<SupplierAccount> {
  const [partner] = await ctx.db
    .select({ name: partners.name })
    .from(partners)
    .where(and(eq(partners.id, form.partner_id), ne(partners.kind, 'contratante')));
  if (!partner) throw invalid([{ field: 'partner_id', message: 'Elige un proveedor o un contratista.' }]);
  if (!(await isOffered(ctx.db, banks, form.bank_id)))
    throw invalid([{ field: 'bank_id', message: 'Ese banco no está en la lista.' }]);
  try {
    const [made] = await ctx.db
      .insert(supplierBankAccounts)
      .values({
        partnerId: form.partner_id,
        bankId: form.bank_id,
        number: form.number,
        kind: form.kind,
        holder: form.holder,
        reason: form.reason,
        state: 'propuesta',
        madeBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: supplierBankAccounts.id });
    await announce(ctx, { record: ENTITY, id: made!.id, verb: 'proponer', of: ['partner', form.partner_id] });
    await audit(ctx, 'proponer', ENTITY, made!.id, { partner: form.partner_id, bank: form.bank_id });
    await notify(ctx, {
      kind: 'cuenta_proveedor',
      to: await whoMay(ctx.db, 'contabilidad.aprobar'),
      text: `Confirma la cuenta bancaria nueva de ${partner.name}: compruébala con el proveedor por teléfono.`,
      url: '/oficina/egresos/cuentas',
      event: `cuenta_proveedor:${made!.id}:1`,
    });
    return (await present(ctx, eq(supplierBankAccounts.id, made!.id)))[0]!;
  } catch (error) {
    if (violatedConstraint(error) !== 'supplier_bank_accounts_proposed') throw error;
    throw conflict('ACCOUNT_PROPOSED', 'Ya hay una cuenta de este proveedor por confirmar.');
  }
}

/** Confirms or rejects a proposed account; a confirmed one replaces the one in force. Raises 404, 422. */
export async function decideAccount(ctx: Context, id: number, accept: boolean): Promise<SupplierAccount> {
  const [one] = await ctx.db
    .select()
    .from(supplierBankAccounts)
    .where(eq(supplierBankAccounts.id, id))
    .for('no key update');
  if (!one || !ctx.staff?.colleague) throw notFound();
  if (one.state !== 'propuesta') throw transitionRefused('Esa cuenta ya se decidió.');
  const { userId } = staffOf(ctx);
  if (one.madeBy === userId) throw transitionRefused(OWN);
  if (accept)
    await ctx.db
      .update(supplierBankAccounts)
      .set({ state: 'reemplazada' })
      .where(
        and(eq(supplierBankAccounts.partnerId, one.partnerId), eq(supplierBankAccounts.state, 'vigente')),
      );
  await ctx.db
    .update(supplierBankAccounts)
    .set({ state: accept ? 'vigente' : 'rechazada', decidedBy: userId, decidedAt: ctx.now })
    .where(eq(supplierBankAccounts.id, id));
  await announce(ctx, {
    record: ENTITY,
    id,
    verb: accept ? 'confirmar' : 'rechazar',
    of: ['partner', one.partnerId],
  });
  await audit(ctx, accept ? 'confirmar' : 'rechazar', ENTITY, id, { partner: one.partnerId });
  return (await present(ctx, eq(supplierBankAccounts.id, id)))[0]!;
}
