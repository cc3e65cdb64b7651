import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { News } from '#contract/company/news/endpoints.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { useApp } from '#test/app.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
const newsOf = async (browser: StaffBrowser) => (await browser.get('/api/news')).json<{ data: News }>().data;
const dotOf = async (browser: StaffBrowser) =>
  (await browser.get('/api/office/menu')).json<{ data: { unread_news: number } }>().data.unread_news;
const bornOn = (browser: StaffBrowser, day: string) =>
  llave.database.db
    .update(users)
    .set({ createdAt: new Date(`${day}T15:00:00Z`) })
    .where(eq(users.id, browser.user.id));

test('news are new until one opens them, and none is for who came later', async () => {
  const adviser = await signInAs(llave, 'asesor');
  await bornOn(adviser, '2026-01-01');
  const { version, entries } = await newsOf(adviser);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(entries.map(({ day }) => day)).toEqual(
    entries
      .map(({ day }) => day)
      .toSorted()
      .toReversed(),
  );
  expect(entries.every(({ unread }) => unread)).toBe(true);
  expect(await dotOf(adviser)).toBe(entries.length);

  const read = (day: string, browser = adviser) =>
    browser.send({
      method: 'PUT',
      url: `/api/user_settings/${adviser.user.id}/news`,
      payload: { day },
    });
  // A day may have several.
  const [newest, before] = [...new Set(entries.map(({ day }) => day))];
  const unread = entries.filter(({ day }) => day === newest).length;
  expect((await read(before!)).json()).toEqual({ unread });
  await read('2020-01-01');
  expect(await dotOf(adviser)).toBe(unread);
  await read(newest!);
  expect(await dotOf(adviser)).toBe(0);

  const later = await signInAs(llave, 'gerencia');
  await bornOn(later, '2030-01-01');
  expect(await dotOf(later)).toBe(0);
  expect((await read('2030-01-01', later)).statusCode).toBe(403);
});

test('every heading of the file of news has its day and its title', () => {
  const file = readFileSync(path.join(import.meta.dirname, '../../../../docs/novedades.md'), 'utf8');
  const headings = file.match(/^## .*$/gm) ?? [];
  expect(headings.filter((one) => !/^## \d{4}-\d{2}-\d{2} · \S/.test(one))).toEqual([]);
});
