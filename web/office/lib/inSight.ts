import { useEffect } from 'react';
import type { RecordAction } from '#web/office/ui/RecordPage.tsx';

interface InSight {
  title: string;
  actions: readonly RecordAction[];
}
let shown: InSight | null = null;

/** The record on the screen and what may be done with it, for the search dialog's commands. */
export const recordInSight = (): InSight | null => shown;

/** Offers the actions of the open record to the search dialog. */
export function useInSight(title: string, actions: readonly RecordAction[]): void {
  // A plain value and no effect event: the dialog reads it while it renders.
  useEffect(() => {
    const mine = { title, actions };
    shown = mine;
    return () => {
      if (shown === mine) shown = null;
    };
  }, [title, actions]);
}
