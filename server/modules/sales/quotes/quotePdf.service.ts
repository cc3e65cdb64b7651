import { and, eq } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { showPhone } from '#contract/phone.ts';
import { QUOTE, QUOTE_STATES } from '#contract/sales/quotes/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { placeOf } from '#server/modules/projects/showcase/showcase.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { readLook, readSettings } from '#server/modules/company/settings/settings.service.ts';
import { composeQuote } from './quotePaper.ts';
import { findAnyQuote } from './quotes.queries.ts';
import { quoteVersions } from './quotes.table.ts';

/** A version of a proforma as a PDF: the latest, a given number, or the one sent to the buyer. Raises 404, 429. */
export async function paperOf(
  ctx: Pick<Context, 'db' | 'now'>,
  quoteId: number,
  which: number | 'sent' | undefined,
): Promise<{ name: string; bytes: Buffer }> {
  const found = await findAnyQuote(ctx, quoteId);
  if (!found) throw notFound();
  const { quote, person, adviser } = found;
  const number = which === 'sent' ? quote.sentNumber : (which ?? quote.number);
  if (number === null) throw notFound();
  const [[version], [place], look, { company }] = await Promise.all([
    ctx.db
      .select()
      .from(quoteVersions)
      .where(and(eq(quoteVersions.quoteId, quoteId), eq(quoteVersions.number, number))),
    ctx.db
      .select({ district: projects.district, province: projects.province })
      .from(projects)
      .where(eq(projects.id, quote.projectId)),
    readLook(ctx.db),
    readSettings(ctx.db),
  ]);
  if (!version) throw notFound();
  const { snapshot, result } = version;
  const bytes = await composeQuote({
    company: look.company,
    legalName: look.legalName,
    phone: company.phone && showPhone(company.phone),
    color: look.action,
    code: quote.code,
    number,
    customer: person.name,
    place: place ? placeOf(place) : '',
    adviser,
    stamp: stampOf(quote, number, panamaDay(ctx.now)),
    snapshot,
    result,
  });
  return { name: `${quote.code}-v${number}.pdf`, bytes };
}

/** The stamp for a version that is no longer valid. */
function stampOf(
  quote: { stateId: number; number: number; validUntil: string },
  number: number,
  today: string,
): string | null {
  if (quote.stateId === QUOTE.voided) return QUOTE_STATES[QUOTE.voided]!;
  if (number !== quote.number) return 'Reemplazada';
  if (quote.stateId === QUOTE.toApprove || quote.stateId === QUOTE.refused) return 'Sin aprobar';
  const kept = quote.stateId === QUOTE.accepted || quote.stateId === QUOTE.converted;
  return !kept && quote.validUntil < today ? 'Vencida' : null;
}
