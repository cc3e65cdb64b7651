import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { ThreadEnded, type ThreadLimits } from './thread.ts';

/** How often a child's memory is looked at. */
const LOOK_MS = 100;
/** Behind whatever answers people. */
const NICE = 10;

/**
 * As `thread`, for native code: a thread cannot be ended while a library draws, a process can. `file` listens with `taskOfChild`.
 * It knows nothing of the application's environment. Raises ThreadEnded.
 */
export function child<Task extends object, Answer>(file: URL, { seconds, megabytes }: ThreadLimits) {
  return async (task: Task): Promise<Answer> => {
    const process_ = fork(file, {
      serialization: 'advanced',
      execArgv: [],
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const end = (reason: ThreadEnded['reason'], cause?: unknown) =>
      reject(new ThreadEnded(file, reason, cause));
    process_.once('message', (answer) => resolve(answer as Answer));
    process_.once('error', (error) => end('fault', error));
    process_.once('exit', () => end('fault'));
    const timer = setTimeout(() => end('time'), seconds * 1000);
    const look = setInterval(() => {
      void residentMegabytes(process_.pid).then((used) => used > megabytes && end('memory'));
    }, LOOK_MS);
    try {
      if (process_.pid) setPriority(process_.pid, NICE);
      process_.send(task, (error) => error && end('fault', error));
      return await promise;
    } finally {
      clearTimeout(timer);
      clearInterval(look);
      process_.kill('SIGKILL');
    }
  };
}

/** What Linux tells of a process; elsewhere only the time is limited. */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Inside a child: does its one task and sends the answer; ends with the process that wanted it. */
export function taskOfChild<Task, Answer>(work: (task: Task) => Promise<Answer>): void {
  process.once('disconnect', () => process.exit());
  process.once('message', (task) => {
    void work(task as Task).then(
      (answer) => process.send?.(answer),
      () => process.exit(1),
    );
  });
}
