import { parentPort, Worker, workerData } from 'node:worker_threads';
import { tooMany } from './errors.ts';

/** What a thread may take before it is ended. */
export interface ThreadLimits {
  /** Of the processor: a machine that is busy with others makes no task guilty. */
  seconds: number;
  /** Of its heap, and as much again of buffers beside it. */
  megabytes: number;
}

/** A thread ended without an answer: it took too long, too much memory, or failed. */
export class ThreadEnded extends Error {
  readonly reason: 'time' | 'memory' | 'fault';
  constructor(file: URL, reason: ThreadEnded['reason'], cause?: unknown) {
    super(`${file.pathname.split('/').at(-1)} ended without an answer (${reason})`, { cause });
    this.reason = reason;
  }
}

/** How often it is looked at what a thread took. */
const LOOK_MS = 100;
/** So many times its seconds may pass by the clock. */
const CLOCK = 5;

/**
 * A task that runs in a thread of its own, so that it keeps nobody waiting, its memory ends with it, and what is made to take for
 * ever costs no more than its limits. `file` reads its task with `taskOf` and hands over with `answer`; what it is done with
 * before goes to `onPart` with `answerPart`. Raises ThreadEnded, and 429 when the machine was too busy to give it its seconds.
 */
export function thread<Task, Answer, Part = never>(file: URL, { seconds, megabytes }: ThreadLimits) {
  return async (task: Task, onPart?: (part: Part) => void): Promise<Answer> => {
    const worker = new Worker(file, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
      execArgv: [],
    });
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const end = (reason: ThreadEnded['reason'], cause?: unknown) =>
      reject(new ThreadEnded(file, reason, cause));
    worker.on('message', (message: { part: Part } | { answered: Answer }) => {
      if ('part' in message) onPart?.(message.part);
      else resolve(message.answered);
    });
    worker.once('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'fault', error),
    );
    worker.once('exit', () => end('fault'));
    const late = () =>
      reject(tooMany(30, 'Hay mucho trabajo en este momento. Inténtalo de nuevo en un momento.'));
    const timer = setTimeout(late, seconds * CLOCK * 1000);
    const look = setInterval(() => {
      // V8 limits the heap alone; what a stream inflates to lies in buffers.
      Promise.all([worker.getHeapStatistics(), worker.cpuUsage()]).then(
        ([{ external_memory: bytes }, { user, system }]) => {
          if (bytes > megabytes * 1_048_576) end('memory');
          else if (user + system > seconds * 1_000_000) end('time');
        },
        () => undefined, // it has ended meanwhile
      );
    }, LOOK_MS);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      clearInterval(look);
      await worker.terminate();
    }
  };
}

/** Inside a thread: what it was started for. */
export const taskOf = <Task>() => workerData as Task;

/** Inside a thread: hands its one answer over. */
export const answer = (answered: unknown) => post({ answered });
/** Inside a thread: hands over what is done, in order, before the answer. */
export const answerPart = (part: unknown) => post({ part });

function post(message: object): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(message);
}

/** Lets so many run at once and so many wait; whoever comes then is refused: 429 with `busy`. */
export function turns({ atOnce, waiting = 0, busy }: { atOnce: number; waiting?: number; busy: string }) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw tooMany(5, busy);
      await new Promise<void>((go) => queue.push(go));
    } else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to who waits, without being free for a moment.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
