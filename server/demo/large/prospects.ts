import { DAY_MS, HOUR_MS, panamaDay } from '#contract/dates.ts';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import { CONTACT, nextFollowUp, PROSPECT, SILENCE, SILENT_DAYS } from '#contract/sales/prospects/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { ORIGINS } from '../people.ts';
import type { LargeProject } from './frame.ts';
import { one, personOf } from './people.ts';
import { tellQuote } from './quotes.ts';
import { iso, type Telling, type ToldPerson, type ToldSale } from './telling.ts';
import { tellVisit } from './visits.ts';

/** Share of the sales that came from a prospect. */
const FOLLOWED = 0.5;
/** Share of those prospects that duplicate a known person. */
const TWICE = 0.02;
const QUOTED = 0.1;
const VISITED = 0.25;

/** What preceded the sale (a prospect, a visit, a quote), and another prospect who did not buy. */
export function tellBefore(telling: Telling, sale: ToldSale): void {
  const { random, now, course } = telling;
  const began = sale.times[0]!;
  if (sale.state !== SALE.draft) {
    if (random() < FOLLOWED) tellWon(telling, sale);
    if (random() < QUOTED) tellQuote(telling, { ...sale, saleId: sale.id, made: began - 2 * DAY_MS });
  }
  const young = now - began < 5 * DAY_MS && sale.state < SALE.withdrawn;
  if (random() < VISITED)
    tellVisit(telling, { person: sale.person, project: sale.project, saleId: sale.id, around: began, coming: young }); // prettier-ignore
  for (let left = course.others; random() < left; left -= 1) tellOther(telling, sale);
}

function tellWon(telling: Telling, sale: ToldSale): void {
  const since = sale.times[0]!;
  write(telling, {
    person: sale.person, project: sale.project, modelId: sale.model.id, adviser: sale.adviser ?? one(sale.project.advisers, telling.random),
    began: since - 6 * DAY_MS, ended: since, stage: PROSPECT.won, saleId: sale.id, reason: null,
  }); // prettier-ignore
}

/** A prospect in follow-up, or an older one who did not buy. */
function tellOther(telling: Telling, { project, times, person: before }: ToldSale): void {
  const { sheets, counters, random, now } = telling;
  const began = Math.min(now - HOUR_MS, times[0]! + 3 * HOUR_MS);
  const person = { ...personOf((counters.person += 1), random), id: counters.person };
  const known = random() < TWICE;
  if (known) counters.twice.push(person.id);
  const { name, phone, email, id } = known ? { ...before, id: person.id } : person;
  sheets.people.add(id, name, null, null, null, phone, email, iso(began));
  const young = now - began < SILENT_DAYS * DAY_MS;
  const stage = young ? 1 + Math.floor(random() * 4) : PROSPECT.discarded;
  const model = one(project.models, random);
  const adviser = one(project.advisers, random);
  const ended = young ? Math.min(now, began + 2 * DAY_MS) : began + (SILENT_DAYS + 2) * DAY_MS;
  write(telling, { person: { id, name, phone, email }, project, modelId: model.id, adviser, began, ended, stage, saleId: null, reason: young ? null : random() < 0.7 ? SILENCE : 'Precio' }); // prettier-ignore
  if (stage === PROSPECT.quoted || (!young && random() < QUOTED))
    tellQuote(telling, { person: { id, name, phone, email }, project, model, lot: null, adviser, saleId: null, made: began + HOUR_MS, separationCents: project.separationCents }); // prettier-ignore
  if (stage === PROSPECT.appointment)
    tellVisit(telling, { person: { id, name, phone, email }, project, saleId: null, around: began, coming: true }); // prettier-ignore
}

interface Told {
  person: ToldPerson;
  project: LargeProject;
  modelId: number;
  adviser: number;
  began: number;
  /** When it reached its present stage. */
  ended: number;
  stage: number;
  saleId: number | null;
  reason: string | null;
}

function write({ sheets, counters, random }: Telling, one_: Told): void {
  const { person, project, modelId, adviser, began, ended, stage, saleId, reason } = one_;
  const id = (counters.prospect += 1);
  const fresh = stage === PROSPECT.fresh;
  const open = stage < PROSPECT.won;
  const action = fresh ? CONTACT.none : stage === PROSPECT.won ? CONTACT.filledForm : stage === PROSPECT.discarded ? CONTACT.noAnswer : stage === PROSPECT.appointment ? CONTACT.booked : CONTACT.answered; // prettier-ignore
  const first = began + HOUR_MS;
  const next = open ? (fresh ? panamaDay(new Date(began)) : nextFollowUp(panamaDay(new Date(ended)))) : null;
  const consents = stage === PROSPECT.won;
  sheets.prospects.add(
    id, person.id, project.id, modelId, stage, iso(fresh ? began : ended), fresh ? 1 : 2, one(ORIGINS, random), adviser, action,
    iso(fresh ? began : ended), iso(stage === PROSPECT.discarded ? first : fresh ? began : ended), fresh ? null : iso(first), next, reason, saleId,
    consents ? CONSENT_TEXTS.datos.version : null, consents ? iso(ended) : null, adviser, iso(began),
  ); // prettier-ignore
  sheets.changes.add('prospecto', id, null, PROSPECT.fresh, 'staff', String(adviser), iso(began));
  if (fresh) return;
  const silent = stage === PROSPECT.discarded && reason === SILENCE;
  sheets.changes.add('prospecto', id, PROSPECT.fresh, stage, silent ? 'system' : 'staff', silent ? null : String(adviser), iso(ended)); // prettier-ignore
  sheets.contacts.add(id, stage === PROSPECT.discarded ? CONTACT.noAnswer : CONTACT.answered, 'Pide la proforma por WhatsApp.', nextFollowUp(panamaDay(new Date(first))), adviser, iso(first)); // prettier-ignore
  if (stage === PROSPECT.appointment || stage === PROSPECT.won)
    sheets.contacts.add(id, action, null, next, stage === PROSPECT.won ? null : adviser, iso(ended)); // prettier-ignore
}
