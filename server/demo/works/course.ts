import type { PlanStep } from '#contract/works/actionPlans/model.ts';
import { planNetwork } from '#contract/works/actionPlans/rules.ts';
import { solve } from '#contract/works/schedule/network.ts';
import { chance } from '../chance.ts';

/** Real working days of an activity: the day on which it began, and the first one after it. */
interface Course {
  activityId: number;
  started: number;
  finished: number;
}

/** What a month of rain does to an activity in the open. */
const RAINY = 1.35;

/**
 * How a house was really built: its crew is slower than the plan, each activity a little different, and rain stops what is
 * in the open. The same house always has the same course.
 */
export function courseOf(
  house: { id: number; steps: readonly PlanStep[]; start: number },
  rains: (workingDay: number) => boolean,
): Course[] {
  const random = chance(house.id * 7919);
  const crew = 1.02 + random() * 0.35;
  const paces = house.steps.map(() => crew * (0.85 + random() * 0.4));
  const slowed = (wet: (activityId: number) => boolean) =>
    solve({
      ...planNetwork(
        house.steps.map((step, at) => ({
          ...step,
          days: Math.max(
            1,
            Math.round(step.days * paces[at]! * (step.outdoors && wet(step.activity_id) ? RAINY : 1)),
          ),
        })),
        String,
      ),
    }).dates;
  const dry = new Map(slowed(() => false).map(({ id, start }) => [id, start]));
  return slowed((id) => rains(house.start + dry.get(id)!)).map(({ id, start, finish }) => ({
    activityId: id,
    started: house.start + start,
    finished: house.start + finish,
  }));
}
