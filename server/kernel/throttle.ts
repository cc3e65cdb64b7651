import { isIPv6 } from 'node:net';
import { sql } from 'drizzle-orm';
import type { Context } from './context.ts';
import { row } from './db.ts';
import { tooMany } from './errors.ts';
import { sha256 } from './secrets.ts';

/** So many attempts in a window that begins with the first. */
export interface Throttle {
  name: string;
  max: number;
  seconds: number;
}

/** Nothing is counted any further: far above every rule, far below what a column holds. */
const MOST = 1_000_000_000;

type Needs = Pick<Context, 'db' | 'now'>;

/** Keys hold what people type (addresses, numbers): only a hash is stored. */
const keyOf = ({ name }: Throttle, subject: string | number) =>
  `${name}:${sha256(String(subject)).slice(0, 32)}`;

/**
 * Counts an attempt, or an amount of something; raises 429 with the seconds left when the window has had its number. Call it outside the transaction that
 * the refusal undoes (an endpoint with `ownTransactions`). One statement: attempts at once are counted one by one.
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

/** Takes an attempt back that turned out to be rightful. */
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

/** Forgets the attempts on a subject. */
export async function forgetAttempts(ctx: Needs, rule: Throttle, subject: string | number): Promise<void> {
  await ctx.db.execute(sql`delete from throttles where key = ${keyOf(rule, subject)}`);
}

/** Who counts as one address: an IPv4 address, or the network of 64 bits that one IPv6 line has. */
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

/** Takes one of what the window has left: 0, or the seconds until there is one again. A refusal is not counted. */
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
