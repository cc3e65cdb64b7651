import type { RecordKind } from './records.ts';

/** Names of live updates on the wire, in the protocol of Laravel Echo's socket.io broadcaster (product.md "Live updates"). */

/** Changes of the records that the caller may see: ids only; the client asks for the rest with its own permissions. */
export const CHANGES_CHANNEL = 'private-cambios';
export const CHANGES_EVENT = 'cambios';
/** The position of the feed when a socket joins the channel. */
export const MARK_EVENT = 'marca';

export const totalsChannel = (userId: number | string) => `private-with-global-total.${userId}`;
export const TOTALS_EVENT = String.raw`App\Events\WithGlobalTotalUpdateEvent`;

export const CONVERSATIONS_CHANNEL = 'presence-event-pusher-conversation.creation';
export const CONVERSATION_EVENT = 'conversation.creation';

/** A buyer's own messages, by the sale that the browser has open. Its event says from which number on to ask for messages. */
export const buyerChatChannel = (saleId: number | string) => `private-compra.${saleId}.chat`;
export const BUYER_CHAT_EVENT = 'mensajes';

/** Who has a record open; the record is named as comments and files name it. */
export const recordChannel = (reference: string, id: number | string) =>
  `presence-registro.${reference}.${id}`;

/** What the feed and the audit call a record that comments name otherwise. */
const KINDS: Readonly<Record<string, string>> = { usuario: 'user', socio: 'partner' };
export const kindOfReference = (reference: string): string => KINDS[reference] ?? reference;

/** One change of the feed. */
export interface LiveChange {
  /** Its place in the feed. */
  mark: string;
  record: RecordKind;
  id: number;
  /** What happened, if it was not a change of state. */
  verb: string | null;
  from: number | null;
  to: number | null;
  /** The parent record. */
  of: [record: string, id: number] | null;
  /** The colleague who did it; null: a customer or the system. */
  by: number | null;
}
