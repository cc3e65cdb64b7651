import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { DeedRate, DeedRateForm } from '#contract/legal/deeds/model.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { violatedConstraint, type Db } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { findRates } from './deeds.queries.ts';
import { deedTaxRates } from './deeds.table.ts';

type Form = z.output<typeof DeedRateForm>;

/** The rates of the taxes of a deed. */
export const presentRates = async (db: Db): Promise<DeedRate[]> =>
  (await findRates(db)).map((one) => ({
    id: one.id,
    kind: one.kind,
    up_to_centavos: one.upToCents,
    percent: one.percent,
    valid_from: one.validFrom,
    valid_to: one.validTo,
    version: one.version,
  }));

const columnsOf = (form: Form) => ({
  kind: form.tipo,
  upToCents: form.hasta_centavos,
  percent: form.porcentaje,
  validFrom: form.desde,
  validTo: form.hasta,
});

/** Awaits a write. Raises 409 TAKEN at `desde` when another rate of the same tier has one of its days. */
async function saving<A>(work: PromiseLike<A>): Promise<A> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'deed_tax_rates_days') throw error;
    const message = 'Ya hay una tasa para ese tramo en esos días: termina antes la otra.';
    throw new Refused(409, 'TAKEN', message, { errors: [{ field: 'desde', message }] });
  }
}

function check({ desde, hasta }: Form): void {
  if (hasta !== null && hasta < desde)
    throw invalid([{ field: 'hasta', message: 'El último día no puede ser anterior al primero.' }]);
}

/** Adds a rate. Raises 409 TAKEN, 422 at its field. */
export async function addRate(ctx: Context, form: Form): Promise<DeedRate> {
  check(form);
  const [made] = await saving(
    ctx.db.insert(deedTaxRates).values(columnsOf(form)).returning({ id: deedTaxRates.id }),
  );
  return told(ctx, made!.id, 'crear', form);
}

/** Changes a rate; taxes that were paid keep the one of their day. Raises 404, 409 STALE or TAKEN, 422 at its field. */
export async function changeRate(
  ctx: Context,
  id: number,
  { version, ...form }: Form & { version?: number | undefined },
): Promise<DeedRate> {
  check(form);
  const [before] = await ctx.db
    .select()
    .from(deedTaxRates)
    .where(eq(deedTaxRates.id, id))
    .for('no key update');
  if (!before) throw notFound();
  if (version !== undefined && version !== before.version)
    throw conflict('STALE', undefined, { version: before.version });
  await saving(
    ctx.db
      .update(deedTaxRates)
      .set({ ...columnsOf(form), version: before.version + 1 })
      .where(eq(deedTaxRates.id, id)),
  );
  return told(ctx, id, 'cambiar', form);
}

async function told(ctx: Context, id: number, action: string, form: Form): Promise<DeedRate> {
  await announce(ctx, { record: 'tasa_escritura', id, verb: action });
  await audit(ctx, action, 'tasa_escritura', id, { ...form });
  return (await presentRates(ctx.db)).find((one) => one.id === id)!;
}
