import { z } from 'zod';
import { listCashMoves } from '#contract/money/cashForecast/endpoints.ts';
import { SPANS, type CashSpan } from '#contract/money/cashForecast/rules.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** The tabs of the page, in their order. */
export const CASH_TABS = {
  caja: 'Flujo de caja',
  movimientos: 'Movimientos',
  previstos: 'Otros previstos',
  error: 'Error de cada mes',
  ritmos: 'Ritmos',
} as const;
export type CashTab = keyof typeof CASH_TABS;

/** Company, project and line stay when the tab changes; `previsto` is the open expectation. */
export const CashSearch = searchOf(listCashMoves, {
  ver: z
    .enum(Object.keys(CASH_TABS) as [CashTab, ...CashTab[]])
    .optional()
    .catch(undefined),
  por: z
    .enum(Object.keys(SPANS) as [CashSpan, ...CashSpan[]])
    .optional()
    .catch(undefined),
  meses: filterId,
  tipo_id: filterId,
  archivadas: filterId,
  previsto: filterId,
});
export type CashSearch = z.infer<typeof CashSearch>;

/** Entries of a list of titles, as choices of a filter. */
export const choicesOf = <K extends string>(list: Readonly<Record<K, string | { title: string }>>) =>
  (Object.entries(list) as [K, string | { title: string }][]).map(([value, one]) => ({
    value,
    label: typeof one === 'string' ? one : one.title,
  }));
