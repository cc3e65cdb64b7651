import type { PaperField } from '#contract/sales/purchase/rules.ts';

export type UploadPhase =
  | 'waiting'
  | 'preparing'
  | 'sending'
  /** No connection; it retries by itself. */
  | 'offline'
  | 'paused'
  /** Started on an earlier visit, and this browser no longer has the file. */
  | 'interrupted'
  | 'failed'
  | 'done';

export interface Slot {
  field: PaperField;
  /** 1-5 for beneficiaries, else 0. */
  position: number;
}

/** The state of an upload for the page. Sizes in bytes. */
export interface Upload extends Slot {
  name: string;
  phase: UploadPhase;
  sent: number;
  total: number;
  /** Object URL of the picture. */
  preview: string | null;
  /** The error and what to do; or the confirmation. */
  text: string | null;
  /** Why the photograph may not be readable, and what to do. */
  doubt: string | null;
}

const UNDER_WAY: readonly UploadPhase[] = ['waiting', 'preparing', 'sending', 'offline'];
export const keyOf = ({ field, position }: Slot) => `${field}:${position}`;
export const isUnderWay = ({ phase }: Upload) => UNDER_WAY.includes(phase);
