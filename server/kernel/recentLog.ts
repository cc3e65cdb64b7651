import { Writable } from 'node:stream';

/** Lines kept for the support bundle. */
const MOST = 300;
const lines: string[] = [];

/** Takes warnings and errors as they are logged, and keeps the last ones of this process. */
export const recentLines = () =>
  new Writable({
    write(chunk: Buffer | string, _encoding, done) {
      lines.push(String(chunk).trimEnd());
      if (lines.length > MOST) lines.shift();
      done();
    },
  });

/** Values that may be personal: addresses, names in quotes, long numbers, tokens. */
const PERSONAL = /[\w.+-]+@[\w.-]+|"[^"]*"|'[^']*'|«[^»]*»|=\([^)]*\)|[\w-]{30,}|\+?\d[\d -]{5,}/g;
const scrubbed = (text: unknown) => (typeof text === 'string' ? text.replace(PERSONAL, '•••') : undefined);

/**
 * The last warnings and errors, without personal data: of each line only the named fields, and texts without anything
 * that may name a person. Of an error its kind and the places in the code.
 */
export const supportLines = (): string[] => lines.map(plain).filter((line) => line !== '');

function plain(line: string): string {
  let read: Record<string, unknown>;
  try {
    read = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return '';
  }
  const { level, time, msg, method, path, status, job, err } = read;
  const { type, code, constraint, stack } = (err ?? {}) as Record<string, unknown>;
  const places = typeof stack === 'string' ? stack.split('\n').filter((one) => /^\s+at /.test(one)) : [];
  return JSON.stringify({
    time: typeof time === 'number' ? new Date(time).toISOString() : undefined,
    level,
    msg: scrubbed(msg),
    method,
    path,
    status,
    job: scrubbed(job),
    ...(err ? { type, code, constraint, at: places.slice(0, 12).map((one) => one.trim()) } : {}),
  });
}
