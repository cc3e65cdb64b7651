import { Worker } from 'node:worker_threads';
import { tooMany } from './errors.ts';

/** Limits of a thread; it is ended beyond them. */
export interface ThreadLimits {
  /** CPU seconds: a busy machine does not count against the task. */
  seconds: number;
  /** Limit of the heap, and the same again for buffers outside it. */
  megabytes: number;
}

/** A thread ended without an answer: it took too long, used too much memory, or failed. */
export class ThreadEnded extends Error {
  readonly reason: 'time' | 'memory' | 'fault';
  constructor(file: URL, reason: ThreadEnded['reason'], cause?: unknown) {
    super(`${file.pathname.split('/').at(-1)} ended without an answer (${reason})`, { cause });
    this.reason = reason;
  }
}

/** A thread finds its imports as the application does, which is most of its start. */
const RESOLVE = [`--import=${new URL('../../bin/lib/resolve.mjs', import.meta.url).href}`];

/** How often the usage of a thread is measured. */
const LOOK_MS = 100;
/** Wall-clock limit, as a multiple of the CPU seconds. */
const CLOCK = 5;

/**
 * Runs a task in its own thread: it blocks nobody, its memory is freed at the end, and a malicious input costs no more than
 * the limits. `file` reads its task with `taskOf` and returns the result with `answer`; `answerPart` sends earlier results
 * to `onPart` (`inThread.ts`). Raises ThreadEnded, and 429 when the machine was too busy to give the thread its seconds.
 */
export function thread<Task, Answer, Part = never>(file: URL, { seconds, megabytes }: ThreadLimits) {
  return async (task: Task, onPart?: (part: Part) => void): Promise<Answer> => {
    const worker = new Worker(file, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
      execArgv: RESOLVE,
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
      // V8 limits only the heap; an inflated stream is in buffers.
      Promise.all([worker.getHeapStatistics(), worker.cpuUsage()]).then(
        ([{ external_memory: bytes }, { user, system }]) => {
          if (bytes > megabytes * 1_048_576) end('memory');
          else if (user + system > seconds * 1_000_000) end('time');
        },
        () => undefined, // the worker has ended
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

/** Limits concurrency: `atOnce` tasks run, `waiting` tasks queue, and the next raises 429 with the message `busy`. */
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
      // The slot passes directly to the next in the queue, so a newcomer cannot take it.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
