import { z } from 'zod';
import { addDays, isoWeek, weekStart } from '#contract/dates.ts';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';

/** An existing ISO week: `2026-W12`. */
export const IsoWeek = z
  .string()
  .regex(/^20\d\d-W(0[1-9]|[1-4]\d|5[0-3])$/, {
    error: 'Semana inválida. Usa el formato 2026-W12.',
    abort: true,
  })
  .refine((week) => isoWeek(weekStart(week)) === week, { error: 'Ese año no tiene esa semana.' });

/** Why a week cannot be closed today (YYYY-MM-DD), or null. */
export const whyNotClose = (week: string, today: string): string | null =>
  weekStart(week) > today ? 'Esa semana aún no empieza.' : null;

/** Weeks to choose from: 12 before the week of `today` to 12 after it, oldest first. */
export function weeksAround(today: string): string[] {
  const monday = weekStart(isoWeek(today));
  return Array.from({ length: 25 }, (_, at) => isoWeek(addDays(monday, (at - 12) * 7)));
}

const params = z.object({ id: Id });
const ofWeek = params.extend({ week: IsoWeek });
const person = z.object({ id: z.number().int(), name: z.string() });

const Week = z.object({
  id: z.string(),
  text: z.string(),
  closed: z.object({ at: z.string(), by: person }).nullable(),
  /** Reopened closings, latest first. */
  reopened: z.array(z.object({ at: z.string(), by: person, reason: z.string() })),
  /** Why it cannot be closed now. */
  why_not: z.string().nullable(),
});
export type Week = z.infer<typeof Week>;
const weeks = data(z.array(Week));

export const listProjectWeeks = endpoint({
  method: 'GET',
  path: '/api/projects/:id/weeks',
  access: 'proyectos.ver',
  shows: ['semana'],
  summary: 'Semanas del proyecto, con quién las cerró y por qué se reabrieron',
  params,
  answer: weeks,
});

export const closeWeek = endpoint({
  method: 'POST',
  path: '/api/projects/:id/weeks/:week/close',
  access: 'proyectos.editar',
  touches: ['semana'],
  summary: 'Cierra una semana del proyecto; otra vez no hace nada',
  params: ofWeek,
  answer: weeks,
});

export const reopenWeek = endpoint({
  method: 'POST',
  path: '/api/projects/:id/weeks/:week/reopen',
  access: 'proyectos.editar',
  touches: ['semana'],
  summary: 'Reabre una semana cerrada, con el motivo',
  params: ofWeek,
  body: z.object({ motivo: z.string().trim().min(1, { error: 'Escribe el motivo.' }).max(500) }),
  answer: weeks,
  errors: ['NOT_CLOSED'],
});
