import type { ClosingCost, InterestRule } from '#contract/projects/interest/model.ts';
import type { QuoteSnapshot } from '#contract/sales/quotes/model.ts';
import type { Frame, LargeProject } from './frame.ts';
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
  /** Separations have the numbers of their sales; the other payments come after them. */
  payment: number;
  plan: number;
  application: number;
  letter: number;
  disbursement: number;
  prospect: number;
  quote: number;
  visit: number;
  quoteCodes: Map<number, number>;
  /** When somebody who attends visits is free again, in the past and to come. */
  busy: Map<number, { past: number; next: number }>;
  /** Projects and telephones with a visit to come. */
  awaited: Set<string>;
  /** People who were written down a second time. */
  twice: number[];
}

export interface Telling {
  sheets: Sheets;
  frame: Frame;
  counters: Counters;
  random: Random;
  now: number;
  checklists: Checklist;
  sensitive: ReadonlySet<number>;
  buyers: ToldPerson[];
  terms: QuoteFrame;
}

/** What the proformas are worked out of: the law, costs and limits of the company. */
export interface QuoteFrame {
  rules: readonly InterestRule[];
  costs: readonly ClosingCost[];
  limits: QuoteSnapshot['limits'];
  validDays: number;
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
  adviser: number | null;
  person: ToldPerson;
  project: LargeProject;
  model: LargeProject['models'][number];
  lot: NonNullable<LargeProject['free']> | null;
  /** The price agreed, lot and all, and what was asked for the separation. */
  cents: number;
  separationCents: number;
  code: string | null;
}

export interface ToldPerson {
  id: number;
  name: string;
  phone: string;
  email: string | null;
}

/** What a sale needs: type and label of each paper, by sector and form of payment. */
export type Checklist = (sector: string, cash: boolean) => readonly { typeId: number; label: string }[];

export const fileId = (counters: Counters): string => {
  const n = (counters.file += 1).toString(16).padStart(20, '0');
  return `${n.slice(0, 8)}-${n.slice(8, 12)}-7${n.slice(13, 16)}-8000-${n.slice(8).padStart(12, '0')}`;
};
