import autocannon from 'autocannon';

/** One request; a list of them is sent repeatedly. */
export interface Shot {
  path: string;
  headers?: Record<string, string>;
}

/** The result of one run of a workload. */
export interface Shots {
  /** Units per second. */
  rate: number;
  /** Latency of one response in milliseconds. */
  p50: number;
  p99: number;
  /** Failed responses. */
  bad: number;
}

export const CONNECTIONS = 32;

interface Options {
  seconds: number;
  /** Requests per unit. */
  per?: number;
  /** Requests generated while firing, instead of a list: for writes, which all differ. */
  requests?: autocannon.Request[];
}

/** Sends requests to a server over 32 connections. */
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

/** A different IP address per request, as with real visitors: rate limits count per address. */
export const addressOf = (n: number): string => `10.${(n >> 14) & 127}.${(n >> 7) & 127}.${n & 127}`;
