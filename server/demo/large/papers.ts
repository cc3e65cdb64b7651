import { addDays, DAY_MS, HOUR_MS, panamaDay } from '#contract/dates.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { one, type Random } from './people.ts';
import { fileId, iso, type Telling, type ToldSale } from './telling.ts';

/** Older sales had a shorter checklist: both sides of the cédula, the work letter, a utility bill. */
const FULL_LIST_SINCE = 60 * DAY_MS;
const SHORT_LIST = [1, 2, 5, 6];

/** The documents of a received sale with file, review and history. */
export function tellPapers(telling: Telling, sale: ToldSale): void {
  const { checklists, now, random } = telling;
  const needed = checklists(sale.sector, sale.cash);
  const asked =
    now - sale.received < FULL_LIST_SINCE
      ? needed
      : needed.filter(({ typeId }) => SHORT_LIST.includes(typeId));
  telling.sheets.changes.add('documento', 0, null, DOCUMENT.pending, 'client', null, iso(sale.received));
  asked.forEach((paper, at) => tellPaper(telling, sale, paper, paperState(sale.state, at, random)));
}

function paperState(sale: number, at: number, random: Random): number {
  if (sale === SALE.received || sale === SALE.expired)
    return random() < 0.7 ? DOCUMENT.uploaded : DOCUMENT.pending;
  if (sale === SALE.inReview) {
    const luck = random();
    return luck < 0.4 ? DOCUMENT.approved : luck < 0.55 ? DOCUMENT.inReview : DOCUMENT.uploaded;
  }
  return sale === SALE.papersMissing && at === 0 ? DOCUMENT.rejected : DOCUMENT.approved;
}

function tellPaper(
  { sheets, frame, counters, random, sensitive }: Telling,
  sale: ToldSale,
  { typeId, label }: { typeId: number; label: string },
  state: number,
): void {
  const id = (counters.document += 1);
  const way =
    state === DOCUMENT.pending ? [1] : state === DOCUMENT.uploaded ? [1, 2] : state === DOCUMENT.inReview ? [1, 2, 3] : [1, 2, 3, state]; // prettier-ignore
  const done = state === DOCUMENT.approved || state === DOCUMENT.rejected;
  // Uploaded just after the receipt, reviewed between the receipt and the next state.
  const ends = sale.times[3] ?? sale.times.at(-1)!;
  const times = [sale.received, sale.received, (sale.received + ends) / 2, Math.max(ends, sale.received)];
  const day = panamaDay(new Date(sale.received));
  const reviewer = sale.processor ?? frame.coordinator;
  sheets.documents.add(
    id, sale.id, typeId, label, true, state, way.length, state === DOCUMENT.approved ? addDays(day, -3) : null,
    state === DOCUMENT.approved && typeId === 1 ? addDays(day, 3600) : null,
    state === DOCUMENT.rejected ? 'La foto está borrosa: no se lee.' : null, done ? reviewer : null,
    done ? iso(times[3]!) : null, iso(sale.received),
  ); // prettier-ignore
  way.forEach((to, at) => {
    // The list was announced as one.
    if (at === 0) return;
    const staff = to > DOCUMENT.uploaded;
    sheets.changes.add('documento', id, way[at - 1] ?? null, to, staff ? 'staff' : 'client', staff ? String(reviewer) : null, iso(times[at]!)); // prettier-ignore
  });
  if (state === DOCUMENT.pending) return;
  const file = one(frame.papers.get(typeId)!, random);
  const number = fileId(counters);
  const at = iso(sale.received + HOUR_MS / 4);
  sheets.files.add(number, file.sha256, file.mime, file.size, file.name, 'documento', id, 'client', sensitive.has(typeId), at); // prettier-ignore
  sheets.versions.add(id, 1, number, file.sha256, at, 'client');
}
