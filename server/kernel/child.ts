import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { ThreadEnded, type ThreadLimits } from './thread.ts';

/** How often the child's memory is measured. */
const LOOK_MS = 100;
/** Lower priority than the processes that answer requests. */
const NICE = 10;

/**
 * Like `thread`, for native code: a thread cannot be stopped inside a native library, a process can. `file` must call
 * `taskOfChild`. The child does not get the application's environment. Raises ThreadEnded.
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

/** Resident memory, read from Linux's /proc. On other systems 0: only the time is limited. */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Inside a child: does its one task and sends the answer. Exits when the parent process goes away. */
export function taskOfChild<Task, Answer>(work: (task: Task) => Promise<Answer>): void {
  process.once('disconnect', () => process.exit());
  process.once('message', (task) => {
    void work(task as Task).then(
      (answer) => process.send?.(answer),
      () => process.exit(1),
    );
  });
}
