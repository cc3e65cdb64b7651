import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

/** JSON lines on standard error; readable ones on a terminal. Tokens, cookies and bodies never get here. */
export function openLog(level: string): FastifyBaseLogger {
  const options = {
    level,
    redact: { paths: ['req.headers', '*.password', '*.token', '*.code'], remove: true },
  };
  return process.stderr.isTTY
    ? pino({
        ...options,
        transport: { target: 'pino-pretty', options: { destination: 2, ignore: 'pid,hostname' } },
      })
    : pino(options, pino.destination(2));
}
