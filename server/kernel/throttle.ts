import { isIPv6 } from 'node:net';
import { sql } from 'drizzle-orm';
import type { Context } from './context.ts';
import { row } from './db.ts';
import { tooMany } from './errors.ts';
import { sha256 } from './secrets.ts';

/** At most `max` attempts in a window of `seconds` that begins with the first. */
export interface Throttle {
  name: string;
  max: number;
  seconds: number;
}

/** The counter stops here: far above every rule, far below the column's maximum. */
const MOST = 1_000_000_000;

type Needs = Pick<Context, 'db' | 'now'>;

/** Subjects are personal data (addresses, numbers): only a hash is stored. */
const keyOf = ({ name }: Throttle, subject: string | number) =>
  `${name}:${sha256(String(subject)).slice(0, 32)}`;

/**
 * Counts an attempt, or an amount. Raises 429 with the seconds left when the window's limit is exceeded. Call it outside
 * the transaction that the refusal rolls back (an endpoint with `ownTransactions`). It is one statement, so simultaneous
 * attempts are all counted.
 */
export async function countAttempt(
  ctx: Needs,
  rule: Throttle,
  subject: string | number,
  amount = 1,
): Promise<void> {
  const until = new Date(ctx.now.getTime() + rule.seconds * 1000);
  const counted = await row<{ attempts: number; left: number }>(
    ctx.db,
    sql`insert into throttles as t (key, attempts, until) values (${keyOf(rule, subject)}, ${amount}::int, ${until})
      on conflict (key) do update set
        attempts = case when t.until <= ${ctx.now} then ${amount}::int else least(t.attempts, ${MOST}::int) + ${amount}::int end,
        until = case when t.until <= ${ctx.now} then excluded.until else t.until end
      returning attempts, ceil(extract(epoch from until - ${ctx.now}::timestamptz))::int as left`,
  );
  if (counted && counted.attempts > rule.max) throw tooMany(Math.max(1, counted.left));
}

/** Subtracts an attempt that was legitimate. */
export async function takeBack(
  ctx: Needs,
  rule: Throttle,
  subject: string | number,
  amount = 1,
): Promise<void> {
  await ctx.db.execute(
    sql`update throttles set attempts = greatest(0, attempts - ${amount}::int) where key = ${keyOf(rule, subject)}`,
  );
}

/** Resets the attempts of a subject. */
export async function forgetAttempts(ctx: Needs, rule: Throttle, subject: string | number): Promise<void> {
  await ctx.db.execute(sql`delete from throttles where key = ${keyOf(rule, subject)}`);
}

/** The unit that counts as one address: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '');
  const [head = '', tail] = ip.split('%')[0]!.split('::');
  const groups = head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length;
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':')];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '') || '0')
    .join(':');
}

/** Takes one of the window's remaining attempts. Returns 0, or the seconds until one is free. A refusal is not counted. */
export async function takeOne(ctx: Needs, rule: Throttle, subject: string | number): Promise<number> {
  const key = keyOf(rule, subject);
  const until = new Date(ctx.now.getTime() + rule.seconds * 1000);
  const taken = await row(
    ctx.db,
    sql`insert into throttles as t (key, attempts, until) values (${key}, 1, ${until})
      on conflict (key) do update set
        attempts = case when t.until <= ${ctx.now} then 1 else t.attempts + 1 end,
        until = case when t.until <= ${ctx.now} then excluded.until else t.until end
        where t.until <= ${ctx.now} or t.attempts < ${rule.max}
      returning 1`,
  );
  if (taken) return 0;
  const full = await row<{ left: number }>(
    ctx.db,
    sql`select ceil(extract(epoch from until - ${ctx.now}::timestamptz))::int as left from throttles where key = ${key}`,
  );
  return Math.max(1, full?.left ?? 1);
}
