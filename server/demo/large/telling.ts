import type { Frame } from './frame.ts';
import type { Random } from './people.ts';
import type { Sheets } from './sheets.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const iso = (ms: number) => new Date(ms).toISOString();

/** Numbers given so far; each table counts on. */
export interface Counters {
  person: number;
  document: number;
  file: number;
  lot: number;
  receipt: number;
  codes: Map<number, number>;
}

export interface Telling {
  sheets: Sheets;
  frame: Frame;
  counters: Counters;
  random: Random;
  now: number;
  checklists: Checklist;
  sensitive: ReadonlySet<number>;
}

/** One sale as its rows, and everything told of it so far. */
export interface ToldSale {
  id: number;
  state: number;
  cash: boolean;
  sector: string;
  way: readonly number[];
  times: readonly number[];
  /** When it was received; its draft's moment while it is one. */
  received: number;
  processor: number | null;
}

/** What a sale needs: type and label of each paper, by sector and form of payment. */
export type Checklist = (sector: string, cash: boolean) => readonly { typeId: number; label: string }[];

export const fileId = (counters: Counters): string => {
  const n = (counters.file += 1).toString(16).padStart(20, '0');
  return `${n.slice(0, 8)}-${n.slice(8, 12)}-7${n.slice(13, 16)}-8000-${n.slice(8).padStart(12, '0')}`;
};
