import { createProspect } from '#contract/sales/prospects/endpoints.ts';
import type { KnownPerson } from '#contract/sales/prospects/model.ts';
import { call } from '#web/office/lib/call.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { dropEntry, entriesOf, keepEntry } from './queue.ts';

export interface Sent {
  id: number;
  name: string;
}

/** Asking again later may help: no line, a fault of ours, too many at once, a session that ended. */
const later = (refusal: Refusal) => refusal.passing || refusal.status === 401 || refusal.status === 429;

/**
 * Sends what waits, one after the other, each under its own key. What the server does not take is kept with its reason. One page at
 * a time sends; another that asks meanwhile leaves it to the first. Answers what arrived.
 */
export async function sendWaiting(userId: number, onChange: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const send = async () => {
    for (const entry of await entriesOf(userId)) {
      if (entry.fault) continue;
      try {
        const { data } = await call(
          createProspect,
          { body: entry.body },
          { idempotencyKey: entry.key, hold: false },
        );
        await dropEntry(entry.key);
        sent.push({ id: data.id, name: data.person.name });
      } catch (error) {
        if (!(error instanceof Refusal) || later(error)) return;
        await keepEntry({ ...entry, fault: faultOf(error) });
      }
      await onChange();
    }
  };
  // Without the locks of a secure page, the key alone keeps it from being noted twice.
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks) await locks.request('llave-rapido', { ifAvailable: true }, async (lock) => lock && send());
  else await send();
  return sent;
}

function faultOf(refusal: Refusal) {
  const { known } = (refusal.answer.current ?? {}) as { known?: KnownPerson[] };
  const said = refusal.fields.map(({ message }) => message).join(' ');
  return { code: refusal.code, message: said || refusal.message, known: known ?? [] };
}
