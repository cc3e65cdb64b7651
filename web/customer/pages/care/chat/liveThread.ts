import { BUYER_CHAT_EVENT, buyerChatChannel } from '#contract/realtime.ts';

/**
 * Runs `ask` when messages came, changed, or may have been missed while there was no connection; `seq`: the first of them.
 * The code of the connection is loaded only now. `alive` says whether news come by themselves. The returned function ends it.
 */
export function followThread(saleId: number, ask: (seq?: number) => void): { alive(): boolean; end(): void } {
  let joined = false;
  let wanted = true;
  let close = () => {};
  const name = buyerChatChannel(saleId);
  async function open(): Promise<void> {
    // Effects never run there: keeps the client out of the server's bundle.
    if (import.meta.env.SSR) return;
    const { io } = await import('socket.io-client');
    if (!wanted) return;
    const socket = io({ transports: ['websocket'], forceNew: true, reconnectionDelayMax: 30_000 });
    close = () => socket.disconnect();
    socket.on('connect', () => socket.emit('subscribe', { channel: name }));
    socket.on('disconnect', () => (joined = false));
    socket.on('subscription_error', () => (joined = false));
    socket.on(BUYER_CHAT_EVENT, (_channel: string, { seq }: { seq?: number }) => {
      joined = true;
      ask(seq);
    });
  }
  // Without it the page asks from time to time.
  open().catch(() => undefined);
  return {
    alive: () => joined,
    end() {
      wanted = false;
      close();
    },
  };
}
