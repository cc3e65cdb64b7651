import { and, eq } from 'drizzle-orm';
import { MESSAGES } from '#contract/errors.ts';
import type { Context } from './context.ts';
import { Refused } from './errors.ts';
import { idempotencyKeys } from './kernel.table.ts';
import { sha256 } from './secrets.ts';

/** A hash of the parsed fields and the file contents. Multipart boundaries and order do not change it. */
export function bodyHash(
  parts: { params: unknown; query: unknown; body: unknown },
  uploads: Context['uploads'],
): string {
  const contents = [...uploads].map(([field, list]) => [field, list.map((file) => file.sha256)]);
  return sha256(canonical([parts, contents.toSorted()]));
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

export interface KeyedRequest {
  caller: string;
  key: string;
  endpoint: string;
  bodyHash: string;
}

/**
 * The response to an earlier request with this key; undefined if there was none or it has not committed yet.
 * Raises 422 IDEMPOTENCY if the key came with another body.
 */
export async function answeredBefore(
  ctx: Pick<Context, 'db'>,
  request: KeyedRequest,
): Promise<{ answer: unknown } | undefined> {
  const [first] = await ctx.db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.caller, request.caller), eq(idempotencyKeys.key, request.key)));
  if (!first) return undefined;
  if (first.bodyHash !== request.bodyHash || first.endpoint !== request.endpoint)
    throw new Refused(422, 'IDEMPOTENCY', MESSAGES.IDEMPOTENCY);
  return { answer: first.answer };
}

/**
 * Runs `act` once per caller and key: a repeat, even a simultaneous one, gets the first response.
 * The key's row is written in the same transaction as the effect, so a crash leaves both or neither.
 * Raises 422 IDEMPOTENCY if the key comes with another body.
 */
export async function once<A>(
  ctx: Pick<Context, 'db' | 'now'>,
  request: KeyedRequest,
  act: () => Promise<A>,
): Promise<A> {
  const mine = and(eq(idempotencyKeys.caller, request.caller), eq(idempotencyKeys.key, request.key));
  const inserted = await ctx.db
    .insert(idempotencyKeys)
    .values({ ...request, createdAt: ctx.now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (inserted.length === 0) {
    const first = await answeredBefore(ctx, request);
    if (!first) throw new Refused(422, 'IDEMPOTENCY', MESSAGES.IDEMPOTENCY);
    return first.answer as A;
  }
  const answer = await act();
  await ctx.db.update(idempotencyKeys).set({ answer }).where(mine);
  return answer;
}
