import { HOUR_MS } from '#contract/dates.ts';
import type { Answer, EndpointSpec } from '#contract/endpoint.ts';
import { call, type Given } from '../call.ts';
import { Refusal } from '../refusal.ts';
import { report } from '../report.ts';
import { changeItem, filesOf, itemArrived, type ItemRefusal, type OutboxItem } from './database.ts';
import { kindOf } from './kinds.ts';

/** The server keeps a key for 24 hours. A repeat after that could save the entry twice. */
const KEY_LASTS_MS = 23 * HOUR_MS;
/** After this many 5xx answers the item is refused, so that the items behind it can be sent. */
const FAULTS = 5;
/** Timeout in ms. A dead connection may never report an error. */
const WAIT_MS = 60_000;
const WAIT_WITH_FILES_MS = 600_000;

export const PERHAPS_SENT = 'PERHAPS_SENT';
const perhapsSent: ItemRefusal = {
  status: 0,
  code: PERHAPS_SENT,
  message: 'Quizás ya se envió. Revisa si está en la oficina antes de enviarlo otra vez.',
  current: null,
};
const unreadable: ItemRefusal = {
  status: 0,
  code: 'UNREADABLE',
  message: 'Esta versión de la oficina no pudo prepararlo. Corrígelo o descártalo.',
  current: null,
};

export type Outcome =
  | { done: 'arrived'; answer: unknown }
  /** The item waits for its user. */
  | { done: 'refused' }
  /** The server fails on this kind: other kinds may be sent. */
  | { done: 'faulted' }
  /** No connection, no session, or a rate limit: nothing can be sent. */
  | { done: 'stopped' };

/** True if the connection, the session or a rate limit failed, not the item. */
const stops = ({ status, code }: Refusal) =>
  [0, 401, 408, 429, 502, 503, 504].includes(status) || code === 'VIEW_AS' || code === 'CSRF';

/** Sends one item under its key. After a crash between answer and removal, the repeat gets the same answer. */
export async function sendItem(item: OutboxItem): Promise<Outcome> {
  const kind = kindOf(item.kind);
  if (!kind) return { done: 'faulted' };
  if (item.triedAt !== null && Date.now() - item.triedAt > KEY_LASTS_MS) return refuse(item, perhapsSent);
  const files = await filesOf(item.id);
  let args: object;
  try {
    args = kind.toArgs(item.typed as never, { files, first: item.first });
  } catch (error) {
    report(error, { during: 'outbox', kind: item.kind });
    return refuse(item, unreadable);
  }
  if (item.triedAt === null) await changeItem(item.id, { triedAt: Date.now() });
  let answer: Answer<EndpointSpec>;
  try {
    const options = {
      idempotencyKey: item.key,
      hold: false,
      signal: AbortSignal.timeout(files.length > 0 ? WAIT_WITH_FILES_MS : WAIT_MS),
    };
    answer = await call(kind.endpoint, ...([args, options] as unknown as Given<EndpointSpec>));
  } catch (error) {
    if (!(error instanceof Refusal) || stops(error)) return { done: 'stopped' };
    const faults = error.status >= 500 ? item.faults + 1 : item.faults;
    if (error.status < 500 || faults >= FAULTS) return refuse(item, refusalOf(error));
    await changeItem(item.id, { faults });
    return { done: 'faulted' };
  }
  await itemArrived(item, answer);
  return { done: 'arrived', answer };
}

async function refuse(item: OutboxItem, refusal: ItemRefusal): Promise<Outcome> {
  await changeItem(item.id, { refusal });
  return { done: 'refused' };
}

function refusalOf({ status, code, message, fields, answer }: Refusal): ItemRefusal {
  const said = fields.map((one) => one.message).join(' ');
  return { status, code, message: said || message, current: answer.current ?? null };
}
