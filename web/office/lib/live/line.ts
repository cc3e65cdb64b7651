import type Echo from 'laravel-echo';
import type { Socket } from 'socket.io-client';

/** The connection of this tab for live updates. */
export interface Line {
  echo: Echo<'socket.io'>;
  socket: Socket;
}

const watchers = new Set<(line: Line) => () => void>();
let line: Line | null = null;
const endings = new Map<(line: Line) => () => void, () => void>();

/** Runs while there is a connection, now or later. The returned function ends it. */
export function whileLive(begin: (line: Line) => () => void): () => void {
  watchers.add(begin);
  if (line) endings.set(begin, begin(line));
  return () => {
    watchers.delete(begin);
    endings.get(begin)?.();
    endings.delete(begin);
  };
}

/** Where the server says that live updates are; else where the page came from. */
const address = () =>
  document.querySelector<HTMLMetaElement>('meta[name="live"]')?.content || window.location.origin;

/** Opens the connection; the code for it is loaded only now. The returned function closes it. */
export function openLine(failed: (error: unknown) => void): () => void {
  let wanted = true;
  let mine: Line | undefined;
  const open = async () => {
    const [{ default: EchoClient }, { io }] = await Promise.all([
      import('laravel-echo'),
      import('socket.io-client'),
    ]);
    if (!wanted) return;
    const echo = new EchoClient<'socket.io'>({
      broadcaster: 'socket.io',
      host: address(),
      client: io,
      transports: ['websocket'],
      withCredentials: true,
      forceNew: true,
      reconnectionDelayMax: 10_000,
    });
    const { socket } = echo.connector as unknown as { socket: Socket };
    const now: Line = { echo, socket };
    mine = now;
    line = now;
    for (const begin of watchers) endings.set(begin, begin(now));
  };
  open().catch(failed);
  return () => {
    wanted = false;
    if (!mine) return;
    for (const end of endings.values()) end();
    endings.clear();
    if (line === mine) line = null;
    mine.echo.disconnect();
  };
}
