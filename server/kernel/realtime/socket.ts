import type { Socket } from 'socket.io';
import { z } from 'zod';
import type { FastifyInstance } from 'fastify';
import { admit, type Callers, type Credentials } from '../auth.ts';
import { Refused } from '../errors.ts';
import { contextFor, NOBODY } from './callers.ts';
import { findChannel, kindOf, type ChannelSpec, type Subscriber } from './channels.ts';
import {
  allowance,
  CHANNELS_OF_SOCKET,
  CLIENT_EVENT_BYTES,
  CLIENT_EVENTS,
  MESSAGES,
  SOCKETS_OF_ADDRESS,
  SOCKETS_OF_CLIENT,
  SOCKETS_OF_USER,
  WRONG_TOKENS,
  type Tally,
} from './limits.ts';
import type { Presence } from './presence.ts';

/** A subscription; `in` false while it is being decided. */
interface Subscription {
  spec: ChannelSpec;
  params: Readonly<Record<string, string>>;
  group: string | undefined;
  in: boolean;
}

/** What the server knows of one socket. */
export interface Known {
  credentials: Credentials;
  callers: Callers;
  address: string;
  /** What counts it: the user, or the address of a socket that has not signed in. */
  counted: string;
  channels: Map<string, Subscription>;
}

/** A socket that has just connected. */
export type Arrived = Pick<Known, 'credentials' | 'callers' | 'address'>;

export interface SocketParts {
  app: FastifyInstance;
  presence: Presence;
  tally: Tally;
  /** Sends a client event to the other processes. */
  relay: (channel: string, event: string, data: unknown) => void;
}

export const groupRoom = (channel: string, group: string) => `${channel}\n${group}`;

const Name = z.string().min(1).max(160);
const Subscribing = z.object({
  channel: Name,
  auth: z.object({ headers: z.record(z.string(), z.unknown()).optional() }).nullish(),
});
const Leaving = z.object({ channel: Name });
const ClientEvent = z.object({
  channel: Name,
  event: z.string().regex(/^client-.{1,60}$/),
  data: z.unknown(),
});

const bearerIn = (headers: Readonly<Record<string, unknown>> | undefined): string | undefined => {
  const given = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return typeof given === 'string' ? given : undefined;
};
const counterOf = ({ staff, client }: Callers, address: string) => {
  if (staff) return [`staff:${staff.userId}`, SOCKETS_OF_USER] as const;
  // Many telephones share the address of their network.
  if (client && client.saleIds.length > 0) return [`client:${client.sessionId}`, SOCKETS_OF_CLIENT] as const;
  return [`address:${address}`, SOCKETS_OF_ADDRESS] as const;
};

/** One connection and its subscriptions. */
export class LiveSocket {
  readonly socket: Socket;
  readonly known: Known;
  private readonly parts: SocketParts;
  private wrong = 0;

  private constructor(socket: Socket, known: Known, parts: SocketParts) {
    this.socket = socket;
    this.known = known;
    this.parts = parts;
  }

  /** Undefined if the user or the address has too many. */
  static open(socket: Socket, first: Arrived, parts: SocketParts): LiveSocket | undefined {
    const [counted, most] = counterOf(first.callers, first.address);
    if (!parts.tally.add(counted, most)) return undefined;
    const live = new LiveSocket(socket, { ...first, counted, channels: new Map() }, parts);
    live.listen();
    return live;
  }

  private listen(): void {
    const { socket } = this;
    const anotherMessage = allowance(MESSAGES);
    const anotherEvent = allowance(CLIENT_EVENTS);
    socket.use((_message, next) => (anotherMessage() ? next() : socket.disconnect(true)));
    const on = <S extends z.ZodType>(event: string, schema: S, act: (given: z.output<S>) => unknown) =>
      socket.on(event, (given: unknown) => {
        const parsed = schema.safeParse(given);
        if (parsed.success) act(parsed.data);
      });
    on('subscribe', Subscribing, ({ channel, auth }) => {
      this.subscribe(channel, bearerIn(auth?.headers)).catch((error: unknown) => {
        this.parts.app.log.error({ err: error }, 'a subscription failed');
        this.refuse(channel, 500);
      });
    });
    on('unsubscribe', Leaving, ({ channel }) => this.leave(channel));
    on('client event', ClientEvent, ({ channel, event, data }) => {
      const colleague = this.known.callers.staff !== null;
      const may = colleague && kindOf(channel) !== 'public' && this.known.channels.get(channel)?.in;
      if (!may || !anotherEvent()) return;
      if (Buffer.byteLength(JSON.stringify(data ?? null)) > CLIENT_EVENT_BYTES) return;
      socket.to(channel).emit(event, channel, data ?? null);
      this.parts.relay(channel, event, data ?? null);
    });
    socket.on('disconnect', () => this.close());
  }

