import type { Throttle } from '#server/kernel/throttle.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Sign-in limits: few failures per account and address; more per account from all addresses, so that a stranger can
 * hardly lock a user out; many per address, because a whole office may share one. A success is not counted.
 */
export const SIGN_IN_PAIR: Throttle = { name: 'signin', max: 5, seconds: 5 * MINUTE };
export const SIGN_IN_ACCOUNT: Throttle = { name: 'signin.account', max: 20, seconds: 15 * MINUTE };
export const SIGN_IN_ADDRESS: Throttle = { name: 'signin.address', max: 60, seconds: 15 * MINUTE };

/** Replaces all three in a known browser of the account: failures elsewhere do not count there. */
export const SIGN_IN_DEVICE: Throttle = { name: 'signin.device', max: 10, seconds: 15 * MINUTE };

/** Second step of a user: 30 guesses a day among a million codes. */
export const SECOND_STEP: Throttle = { name: 'second', max: 5, seconds: 5 * MINUTE };
export const SECOND_STEP_DAY: Throttle = { name: 'second.day', max: 30, seconds: DAY };
export const EMAIL_CODE: Throttle = { name: 'second.mail', max: 5, seconds: 15 * MINUTE };
/** The password check of a signed-in user. */
export const PASSWORD_AGAIN: Throttle = { name: 'password', max: 5, seconds: 5 * MINUTE };

export const FORGOT_ACCOUNT: Throttle = { name: 'forgot', max: 3, seconds: HOUR };
export const FORGOT_ADDRESS: Throttle = { name: 'forgot.address', max: 20, seconds: HOUR };
export const RESET_ADDRESS: Throttle = { name: 'reset.address', max: 30, seconds: HOUR };
