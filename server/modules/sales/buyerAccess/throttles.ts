import type { Throttle } from '#server/kernel/throttle.ts';

const HOUR = 3600;

/** Limits for sending and trying customer codes, per sale or lost link and per network address. */
export const CODE_SEND: Throttle = { name: 'code', max: 5, seconds: HOUR };
export const CODE_TRY: Throttle = { name: 'code.try', max: 15, seconds: HOUR };
/** One address of a mobile network may stand for many families, so confirmed attempts are not counted. */
export const CODE_SEND_ADDRESS: Throttle = { name: 'code.address', max: 100, seconds: HOUR };
export const CODE_TRY_ADDRESS: Throttle = { name: 'code.try.address', max: 60, seconds: HOUR };
/** Daily limit of guesses for one sale, or for one phone or number of "perdí mi enlace". */
export const CODE_TRY_DAY: Throttle = { name: 'code.try.day', max: 40, seconds: 24 * HOUR };
