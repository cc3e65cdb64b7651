import { daysBetween, panamaDay } from './format.ts';

/** Whole days since an instant, for a column: hoy · 1 día · 12 días. */
export function daysSince(since: string, now = new Date()): string {
  const days = Math.max(0, daysBetween(panamaDay(since), panamaDay(now)));
  return days === 0 ? 'hoy' : days === 1 ? '1 día' : `${days} días`;
}

/** Whole days since an instant, for a sentence: hoy · hace 1 día · hace 12 días. */
export function age(since: string, now = new Date()): string {
  const days = daysSince(since, now);
  return days === 'hoy' ? days : `hace ${days}`;
}
