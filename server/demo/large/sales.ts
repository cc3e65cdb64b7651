import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import { addDays, DAY_MS, HOUR_MS, panamaDay } from '#contract/dates.ts';
import { CELL, OPEN_CELLS, STAGE_DAYS } from '#contract/sales/board/cards.ts';
import { NEW_CARD, nextCells } from '#contract/sales/board/nextCells.ts';
import { NOTHING } from '#contract/sales/sale/known.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { sha256 } from '#server/kernel/secrets.ts';
import { ORIGINS, SURNAMES, WOMEN } from '../people.ts';
import { laterStages, stateAt, timesOf, wayTo } from './course.ts';
import { accountOf, type Frame, type LargeProject } from './frame.ts';
import { one, personOf, type Random } from './people.ts';
import { tellBanks } from './banks.ts';
import { tellPlan } from './money.ts';
import { tellNotices } from './notices.ts';
import { tellPapers } from './papers.ts';
import { tellBefore } from './prospects.ts';
import { fileId, iso, type Counters, type Telling, type ToldPerson, type ToldSale } from './telling.ts';

const HASHES = { datos: sha256(CONSENT_TEXTS.datos.text), apc: sha256(CONSENT_TEXTS.apc.text) };
const SECTORS = ['Privado', 'Privado', 'Privado', 'Público', 'Público', 'Independiente', 'Jubilado'];

/** A sale before its lot and therefore its price are known. */
type Begun = Omit<ToldSale, 'lot' | 'cents'>;

/** Writes the rows of sale `id` of `count`, and returns it; higher numbers are younger. */
export function tellSale(telling: Telling, id: number, count: number): ToldSale {
  const { sheets, frame, counters, random, now, course } = telling;
  const age = (1 - (id - 0.5 + random() * 0.4) / (count + 1)) ** course.growth;
  const began = Math.round(now - (course.oldest - course.newest) * age - course.newest);
  const cash = random() < 0.1;
  const way = wayTo(stateAt((now - began) / DAY_MS, course, random), cash);
  const state = way.at(-1)!;
  const times = timesOf(way, began, now, random);
  const isDraft = state === SALE.draft;
  const project = projectOf(frame, id / count, random);
  const sector = one(SECTORS, random);
  const processor = isDraft ? null : one(project.processors, random);
  const model = one(project.models, random);
  const adviser = random() < course.advised ? one(project.advisers, random) : null;
  const person = tellPerson(telling, began);
  const received = times[1] ?? began;
  const code = isDraft ? null : codeOf(counters, received);
  const separationCents = project.separationCents;
  const begun = { id, state, cash, sector, way, times, received, processor, adviser, person, project, model, separationCents, code }; // prettier-ignore
  const payment = tellPayment(telling, begun);
  const lot = tellLot(telling, begun, payment);
  const premium = lot?.premium ?? 0;
  const sale: ToldSale = { ...begun, lot, cents: model.cents + premium };
  const since = times.at(-1)!;
  const cells = isDraft ? [] : cellsOf(sale, payment);
  const dueOn = (at: number) => addDays(panamaDay(new Date(since)), STAGE_DAYS[at]!);
  const open = cells.flatMap((cell, at) => (OPEN_CELLS.includes(cell) ? [at] : []));

  sheets.sales.add(
    id, code, person.id, project.id, model.id, state,
    way.length, sale.cents, premium, cash ? 'contado' : 'hipoteca', isDraft ? null : sector,
    !isDraft && (sector === 'Privado' || sector === 'Público') ? 'Permanente' : null, one(ORIGINS, random), adviser,
    processor, isDraft ? 1 : payment > PAYMENT.pending ? 10 : 8, iso(since), isDraft ? null : iso(sale.received), iso(since),
    iso(began), isDraft ? null : (open[0] ?? -1) + 1, open.length > 0 ? iso(since) : null,
    open.length > 0 ? open.map(dueOn).toSorted()[0]! : null,
  ); // prettier-ignore
  tellWay(telling, sale);
  tellBefore(telling, sale);
  if (isDraft) return sale;
  tellPapers(telling, sale);
  tellBanks(telling, sale);
  tellPlan(telling, sale);
  tellNotices(telling, sale, payment);
  cells.forEach((cell, at) => {
    const isOpen = open.includes(at);
    sheets.cards.add(
      id, at + 1, cell, iso(since), cell === CELL.blocked, isOpen ? dueOn(at) : null, isOpen ? iso(since) : cell === CELL.done ? iso(sale.received) : null,
      cell === CELL.done ? iso(since) : null,
    ); // prettier-ignore
  });
  tellPeopleAround(telling, sale);
  return sale;
}

