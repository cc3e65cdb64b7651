import { useEffect } from 'react';

/** A record that a page or drawer of this tab shows, and since when. */
export interface OpenRecord {
  /** As comments name it. */
  reference: string;
  id: number;
  since: string;
}

const open: OpenRecord[] = [];

/** The record that was opened last in this tab: the one that its forms edit. */
export const lastOpened = (): OpenRecord | undefined => open.at(-1);

/** Notes that a record is open while the component is shown. */
export function useOpenRecord(reference: string, id: number): void {
  useEffect(() => {
    const mine: OpenRecord = { reference, id, since: new Date().toISOString() };
    open.push(mine);
    return () => void open.splice(open.indexOf(mine), 1);
  }, [reference, id]);
}
