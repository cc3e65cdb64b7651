import { eq } from 'drizzle-orm';
import { normalizePhone, PHONE_ERROR } from '#contract/phone.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { lastSaleHere, ownSale } from './own.service.ts';

/** The same text for every number, so it does not reveal known numbers (rulings.md 16; spec §2.1). */
const SENTENCE =
  'Usaremos este número para avisarte de tu compra. Si ya hablaste con nosotros o tienes dudas, escríbenos por WhatsApp y te atendemos.';

/**
 * Responds to a change of telephone in the form: the same sentence for every number, and the seller's number of the
 * draft's project or else the company's, as digits for wa.me. Does not look up the person.
 */
export async function checkPhone(
  ctx: Context,
  { celular, precontrato_id }: { celular: string; precontrato_id?: string | undefined },
): Promise<{ mensaje: string; celular: string }> {
  if (!normalizePhone(celular)) throw invalid([{ field: 'celular', message: PHONE_ERROR }]);
  const sale = precontrato_id?.trim()
    ? await ownSale(ctx, precontrato_id.trim()).catch(() => undefined)
    : await lastSaleHere(ctx);
  return { mensaje: SENTENCE, celular: await sellerPhone(ctx.db, sale?.projectId) };
}

/** Digits with country code: the project's seller, or the company; '' when neither is set. */
export async function sellerPhone(db: Context['db'], projectId: number | undefined): Promise<string> {
  const [[project], { company }] = await Promise.all([
    projectId === undefined
      ? []
      : db.select({ phone: projects.sellerPhone }).from(projects).where(eq(projects.id, projectId)),
    readSettings(db),
  ]);
  return (project?.phone ?? company.phone).replace(/\D/g, '');
}
