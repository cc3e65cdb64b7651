import type { FastifyInstance } from 'fastify';
import { Server } from 'socket.io';
import type { Announced, Mark } from '../changes.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db.ts';
import { openBus, type Bus } from './bus.ts';
import { addressOf, credentialsOf } from './callers.ts';
import type { Subscriber } from './channels.ts';
import { openFeed } from './feed.ts';
import { connectionsByAddress, MESSAGE_BYTES, Tally, UNSENT_BYTES, UNSENT_MESSAGES } from './limits.ts';
import { openPresence } from './presence.ts';
import { groupRoom, LiveSocket, type Arrived, type SocketParts } from './socket.ts';

/** How often sessions, slow clients and other processes are checked. Sockets of an ended session are silent within 5 s. */
const TICK_MS = 2000;

/** Live updates for features: they declare channels (`channel`), hear the feed and send to the sockets of this process. */
export interface Realtime {
  /** Runs for every batch of the feed, in every process that has sockets, one batch after the other. */
  onChanges(hear: (batch: readonly Announced[]) => void | Promise<void>): void;
  /** Runs about every two seconds while there are sockets. */
  onTick(act: () => void | Promise<void>): void;
  /** Sends to all sockets of this process in a channel, or in one group of it. */
  emit(channel: string, event: string, data: unknown, group?: string): void;
  /** The groups of a channel that have sockets here. */
  groupsOf(channel: string): string[];
  /** The sockets of this process in the channels of a declared name (`private-with-global-total.:userId`). */
  subscribersOf(declared: string): Subscriber[];
  /** Up to where this process has read the feed. */
  mark(): Mark;
  /** To all processes, and from them. */
  bus: Pick<Bus, 'send' | 'on'>;
}

/** Opens the door for sockets; the work for them begins with the first one. */
export function openRealtime(
  app: FastifyInstance,
  { database, config }: { database: Database; config: Config },
): Realtime {
  const { db } = database;
  const sockets = new Map<string, LiveSocket>();
  const hearers: Parameters<Realtime['onChanges']>[0][] = [];
  const tickers: Parameters<Realtime['onTick']>[0][] = [];
  const bus = openBus(database, app.log);
  const warn = (error: unknown) => void (closing || app.log.warn({ err: error }, 'live updates'));
  let io: Server | undefined;
  let started: Promise<void> | undefined;
  let closing = false;
  let clock: NodeJS.Timeout | undefined;

  /** Something changed since rows in reach were checked. */
  let moved = false;
  const feed = openFeed(db, app.log, async (batch) => {
    moved = true;
    for (const hear of hearers)
      try {
        await hear(batch);
      } catch (error) {
        warn(error);
      }
  });
  const presence = openPresence({
    db,
    bus,
    warn,
    emit: (channel, event, data) => void io?.to(channel).emit(event, channel, data),
  });
  const parts: SocketParts = {
    app,
    presence,
    tally: new Tally(),
    relay: (channel, event, data) => {
      bus.send('event', { channel, event, data }).catch(warn);
    },
  };
  bus.on('event', ({ channel, event, data }: { channel: string; event: string; data: unknown }, own) => {
    if (!own) io?.to(channel).emit(event, channel, data);
  });
  bus.on('feed', () => feed.wake());
  tellOfCommits(database, bus, warn);

  /** Listens to the other processes and to the feed. */
  async function start(): Promise<void> {
    await bus.listen(() => {
      feed.wake();
      presence.restore().catch(warn);
    });
    await feed.start();
    await presence.beat();
    clock = setInterval(() => void tick().catch(warn), TICK_MS);
    clock.unref();
  }
  let ticking = false;
  async function tick(): Promise<void> {
    if (ticking) return;
    ticking = true;
    try {
      feed.wake();
      await presence.beat();
      if (sockets.size === 0) return;
      cutSlow(sockets.values());
      await checkSessions(app, sockets.values());
      if (moved) {
        moved = false;
        await checkReach(sockets.values());
      }
      for (const act of tickers) await act();
    } finally {
      ticking = false;
    }
  }

  app.addHook('onListen', async () => {
    const address = addressOf(config);
    const another = connectionsByAddress();
    io = new Server(app.server, {
      path: '/socket.io',
      transports: ['websocket'],
      serveClient: false,
      perMessageDeflate: false,
      maxHttpBufferSize: MESSAGE_BYTES,
      connectTimeout: 10_000,
      allowRequest: (request, answer) => answer(null, another(address(request))),
    });
    io.use(async (socket, next) => {
      try {
        started ??= start();
        await started;
        const credentials = credentialsOf(app, socket.request);
        const callers = await app.core.authenticate(credentials, app.core.clock.now());
        socket.data = { credentials, callers, address: address(socket.request) } satisfies Arrived;
        next();
      } catch (error) {
        if (!clock) started = undefined;
        warn(error);
        next(new Error('500'));
      }
    });
    io.on('connection', (socket) => {
      const live = LiveSocket.open(socket, socket.data as Arrived, parts);
      if (!live) return void socket.disconnect(true);
      sockets.set(socket.id, live);
      socket.on('disconnect', () => sockets.delete(socket.id));
    });
  });
  app.addHook('preClose', async () => {
    closing = true;
    clearInterval(clock);
    feed.stop();
    // Without a goodbye, so that clients come back by themselves.
    io?.engine.close();
    if (started) await presence.close().catch(warn);
    bus.close();
  });

  return {
    bus,
    mark: feed.mark,
    onChanges: (hear) => void hearers.push(hear),
    onTick: (act) => void tickers.push(act),
    emit(channel, event, data, group) {
      io?.to(group === undefined ? channel : groupRoom(channel, group)).emit(event, channel, data);
    },
    groupsOf(channel) {
      const start = groupRoom(channel, '');
      return [...(io?.of('/').adapter.rooms.keys() ?? [])]
        .filter((room) => room.startsWith(start))
        .map((room) => room.slice(start.length));
    },
    subscribersOf: (declared) =>
      [...sockets.values()].flatMap((live) =>
        [...live.known.channels].flatMap(([channel, { spec, in: joined }]) =>
          joined && spec.name === declared ? [live.subscriber(channel)] : [],
        ),
      ),
  };
}