/** Projects follow one another; two are on sale at a time. */
function projectOf({ projects }: Frame, share: number, random: Random): LargeProject {
  const at = Math.floor(share * projects.length + (random() < 0.3 ? 1 : 0));
  return projects[Math.min(projects.length - 1, at)]!;
}

/** Number of buyers kept for a second purchase. */
const REMEMBERED = 5000;

/** One buyer in 25 buys a second house. */
function tellPerson({ sheets, counters, random, buyers }: Telling, began: number): ToldPerson {
  if (buyers.length > 100 && random() < 0.04) return one(buyers, random);
  const id = (counters.person += 1);
  const person = personOf(id, random);
  sheets.people.add(
    id, person.name, person.documentType, person.document, person.document, person.phone, person.email, iso(began),
  ); // prettier-ignore
  const told = { id, name: person.name, phone: person.phone, email: person.email };
  buyers[buyers.length < REMEMBERED ? buyers.length : id % REMEMBERED] = told;
  return told;
}

function codeOf({ codes }: Counters, received: number): string {
  const year = Number(panamaDay(new Date(received)).slice(0, 4));
  const number = (codes.get(year) ?? 0) + 1;
  codes.set(year, number);
  return `PC-${year}-${String(number).padStart(5, '0')}`;
}

/** The separation payment, as far as the sale's state implies. Returns its state, or 0 if there is none. */
function tellPayment({ sheets, frame, counters, course, random, now }: Telling, sale: Begun): number {
  const { id, state, received, project } = sale;
  if (state === SALE.draft) return 0;
  const paid =
    (state >= SALE.complete && state < SALE.withdrawn) ||
    state > SALE.expired ||
    (state === SALE.withdrawn && random() < course.refunded);
  const young = now - received < 2 * DAY_MS;
  const stateId = paid
    ? PAYMENT.confirmed
    : state === SALE.withdrawn
      ? PAYMENT.voided
      : state === SALE.expired
        ? PAYMENT.overdue
        : random() < 0.6
          ? PAYMENT.confirmed
          : young && random() < 0.6
            ? PAYMENT.pending
            : PAYMENT.reported;
  const reported = stateId === PAYMENT.confirmed || stateId === PAYMENT.reported;
  const confirmed = stateId === PAYMENT.confirmed;
  const within = (hours: number) => Math.min(received + hours * HOUR_MS, now - HOUR_MS / 2);
  const [reportedAt, confirmedAt] = [within(3), within(20)];
  const way = confirmed
    ? [1, 2, 3, 4]
    : stateId === PAYMENT.pending
      ? [PAYMENT.pending]
      : [PAYMENT.pending, stateId];
  const cents = project.separationCents;
  let proof: string | null = null;
  if (reported) {
    const file = one(frame.proofs, random);
    proof = fileId(counters);
    sheets.files.add(proof, file.sha256, file.mime, file.size, file.name, 'pago', id, 'client', false, iso(reportedAt)); // prettier-ignore
  }
  sheets.payments.add(
    id, id, 1, stateId, way.length, cents, iso(received + 2 * DAY_MS), reported ? cents : null, proof,
    reported ? iso(reportedAt) : null, confirmed ? 1 : null, confirmed ? 1 + (id % 5) : null,
    confirmed ? `TR${10_000_000 + id}` : null, confirmed ? panamaDay(new Date(confirmedAt)) : null,
    confirmed ? cents : null, confirmed ? accountOf(frame, id) : null, confirmed ? frame.accountant : null, confirmed ? iso(confirmedAt) : null,
    confirmed ? (counters.receipt += 1) : null, null, null, null, stateId === PAYMENT.voided ? iso(sale.times.at(-1)!) : null, iso(received),
  ); // prettier-ignore
  const moments = [received, stateId === PAYMENT.overdue ? received + 2 * DAY_MS : reportedAt, within(10), confirmedAt]; // prettier-ignore
  way.forEach((to, at) => {
    const staff = to === PAYMENT.verifying || to === PAYMENT.confirmed;
    const actor = staff ? 'staff' : to === PAYMENT.overdue ? 'system' : 'client';
    sheets.changes.add('pago', id, way[at - 1] ?? null, to, actor, staff ? String(frame.accountant) : null, iso(moments[at]!)); // prettier-ignore
  });
  return stateId;
}

