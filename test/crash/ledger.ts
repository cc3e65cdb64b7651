import { Unanswered, type Answer, type CrashBrowser, type Sending } from './browser.ts';

/** A write under a key that was answered: sent again, it must answer the same and make nothing. */
export interface KeyedWrite {
  browser: CrashBrowser;
  sending: Sending;
  answer: Answer;
}

/** What the answers promised: after any crash it is there, once. */
export interface Promised {
  /** Purchases begun; `saleId` is known once it was answered. */
  buyers: { phone: string; saleId: number }[];
  received: { saleId: number; code: string; lotId: number | null; paid: boolean }[];
  papers: { saleId: number; field: string; sha256: string }[];
  comments: { id: number; body: string }[];
  moves: { entity: string; id: number; from: number; to: number }[];
  /** Rows added to value lists. */
  items: { catalog: string; id: number; label: string }[];
  /** Colleagues who were invited, once each. */
  invited: { id: number; email: string }[];
}

/** The round is over: whoever works stops before the next write. */
export class RoundOver extends Error {}

/** Writes of all workers, through the crash: what was not answered is sent again once the house is back. */
export class Ledger {
  readonly promised: Promised = { buyers: [], received: [], papers: [], comments: [], moves: [], items: [], invited: [] }; // prettier-ignore
  /** Answered in this round, before and after the crash. */
  keyed: KeyedWrite[] = [];
  answered = 0;
  /** How many writes nobody answered in this round. */
  unanswered = 0;
  #sent = 0;
  #over = false;
  #broken = false;
  #back = Promise.withResolvers<void>();
  #waiting: { count: number; reached: () => void } | undefined;

  begin(): void {
    this.keyed = [];
    this.#sent = 0;
    this.answered = 0;
    this.unanswered = 0;
    this.#over = false;
    this.#broken = false;
    this.#back = Promise.withResolvers<void>();
  }

  /** Settles when so many writes were sent in this round. */
  sent(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting = { count, reached: resolve };
    return promise;
  }

  /** The write under way is the last of each worker. */
  end(): void {
    this.#over = true;
  }

  /** As `end`, and from now on a write may stay without answer. */
  breakLine(): void {
    this.#broken = true;
    this.end();
  }

  restoreLine(): void {
    this.#broken = false;
    this.#back.resolve();
  }

  /** Raises RoundOver where nothing new is begun any more. */
  checkIn(): void {
    if (this.#over) throw new RoundOver();
  }

  /** Sends until it is answered, the same request each time. An answer is 200-499. */
  async write(browser: CrashBrowser, sending: Sending): Promise<Answer> {
    this.checkIn();
    this.#sent += 1;
    if (this.#waiting && this.#sent >= this.#waiting.count) this.#waiting.reached();
    const answer = await this.through(() => browser.send(sending));
    this.answered += 1;
    if (sending.key && answer.status < 300) this.keyed.push({ browser, sending, answer });
    return answer;
  }

  /** Does something again once the line is back, when the line broke in it. */
  async through<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Unanswered) || !this.#broken) throw error;
      this.unanswered += 1;
      await this.#back.promise;
      return act();
    }
  }
}
