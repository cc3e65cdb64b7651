import { z } from 'zod';
import { listCounts, listMoves, listStock } from '#contract/works/stock/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterId } from '#web/office/lib/listSearch.ts';

export const StockSearch = searchOf(listStock, {});
export type StockSearch = z.infer<typeof StockSearch>;
export const MovesSearch = searchOf(listMoves, {});
export type MovesSearch = z.infer<typeof MovesSearch>;
export const CountsSearch = searchOf(listCounts, { conteo: filterId });
export type CountsSearch = z.infer<typeof CountsSearch>;

/** What is shown: the materials of a model, or what a house used of them. */
export const UsageSearch = z.object({ proyecto_id: filterId, modelo_id: filterId, vivienda_id: filterId });
export type UsageSearch = z.infer<typeof UsageSearch>;
