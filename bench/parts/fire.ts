import autocannon from 'autocannon';

/** One request; a list of them is sent over and over. */
export interface Shot {
  path: string;
  headers?: Record<string, string>;
}

/** What one workload did in one run. */
export interface Shots {
  /** Units a second. */
  rate: number;
  /** Milliseconds of one answer. */
  p50: number;
  p99: number;
  /** Answers that were not as they should be. */
  bad: number;
}

export const CONNECTIONS = 32;

interface Options {
  seconds: number;
  /** Requests that make one unit. */
  per?: number;
  /** Requests made while firing, instead of a list: for writes, each of which is another. */
  requests?: autocannon.Request[];
}

/** Sends at a server over 32 connections. */
export async function fire(
  url: string,
  shots: readonly Shot[],
  { seconds, per = 1, requests }: Options,
): Promise<Shots> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    timeout: 20,
    requests: requests ?? shots.map((shot) => ({ method: 'GET' as const, ...shot })),
  });
  const answered = result['2xx'] + result['3xx'];
  return {
    rate: answered / per / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bad: result['4xx'] + result['5xx'] + result.errors + result.timeouts,
  };
}

/** Each request from another address, as the limits per address expect of people. */
export const addressOf = (n: number): string => `10.${(n >> 14) & 127}.${(n >> 7) & 127}.${n & 127}`;
