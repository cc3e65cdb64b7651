import type { Module } from '#server/kernel/core.ts';
import { foldTotals } from './totals.jobs.ts';

/** Counts of sales by state, project, processor and adviser, fast at any table size. Triggers write them. */
export const totalsModule: Module = { name: 'totals', jobs: [foldTotals] };
