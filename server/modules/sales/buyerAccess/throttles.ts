import type { Throttle } from '#server/kernel/throttle.ts';

const HOUR = 3600;

/** One-time codes of customers: what may be sent and tried, per sale or lost link and per address. */
export const CODE_SEND: Throttle = { name: 'code', max: 5, seconds: HOUR };
export const CODE_TRY: Throttle = { name: 'code.try', max: 15, seconds: HOUR };
/** Behind an address of a mobile network are many families: what is confirmed is taken back. */
export const CODE_SEND_ADDRESS: Throttle = { name: 'code.address', max: 100, seconds: HOUR };
export const CODE_TRY_ADDRESS: Throttle = { name: 'code.try.address', max: 60, seconds: HOUR };
/** A day's guesses at one sale, or at one phone or number from "perdí mi enlace". */
export const CODE_TRY_DAY: Throttle = { name: 'code.try.day', max: 40, seconds: 24 * HOUR };
