import { z } from 'zod';

const KEY = 'llave.recientes';
const MOST = 8;

const Recent = z.object({ href: z.string().startsWith('/oficina/'), title: z.string() });
export type Recent = z.infer<typeof Recent>;
/** The records of one user: another one on this computer does not see them. */
const Stored = z.object({ user: z.number(), list: z.array(Recent) });

/** The records that the user opened last on this computer, latest first. */
export function recentRecords(user: number): Recent[] {
  try {
    const stored = Stored.parse(JSON.parse(localStorage.getItem(KEY) ?? ''));
    return stored.user === user ? stored.list : [];
  } catch {
    return [];
  }
}

export function noteRecent(user: number, record: Recent): void {
  const others = recentRecords(user).filter(({ href }) => href !== record.href);
  try {
    localStorage.setItem(KEY, JSON.stringify({ user, list: [record, ...others].slice(0, MOST) }));
  } catch {
    // A full or forbidden storage: the list is only a convenience.
  }
}

/** On signing out: names of customers do not stay on the computer. */
export const forgetRecent = (): void => localStorage.removeItem(KEY);
