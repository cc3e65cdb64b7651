import { siteCalendar, type SiteCalendar } from '#contract/works/schedule/calendar.ts';
import type { WorkWeek } from '#contract/company/settings/model.ts';
import type { Db } from '#server/kernel/db.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';

/** The working week of the site and the company's days off. */
export async function siteDays(db: Db): Promise<{ week: WorkWeek; off: string[] }> {
  const { site, ownHolidays } = await readSettings(db);
  return { week: site.week, off: ownHolidays.map(({ day }) => day) };
}

export async function calendarOf(db: Db): Promise<SiteCalendar> {
  const { week, off } = await siteDays(db);
  return siteCalendar(week, off);
}
