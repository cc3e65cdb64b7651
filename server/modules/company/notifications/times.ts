import { addDays, HOUR_MS, panamaDay, panamaInstant, panamaTime } from '#contract/dates.ts';
import type { NoticeSettings } from '#contract/company/notifications/model.ts';

type Quiet = Pick<NoticeSettings, 'quiet' | 'quiet_from' | 'quiet_to'>;

/** When a push notice may be heard: now, or the end of the quiet hours in Panama. The hours may go over midnight. */
export function heardAt(now: Date, { quiet, quiet_from: from, quiet_to: to }: Quiet): Date {
  if (!quiet || from === to) return now;
  const time = panamaTime(now);
  const night = from < to ? time >= from && time < to : time >= from || time < to;
  if (!night) return now;
  const day = panamaDay(now);
  return panamaInstant(time < to ? day : addDays(day, 1), to);
}

/** The hour of the daily digest in Panama. */
export const DIGEST_TIME = '07:00';

/** When the mail of a notice goes: now, with the next full hour, or the next morning. */
export function mailedAt(now: Date, digest: NoticeSettings['digest']): Date {
  if (digest === 'al_momento') return now;
  if (digest === 'cada_hora') return new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
  const day = panamaDay(now);
  return panamaInstant(panamaTime(now) < DIGEST_TIME ? day : addDays(day, 1), DIGEST_TIME);
}
