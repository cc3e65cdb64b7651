import { MESSAGES, type ErrorAnswer, type FieldError } from '#contract/errors.ts';

/** For status 0: there was no answer. */
const NO_ANSWER = 'No hay conexión con el servidor. Revisa tu internet e inténtalo de nuevo.';

/** The error answer of a call (rulings 13) with its status, or status 0 and code NETWORK. */
export class Refusal extends Error {
  readonly status: number;
  readonly answer: ErrorAnswer;

  constructor(status: number, answer: ErrorAnswer) {
    super(answer.message);
    this.name = 'Refusal';
    this.status = status;
    this.answer = answer;
  }

  get code(): string {
    return this.answer.code;
  }

  /** Messages by field. Empty if the refusal is not about a field. */
  get fields(): FieldError[] {
    return this.answer.errors ?? [];
  }

  /** A server or network failure: a retry may help. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  get requestId(): string {
    return this.answer.request_id;
  }
}

export const networkRefusal = () => new Refusal(0, { message: NO_ANSWER, code: 'NETWORK', request_id: '' });

/** Makes a Refusal from any error body: our format, a proxy's HTML, or nothing. */
export function refusalOf(status: number, body: unknown): Refusal {
  const given = typeof body === 'object' && body !== null ? (body as Partial<ErrorAnswer>) : {};
  return new Refusal(status, {
    ...given,
    message: typeof given.message === 'string' ? given.message : sentenceOf(status),
    code: typeof given.code === 'string' ? given.code : `HTTP_${status}`,
    request_id: typeof given.request_id === 'string' ? given.request_id : '',
  });
}

function sentenceOf(status: number): string {
  if (status === 401) return MESSAGES.UNAUTHENTICATED;
  if (status === 403) return MESSAGES.FORBIDDEN;
  if (status === 404) return MESSAGES.NOT_FOUND;
  if (status === 409) return MESSAGES.CONFLICT;
  if (status === 413) return MESSAGES.TOO_LARGE;
  if (status === 422) return MESSAGES.INVALID;
  if (status === 429) return MESSAGES.TOO_MANY;
  return MESSAGES.INTERNAL;
}

/** The message to show for any thrown value. */
export const sentence = (error: unknown): string =>
  error instanceof Refusal ? error.message : MESSAGES.INTERNAL;
