import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './llave.ts';
import type { Starts } from './starts.ts';

/** One measured workload with its requirements. */
export interface Line {
  name: string;
  /** Requests per second of ours and of the limit; latencies of one response in ms. */
  rate: number;
  p50: number;
  p99: number;
  limit: number;
  limitP99: number;
  ratio: number;
  required: number;
  /** The p99 must not exceed the limit's. */
  requiredP99?: true;
  /** Failed responses of both servers. */
  bad: number;
}

export interface Result {
  sales: number;
  lines: readonly Line[];
  /** MB of the server's process at the end. */
  memory: number;
  /** Bytes per sale. */
  disk: number;
}

/** How much longer a workload takes at the largest size than at the smallest. */
export interface Growth {
  name: string;
  factor: number;
  most: number;
}

const MOST_MEMORY = 350;
const MOST_DISK = 18_000;
const mark = (good: boolean) => (good ? '✓' : '✗');
const whole = (value: number) => Math.round(value).toLocaleString('en-US');

/** Time at the largest size divided by time at the smallest, for workloads that must not grow. */
export function growth(results: readonly Result[]): Growth[] {
  const [small, large] = [results[0], results.at(-1)];
  if (!small || !large || small === large) return [];
  return small.lines.flatMap(({ name, rate }) => {
    const other = large.lines.find((line) => line.name === name);
    if (!other || !/staff list|one sale|search/.test(name)) return [];
    return [{ name, factor: rate / other.rate, most: name.includes('common') ? 3 : 1.3 }];
  });
}

/** The tables of a run, as Markdown. */
export function show(
  results: readonly Result[],
  grown: readonly Growth[],
  starts: Starts | null,
  machine: string,
): string {
  const text: string[] = [`Machine: ${machine}.`];
  for (const { sales, lines, memory, disk } of results)
    text.push(
      `\n### ${whole(sales)} sales\n`,
      '| workload | ours/s | p50 | p99 | limit/s | its p99 | ratio | required | |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
      ...lines.map(row),
      `| memory after all of it | ${whole(memory)} MB | | | | | | < ${MOST_MEMORY} MB | ${mark(memory < MOST_MEMORY)} |`,
      `| disk per sale with 6 papers' rows | ${(disk / 1000).toFixed(1)} kB | | | | | | < ${MOST_DISK / 1000} kB | ${mark(disk < MOST_DISK)} |`,
    );
  if (grown.length > 0)
    text.push(
      '\n### Ten times as many sales\n',
      '| workload | time | at most | |',
      '| --- | ---: | ---: | --- |',
      ...grown.map(
        ({ name, factor, most }) =>
          `| ${name} | × ${factor.toFixed(2)} | × ${most} | ${mark(factor <= most)} |`,
      ),
    );
  if (starts)
    text.push(
      '\n### Starting\n',
      '| start | seconds | required | |',
      '| --- | ---: | ---: | --- |',
      `| existing company | ${starts.next.toFixed(1)} | < 3 | ${mark(starts.next < 3)} |`,
      `| first start, with the demo | ${starts.first.toFixed(1)} | < 15 | ${mark(starts.first < 15)} |`,
    );
  return text.join('\n');
}

function row({ name, rate, p50, p99, limit, limitP99, ratio, required, requiredP99, bad }: Line): string {
  const good = ratio >= required && (!requiredP99 || p99 <= limitP99) && bad === 0;
  const asked = `${required}${requiredP99 ? ', p99 ≤ its' : ''}`;
  const said = bad ? `${name} (${bad} not answered well)` : name;
  return `| ${said} | ${whole(rate)} | ${p50} | ${p99} | ${whole(limit)} | ${limitP99} | ${ratio.toFixed(2)} | ${asked} | ${mark(good)} |`;
}

const BEGIN = '<!-- measured: begin -->';
const END = '<!-- measured: end -->';

/** Writes a run into docs/benchmarks.md between its marks; keeps the notes around them. */
export async function record(text: string, command: string): Promise<void> {
  const file = path.join(root, 'docs/benchmarks.md');
  const page = await readFile(file, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  if (before === undefined || after === undefined) throw new Error(`${file} has no marks`);
  const day = new Date().toISOString().slice(0, 10);
  const head = `Measured ${day} with \`npm run bench -- ${command}\`.`;
  await writeFile(file, `${before}${BEGIN}\n\n${head} ${text}\n\n${END}${after}`);
}
