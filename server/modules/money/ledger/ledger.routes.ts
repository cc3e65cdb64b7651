import type { Module } from '#server/kernel/house.ts';
import { booksCompare, booksFollow } from './ledger.jobs.ts';

/** The books: written by the records, by rules that are data. */
export const ledgerModule: Module = {
  name: 'ledger',
  jobs: [booksFollow, booksCompare],
};
