/** Nothing more is ever kept back of what a buyer paid (domain.md §4.5: keeping all is held abusive). */
export const MOST_PENALTY_PERCENT = 10;
