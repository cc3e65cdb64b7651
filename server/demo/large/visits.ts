import { APPOINTMENT } from '#contract/sales/appointments/rules.ts';
import { addDays, HOUR_MS, panamaDay, panamaInstant, panamaTime } from '#contract/dates.ts';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import type { LargeProject } from './frame.ts';
import { one } from './people.ts';
import { fileId, iso, type Telling, type ToldPerson } from './telling.ts';

const OPENS = '08:00';
const CLOSES = '17:00';

/** The next full hour at or after an instant within office hours. */
function hourFrom(ms: number): number {
  const whole = Math.ceil(ms / HOUR_MS) * HOUR_MS;
  const [day, time] = [panamaDay(new Date(whole)), panamaTime(new Date(whole))];
  if (time < OPENS) return panamaInstant(day, OPENS).getTime();
  return time < CLOSES ? whole : panamaInstant(addDays(day, 1), OPENS).getTime();
}

interface Visit {
  person: ToldPerson;
  project: LargeProject;
  saleId: number | null;
  /** About when it was booked; the visit is later. */
  around: number;
  /** In the future. */
  coming: boolean;
}

/** A visit in a free hour of its adviser: attended, missed, cancelled or still to come. */
export function tellVisit(
  { sheets, counters, random, now }: Telling,
  { person, project, saleId, around, coming }: Visit,
): void {
  // A phone number can have only one future visit per project.
  const key = `${project.id}:${person.phone}`;
  if (coming && counters.awaited.has(key)) return;
  const agent = one(project.advisers, random);
  const busy = counters.busy.get(agent) ?? { past: 0, next: now + 2 * HOUR_MS };
  counters.busy.set(agent, busy);
  const starts = hourFrom(coming ? busy.next : Math.max(busy.past, around + HOUR_MS));
  // An adviser whose past is full has no hour left for this visit.
  if (!coming && starts + HOUR_MS > now) return;
  busy[coming ? 'next' : 'past'] = starts + HOUR_MS;
  if (coming) counters.awaited.add(key);
  const luck = random();
  const { attended, noShow, cancelledByCustomer, scheduled, confirmed } = APPOINTMENT;
  const state = coming ? (luck < 0.6 ? scheduled : confirmed) : luck < 0.75 ? attended : luck < 0.9 ? noShow : cancelledByCustomer; // prettier-ignore
  const made = Math.min(around, now - HOUR_MS, starts - HOUR_MS);
  const since = state === scheduled ? made : state === noShow || state === attended ? starts + HOUR_MS : made + HOUR_MS / 2; // prettier-ignore
  const id = (counters.visit += 1);
  const web = random() < 0.7;
  const who = web ? (['client', null] as const) : (['staff', String(agent)] as const);
  sheets.visits.add(
    id, fileId(counters), project.id, agent, person.id, saleId, person.name, person.phone, person.email, iso(starts), iso(starts + HOUR_MS),
    state, iso(since), state === scheduled ? 1 : 2, web ? 'web' : 'oficina', web ? CONSENT_TEXTS.datos.version : null, iso(made),
  ); // prettier-ignore
  sheets.changes.add('cita', id, null, scheduled, ...who, iso(made));
  if (state !== scheduled)
    sheets.changes.add('cita', id, scheduled, state, ...(state === attended ? (['staff', String(agent)] as const) : state === noShow ? (['system', null] as const) : who), iso(since)); // prettier-ignore
}
