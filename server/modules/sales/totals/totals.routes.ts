import type { Module } from '#server/kernel/house.ts';
import { foldTotals } from './totals.jobs.ts';

/** How many sales there are of each kind, at any size; triggers write it. */
export const totalsModule: Module = { name: 'totals', jobs: [foldTotals] };
