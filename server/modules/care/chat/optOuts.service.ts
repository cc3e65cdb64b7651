import { desc, eq, inArray } from 'drizzle-orm';
import type { Acting } from '#server/kernel/context.ts';
import { rows, sql, type Db } from '#server/kernel/db.ts';
import { chatOptOuts, conversations } from './chat.table.ts';

/**
 * The BAJA of a number outlives its person's data: whoever asked for no messages and for erasure is not written to when the
 * number comes back by another way. Kept is a hash with the installation's key, which nobody can turn into the number or
 * try out without it (Ley 81: opposition and cancellation).
 */

type Keeping = Pick<Acting, 'db' | 'sign'>;
const hashOf = ({ sign }: Keeping, phone: string): string => sign('chat.bajas').sign(phone);

/** The telephone of a person, and the numbers from which they wrote. */
export const numbersOf = async (db: Db, personId: number): Promise<string[]> =>
  (
    await rows<{ phone: string }>(
      db,
      sql`select phone from people where id = ${personId} and phone <> ''
        union select phone from whatsapp_addresses where person_id = ${personId}`,
    )
  ).map(({ phone }) => phone);

/** Keeps the BAJA of a person who is erased, for the numbers that they had. */
export async function keepOptOut(ctx: Keeping, personId: number, numbers: readonly string[]): Promise<void> {
  const [room] = await ctx.db
    .select({ since: conversations.optedOutAt })
    .from(conversations)
    .where(eq(conversations.personId, personId));
  const since = room?.since;
  if (!since || numbers.length === 0) return;
  await ctx.db
    .insert(chatOptOuts)
    .values(numbers.map((one) => ({ numberHash: hashOf(ctx, one), since })))
    .onConflictDoNothing();
}

/** Since when a number of a person whose conversation begins said BAJA, when an erased person had it; else null. */
export async function keptOptOut(ctx: Keeping, personId: number): Promise<Date | null> {
  const hashes = (await numbersOf(ctx.db, personId)).map((one) => hashOf(ctx, one));
  if (hashes.length === 0) return null;
  const [kept] = await ctx.db
    .select({ since: chatOptOuts.since })
    .from(chatOptOuts)
    .where(inArray(chatOptOuts.numberHash, hashes))
    .orderBy(desc(chatOptOuts.since))
    .limit(1);
  return kept?.since ?? null;
}

/** Whoever has the number now wrote ALTA. */
export async function forgetOptOut(ctx: Keeping, personId: number): Promise<void> {
  const hashes = (await numbersOf(ctx.db, personId)).map((one) => hashOf(ctx, one));
  if (hashes.length > 0) await ctx.db.delete(chatOptOuts).where(inArray(chatOptOuts.numberHash, hashes));
}
