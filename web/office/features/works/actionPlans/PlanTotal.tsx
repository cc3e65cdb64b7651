import { Alert } from '@mantine/core';
import { dayText } from '#contract/dates.ts';
import { WORK_WEEKS } from '#contract/company/settings/model.ts';
import type { ActionPlan } from '#contract/works/actionPlans/model.ts';
import { daysHint } from '#contract/works/actionPlans/rules.ts';
import { siteCalendar } from '#contract/works/schedule/calendar.ts';
import { useToday } from '#web/office/lib/useToday.ts';

/** How long a plan takes: in working days, beside what is usual, and as the day on which a house begun today ends. */
export function PlanTotal({ days, plan }: { days: number; plan: Pick<ActionPlan, 'area_m2' | 'site'> }) {
  const { week, days_off } = plan.site;
  const today = useToday();
  const calendar = siteCalendar(week, days_off);
  const last = calendar.dayAt(calendar.indexOf(today) + Math.max(days, 1) - 1);
  return (
    <Alert variant="light" color="brand" title={`En total: ${days} días hábiles`}>
      {daysHint(days, plan.area_m2)} Una casa que empieza hoy termina el {dayText(last)}, con obra{' '}
      {WORK_WEEKS[week].toLowerCase()}.
    </Alert>
  );
}
