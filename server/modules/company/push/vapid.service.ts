import { eq } from 'drizzle-orm';
import webPush from 'web-push';
import { z } from 'zod';
import { HOUR_MS } from '#contract/dates.ts';
import type { Context } from '#server/kernel/context.ts';
import { settings } from '#server/kernel/kernel.table.ts';
import { Lately } from '#server/kernel/lately.ts';

const KEY = 'vapid';
const Kept = z.object({ publicKey: z.string(), privateKey: z.string() });
export type Vapid = z.infer<typeof Kept>;

const known = new Lately<Vapid>({ ms: HOUR_MS, max: 1 });

type Needs = Pick<Context, 'db' | 'now' | 'seal'>;

/**
 * The keys that identify this installation to push services. Made once; the private one is sealed. A backup contains
 * them with the database: with other keys, no browser would receive anything until it subscribed again.
 */
export const vapidKeys = (ctx: Needs): Promise<Vapid> =>
  known.read('', async () => {
    const read = async () => {
      const [kept] = await ctx.db.select().from(settings).where(eq(settings.key, KEY));
      return Kept.safeParse(kept?.value).data;
    };
    const sealer = ctx.seal('vapid');
    const opened = (kept: Vapid | undefined) => {
      const privateKey = kept && sealer.open(kept.privateKey);
      return privateKey === undefined ? undefined : { ...kept!, privateKey };
    };
    const kept = opened(await read());
    if (kept) return kept;
    const made = webPush.generateVAPIDKeys();
    const value = { ...made, privateKey: sealer.seal(made.privateKey) };
    // Another process may have made them meanwhile: the first ones stay, unless they were sealed with a lost secret.
    await ctx.db.insert(settings).values({ key: KEY, value, updatedAt: ctx.now }).onConflictDoNothing();
    const first = opened(await read());
    if (first) return first;
    await ctx.db.update(settings).set({ value, updatedAt: ctx.now }).where(eq(settings.key, KEY));
    return made;
  });
