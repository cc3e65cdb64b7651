import { Group, Slider, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dayText, numberedDay } from '#contract/dates.ts';
import type { PlanState } from '#contract/projects/lots/plan.ts';
import { planProgress, type LotProgress } from '#contract/works/delivery/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';

const WEEK = 7;

interface PlanTimeline {
  /** Mondays, as days since 1970, from the first progress to this week; empty: nothing was approved yet. */
  weeks: readonly number[];
  /** The chosen week; null: now. */
  week: number | null;
  choose: (week: number | null) => void;
  /** The states with the progress of the chosen week. */
  at: (states: ReadonlyMap<number, PlanState>) => ReadonlyMap<number, PlanState>;
}

/** The last progress of a lot up to a week; its house had none before. */
function progressAt({ s }: LotProgress, week: number): number {
  let percent = 0;
  for (const [day, done] of s) {
    if (day > week) break;
    percent = done;
  }
  return percent;
}

/** The progress of a project's houses over time; asks for it only when a project is given. */
export function useProgressAt(projectId: number | undefined): PlanTimeline {
  const [week, choose] = useState<number | null>(null);
  const { data } = useQuery({
    ...queryOf(planProgress, { query: { proyecto_id: projectId ?? 0 } }),
    enabled: projectId !== undefined,
  });
  const lots = data?.data;
  return useMemo(() => {
    const days = lots?.flatMap(({ s }) => s.map(([day]) => day)) ?? [];
    const first = Math.min(...days);
    const last = Math.max(...days);
    const weeks = days.length === 0 ? [] : Array.from({ length: (last - first) / WEEK + 1 }, (_, n) => first + n * WEEK); // prettier-ignore
    return {
      weeks,
      week,
      choose,
      at: (states) => {
        if (week === null || !lots || projectId === undefined) return states;
        const then = new Map(lots.map((lot) => [lot.id, progressAt(lot, week)]));
        return new Map(
          [...states].map(([id, state]) => [
            id,
            state.o === undefined ? state : { ...state, o: then.get(id) ?? 0 },
          ]),
        );
      },
    };
  }, [lots, week, projectId]);
}

/** The slider of time over the plan: approved progress, week by week. */
export function PlanTime({ time: { weeks, week, choose } }: { time: PlanTimeline }) {
  const last = weeks.at(-1);
  if (last === undefined || weeks.length < 2) return null;
  const wordsOf = (day: number) => (day >= last ? 'Hoy' : `Semana del ${dayText(numberedDay(day))}`);
  const shown = week ?? last;
  return (
    <Group gap="md" mb="sm" wrap="nowrap" maw={720}>
      <Text size="sm" w={230} aria-hidden>
        {wordsOf(shown)}
      </Text>
      <Slider
        flex={1}
        label={null}
        thumbLabel="Avance en el tiempo"
        min={weeks[0]}
        max={last}
        step={WEEK}
        value={shown}
        onChange={(day) => choose(day >= last ? null : day)}
        thumbValueText={wordsOf}
      />
    </Group>
  );
}
