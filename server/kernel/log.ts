import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { pino, type DestinationStream } from 'pino';
import { recentLines } from './recentLog.ts';

/** Logs JSON lines to standard error, readable lines on a terminal. Tokens, cookies and bodies are never logged. */
export function openLog(level: string): FastifyBaseLogger {
  const options = {
    level,
    redact: { paths: ['req.headers', '*.password', '*.token', '*.code'], remove: true },
    serializers: { err: loggedError },
  };
  const shown = process.stderr.isTTY
    ? (pino.transport({
        target: 'pino-pretty',
        options: { destination: 2, ignore: 'pid,hostname' },
      }) as DestinationStream)
    : standardError();
  return pino(
    options,
    pino.multistream([
      { level: 'trace', stream: shown },
      { level: 'warn', stream: recentLines() },
      // After the line itself: a warning is seen at once.
      { level: 'warn', stream: { write: () => lines?.flushSync() } },
    ]),
  );
}

let lines: ReturnType<typeof pino.destination> | undefined;

/** Standard error, written every tenth of a second: a write for each line costs as much as a small answer. */
function standardError(): DestinationStream {
  if (lines) return lines;
  lines = pino.destination({ dest: 2, minLength: 4096, periodicFlush: 100 });
  process.on('exit', () => lines?.flushSync());
  return lines;
}

/** An error for the log. For a failed statement only its text: values and quoted rows are personal data. */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!(error instanceof DrizzleQueryError)) return pino.stdSerializers.err(error);
  const cause: Partial<Record<'message' | 'code' | 'constraint', unknown>> = { ...error.cause };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: 'DrizzleQueryError',
    message: error.cause?.message ?? 'Failed query',
    code: cause.code,
    constraint: cause.constraint,
    query: error.query,
    stack: frames.join('\n'),
  };
}
