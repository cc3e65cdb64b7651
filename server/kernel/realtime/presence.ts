import { sql } from 'drizzle-orm';
import { row, rows, type Db } from '../db.ts';
import type { Bus } from './bus.ts';
import { realtimeMembers, realtimeNodes } from './realtime.table.ts';

/** A member as clients see it: `presence:subscribed` carries a list of them, `joining` and `leaving` one. */
export interface Member {
  user_id: string;
  user_info: { id: number; name: string };
}

interface Parts {
  db: Db;
  bus: Bus;
  /** To the sockets of this process that were greeted in the channel. */
  emit: (channel: string, event: string, data: Member) => void;
  warn: (error: unknown) => void;
}

/** A process without a sign of life for this long is gone, with its members. */
const DEAD = sql.raw("interval '7 seconds'");
const CHANNELS_PER_MESSAGE = 40;
interface Room {
  /** Who was told to this process's sockets. */
  members: Map<string, Member>;
  /** Sockets whose row is written and who have not received the list yet. */
  waiting: Map<string, (members: Member[]) => void>;
  /** All sockets of this process in the channel. */
  sockets: Map<string, Member>;
}

/**
 * The members of presence channels over all processes. The rows of `realtime_members` are the truth: a join or leave changes
 * them and tells the processes which channels changed; each reads those anew and tells its sockets the difference. So the
 * list is right however joins and leaves cross each other, and one person with two tabs joins once.
 */
