import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { newKey } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sessionQuery } from '#web/office/lib/session.ts';
import { keepPageOffline } from './offline.ts';
import { dropEntry, entriesOf, keepEntry, recall, remember, type Entry, type Memory } from './queue.ts';
import { sendWaiting, type Sent } from './send.ts';

/** What waits is tried again this often while the page is open. */
const AGAIN_MS = 20_000;

/** Who notes, where, and what waits: from the server where there is a line, else from this browser. */
export function useQuickAdd() {
  const session = useQuery(sessionQuery);
  const projects = useQuery({ ...queryOf(listProjectOptions), enabled: Boolean(session.data) });
  const [memory, setMemory] = useState<Memory | null | undefined>(undefined);
  const [entries, setEntries] = useState<Entry[]>([]);
  const [sent, setSent] = useState<Sent[]>([]);
  const [online, setOnline] = useState(navigator.onLine);
  const [sending, setSending] = useState(false);

  const signedOut = session.data === null;
  const user = session.data ?? (signedOut ? null : (memory?.user ?? null));
  const userId = user?.id ?? 0;

  const refresh = useCallback(async () => setEntries(userId ? await entriesOf(userId) : []), [userId]);
  const send = useEffectEvent(async () => {
    // Without an answer about who is signed in, nothing leaves under another's name.
    if (!session.data || sending) return;
    setSending(true);
    const arrived = await sendWaiting(session.data.id, refresh).catch(() => []);
    setSent((before) => [...arrived.toReversed(), ...before].slice(0, 20));
    setSending(false);
    await refresh();
  });

  useEffect(() => {
    recall().then(setMemory, () => setMemory(null));
    void keepPageOffline();
  }, []);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it sets what the database answers, later
    refresh().catch(() => setEntries([]));
  }, [refresh]);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- sending begins when it is known who is signed in
    if (session.data && userId) void send();
  }, [session.data, userId]);
  useEffect(() => {
    const look = () => {
      setOnline(navigator.onLine);
      if (navigator.onLine) void send();
    };
    const timer = setInterval(() => void send(), AGAIN_MS);
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  // What the page shows is what it will show without a line.
  const known = knownNow(memory, session.data, projects.data?.data);
  const kept = JSON.stringify(known);
  useEffect(() => {
    const next = JSON.parse(kept) as Memory | null;
    if (next) remember(next).catch(() => undefined);
  }, [kept]);

  return {
    user,
    signedOut,
    online,
    sending,
    entries,
    sent,
    memory: known,
    ready: memory !== undefined,
    /** Remembers project and origin for the next one. */
    choose: (patch: Partial<Pick<Memory, 'projectId' | 'origin'>>) => {
      if (known) setMemory({ ...known, ...patch });
    },
    /** Resolves once it is kept here; raises where this browser keeps nothing. */
    add: async (body: Entry['body']) => {
      await keepEntry({ key: newKey(), userId, body, at: Date.now(), fault: null });
      await refresh();
      void send();
    },
    /** The same again with an answer to what was asked: another body, so another key. */
    answer: async (entry: Entry, patch: Partial<Entry['body']>) => {
      await keepEntry({ ...entry, key: newKey(), body: { ...entry.body, ...patch }, fault: null });
      await dropEntry(entry.key);
      await refresh();
      void send();
    },
    drop: async (entry: Entry) => {
      await dropEntry(entry.key);
      await refresh();
    },
  };
}
/** From the server where it has answered, else as this browser remembers; what was chosen last stays chosen. */
function knownNow(
  memory: Memory | null | undefined,
  user: { id: number; name: string } | null | undefined,
  listed: readonly { id: number | string; text: string; disabled: boolean }[] | undefined,
): Memory | null {
  if (memory === undefined) return null;
  if (!user || !listed) return memory;
  return {
    user: { id: user.id, name: user.name },
    projects: listed.flatMap(({ id, text, disabled }) =>
      typeof id === 'number' && !disabled ? [{ id, name: text }] : [],
    ),
    projectId: memory?.projectId ?? null,
    origin: memory?.origin ?? 'feria',
  };
}

export type QuickAdd = ReturnType<typeof useQuickAdd>;
