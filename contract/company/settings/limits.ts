/** Maximum percent that may be kept of a buyer's payments (domain.md §4.5: keeping all is considered abusive). */
export const MOST_PENALTY_PERCENT = 10;