  private close(): void {
    for (const channel of this.known.channels.keys()) this.leave(channel);
    this.parts.tally.remove(this.known.counted);
  }

  private async subscribe(channel: string, authorization: string | undefined): Promise<void> {
    const { channels } = this.known;
    if (channels.has(channel)) return;
    const found = findChannel(this.parts.app, channel);
    if (!found || channels.size >= CHANNELS_OF_SOCKET) return this.refuse(channel, found ? 429 : 403);
    const subscription: Subscription = { ...found, group: undefined, in: false };
    channels.set(channel, subscription);
    if (authorization && found.spec.access !== 'public' && !(await this.signIn(authorization)))
      return this.refuse(channel, 403);
    const status = await this.refusal(subscription);
    // It left, or it was cut, while this was decided.
    if (channels.get(channel) !== subscription || !this.socket.connected) return;
    if (status !== null) return this.refuse(channel, status);
    this.join(channel, subscription);
  }

  /** Recognizes the user of a token. False if the socket belongs to another user, or the user has too many. */
  private async signIn(authorization: string): Promise<boolean> {
    const { known } = this;
    const { authenticate, clock } = this.parts.app.core;
    if (known.callers.staff && known.credentials.headers.authorization === authorization) return true;
    const credentials: Credentials = { headers: { authorization }, cookies: {} };
    const callers = await authenticate(credentials, clock.now());
    if (known.callers.staff && callers.staff) return known.callers.staff.userId === callers.staff.userId;
    if (!callers.staff) {
      this.wrong += 1;
      if (this.wrong >= WRONG_TOKENS) this.socket.disconnect(true);
      return false;
    }
    const [counted, most] = counterOf(callers, known.address);
    if (!this.parts.tally.add(counted, most)) return false;
    this.parts.tally.remove(known.counted);
    Object.assign(known, { credentials, callers, counted });
    return true;
  }

  /** The status of the refusal, or null. */
  private async refusal({ spec, params }: Subscription): Promise<number | null> {
    const { callers } = this.known;
    try {
      admit(spec.access, callers);
    } catch (error) {
      if (error instanceof Refused) return error.status;
      throw error;
    }
    return spec.may && !(await spec.may(contextFor(this.parts.app, callers), params)) ? 403 : null;
  }

  private refuse(channel: string, status: number): void {
    this.known.channels.delete(channel);
    this.socket.emit('subscription_error', channel, status);
  }

  private join(channel: string, subscription: Subscription): void {
    const { socket, known } = this;
    const { staff } = known.callers;
    const joined = () => {
      subscription.in = true;
      void socket.join(channel);
      this.regroup(channel, subscription);
      subscription.spec.joined?.(this.subscriber(channel));
    };
    if (kindOf(channel) !== 'presence' || !staff) return joined();
    const member = { user_id: String(staff.userId), user_info: { id: staff.userId, name: staff.name } };
    this.parts.presence.join(channel, socket.id, member, (members) => {
      joined();
      socket.emit('presence:subscribed', channel, members);
    });
  }

  private regroup(channel: string, subscription: Subscription): void {
    const { staff } = this.known.callers;
    const group = staff ? subscription.spec.group?.(staff) : undefined;
    if (group === subscription.group) return;
    if (subscription.group !== undefined) void this.socket.leave(groupRoom(channel, subscription.group));
    subscription.group = group;
    if (group !== undefined) void this.socket.join(groupRoom(channel, group));
  }

  private leave(channel: string): void {
    const subscription = this.known.channels.get(channel);
    if (!subscription) return;
    this.known.channels.delete(channel);
    void this.socket.leave(channel);
    if (subscription.group !== undefined) void this.socket.leave(groupRoom(channel, subscription.group));
    if (kindOf(channel) === 'presence') this.parts.presence.leave(channel, this.socket.id);
  }

  subscriber(channel: string): Subscriber {
    return {
      staff: this.known.callers.staff,
      params: this.known.channels.get(channel)?.params ?? {},
      send: (event, data) => void this.socket.emit(event, channel, data),
    };
  }

  /** The session ended: nothing more is sent. */
  end(): void {
    this.known.callers = NOBODY;
    this.socket.disconnect(true);
  }

  /** The user's permissions changed: leaves what they no longer allow. */
  async changeCallers(callers: Callers): Promise<void> {
    const { staff, client } = this.known.callers;
    if ((staff && !callers.staff) || (client && !callers.client)) return this.end();
    this.known.callers = callers;
    await this.checkChannels();
  }

  /** Leaves the channels that the user may no longer hear. */
  async checkChannels(): Promise<void> {
    for (const [channel, subscription] of this.known.channels) {
      const status = await this.refusal(subscription);
      // It left while this was decided.
      if (this.known.channels.get(channel) !== subscription) continue;
      if (status === null) this.regroup(channel, subscription);
      else {
        this.leave(channel);
        this.refuse(channel, status);
      }
    }
  }
}
