import type { ClosingCost, InterestRule } from '#contract/projects/interest/model.ts';
import type { QuoteSnapshot } from '#contract/sales/quotes/model.ts';
import type { Course } from './course.ts';
import type { Frame, LargeProject } from './frame.ts';
import type { Random } from './people.ts';
import type { Sheets } from './sheets.ts';

export const iso = (ms: number) => new Date(ms).toISOString();

/** The last number of each table or series. */
export interface Counters {
  person: number;
  document: number;
  file: number;
  lot: number;
  receipt: number;
  codes: Map<number, number>;
  /** Separation payments have the id of their sale; other payments have higher ids. */
  payment: number;
  plan: number;
  application: number;
  letter: number;
  disbursement: number;
  prospect: number;
  quote: number;
  visit: number;
  quoteCodes: Map<number, number>;
  /** When each agent is free again, for past and for future visits. */
  busy: Map<number, { past: number; next: number }>;
  /** Project and phone number of each future visit. */
  awaited: Set<string>;
  /** Ids of duplicate people. */
  twice: number[];
}

/** Counters of an empty database, after the last lot. */
export const newCounters = (lot: number, sales: number): Counters => ({
  person: 0, document: 0, file: 0, lot, receipt: 0, codes: new Map(), payment: sales, plan: 0, application: 0, letter: 0,
  disbursement: 0, prospect: 0, quote: 0, visit: 0, quoteCodes: new Map(), busy: new Map(), awaited: new Set(), twice: [],
}); // prettier-ignore

export interface Telling {
  sheets: Sheets;
  frame: Frame;
  course: Course;
  counters: Counters;
  random: Random;
  now: number;
  checklists: Checklist;
  sensitive: ReadonlySet<number>;
  buyers: ToldPerson[];
  terms: QuoteFrame;
}

/** Input for computing quotes: the law, costs and limits. */
export interface QuoteFrame {
  rules: readonly InterestRule[];
  costs: readonly ClosingCost[];
  limits: QuoteSnapshot['limits'];
  validDays: number;
}

/** One sale, with the data that its other rows need. */
export interface ToldSale {
  id: number;
  state: number;
  cash: boolean;
  sector: string;
  way: readonly number[];
  times: readonly number[];
  /** When it was received; for a draft, when it began. */
  received: number;
  processor: number | null;
  adviser: number | null;
  person: ToldPerson;
  project: LargeProject;
  model: LargeProject['models'][number];
  lot: NonNullable<LargeProject['free']> | null;
  /** The agreed price including the lot, and the separation amount. */
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

/** The required documents (type and label) by sector and form of payment. */
export type Checklist = (sector: string, cash: boolean) => readonly { typeId: number; label: string }[];

export const fileId = (counters: Counters): string => {
  const n = (counters.file += 1).toString(16).padStart(20, '0');
  return `${n.slice(0, 8)}-${n.slice(8, 12)}-7${n.slice(13, 16)}-8000-${n.slice(8).padStart(12, '0')}`;
};
