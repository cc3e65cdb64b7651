import type { FastifyInstance } from 'fastify';
import type { Access } from '#contract/access.ts';
import type { Context, Staff } from '../context.ts';

/** A channel that clients may subscribe to. */
export interface ChannelSpec {
  /** With its prefix, `private-` or `presence-`; without one it is public. `:name` stands for one part between dots. */
  name: string;
  access: Access;
  /** The row check: whether this caller may subscribe to the channel with these parameters. */
  may?: (ctx: Context, params: Readonly<Record<string, string>>) => boolean | Promise<boolean>;
  /** Subscribers with the same word receive the same: `emit` chooses by it. Only for colleagues. */
  group?: (staff: Staff) => string;
  /** Runs when a socket has joined. */
  joined?: (subscriber: Subscriber) => void;
}

/** One socket in one channel. */
export interface Subscriber {
  staff: Staff | null;
  params: Readonly<Record<string, string>>;
  send(event: string, data: unknown): void;
}

export type ChannelKind = 'public' | 'private' | 'presence';
export const kindOf = (name: string): ChannelKind =>
  name.startsWith('private-') ? 'private' : name.startsWith('presence-') ? 'presence' : 'public';

const declared = new WeakMap<FastifyInstance, ChannelSpec[]>();

/** Declares a channel, as `route` declares an endpoint. What is not declared is refused. */
export function channel(app: FastifyInstance, spec: ChannelSpec): void {
  if (kindOf(spec.name) !== 'public' && spec.access === 'public')
    throw new Error(`${spec.name} is not public, but its access is`);
  declared.set(app.root, [...(declared.get(app.root) ?? []), spec]);
}

/** The declared channel of a name, with its parameters. */
export function findChannel(
  app: FastifyInstance,
  name: string,
): { spec: ChannelSpec; params: Readonly<Record<string, string>> } | undefined {
  const parts = name.split('.');
  for (const spec of declared.get(app.root) ?? []) {
    const pattern = spec.name.split('.');
    if (pattern.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = pattern.every((part, at) => {
      if (!part.startsWith(':')) return part === parts[at];
      params[part.slice(1)] = parts[at]!;
      return parts[at] !== '';
    });
    if (fits) return { spec, params };
  }
  return undefined;
}
