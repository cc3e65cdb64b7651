import { addDays, addMonths, daysBetween } from '#contract/dates.ts';
import { COVER_NAMES, coverOfPart, type Cover, type Part } from './parts.ts';

/** How long a cover lasts, from a day on: a row that counsel writes. Days are YYYY-MM-DD. */
export interface WarrantyRule {
  id: number;
  cover: Cover;
  months: number;
  validFrom: string;
}

/** Months of a cover that a rule may give: from one to 20 years. */
export const MONTHS_MOST = 240;
/** Days before the end of a cover at which its family and the company are told. */
export const ENDING_DAYS = 30;

/** The clock of one cover of one house. */
export interface CoverClock {
  cover: Cover;
  ruleId: number;
  months: number;
  /** The last day on which a claim is under cover. */
  until: string;
}

/**
 * The rule that a house delivered on this day has, or undefined: the one in force then. A later change of the rules does
 * not change what was promised with the keys.
 */
export const ruleFor = (
  rules: readonly WarrantyRule[],
  cover: Cover,
  deliveredOn: string,
): WarrantyRule | undefined =>
  rules
    .filter((rule) => rule.cover === cover && rule.validFrom <= deliveredOn)
    .toSorted((a, b) => b.validFrom.localeCompare(a.validFrom))[0];

/** The clocks of a house from its delivery, in the order of COVERS. A claim on the last day itself is in time. */
export const clocksOf = (rules: readonly WarrantyRule[], deliveredOn: string): CoverClock[] =>
  COVER_NAMES.flatMap((cover) => {
    const rule = ruleFor(rules, cover, deliveredOn);
    return rule
      ? [{ cover, ruleId: rule.id, months: rule.months, until: addMonths(deliveredOn, rule.months) }]
      : [];
  });

/** Whether a defect of a part is under cover on a day, and until when. */
export interface Covered {
  cover: Cover;
  covered: boolean;
  /** The last day of the cover; null: no rule covers this part. */
  until: string | null;
  /** Days that are left; negative: since when it is over. */
  daysLeft: number | null;
}

/** What covers a defect of this part that is claimed on this day, in a house delivered on `deliveredOn`. */
export function coverOf(
  rules: readonly WarrantyRule[],
  deliveredOn: string,
  part: Part,
  day: string,
): Covered {
  const cover = coverOfPart(part);
  const clock = clocksOf(rules, deliveredOn).find((one) => one.cover === cover);
  return clock
    ? {
        cover,
        covered: day >= deliveredOn && day <= clock.until,
        until: clock.until,
        daysLeft: daysBetween(day, clock.until),
      }
    : { cover, covered: false, until: null, daysLeft: null };
}

/** States of a cover that screens show. */
export const COVER_STATES = { vigente: 'Vigente', por_vencer: 'Por vencer', vencida: 'Vencida' } as const;
export type CoverState = keyof typeof COVER_STATES;
export const coverState = (until: string, today: string): CoverState =>
  until < today ? 'vencida' : until <= addDays(today, ENDING_DAYS) ? 'por_vencer' : 'vigente';

/** A sale closes so many months after its delivery, with nothing open (domain.md §3, 14→15). */
export const CLOSING_MONTHS = 12;
export const closesOn = (deliveredOn: string): string => addMonths(deliveredOn, CLOSING_MONTHS);
