/** States of a message, in their order: a later state never goes back to an earlier one. */
export const MESSAGE_STATES = {
  failed: 'No se entregó',
  sent: 'Enviado',
  delivered: 'Entregado',
  read: 'Leído',
} as const;
export type MessageState = keyof typeof MESSAGE_STATES;
export const MESSAGE_STATE_NAMES = Object.keys(MESSAGE_STATES) as [MessageState, ...MessageState[]];

/** Who speaks. `sistema` is the product itself, for instance when a conversation changes hands. */
export const SENDERS = ['cliente', 'equipo', 'bot', 'sistema'] as const;
export type Sender = (typeof SENDERS)[number];

/** Where a message goes through. */
export const CHANNELS = { web: 'Web', whatsapp: 'WhatsApp' } as const;
export type Channel = keyof typeof CHANNELS;
export const CHANNEL_NAMES = Object.keys(CHANNELS) as [Channel, ...Channel[]];

/** The name of a recorded note begins so. */
export const VOICE_NAME = 'nota-de-voz';
/** A note ends by itself after this long, in seconds. */
export const VOICE_MAX_SECONDS = 300;

export const CONTENT_MAX = 4000;
/** Files of one message. */
export const FILES_MAX = 10;
/** Messages and files that the web chat accepts of one person in 24 hours, so that a stranger fills no disk. */
export const DAILY_MESSAGES = 200;
export const DAILY_FILES = 40;

/** A person counts as present this long after the last sign of life, and as idle after it, up to the second limit. */
const ACTIVE_MS = 2 * 60_000;
const IDLE_MS = 15 * 60_000;
export type Presence = 'active' | 'inactive' | 'offline';
export const presenceAt = (seen: Date | null, now: Date): Presence => {
  const ago = seen ? now.getTime() - seen.getTime() : Infinity;
  return ago <= ACTIVE_MS ? 'active' : ago <= IDLE_MS ? 'inactive' : 'offline';
};

/** Whether a message may go from one state to another. */
export const goesOn = (from: MessageState, to: MessageState): boolean =>
  MESSAGE_STATE_NAMES.indexOf(to) > MESSAGE_STATE_NAMES.indexOf(from);

/** What gives a message its place in a thread. */
export interface Placed {
  _id: number;
  creation_date: string;
  provider_id: string | null;
}

/**
 * Messages arrive in disorder: the provider's second decides, then the provider's id, then our own. A negative number:
 * `a` comes first.
 */
export const byTime = (a: Placed, b: Placed): number =>
  compare(a.creation_date, b.creation_date) ||
  (a.provider_id !== null && b.provider_id !== null ? compare(a.provider_id, b.provider_id) : 0) ||
  a._id - b._id;
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The messages of a room after an answer arrived: merged by id (the newer copy wins), of this room alone, the newest first (spec §4). */
export function mergeMessages<M extends Placed & { roomId: string }>(
  roomId: string,
  known: readonly M[],
  arrived: readonly M[],
): M[] {
  const byId = new Map([...known, ...arrived].map((message) => [message._id, message]));
  return [...byId.values()].filter((message) => message.roomId === roomId).sort((a, b) => byTime(b, a));
}

/** Messages of a thread that a customer's page shows, and that one answer to it holds. */
export const NEWEST = 50;

/** Words by which a customer stops, and allows again, what the company sends by itself. */
export function optOf(text: string): 'baja' | 'alta' | null {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[.!¡]+/g, '');
  return word === 'baja' || word === 'alta' ? word : null;
}