/**
 * After a commit, tells every process to read the feed. Not inside the transaction: PostgreSQL lets transactions with a
 * NOTIFY commit only one after the other.
 */
function tellOfCommits({ onCommit }: Database, bus: Bus, warn: (error: unknown) => void): void {
  let telling = false;
  let again = false;
  const tell = (): void => {
    again = telling;
    if (telling) return;
    telling = true;
    bus
      .send('feed', null)
      .catch(warn)
      .finally(() => {
        telling = false;
        if (again) tell();
      });
  };
  onCommit(tell);
}

/** Cuts clients that do not read what is sent to them. */
function cutSlow(sockets: Iterable<LiveSocket>): void {
  for (const { socket } of sockets) {
    const { writeBuffer, transport } = socket.conn as unknown as {
      writeBuffer: unknown[];
      transport: { socket?: { bufferedAmount?: number } };
    };
    if (writeBuffer.length > UNSENT_MESSAGES || (transport.socket?.bufferedAmount ?? 0) > UNSENT_BYTES)
      socket.conn.close(true);
  }
}

/**
 * A record may have moved out of a colleague's reach, for instance a sale to another adviser. Whoever reaches all rows keeps
 * what they hear: that changes with the permissions alone.
 */
async function checkReach(all: Iterable<LiveSocket>): Promise<void> {
  for (const live of all) {
    const { staff } = live.known.callers;
    if (staff && [...staff.grants.values()].some((scope) => scope !== 'todo')) await live.checkChannels();
  }
}

/** Sessions that are looked up at once; those of colleagues are one statement. */
const READ_AT_ONCE = 50;
/** The standing of each session when its sockets' permissions were last read. */
const standings = new WeakMap<LiveSocket, string>();

/**
 * Ends the sockets of ended sessions, and applies changed permissions. One statement for colleagues, one for customers, and
 * more for changed sessions.
 */
async function checkSessions(app: FastifyInstance, all: Iterable<LiveSocket>): Promise<void> {
  const { core } = app;
  const now = core.clock.now();
  const sessionsOf = ({ known: { callers } }: LiveSocket) =>
    [callers.staff?.sessionId, callers.client?.sessionId] as const;
  const signedIn = [...all].filter((live) => sessionsOf(live).some((session) => session !== undefined));
  const idsAt = (at: 0 | 1) => [...new Set(signedIn.flatMap((live) => sessionsOf(live)[at] ?? []))];
  const [staffIds, clientIds] = [idsAt(0), idsAt(1)];
  const none: ReadonlyMap<string, string> = new Map();
  const [staff, clients] = await Promise.all([
    staffIds.length > 0 ? core.standings(staffIds, now) : none,
    clientIds.length > 0 ? core.clientStandings(clientIds, now) : none,
  ]);
  const changed: { alike: LiveSocket[]; standing: string }[] = [];
  for (const [, sockets] of Map.groupBy(signedIn, (live) => sessionsOf(live).join(' '))) {
    const [staffId, clientId] = sessionsOf(sockets[0]!);
    const parts = [
      staffId === undefined ? '' : staff.get(staffId),
      clientId === undefined ? '' : clients.get(clientId),
    ];
    if (parts.includes(undefined)) {
      for (const live of sockets) live.end();
      continue;
    }
    const standing = parts.join(' ');
    const different = sockets.filter((live) => standings.get(live) !== standing);
    // By what each sent: a customer's session may have got a new token, and the old one opens nothing.
    for (const [, alike] of Map.groupBy(different, ({ known }) => JSON.stringify(known.credentials)))
      changed.push({ alike, standing });
  }
  // Each new socket is read once more, because a lookup may have been some seconds old. One after the other, a thousand
  // that came back at once held this process so long that the others took it for dead.
  for (let at = 0; at < changed.length; at += READ_AT_ONCE)
    await Promise.all(
      changed.slice(at, at + READ_AT_ONCE).map(async ({ alike, standing }) => {
        const callers = await core.authenticate(alike[0]!.known.credentials, now, { fresh: true });
        for (const live of alike) {
          await live.changeCallers(callers);
          standings.set(live, standing);
        }
      }),
    );
}
