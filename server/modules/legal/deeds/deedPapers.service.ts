import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import type { z } from 'zod';
import { panamaDay, showDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import type { fileCertificate, payDeedTax } from '#contract/legal/deeds/endpoints.ts';
import { CERTIFICATES } from '#contract/legal/deeds/rules.ts';
import { DEED_TAXES, taxesOf } from '#contract/legal/deeds/taxes.ts';
import { formatMoney } from '#contract/money.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { forbidden, invalid, transitionRefused } from '#server/kernel/errors.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { lockDeed } from './deeds.lock.ts';
import { findRates, type FoundDeed } from './deeds.queries.ts';
import { whyNotCertificate, whyNotTax } from './deeds.rules.ts';
import { saveDeed } from './deeds.service.ts';
import { deedCertificates, deedTaxes } from './deeds.table.ts';

/** Locks a deed whose papers the caller may enter: accounting or a lawyer. Raises 404, 403, 422 with the reason. */
async function lockForPapers(
  ctx: Context,
  id: number,
  whyNot: (stateId: number) => string | null,
): Promise<FoundDeed> {
  const deed = await lockDeed(ctx, id, 'legal.ver');
  if (!reaches(ctx, 'legal.editar', deed) && !reaches(ctx, 'legal.crear', deed)) throw forbidden();
  const refusal = whyNot(deed.stateId);
  if (refusal) throw transitionRefused(refusal);
  return deed;
}

/** Keeps the file of a request, if it has one. */
async function keptFile(ctx: Context, deedId: number): Promise<string | null> {
  const [upload] = ctx.uploads.get('archivo') ?? [];
  return upload
    ? addFile(ctx, { reference: 'escritura', referenceId: deedId, sensitive: false }, upload)
    : null;
}

/**
 * Records the receipt of a tax of a deed, or why it is exempt, with base and rate of its day; a second one corrects the
 * first. Raises 404, 403, 422 with the reason or at its field: less than what the rate gives is refused.
 */
export async function recordTax(
  ctx: Context,
  id: number,
  form: z.output<typeof payDeedTax.body>,
): Promise<void> {
  const deed = await lockForPapers(ctx, id, whyNotTax);
  const { impuesto, fecha } = form;
  const exempt = form.exento === '1';
  const computed = taxesOf(
    {
      priceCents: deed.priceCents,
      cadastralCents: deed.house?.valor_catastral_centavos ?? null,
      permitOn: deed.house?.permiso_fecha ?? null,
    },
    await findRates(ctx.db),
    fecha,
  ).find(({ kind }) => kind === impuesto)!;
  const faults = taxFaults(form, computed, panamaDay(ctx.now));
  if (faults.length > 0) throw invalid(faults);
  const before = deed.taxes.find(({ kind }) => kind === impuesto);
  const fileId = (await keptFile(ctx, id)) ?? before?.file?.id ?? null;
  const values = {
    baseCents: computed.baseCents,
    percent: computed.percent,
    computedCents: computed.cents,
    paidCents: exempt ? 0 : form.monto!,
    receipt: exempt ? null : form.boleta,
    paidOn: fecha,
    exemptReason: exempt ? form.motivo : null,
    fileId,
    enteredBy: ctx.staff?.userId ?? null,
    createdAt: ctx.now,
  };
  await ctx.db
    .insert(deedTaxes)
    .values({ ...values, deedId: id, kind: impuesto })
    .onConflictDoUpdate({ target: [deedTaxes.deedId, deedTaxes.kind], set: values });
  await saveDeed(ctx, deed, {}, 'impuesto');
  await audit(ctx, before ? 'corregir' : 'cargar', 'escritura', id, {
    impuesto,
    cents: values.paidCents,
    boleta: values.receipt,
  });
}

function taxFaults(
  { exento, boleta, monto, motivo, fecha, impuesto }: z.output<typeof payDeedTax.body>,
  { percent, cents }: { percent: number | null; cents: number },
  today: string,
): FieldError[] {
  const faults: FieldError[] = [];
  if (fecha > today) faults.push({ field: 'fecha', message: 'La fecha no puede ser posterior a hoy.' });
  if (exento === '1') {
    if (motivo.length < 3) faults.push({ field: 'motivo', message: 'Escribe por qué está exenta.' });
    return faults;
  }
  if (!boleta) faults.push({ field: 'boleta', message: 'Escribe el número de la boleta.' });
  if (percent === null)
    faults.push({
      field: 'impuesto',
      message: `No hay una tasa del ${DEED_TAXES[impuesto]} para el ${showDay(fecha)}: agrégala en las tasas.`,
    });
  if (monto === undefined) faults.push({ field: 'monto', message: 'Escribe el monto pagado.' });
  else if (monto < cents)
    faults.push({
      field: 'monto',
      message: `El impuesto de ese día es ${formatMoney(cents)}: la boleta no puede ser por menos.`,
    });
  return faults;
}

/** Keeps a paz y salvo of a deed; it takes the place of the one before. Raises 404, 403, 422 with the reason or at its field. */
export async function recordCertificate(
  ctx: Context,
  id: number,
  form: z.output<typeof fileCertificate.body>,
): Promise<void> {
  const deed = await lockForPapers(ctx, id, whyNotCertificate);
  const today = panamaDay(ctx.now);
  const faults: FieldError[] = [];
  if (form.emitido > today)
    faults.push({ field: 'emitido', message: 'La fecha no puede ser posterior a hoy.' });
  if (form.vence < form.emitido || form.vence < today)
    faults.push({ field: 'vence', message: 'Escribe un vencimiento de hoy en adelante.' });
  if (form.tipo === 'ph' && !deed.ph)
    faults.push({ field: 'tipo', message: 'Esta vivienda no está en propiedad horizontal.' });
  if (faults.length > 0) throw invalid(faults);
  const before = deed.certificates.find(({ kind }) => kind === form.tipo);
  const values = {
    number: form.numero,
    issuedOn: form.emitido,
    expiresOn: form.vence,
    fileId: await keptFile(ctx, id),
    enteredBy: ctx.staff?.userId ?? null,
    createdAt: ctx.now,
  };
  await ctx.db
    .insert(deedCertificates)
    .values({ ...values, deedId: id, kind: form.tipo })
    .onConflictDoUpdate({ target: [deedCertificates.deedId, deedCertificates.kind], set: values });
  await saveDeed(ctx, deed, {}, 'paz_y_salvo');
  await audit(ctx, before ? 'corregir' : 'cargar', 'escritura', id, {
    paz_y_salvo: CERTIFICATES[form.tipo],
    vence: form.vence,
  });
}
