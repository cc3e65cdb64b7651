import { useEffect, useState } from 'react';
import { recall, remember } from './database.ts';
import { keepPageOffline } from './offlinePage.ts';

interface Remembered<Row> {
  userId: number;
  rows: Row[] | null;
}

/**
 * What a page of the field shows of a user: the server's list if it answered, else the one that this device kept of it. Keeps the
 * page too, so that it opens without a line. `known` is null when this device has never had the list.
 */
export function useKeptList<Row>({
  name,
  page,
  userId,
  fresh,
}: {
  /** Of the list, on this device. */
  name: string;
  page: string;
  userId: number | null;
  fresh: Row[] | undefined;
}): { known: Row[] | null; recalled: boolean } {
  const key = `${name}-${userId}`;
  const [memory, setMemory] = useState<Remembered<Row> | null>(null);
  useEffect(() => void keepPageOffline(page), [page]);
  useEffect(() => {
    if (userId === null) return;
    recall(key).then(
      (kept) => setMemory({ userId, rows: (kept as Row[] | undefined) ?? null }),
      () => setMemory({ userId, rows: null }),
    );
  }, [key, userId]);
  useEffect(() => {
    if (fresh && userId !== null) remember(key, fresh).catch(() => undefined);
  }, [fresh, key, userId]);
  const recalled = memory !== null && memory.userId === userId;
  return { known: fresh ?? (recalled ? memory.rows : null), recalled: userId === null || recalled };
}
