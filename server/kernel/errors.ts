import { MESSAGES, tooManyText, type FieldError } from '#contract/errors.ts';

type Code = keyof typeof MESSAGES | (string & {});
interface Details {
  errors?: FieldError[];
  current?: unknown;
  retryAfter?: number;
  /** The writes made so far stay (a refused attempt that must be counted). */
  keep?: boolean;
}

/** A refusal with a sentence for the person; everything else thrown is a fault (500). */
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
/** Something else won, or changed meanwhile. `current` is what holds now. */
export const conflict = (code: Code, message: string = MESSAGES.CONFLICT, current?: unknown) =>
  new Refused(409, code, message, { current });
/** Bad input: each fault at its field. */
export const invalid = (errors: FieldError[], message: string = MESSAGES.INVALID) =>
  new Refused(422, 'INVALID', message, { errors });
/** A change of state that the rules refuse, with the reason. */
export const transitionRefused = (reason: string) =>
  new Refused(422, 'TRANSITION', MESSAGES.TRANSITION, { errors: [{ field: 'estado', message: reason }] });
/** Too many attempts; `retryAfter` in seconds. Without a sentence of its own the refusal says how long to wait. */
export const tooMany = (retryAfter: number, message: string = tooManyText(retryAfter)) =>
  new Refused(429, 'TOO_MANY', message, { retryAfter });
