import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { News } from '#contract/company/news/endpoints.ts';
import { HOUR_MS, panamaDay } from '#contract/dates.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { Lately } from '#server/kernel/lately.ts';
import { VERSION } from '#server/kernel/version.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { newsSeen, seeNews } from '#server/modules/company/userSettings/userSettings.service.ts';

const FILE = path.join(import.meta.dirname, '../../../../docs/novedades.md');

type Entry = Omit<News['entries'][number], 'unread'>;
const known = new Lately<Entry[]>({ ms: HOUR_MS });

/** The entries of docs/novedades.md: headings `## 2026-11-24 · Title`, newest first. */
export const newsEntries = (): Promise<Entry[]> =>
  known.read('', async () => {
    const [, ...parts] = (await readFile(FILE, 'utf8')).split(/^## /m);
    return parts.flatMap((part) => {
      const [, day, title, text] = /^(\d{4}-\d{2}-\d{2}) · (.+)\n([^]*)$/.exec(part) ?? [];
      return day && title && text ? [{ day, title, text: text.trim() }] : [];
    });
  });

/** The last day whose news the user has read; before the first visit, the day when the account was made. */
async function readUntil(ctx: Pick<Context, 'db' | 'staff'>): Promise<string> {
  const { userId } = staffOf(ctx);
  const seen = await newsSeen(ctx, userId);
  if (seen) return seen;
  const [user] = await ctx.db.select({ at: users.createdAt }).from(users).where(eq(users.id, userId));
  return panamaDay(user!.at);
}

/** The news with what the caller has not read. */
export async function newsOf(ctx: Pick<Context, 'db' | 'staff'>): Promise<News> {
  const until = await readUntil(ctx);
  const entries = await newsEntries();
  return { version: VERSION, entries: entries.map((entry) => ({ ...entry, unread: entry.day > until })) };
}

/** The number of news that the caller has not read. */
export const unreadNews = async (ctx: Pick<Context, 'db' | 'staff'>): Promise<number> =>
  (await newsOf(ctx)).entries.filter(({ unread }) => unread).length;

/** Notes until which day the caller has read; an earlier day than the noted one changes nothing. */
export async function markRead(ctx: Context, userId: number, day: string): Promise<number> {
  await seeNews(ctx, userId, day);
  return unreadNews(ctx);
}