/** The sale's lot, if any: released if the sale ended, else claimed by it. */
function tellLot(
  { sheets, counters, random, now }: Telling,
  { id, state, received, times, project }: Begun,
  payment: number,
): ToldSale['lot'] {
  if (state === SALE.draft) return null;
  const ended = state >= SALE.withdrawn;
  let lot = project.free;
  if (lot === undefined) {
    const at = (project.lots += 1);
    const block = blockOf(Math.floor((at - 1) / 100));
    const type = at % 9 === 0 ? 2 : 1;
    const name = `${block}-${String(((at - 1) % 100) + 1).padStart(2, '0')}`;
    lot = { id: (counters.lot += 1), name, areaM2: 160 + (at % 90), premium: type === 2 ? 150_000 : 0 };
    sheets.lots.add(
      lot.id,
      project.id,
      name,
      block,
      type,
      lot.areaM2,
      lot.premium,
      iso(received - 90 * DAY_MS),
    );
  }
  project.free = ended ? lot : undefined;
  const kind = state > SALE.complete ? 'sale' : payment === PAYMENT.confirmed ? 'separation' : 'reservation';
  const runs = !ended && state <= SALE.complete && payment !== PAYMENT.reported;
  const until = payment === PAYMENT.confirmed ? now + (1 + random() * 13) * DAY_MS : received + 2 * DAY_MS;
  sheets.claims.add(
    id, lot.id, id, kind, iso(received), runs ? iso(until) : null, ended ? iso(times.at(-1)!) : null,
    ended ? (state === SALE.expired ? 'Venció' : 'Desistimiento') : null,
  ); // prettier-ignore
  return lot;
}

const blockOf = (n: number): string =>
  n < 26 ? String.fromCharCode(65 + n) : blockOf(Math.floor(n / 26) - 1) + String.fromCharCode(65 + (n % 26));

/** The history of its states, and the audit log of its beginning. */
function tellWay(
  { sheets, frame }: Telling,
  { id, way, times, state, processor, received, adviser }: ToldSale,
): void {
  way.forEach((to, at) => {
    const byItself = at === 0 || to === SALE.received || to === SALE.expired;
    const who = byItself ? adviser : (processor ?? frame.coordinator);
    sheets.changes.add('precontrato', id, way[at - 1] ?? null, to, who === null ? 'client' : 'staff', who === null ? null : String(who), iso(times[at]!)); // prettier-ignore
  });
  const actor = adviser === null ? (['client', null] as const) : (['staff', String(adviser)] as const);
  sheets.audit.add(iso(times[0]!), ...actor, 'crear', 'precontrato', String(id), '{}', '190.34.12.7');
  if (state === SALE.draft) return;
  sheets.audit.add(iso(received), ...actor, 'recibir', 'precontrato', String(id), `{"processorId": ${processor}}`, '190.34.12.7'); // prettier-ignore
}

/** The 12 cells: by the product's own rule until the documents are complete. */
function cellsOf({ state, cash }: ToldSale, payment: number): number[] {
  if (state > SALE.complete && state < SALE.withdrawn) return laterStages(state, cash);
  if (state >= SALE.rescinded) return laterStages(state, cash);
  return nextCells(
    {
      ...NOTHING,
      stateId: state,
      paymentForm: cash ? 'contado' : 'hipoteca',
      today: '0000-00-00',
      hasProcessor: true,
      asksWork: false,
      separation: { stateId: payment, dueOn: null },
    },
    Array.from({ length: 12 }, () => NEW_CARD),
  );
}

function tellPeopleAround(
  { sheets, frame, random }: Telling,
  { id, cash, received, processor }: ToldSale,
): void {
  const at = iso(received);
  sheets.assignments.add(id, processor, 1, null, null, at);
  if (random() < 0.1)
    sheets.assignments.add(
      id,
      processor,
      3,
      frame.coordinator,
      'Reparto de cargas.',
      iso(received + HOUR_MS),
    );
  for (const kind of cash ? (['datos'] as const) : (['datos', 'apc'] as const))
    sheets.consents.add(id, kind, CONSENT_TEXTS[kind].version, HASHES[kind], 'web', '190.34.12.7', 'Mozilla/5.0 (Linux; Android 14)', at); // prettier-ignore
  const relatives = Math.floor(random() * 3);
  for (let position = 1; position <= relatives; position += 1)
    sheets.family.add(id, position, `${one(WOMEN, random)} ${one(SURNAMES, random)}`, position === 1 ? 1 : 3);
}
