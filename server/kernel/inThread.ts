import { parentPort, workerData } from 'node:worker_threads';

// What the code of a thread (`thread.ts`) needs. It imports nothing else, because each thread loads its imports anew.

/** The task that this thread was started for. */
export const taskOf = <Task>() => workerData as Task;

/** Sends the one answer. */
export const answer = (answered: unknown) => post({ answered });
/** Sends a partial result, in order, before the answer. */
export const answerPart = (part: unknown) => post({ part });

function post(message: object): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(message);
}
