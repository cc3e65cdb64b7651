import { addMonths, monthText } from '#contract/dates.ts';
import { periodOf } from '#contract/money/ledger/rules.ts';
import { useToday } from '#web/office/lib/useToday.ts';

/** The last two years of months, the newest first, for a choice. */
export function useMonths(): { value: number; label: string }[] {
  const first = `${useToday().slice(0, 7)}-01`;
  return Array.from({ length: 24 }, (_, back) => addMonths(first, -back)).map((month) => ({
    value: periodOf(month),
    label: monthText(month),
  }));
}
