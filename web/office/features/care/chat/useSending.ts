import { useRef, useState } from 'react';
import { sendMessage } from '#contract/care/chat/endpoints.ts';
import type { Message } from '#contract/care/chat/model.ts';
import { newKey, upload } from '#web/office/lib/call.ts';
import { sentence } from '#web/office/lib/refusal.ts';

/** A message on its way. `fault`: why it did not arrive; it waits for another try. */
export interface Outgoing {
  clientId: string;
  content: string;
  files: readonly File[];
  note: boolean;
  share: number;
  fault: string | null;
  /** Called once the server has it. */
  onSent?: (() => void) | undefined;
}

/** Sends messages of a room in their order, one at a time; a repeat uses the same client id, so it never doubles. */
export function useSending(sid: string, onSent: (message: Message) => void) {
  const [outgoing, setOutgoing] = useState<Outgoing[]>([]);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const change = (clientId: string, to: Partial<Outgoing>) =>
    setOutgoing((all) => all.map((one) => (one.clientId === clientId ? { ...one, ...to } : one)));
  const drop = (clientId: string) => setOutgoing((all) => all.filter((one) => one.clientId !== clientId));

  const post = async ({ clientId, content, files, note, onSent: told }: Outgoing) => {
    const body = new FormData();
    body.set('content', content);
    body.set('client_id', clientId);
    if (note) body.set('nota', '1');
    for (const file of files) body.append('files', file);
    try {
      const { data } = await upload(
        sendMessage,
        { params: { sid }, body },
        { onProgress: (share) => change(clientId, { share }) },
      );
      onSent(data);
      drop(clientId);
      told?.();
    } catch (error) {
      change(clientId, { fault: sentence(error), share: 0 });
    }
  };
  const inLine = (one: Outgoing) => {
    line.current = line.current.then(() => post(one));
  };
  return {
    outgoing,
    send: (message: Pick<Outgoing, 'content' | 'files' | 'note' | 'onSent'> & { clientId?: string }) => {
      const one = { ...message, clientId: message.clientId ?? newKey(), share: 0, fault: null };
      setOutgoing((all) => [...all, one]);
      inLine(one);
    },
    again: (one: Outgoing) => {
      change(one.clientId, { fault: null });
      inLine(one);
    },
    drop,
  };
}
