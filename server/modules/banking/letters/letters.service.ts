import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { daysBetween, panamaDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { LETTER_DAYS_MOST, WITH_LETTER } from '#contract/banking/applications/applicationRules.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import type { answerExtension, uploadLetter } from '#contract/banking/letters/letters.ts';
import type { FieldError } from '#contract/errors.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, transitionRefused } from '#server/kernel/errors.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { termsOfSale } from '#server/modules/sales/quotes/terms.service.ts';
import { tellAnswered } from '#server/modules/banking/applications/notices.service.ts';
import {
  followInSale,
  lockApplication,
  markChosen,
  moveApplication,
  requireFresh,
} from '#server/modules/banking/applications/applications.service.ts';
import { changeLetter, saveLetter } from '#server/modules/banking/applications/promiseLetters.service.ts';
import { letterExtensions } from './letters.table.ts';

type LetterForm = z.output<typeof uploadLetter.body>;

function letterFaults({ monto, emision, vencimiento }: LetterForm, today: string): FieldError[] {
  const faults: FieldError[] = [];
  if (monto <= 0) faults.push({ field: 'monto', message: 'Escribe el monto de la carta.' });
  if (emision > today)
    faults.push({ field: 'emision', message: 'La fecha de emisión no puede ser posterior a hoy.' });
  if (vencimiento <= emision || vencimiento < today)
    faults.push({ field: 'vencimiento', message: 'Escribe un vencimiento posterior a hoy y a la emisión.' });
  else if (daysBetween(emision, vencimiento) > LETTER_DAYS_MOST)
    faults.push({ field: 'vencimiento', message: 'Una carta no vale más de un año. Revisa las fechas.' });
  return faults;
}

/**
 * Files the bank's letter: 6→8, or corrects the one that is there. Answers a warning when it does not cover what is to be
 * financed. Raises 404, 409 on a stale version, 422 with the reason or at its field.
 */
export async function fileLetter(ctx: Context, id: number, form: LetterForm): Promise<string | null> {
  const { application, sale, letter } = await lockApplication(ctx, id, 'tramites.editar');
  requireFresh(application, form.version);
  const correcting = application.stateId === APPLICATION.letter;
  if (!correcting && application.stateId !== APPLICATION.approved)
    throw transitionRefused('La carta se carga cuando el banco ya aprobó la solicitud.');
  const faults = letterFaults(form, panamaDay(ctx.now));
  const [upload] = ctx.uploads.get('carta') ?? [];
  if (!upload && !letter) faults.push({ field: 'carta', message: 'Adjunta la carta del banco.' });
  if (faults.length > 0) throw invalid(faults);

  const owner = { reference: 'solicitud', referenceId: id, sensitive: false };
  const fileId = upload ? await addFile(ctx, owner, upload) : letter!.fileId;
  await saveLetter(ctx, {
    applicationId: id,
    number: form.numero,
    amountCents: form.monto,
    ratePercent: form.tasa,
    termMonths: form.plazo_meses,
    issuedOn: form.emision,
    expiresOn: form.vencimiento,
    fileId,
    notes: form.notas,
    warnedDays: null,
    createdBy: ctx.staff?.userId ?? null,
    createdAt: ctx.now,
  });
  await audit(ctx, correcting ? 'corregir' : 'cargar', 'carta_promesa', id, {
    number: form.numero,
    cents: form.monto,
    expiresOn: form.vencimiento,
  });
  if (!correcting) {
    await moveApplication(ctx, application, APPLICATION.letter);
    await tellAnswered(ctx, { ...application, stateId: APPLICATION.letter }, sale);
  }
  if (form.elegir === '1' && !application.chosen) await markChosen(ctx, application);
  await followInSale(ctx, sale.id, APPLICATION.letter);
  return shortBy((await termsOfSale(ctx.db, sale)).financedCents, form.monto);
}

/** A sentence when a letter does not cover what is to be financed; null when it does. */
function shortBy(wanted: number, given: number): string | null {
  return given >= wanted
    ? null
    : `La carta no cubre el saldo: faltan ${formatMoney(wanted - given)} de los ${formatMoney(wanted)} por financiar.`;
}

/** The letter of an application that may get more time; the sale and its applications are locked. Raises 422 where there is none. */
async function lockLetter(ctx: Context, id: number) {
  const { application, sale, letter } = await lockApplication(ctx, id, 'tramites.editar');
  if (!letter || !WITH_LETTER.includes(application.stateId))
    throw transitionRefused('La solicitud no tiene una carta que se pueda prorrogar.');
  return { application, sale, letter };
}

/** Notes that more time was asked for. Raises 409 EXTENSION_OPEN while the bank has not answered. */
export async function askExtension(ctx: Context, id: number, reason: string): Promise<void> {
  const { letter } = await lockLetter(ctx, id);
  try {
    await ctx.db.insert(letterExtensions).values({
      letterId: letter.id,
      reason,
      requestedBy: ctx.staff?.userId ?? null,
      requestedAt: ctx.now,
      fromExpiresOn: letter.expiresOn,
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'letter_extensions_one_open') throw error;
    throw conflict('EXTENSION_OPEN', 'Ya se pidió una prórroga y el banco aún no responde.');
  }
  await audit(ctx, 'pedir_prorroga', 'carta_promesa', id, { reason });
}

type Answer = z.output<typeof answerExtension.body>;

/** The bank's answer: a new expiry (and 11→8), or none. Raises 422 at `vencimiento`. */
export async function recordExtension(ctx: Context, id: number, answer: Answer): Promise<void> {
  const { application, sale, letter } = await lockLetter(ctx, id);
  const granted = answer.resultado === 'concedida';
  const today = panamaDay(ctx.now);
  const until = granted ? (answer.vencimiento ?? '') : null;
  if (until !== null && (until <= letter.expiresOn || until < today))
    throw invalid([
      { field: 'vencimiento', message: 'Escribe el nuevo vencimiento, posterior a hoy y al anterior.' },
    ]);
  if (until !== null && daysBetween(today, until) > LETTER_DAYS_MOST)
    throw invalid([{ field: 'vencimiento', message: 'Una prórroga no pasa de un año. Revisa la fecha.' }]);
  const [upload] = ctx.uploads.get('prorroga') ?? [];
  const owner = { reference: 'solicitud', referenceId: id, sensitive: false };
  const answered = {
    toExpiresOn: until,
    fileId: upload ? await addFile(ctx, owner, upload) : null,
    answeredBy: ctx.staff?.userId ?? null,
    answeredAt: ctx.now,
  };
  const closed = await ctx.db
    .update(letterExtensions)
    .set(answered)
    .where(and(eq(letterExtensions.letterId, letter.id), isNull(letterExtensions.answeredAt)))
    .returning({ id: letterExtensions.id });
  if (closed.length === 0)
    await ctx.db.insert(letterExtensions).values({
      ...answered,
      letterId: letter.id,
      reason: answer.motivo || 'Registrada con la respuesta del banco.',
      requestedBy: ctx.staff?.userId ?? null,
      requestedAt: ctx.now,
      fromExpiresOn: letter.expiresOn,
    });
  await audit(ctx, granted ? 'prorrogar' : 'negar_prorroga', 'carta_promesa', id, { until });
  if (until === null) return;
  await changeLetter(ctx, letter.id, { expiresOn: until, warnedDays: null, version: letter.version + 1 });
  if (application.stateId === APPLICATION.letterExpired)
    await moveApplication(ctx, application, APPLICATION.letter, {}, answer.motivo || undefined);
  await followInSale(ctx, sale.id, APPLICATION.letter);
}
