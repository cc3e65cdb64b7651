import { MESSAGES, tooManyText, type FieldError } from '#contract/errors.ts';
import type { WhyNot } from '#contract/transitions.ts';

type Code = keyof typeof MESSAGES | (string & {});
interface Details {
  errors?: FieldError[];
  current?: unknown;
  retryAfter?: number;
  /** Commit the writes made so far (to count a failed attempt). */
  keep?: boolean;
}

/** A refusal with a sentence for the user. Any other thrown error is a fault (500). */
export class Refused extends Error {
  readonly status: number;
  readonly code: Code;
  readonly details: Details;
  constructor(status: number, code: Code, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export const unauthenticated = () => new Refused(401, 'UNAUTHENTICATED', MESSAGES.UNAUTHENTICATED);
export const forbidden = () => new Refused(403, 'FORBIDDEN', MESSAGES.FORBIDDEN);
export const notFound = () => new Refused(404, 'NOT_FOUND', MESSAGES.NOT_FOUND);
/** 409: the record changed meanwhile, or another request won. `current` is the present value. */
export const conflict = (code: Code, message: string = MESSAGES.CONFLICT, current?: unknown) =>
  new Refused(409, code, message, { current });
/** 422: invalid input, each error at its field. */
export const invalid = (errors: FieldError[], message: string = MESSAGES.INVALID) =>
  new Refused(422, 'INVALID', message, { errors });
/** 422: the rules refuse a change of state, with the reason. */
export const transitionRefused = (why: WhyNot) => {
  const { reason, missing: _, ...rest } = typeof why === 'string' ? { reason: why, missing: undefined } : why;
  return new Refused(422, 'TRANSITION', MESSAGES.TRANSITION, {
    errors: [{ field: 'estado', message: reason, ...rest }],
  });
};
/** 429: too many attempts; `retryAfter` in seconds. The default message says how long to wait. */
export const tooMany = (retryAfter: number, message: string = tooManyText(retryAfter)) =>
  new Refused(429, 'TOO_MANY', message, { retryAfter });
