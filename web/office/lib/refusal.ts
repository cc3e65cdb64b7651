import { MESSAGES, type ErrorAnswer, type FieldError } from '#contract/errors.ts';

/** Status 0: no answer came at all. */
const NO_ANSWER = 'No hay conexión con el servidor. Revisa tu internet e inténtalo de nuevo.';

/** A call that was not granted: the server's answer (rulings 13) with its status, or status 0 and code NETWORK. */
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

  /** Sentences by field; empty when the refusal is about the whole. */
  get fields(): FieldError[] {
    return this.answer.errors ?? [];
  }

  /** A fault of ours or of the line, so that asking again may help. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  get requestId(): string {
    return this.answer.request_id;
  }
}

export const networkRefusal = () => new Refusal(0, { message: NO_ANSWER, code: 'NETWORK', request_id: '' });

/** Reads a refusal whatever came back: our shape, a proxy's HTML, nothing. */
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

/** The sentence to show for anything thrown. */
export const sentence = (error: unknown): string =>
  error instanceof Refusal ? error.message : MESSAGES.INTERNAL;
