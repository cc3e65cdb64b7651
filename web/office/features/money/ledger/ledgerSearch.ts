import { z } from 'zod';
import { listChart, listEntries, listLedger } from '#contract/money/ledger/endpoints.ts';
import { listUnposted } from '#contract/money/ledger/books.ts';
import { listVouchers } from '#contract/money/ledger/vouchers.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterId, filterText } from '#web/office/lib/listSearch.ts';

/** Search parameters of the accounting pages. */
export const JournalSearch = searchOf(listEntries);
export type JournalSearch = z.infer<typeof JournalSearch>;

export const ChartSearch = searchOf(listChart);
export type ChartSearch = z.infer<typeof ChartSearch>;

export const LedgerSearch = searchOf(listLedger);
export type LedgerSearch = z.infer<typeof LedgerSearch>;

export const VouchersSearch = searchOf(listVouchers);
export type VouchersSearch = z.infer<typeof VouchersSearch>;

export const UnpostedSearch = searchOf(listUnposted);
export type UnpostedSearch = z.infer<typeof UnpostedSearch>;

/** The company and the year. */
export const PeriodsSearch = z.object({ libro_id: filterId, anio: filterId });
export type PeriodsSearch = z.infer<typeof PeriodsSearch>;

/** The event whose rule is changed. */
export const RulesSearch = z.object({ hecho: filterText });
export type RulesSearch = z.infer<typeof RulesSearch>;
