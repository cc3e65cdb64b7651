import type { PaperField } from '#contract/sales/purchase/rules.ts';

export type UploadPhase =
  | 'waiting'
  | 'preparing'
  | 'sending'
  /** The line is broken; goes on by itself. */
  | 'offline'
  | 'paused'
  /** Began in another visit, and this browser has not the file any more. */
  | 'interrupted'
  | 'failed'
  | 'done';

export interface Slot {
  field: PaperField;
  /** 1-5 for beneficiaries, else 0. */
  position: number;
}

/** What a page shows of a file on its way. Sizes in bytes. */
export interface Upload extends Slot {
  name: string;
  phase: UploadPhase;
  sent: number;
  total: number;
  /** Address of the picture in this browser. */
  preview: string | null;
  /** Why it failed, with what to do; or the confirmation. */
  text: string | null;
}

const UNDER_WAY: readonly UploadPhase[] = ['waiting', 'preparing', 'sending', 'offline'];
export const keyOf = ({ field, position }: Slot) => `${field}:${position}`;
export const isUnderWay = ({ phase }: Upload) => UNDER_WAY.includes(phase);