export function openPresence({ db, bus, emit, warn }: Parts) {
  const nodeId = bus.id;
  const rooms = new Map<string, Room>();
  const dirty = new Set<string>();
  const wanted = new Map<string, { channel: string; socketId: string; member: Member | null }>();
  let looking = false;
  let writing: Promise<void> | undefined;

  bus.on('presence', (channels: string[], own) => {
    if (!own) look(channels);
  });
  async function tell(channels: readonly string[]): Promise<void> {
    for (let at = 0; at < channels.length; at += CHANNELS_PER_MESSAGE)
      await bus.send('presence', channels.slice(at, at + CHANNELS_PER_MESSAGE));
  }

  /** Reads these channels anew, and again those that change meanwhile. */
  function look(channels: Iterable<string>): void {
    for (const channel of channels) if (rooms.has(channel)) dirty.add(channel);
    if (!looking && dirty.size > 0) void lookAll().catch(warn);
  }
  async function lookAll(): Promise<void> {
    looking = true;
    try {
      while (dirty.size > 0) {
        const channels = [...dirty];
        dirty.clear();
        const greeted = new Map(channels.map((name) => [name, [...(rooms.get(name)?.waiting ?? [])]]));
        const found = await rows<{ channel: string; members: Member[] }>(
          db,
          sql`select channel, json_agg(json_build_object('user_id', "memberId", 'user_info', info)) members
            from (select distinct on (channel, member_id) channel, member_id "memberId", info from ${realtimeMembers}
              where channel = any(${sql.param(channels)}::text[]) order by channel, member_id, socket_id) one group by channel`,
        );
        const byChannel = new Map(found.map(({ channel, members }) => [channel, members]));
        for (const name of channels) compare(name, byChannel.get(name) ?? [], greeted.get(name)!);
      }
    } finally {
      looking = false;
    }
  }
  function compare(
    name: string,
    now: Member[],
    greeted: readonly (readonly [string, (members: Member[]) => void])[],
  ): void {
    const room = rooms.get(name);
    if (!room) return;
    const before = room.members;
    room.members = new Map(now.map((member) => [member.user_id, member]));
    for (const member of now) if (!before.has(member.user_id)) emit(name, 'presence:joining', member);
    for (const [id, member] of before) if (!room.members.has(id)) emit(name, 'presence:leaving', member);
    for (const [socketId, greet] of greeted) if (room.waiting.delete(socketId)) greet(now);
  }

  /** Writes the wanted rows; those that come meanwhile are written together afterwards. */
  const write = (): void => {
    writing ??= writeAll(new Map(wanted))
      .catch(warn)
      .finally(() => {
        writing = undefined;
        if (wanted.size > 0 && !failed) write();
      });
  };
  /** After a failure the next join, leave or beat tries again. */
  let failed = false;
  async function writeAll(batch: typeof wanted): Promise<void> {
    const all = [...batch.values()];
    failed = true;
    const added = all.flatMap(({ member, ...one }) => (member ? [{ ...one, member }] : []));
    const removed = all.filter(({ member }) => member === null);
    if (removed.length > 0)
      await db.execute(sql`delete from ${realtimeMembers} using (select unnest(${sql.param(removed.map(({ channel }) => channel))}::text[]) channel,
        unnest(${sql.param(removed.map(({ socketId }) => socketId))}::text[]) socket_id) gone
        where realtime_members.channel = gone.channel and realtime_members.socket_id = gone.socket_id`);
    await insert(added);
    failed = false;
    for (const [key, done] of batch) if (wanted.get(key) === done) wanted.delete(key);
    const channels = [...new Set(all.map(({ channel }) => channel))];
    look(channels);
    await tell(channels);
  }
  async function insert(
    added: readonly { channel: string; socketId: string; member: Member }[],
  ): Promise<void> {
    if (added.length === 0) return;
    await db
      .insert(realtimeNodes)
      .values({ id: nodeId })
      .onConflictDoUpdate({ target: realtimeNodes.id, set: { seenAt: sql`now()` } });
    for (let at = 0; at < added.length; at += 1000)
      await db
        .insert(realtimeMembers)
        .values(
          added.slice(at, at + 1000).map(({ channel, socketId, member }) => ({
            channel,
            socketId,
            nodeId,
            memberId: member.user_id,
            info: member.user_info,
          })),
        )
        .onConflictDoNothing();
    for (const { channel, socketId } of added) {
      const room = rooms.get(channel);
      const greet = room?.sockets.has(socketId) && greetings.get(`${channel} ${socketId}`);
      if (room && greet) room.waiting.set(socketId, greet);
      greetings.delete(`${channel} ${socketId}`);
    }
  }
  const greetings = new Map<string, (members: Member[]) => void>();
  function want(channel: string, socketId: string, member: Member | null): void {
    wanted.set(`${channel} ${socketId}`, { channel, socketId, member });
    write();
  }

  return {
    /** `greet` runs when the list with this member in it is known. */
    join(channel: string, socketId: string, member: Member, greet: (members: Member[]) => void): void {
      const room = rooms.get(channel) ?? { members: new Map(), waiting: new Map(), sockets: new Map() };
      rooms.set(channel, room);
      room.sockets.set(socketId, member);
      greetings.set(`${channel} ${socketId}`, greet);
      want(channel, socketId, member);
    },
    leave(channel: string, socketId: string): void {
      const room = rooms.get(channel);
      room?.sockets.delete(socketId);
      room?.waiting.delete(socketId);
      greetings.delete(`${channel} ${socketId}`);
      if (room?.sockets.size === 0) rooms.delete(channel);
      want(channel, socketId, null);
    },
    /** Says that this process is alive, asks who else is, and removes those that are not. */
    async beat(): Promise<void> {
      const known = await row<{ fresh: boolean }>(
        db,
        sql`insert into ${realtimeNodes} (id) values (${nodeId})
          on conflict (id) do update set seen_at = now() returning (xmax = 0) fresh`,
      );
      // After its own row is there: of two that begin at once, one sees the other.
      const found = await row<{ others: boolean }>(
        db,
        sql`select exists (select from ${realtimeNodes} where id <> ${nodeId}) others`,
      );
      bus.others(found!.others);
      // The others took this process for dead, or the table is new: its members come back.
      if (known!.fresh) {
        await this.restore();
        await bus.send('process', nodeId);
      }
      if (failed) write();
      const gone = await rows<{ channel: string }>(
        db,
        sql`with dead as (delete from ${realtimeMembers} m using ${realtimeNodes} n
            where n.id = m.node_id and n.seen_at < now() - ${DEAD} returning m.channel)
          select distinct channel from dead`,
      );
      await db.execute(sql`delete from ${realtimeNodes} n where n.seen_at < now() - ${DEAD}
        and not exists (select from ${realtimeMembers} m where m.node_id = n.id)`);
      if (gone.length === 0) return;
      const channels = gone.map(({ channel }) => channel);
      look(channels);
      await tell(channels);
    },
    /** Writes every member of this process again and reads all its channels. */
    async restore(): Promise<void> {
      const all = [...rooms].flatMap(([channel, { sockets }]) =>
        [...sockets].map(([socketId, member]) => ({ channel, socketId, member })),
      );
      await insert(all);
      look(rooms.keys());
      await tell([...rooms.keys()]);
    },
    async close(): Promise<void> {
      await writing;
      const channels = await rows<{ channel: string }>(
        db,
        sql`with gone as (delete from ${realtimeMembers} where node_id = ${nodeId} returning channel)
          select distinct channel from gone`,
      );
      await db.execute(sql`delete from ${realtimeNodes} where id = ${nodeId}`);
      rooms.clear();
      await tell(channels.map(({ channel }) => channel));
    },
  };
}
export type Presence = ReturnType<typeof openPresence>;
