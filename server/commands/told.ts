import { ConfigError } from '#server/kernel/config.ts';
import { EmbeddedPostgresError } from '#server/kernel/embedded-postgres.ts';
import { startFault } from '#server/kernel/startFault.ts';
import type { PostgresLog } from '#server/kernel/embedded-postgres/launch.ts';

/** Ends a command with one sentence instead of a stack trace. */
export class Told extends Error {}

/** PostgreSQL's log during a command: warnings only. */
export const quiet: PostgresLog = {
  info: () => undefined,
  warn: (line) => void process.stderr.write(`${line}\n`),
};

/** Prints an error and sets exit code 1: only the sentence if the error has one for people, else the stack. */
export function tellAndEnd(error: unknown): void {
  const forPeople =
    error instanceof Told || error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  process.stderr.write(
    `${forPeople ? error.message : (startFault(error) ?? (error instanceof Error ? error.stack : String(error)))}\n`,
  );
  process.exitCode = 1;
}

/** A size in bytes as text in MB or GB. */
export const size = (bytes: number): string =>
  bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
