import { useEffect, useEffectEvent, useState } from 'react';
import type { FreeTime } from '#contract/sales/appointments/model.ts';
import type { FreeDay } from '#contract/sales/appointments/pages.ts';
import type { listAvailableTimes } from '#contract/sales/appointments/endpoints.ts';
import { panamaInstant } from '#contract/dates.ts';
import { post } from '#web/customer/lib/post.ts';
import type { Chosen } from './SlotChooser.tsx';

type Near = Pick<FreeTime, 'fecha' | 'fecha_legible' | 'hora_inicio'>;
const NEAREST = 3;
/** After the tab was hidden longer than this (ms), the chosen day is fetched again. */
const STALE_MS = 60_000;

interface Input {
  days: readonly FreeDay[];
  chosen: Chosen | null;
  /** The choice of an earlier visit, from the browser. */
  kept: Chosen | null;
}

/**
 * The chosen day and hour, checked against the free times. If the hour is not free, `taken` has the nearest free
 * ones.
 */
export function useChoice(input: Input) {
  const [own, setOwn] = useState<Chosen | null>(null);
  const [days, setDays] = useState(input.days);
  const [told, setTold] = useState<readonly Near[] | null>(null);
  const chosen = own ?? input.chosen ?? input.kept;
  const isFree =
    chosen?.hora != null &&
    days.some(
      ({ fecha, times }) =>
        fecha === chosen.fecha && times.some(({ hora_inicio }) => hora_inicio === chosen.hora),
    );
  const taken = chosen?.hora != null && !isFree;

  const setTimes = (fecha: string, times: FreeDay['times']) =>
    setDays((before) =>
      before
        .map((day) => (day.fecha === fecha ? { ...day, times } : day))
        .filter((day) => day.times.length > 0),
    );

  const look = useEffectEvent(async () => {
    const day = days.find(({ fecha }) => fecha === chosen?.fecha);
    if (!day) return;
    const url = `/api/guest/list_available_appointment_times/${day.diaCitaProyectoId}/${day.fecha}` as const;
    const outcome = await post<typeof listAvailableTimes>(url, null, { method: 'GET' });
    if (outcome.ok) setTimes(day.fecha, outcome.answer.data);
  });
  useEffect(() => {
    let left = 0;
    const seen = () => {
      if (document.visibilityState === 'hidden') left = Date.now();
      else if (left > 0 && Date.now() - left > STALE_MS) void look();
    };
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, []);

  return {
    days,
    chosen,
    /** The choice, if it is complete and free; else null. */
    ready: isFree && chosen?.hora != null ? { fecha: chosen.fecha, hora: chosen.hora } : null,
    taken: taken ? (told ?? nearest(days, chosen)) : null,
    choose(next: Chosen) {
      setOwn(next);
      setTold(null);
    },
    /** The server refused because the hour is taken; `near` are its alternatives. */
    lose(lost: Chosen, near: readonly Near[]) {
      setOwn(lost);
      setTold(near);
      const day = days.find(({ fecha }) => fecha === lost.fecha);
      if (day)
        setTimes(
          lost.fecha,
          day.times.filter(({ hora_inicio }) => hora_inicio !== lost.hora),
        );
    },
  };
}

function nearest(days: readonly FreeDay[], wanted: Chosen | null): Near[] {
  if (!wanted?.hora) return [];
  const at = panamaInstant(wanted.fecha, wanted.hora).getTime();
  const away = ({ fecha, hora_inicio }: Near) => Math.abs(panamaInstant(fecha, hora_inicio).getTime() - at);
  return days
    .flatMap(({ fecha, fecha_legible, times }) =>
      times.map(({ hora_inicio }) => ({ fecha, fecha_legible, hora_inicio })),
    )
    .toSorted((a, b) => away(a) - away(b))
    .slice(0, NEAREST)
    .toSorted((a, b) => (a.fecha + a.hora_inicio < b.fecha + b.hora_inicio ? -1 : 1));
}

/** The three nearest free times from a refusal. */
export const nearOf = (current: unknown): Near[] =>
  typeof current === 'object' && current !== null && 'libres' in current && Array.isArray(current.libres)
    ? (current.libres as Near[])
    : [];
