import { and, inArray } from 'drizzle-orm';
import { cellText, dayCell, textCell, type Cell } from '#contract/overview/imports/cells.ts';
import type { Context } from '#server/kernel/context.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import type { ImportColumn, RowValues } from './kind.ts';

// Shared by the import kinds whose rows name a sale by its code and write into its legal papers.

/** A sale that a file names. */
export interface NamedSale {
  id: number;
  code: string;
  stateId: number;
  paymentForm: string;
}

export const saleColumn: ImportColumn<unknown> = {
  key: 'precontrato',
  title: 'Pre-contrato',
  aliases: ['codigo', 'venta', 'pre contrato'],
  required: true,
  example: 'PC-2026-00031',
  hint: 'El código de la venta.',
  read: () => textCell(30),
};

/** A column with a day that may be empty. */
export const dayColumn = (
  key: string,
  title: string,
  hint: string,
  aliases: readonly string[] = [],
): ImportColumn<unknown> => ({
  key,
  title,
  aliases,
  required: false,
  example: '31/12/2025',
  hint,
  read: () => dayCell,
});

/** A column with a line of text that may be empty. */
export const lineColumn = (
  key: string,
  title: string,
  { most, example, hint, aliases = [] }: { most: number; example: string; hint: string; aliases?: string[] },
): ImportColumn<unknown> => ({
  key,
  title,
  aliases,
  required: false,
  example,
  hint,
  read: () => textCell(most),
});

export const saleCode = (text: string) => text.trim().toUpperCase();

/** The sales that the rows name and whose legal papers the caller may write, by code. */
export async function namedSales(
  ctx: Context,
  rows: readonly Record<string, Cell>[],
  lock: boolean,
): Promise<Map<string, NamedSale>> {
  const codes = new Set(rows.map((row) => saleCode(cellText(row['precontrato'] ?? null))).filter(Boolean));
  if (codes.size === 0) return new Map();
  const query = ctx.db
    .select({ id: sales.id, code: sales.code, stateId: sales.stateId, paymentForm: sales.paymentForm })
    .from(sales)
    .where(and(inArray(sales.code, [...codes]), salesInReach(ctx, 'legal.crear')))
    .orderBy(sales.id);
  const found = await (lock ? query.for('no key update') : query);
  return new Map(found.map((one) => [one.code ?? '', { ...one, code: one.code ?? '' }]));
}

/** A cell's text; null when it is empty. */
export const textOf = (values: RowValues, key: string): string | null => {
  const value = values[key];
  return value === null || value === undefined ? null : String(value);
};
