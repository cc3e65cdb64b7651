import { addDays, DAY_MS, HOUR_MS, panamaDay } from '#contract/dates.ts';
import { inForce } from '#contract/projects/interest/rules.ts';
import { computeQuote } from '#contract/sales/quotes/compute.ts';
import { QuoteTerms, type QuoteSnapshot } from '#contract/sales/quotes/model.ts';
import { QUOTE } from '#contract/sales/quotes/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { costsFrom, lendingLimits, rulesFrom } from '#server/modules/projects/interest/interest.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { one } from './people.ts';
import { iso, type QuoteFrame, type Telling, type ToldSale } from './telling.ts';

/** All interest rules, today's costs, and the banks' limits. */
export async function quoteFrame(db: Db, today: string): Promise<QuoteFrame> {
  const { quotes } = await readSettings(db);
  return {
    rules: await rulesFrom(db, '1900-01-01'),
    costs: await costsFrom(db, today),
    limits: await lendingLimits(db),
    validDays: quotes.validDays,
  };
}

type Quoted = Pick<ToldSale, 'person' | 'project' | 'model' | 'lot' | 'adviser' | 'separationCents'> & {
  saleId: number | null;
  made: number;
};

const TERMS = QuoteTerms.parse({
  abono_percent: 5,
  tasa_percent: 6.25,
  plazo_meses: 360,
  cuotas: 6,
  ingreso_centavos: 150_000,
});

/** A quote with one version, computed as the product does: converted if there is a sale, else sent, accepted or expired. */
export function tellQuote(telling: Telling, quoted: Quoted): void {
  const { sheets, counters, random, terms, now } = telling;
  const { person, project, model, lot, saleId, made } = quoted;
  const date = panamaDay(new Date(made));
  const snapshot: QuoteSnapshot = {
    date,
    valid_until: addDays(date, terms.validDays),
    project: { id: project.id, name: project.name },
    region: project.region,
    model: { id: model.id, name: model.name, bedrooms: model.bedrooms, bathrooms: model.bathrooms, area_m2: model.areaM2 }, // prettier-ignore
    lot: lot && { id: lot.id, name: lot.name, area_m2: lot.areaM2 },
    delivery_month: null,
    bank: null,
    model_centavos: model.cents,
    lot_premium_centavos: lot?.premium ?? 0,
    separation_centavos: quoted.separationCents,
    terms: TERMS,
    rules: terms.rules.filter((rule) => inForce(rule, date)),
    costs: [...terms.costs],
    limits: terms.limits,
  };
  const result = computeQuote({ ...snapshot, project_id: project.id });
  const id = (counters.quote += 1);
  const good = snapshot.valid_until >= panamaDay(new Date(now));
  const state = saleId !== null ? QUOTE.converted : !good ? QUOTE.expired : random() < 0.7 ? QUOTE.sent : QUOTE.accepted; // prettier-ignore
  const adviser = quoted.adviser ?? one(project.advisers, random);
  const sentAt = made + HOUR_MS;
  const opened = state === QUOTE.expired ? null : iso(Math.min(sentAt + HOUR_MS, now));
  const way = [QUOTE.draft, QUOTE.sent, ...(state === QUOTE.converted ? [QUOTE.accepted] : []), ...(state === QUOTE.sent ? [] : [state])]; // prettier-ignore
  const ended = state === QUOTE.expired ? Date.parse(`${addDays(snapshot.valid_until, 1)}T06:00:00Z`) : Math.min(made + 2 * DAY_MS, now); // prettier-ignore
  sheets.quotes.add(
    id, codeOf(counters.quoteCodes, date), person.id, saleId, project.id, model.id, lot?.id ?? null, adviser, state, way.length, 1,
    result.price_centavos, 0, result.monthly_centavos, result.subsidy?.applies ? result.subsidy.rule_id : null, snapshot.valid_until, 1, iso(sentAt),
    opened, opened === null ? 0 : 1, way.includes(QUOTE.accepted) ? iso(ended) : null, iso(made),
  ); // prettier-ignore
  sheets.quoteVersions.add(id, 1, JSON.stringify(snapshot), JSON.stringify(result), adviser, iso(made));
  way.forEach((to, at) => {
    const client = to === QUOTE.accepted;
    const late = to === QUOTE.expired;
    sheets.changes.add('proforma', id, way[at - 1] ?? null, to, client ? 'client' : late ? 'system' : 'staff', client || late ? null : String(adviser), iso(at === 0 ? made : at === 1 ? sentAt : ended)); // prettier-ignore
  });
  if (saleId !== null)
    sheets.saleQuotes.add(saleId, id, 1, model.id, lot?.id ?? null, model.cents, lot?.premium ?? 0, iso(ended)); // prettier-ignore
}

function codeOf(codes: Map<number, number>, date: string): string {
  const year = Number(date.slice(0, 4));
  const number = (codes.get(year) ?? 0) + 1;
  codes.set(year, number);
  return `PF-${year}-${String(number).padStart(5, '0')}`;
}
