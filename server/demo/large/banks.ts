import { FOLLOW_UP_DAYS } from '#contract/banking/applications/applicationRules.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { addBusinessDays, businessDaysBetween } from '#contract/banking/applications/businessDays.ts';
import { addDays, DAY_MS, HOUR_MS, panamaDay } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { one } from './people.ts';
import { tellDisbursement } from './money.ts';
import { fileId, iso, type Telling, type ToldSale } from './telling.ts';

const BANKS = [1, 2, 3, 4, 5];
const DAYS_OF_LETTER = 180;
const OF_PRICE = 0.95;
/** Usual working days until a bank answers. */
const ANSWER_DAYS = 8;

/** The one or two bank applications of a mortgage sale; the chosen one pays for the house if a bank approved. */
export function tellBanks(telling: Telling, sale: ToldSale): void {
  const { random } = telling;
  const sent = sale.times[sale.way.indexOf(SALE.inBank)];
  if (sale.cash || sent === undefined) return;
  const first = Math.floor(random() * BANKS.length);
  tellApplication(telling, sale, { bankId: BANKS[first]!, sent, chosen: true });
  // A second application was rejected or withdrawn, or is still open.
  if (random() < 0.35)
    tellApplication(telling, sale, { bankId: BANKS[(first + 1) % BANKS.length]!, sent, chosen: false });
}

/** The states of an application, from the first to the present one. */
function wayOf(sale: ToldSale, chosen: boolean, expired: boolean, telling: Telling): number[] {
  const { sent, analysis, letter } = APPLICATION;
  const begun = [APPLICATION.toSend, sent, analysis];
  if (sale.state === SALE.inBank) return begun.slice(0, 2 + Math.floor(telling.random() * 2));
  if (sale.state === SALE.rejectedByBanks) return [...begun, APPLICATION.rejected];
  if (!chosen) return [...begun, telling.random() < 0.5 ? APPLICATION.rejected : APPLICATION.withdrawn];
  if (sale.state >= SALE.withdrawn) return [...begun, APPLICATION.approved, letter, APPLICATION.withdrawn];
  const held = [...begun, APPLICATION.approved, letter];
  if (sale.state >= SALE.disbursed) return [...held, APPLICATION.disbursed];
  return expired ? [...held, APPLICATION.letterExpired] : held;
}

function tellApplication(
  telling: Telling,
  sale: ToldSale,
  { bankId, sent, chosen }: { bankId: number; sent: number; chosen: boolean },
): void {
  const { sheets, counters, now, frame, random } = telling;
  const id = (counters.application += 1);
  const last = sale.times.at(-1)!;
  const promised = sale.times[sale.way.indexOf(SALE.promiseLetter)] ?? last;
  const expiresOn = addDays(panamaDay(new Date(promised)), DAYS_OF_LETTER);
  const way = wayOf(sale, chosen, expiresOn < panamaDay(new Date(now)), telling);
  const state = way.at(-1)!;
  const approved = way.includes(APPLICATION.approved);
  const answered = approved || state === APPLICATION.rejected;
  const answeredAt = Math.min(promised, sent + ANSWER_DAYS * DAY_MS);
  // Prepared an hour before it was sent, answered within the usual time; later states follow the sale.
  const moments: Record<number, number> = {
    [APPLICATION.toSend]: sent - HOUR_MS,
    [APPLICATION.sent]: sent,
    [APPLICATION.analysis]: Math.min(sent + 2 * HOUR_MS, answeredAt),
    [APPLICATION.approved]: answeredAt,
    [APPLICATION.rejected]: answeredAt,
    [APPLICATION.letter]: promised,
  };
  const moment = (to: number) => moments[to] ?? Math.max(promised, last);
  const since = state === APPLICATION.letterExpired ? Date.parse(`${addDays(expiresOn, 1)}T06:00:00Z`) : moment(state); // prettier-ignore
  const today = panamaDay(new Date(now));
  const sentOn = panamaDay(new Date(sent));
  const waits =
    state === APPLICATION.sent || state === APPLICATION.analysis || state === APPLICATION.approved;
  const requested = Math.round(sale.cents * OF_PRICE);
  const lives = chosen && state !== APPLICATION.rejected && state !== APPLICATION.withdrawn;
  const who = sale.processor ?? frame.coordinator;
  sheets.applications.add(
    id, sale.id, bankId, state, way.length, lives && way.includes(APPLICATION.letter), requested, 360,
    approved ? requested : null, approved ? 6.25 : null,
    state === APPLICATION.rejected || state === APPLICATION.withdrawn ? 'El cliente siguió con otro banco.' : null, who, iso(sent),
    answered ? iso(answeredAt) : null, answered ? businessDaysBetween(sentOn, panamaDay(new Date(answeredAt))) : null,
    addBusinessDays(sentOn, ANSWER_DAYS), waits ? addBusinessDays(addDays(today, -Math.floor(random() * 3)), FOLLOW_UP_DAYS) : null,
    iso(since), who, iso(sent - HOUR_MS),
  ); // prettier-ignore
  way.forEach((to, at) => {
    const when = at === way.length - 1 ? since : moment(to);
    sheets.changes.add('solicitud', id, way[at - 1] ?? null, to, 'staff', String(who), iso(when));
  });
  if (!way.includes(APPLICATION.letter)) return;
  const letter = (counters.letter += 1);
  const file = one(frame.proofs, random);
  const paper = fileId(counters);
  sheets.files.add(paper, file.sha256, file.mime, file.size, file.name, 'carta_promesa', id, String(who), false, iso(promised)); // prettier-ignore
  sheets.letters.add(letter, id, `CP-${100_000 + letter}`, requested, 6.25, 360, panamaDay(new Date(promised)), expiresOn, paper, who, iso(promised)); // prettier-ignore
  if (state === APPLICATION.disbursed)
    tellDisbursement(telling, sale, {
      applicationId: id,
      bankId,
      cents: requested,
      at: sale.times[sale.way.indexOf(SALE.disbursed)]!,
    });
}
