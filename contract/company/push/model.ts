import { z } from 'zod';
import { pageBy } from '#contract/paging.ts';

/** Longest texts of a push notice: what the smallest phone shows. */
export const PUSH_TITLE = 80;
export const PUSH_TEXT = 200;
/** Browsers in which one person may receive notices; a further one takes the place of the longest silent. */
export const MOST_DEVICES = 8;

/** A browser's PushSubscription as JSON: an uncompressed P-256 point and 16 bytes. The server also checks the endpoint's host. */
export const PushSubscription = z.object({
  endpoint: z.url({ error: 'La dirección de avisos de tu navegador no sirve.' }).max(1000),
  keys: z.object({
    p256dh: z.string().regex(/^B[\w-]{86}=?$/),
    auth: z.string().regex(/^[\w-]{22}={0,2}$/),
  }),
});
export type PushSubscription = z.infer<typeof PushSubscription>;

/** A subscription as the body itself, or as JSON text in the field `push_subscription`. */
export const SentSubscription = z
  .union([PushSubscription, z.object({ push_subscription: z.string().max(4000) })])
  .transform((sent) => ('endpoint' in sent ? sent : readSubscription(sent.push_subscription)))
  .pipe(PushSubscription);

/** The subscription in a JSON text; null if it is none. */
export function readSubscription(text: string): PushSubscription | null {
  try {
    return PushSubscription.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const instant = z.string().nullable();
/** A browser that receives notices, and how that has gone. */
export const PushDevice = z.object({
  id: z.number().int(),
  /** "Chrome en Android" */
  device: z.string(),
  created_at: z.string(),
  /** Notices that its push service accepted. */
  sent: z.number().int(),
  /** Notices in a row that it did not accept. */
  failures: z.number().int(),
  last_success_at: instant,
  last_failure_at: instant,
  /** Why it failed last, or why nothing is sent to it any more; a sentence. */
  trouble: z.string().nullable(),
  /** Nothing is sent to it any more since. */
  ended_at: instant,
});
export type PushDevice = z.infer<typeof PushDevice>;

/** For staff: with its owner. A customer's name is not shown. */
export const OwnedDevice = PushDevice.extend({ owner: z.string(), customer: z.boolean() });
export type OwnedDevice = z.infer<typeof OwnedDevice>;

export const DEVICE_STATES = { bien: 'Funcionan', falla: 'Con fallas', terminada: 'Terminadas' } as const;
export const DeviceFilter = pageBy('id').extend({
  estado: z.enum(Object.keys(DEVICE_STATES) as [keyof typeof DEVICE_STATES]).optional(),
});
export type DeviceFilter = z.infer<typeof DeviceFilter>;
