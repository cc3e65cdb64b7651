import type { ErrorAnswer } from '#contract/errors.ts';
import type { keepDraft } from '#contract/sales/purchase/endpoints.ts';
import type { DraftChange, DraftKept } from '#contract/sales/purchase/model.ts';
import { isBrokenLine, lineBack } from './line.ts';
import { csrfToken, post } from './post.ts';

export type DraftStatus =
  | 'idle'
  | 'saving'
  | 'saved'
  /** No connection; it retries by itself. */
  | 'offline'
  /** Waits for the data consent. */
  | 'withheld'
  /** The server refused; `refused` got the reason. */
  | 'refused';

interface Told {
  kept: (answer: DraftKept, sent: DraftChange) => void;
  refused: (error: ErrorAnswer, sent: DraftChange) => void;
}

/**
 * Saves a draft's fields on the server after blur, one request at a time, and retries after a connection failure.
 * Fields that the server may not keep before the data consent stay here and are sent with it (rulings.md 17).
 */
export class DraftKeeper {
  #url: `/clientes/precontrato/borrador/${number}`;
  #told: Told | null = null;
  #pending: DraftChange = {};
  /** The change in the current request, so that flush() can send it too. */
  #sending: DraftChange = {};
  #withheld: DraftChange = {};
  #running = false;
  #status: DraftStatus = 'idle';
  #listeners = new Set<() => void>();

  constructor(saleId: number) {
    this.#url = `/clientes/precontrato/borrador/${saleId}`;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  status = (): DraftStatus => this.#status;

  /** Sets the callbacks for the result of each change. */
  listen = (told: Told): (() => void) => {
    this.#told = told;
    return () => {
      if (this.#told === told) this.#told = null;
    };
  };

  change(fields: DraftChange): void {
    for (const name of Object.keys(fields)) delete this.#withheld[name as keyof DraftChange];
    Object.assign(this.#pending, fields);
    if (fields.consentimiento_datos) {
      this.#pending = { ...this.#withheld, ...this.#pending };
      this.#withheld = {};
    }
    void this.#run();
  }

  /** Before the page closes: sends all unsaved changes with a keepalive request. */
  flush(): void {
    const campos = { ...this.#sending, ...this.#pending };
    if (Object.keys(campos).length === 0) return;
    void fetch(this.#url, {
      method: 'PATCH',
      keepalive: true,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-csrf-token': csrfToken(),
      },
      body: JSON.stringify({ campos }),
    }).catch(() => undefined);
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    for (let failures = 0; Object.keys(this.#pending).length > 0;) {
      const sent = this.#pending;
      this.#sending = sent;
      this.#pending = {};
      this.#show(failures > 0 ? 'offline' : 'saving');
      const outcome = await post<typeof keepDraft>(this.#url, { campos: sent }, { method: 'PATCH' });
      this.#sending = {};
      if (outcome.ok) {
        failures = 0;
        // If the user ticked the consent during this request, send the withheld fields with it.
        const held = this.#pending.consentimiento_datos ? this.#pending : this.#withheld;
        for (const name of outcome.answer.data.sin_permiso as (keyof DraftChange)[])
          if (!(name in this.#pending)) Object.assign(held, { [name]: sent[name] });
        this.#told?.kept(outcome.answer.data, sent);
        this.#show(Object.keys(this.#withheld).length > 0 ? 'withheld' : 'saved');
      } else if (isBrokenLine(outcome)) {
        this.#pending = { ...sent, ...this.#pending };
        this.#show('offline');
        await lineBack(++failures, outcome.error.retry_after, new AbortController().signal);
      } else {
        this.#show('refused');
        this.#told?.refused(outcome.error, sent);
      }
    }
    this.#running = false;
  }

  #show(status: DraftStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}
