import { Unanswered, type Answer, type CrashBrowser, type Sending } from './browser.ts';

/** A confirmed write with a key: sent again, it must give the same response and create nothing. */
export interface KeyedWrite {
  browser: CrashBrowser;
  sending: Sending;
  answer: Answer;
}

/** Confirmed writes: after any crash each exists exactly once. */
export interface Promised {
  /** Purchases begun, with the confirmed `saleId`. */
  buyers: { phone: string; saleId: number }[];
  received: { saleId: number; code: string; lotId: number | null; paid: boolean }[];
  papers: { saleId: number; field: string; sha256: string }[];
  comments: { id: number; body: string }[];
  moves: { entity: string; id: number; from: number; to: number }[];
  /** Rows added to value lists. */
  items: { catalog: string; id: number; label: string }[];
  /** Invited colleagues; each must exist once. */
  invited: { id: number; email: string }[];
}

/** The round is over: each worker stops before its next write. */
export class RoundOver extends Error {}

/** Records the writes of all workers through a crash. A write without a response is sent again after the recovery. */
export class Ledger {
  readonly promised: Promised = { buyers: [], received: [], papers: [], comments: [], moves: [], items: [], invited: [] }; // prettier-ignore
  /** Confirmed writes with keys in this round, before and after the crash. */
  keyed: KeyedWrite[] = [];
  answered = 0;
  /** Number of writes without a response in this round. */
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

  /** Resolves when so many writes have been sent in this round. */
  sent(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting = { count, reached: resolve };
    return promise;
  }

  /** Ends the round: each worker finishes only its current write. */
  end(): void {
    this.#over = true;
  }

  /** Like `end`, and from now on writes may stay without a response. */
  breakLine(): void {
    this.#broken = true;
    this.end();
  }

  restoreLine(): void {
    this.#broken = false;
    this.#back.resolve();
  }

  /** Raises RoundOver if no new write may begin. */
  checkIn(): void {
    if (this.#over) throw new RoundOver();
  }

  /** Sends the same request until it gets a response (status below 500). */
  async write(browser: CrashBrowser, sending: Sending): Promise<Answer> {
    this.checkIn();
    this.#sent += 1;
    if (this.#waiting && this.#sent >= this.#waiting.count) this.#waiting.reached();
    const answer = await this.through(() => browser.send(sending));
    this.answered += 1;
    if (sending.key && answer.status < 300) this.keyed.push({ browser, sending, answer });
    return answer;
  }

  /** Runs `act`; if the connection broke, runs it again after the recovery. */
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
