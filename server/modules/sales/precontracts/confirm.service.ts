import { updatePerson } from '#server/modules/sales/people/people.service.ts';
import { refuseStale, touchSale } from '#server/modules/sales/sale/states.service.ts';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { whyNotVouch } from '#contract/sales/sale/actions.ts';
import { touch } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { forbidden, transitionRefused } from '#server/kernel/errors.ts';
import { confirmReservation, releaseClaim, claimOf } from '#server/modules/sales/claims/claims.service.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { isUnconfirmed } from '#server/modules/sales/sale/known.scope.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { expireSale, loadForChange } from './precontracts.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { warnBeforeEnd } from './warnings.service.ts';

/**
 * A code sent to an email or phone was confirmed (rulings 38). Confirms the owner in this browser and gives their lots
 * the longer time. Frees lots that others took under the same email or phone, if unconfirmed and unpaid. Runs in a
 * transaction.
 */
export async function confirmContact(
  ctx: Acting,
  { personId, saleIds, contact }: { personId: number; saleIds: readonly number[]; contact: string },
): Promise<void> {
  const theirs = or(eq(people.email, contact), eq(people.phone, contact));
  const found = await ctx.db
    .select({ id: sales.id, personId: sales.personId })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .where(
      and(
        theirs,
        isUnconfirmed(),
        or(
          inArray(sales.id, [...saleIds]),
          sql`exists (select from ${lotClaims} c where c.sale_id = ${sales.id} and c.released_at is null)`,
        ),
      ),
    )
    .orderBy(sales.id)
    .for('no key update', { of: sales });
  const mine = found.filter(({ id }) => saleIds.includes(id));
  await updatePerson(ctx, and(inArray(people.id, [personId, ...mine.map((one) => one.personId)]), theirs), {
    confirmedContact: contact,
    confirmedAt: ctx.now,
    confirmedBy: null,
  });
  for (const { id } of found)
    if (saleIds.includes(id)) await keepLonger(ctx, id);
    else await letGo(ctx, id);
}

/** Extends the reservation of a buyer who is now confirmed to the normal length. */
async function keepLonger(ctx: Acting, saleId: number): Promise<void> {
  const claim = await confirmReservation(ctx, saleId);
  if (!claim) return;
  await warnBeforeEnd(ctx, claim);
  touch(ctx, ['precontrato', saleId]);
}

/**
 * A stranger used this email or phone: frees the lot, unless a payment was reported for it. The real owner gets no mail
 * about it.
 */
async function letGo(ctx: Acting, saleId: number): Promise<void> {
  const claim = await claimOf(ctx.db, saleId);
  if (!claim || claim.remainingSeconds !== null || !['hold', 'reservation'].includes(claim.kind)) return;
  const reason = 'Otra persona confirmó ese correo o celular';
  if (!(await expireSale(ctx, saleId, { early: reason }))) await releaseClaim(ctx, saleId, reason);
}

/**
 * A staff user confirms the buyer's identity with a written reason; it counts like a code (rulings 38). Raises 404,
 * 403, 409 on a stale version, 422 if there is nothing to confirm.
 */
export async function vouchFor(
  ctx: Context,
  saleId: number,
  { motivo, version }: { motivo: string; version?: number | undefined },
): Promise<void> {
  const sale = await loadForChange(ctx, saleId);
  if (!reaches(ctx, 'ventas.editar', sale)) throw forbidden();
  refuseStale(sale, version);
  const [buyer] = await ctx.db
    .select({ phone: people.phone, unconfirmed: isUnconfirmed() })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .where(eq(sales.id, saleId));
  const reason = whyNotVouch(sale.stateId, buyer?.unconfirmed ?? false);
  if (reason || !buyer) throw transitionRefused(reason ?? '');
  await updatePerson(ctx, and(eq(people.id, sale.personId), isNull(people.mergedIntoId)), {
    confirmedContact: buyer.phone,
    confirmedAt: ctx.now,
    confirmedBy: ctx.staff?.userId ?? null,
  });
  await keepLonger(ctx, saleId);
  await touchSale(ctx, sale, {});
  await audit(ctx, 'confirmar_cliente', 'precontrato', saleId, { motivo });
}
