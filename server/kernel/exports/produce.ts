import { withoutAccents } from '#contract/accents.ts';
import { mkdir, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { covers, isPermission, type Permission, type Scope } from '#contract/access.ts';
import { panamaDay } from '#contract/dates.ts';
import type { ExportableList } from '#contract/company/exports/endpoints.ts';
import type { ExportFormat } from '#contract/company/exports/model.ts';
import type { ExportColumn, ListExports } from '#contract/exports.ts';
import { z } from 'zod';
import { staffOf, type Context, type Staff } from '../context.ts';
import { forbidden, Refused } from '../errors.ts';
import type { ExportedList } from './lists.ts';
import { writePaper } from './paper.ts';
import { writeSheet, type ExportHead, type Written } from './sheet.ts';

/** What to export: `query` and `params` as the list itself parsed them. */
export interface Wanted {
  format: ExportFormat;
  /** Columns shown on the screen, in its order; without it, all columns. */
  columns?: readonly string[] | undefined;
  /** Only matching rows with these ids. */
  ids?: readonly string[] | undefined;
  params: unknown;
  query: unknown;
}

export const MIMES: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** `pre-contratos-2026-11-21.xlsx` */
export function fileNameOf({ title }: Pick<ListExports, 'title'>, format: ExportFormat, now: Date): string {
  const word = withoutAccents(title)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${word || 'lista'}-${panamaDay(now)}.${format}`;
}

/**
 * The export columns for the screen's columns, in its order; all columns if none of the names is known. A column of the
 * screen brings the columns of its name, and those that say that they are of it.
 */
export function columnsFor(
  { columns }: Pick<ListExports, 'columns'>,
  asked: readonly string[] | undefined,
): readonly ExportColumn<never>[] {
  const chosen = new Set(
    asked?.flatMap((name) => columns.filter(({ key, of }) => key === name || of === name)),
  );
  return chosen.size > 0 ? [...chosen] : columns;
}

/**
 * The caller with narrowed grants for an export: sees only rows that both the list's permission and `exportar` reach.
 * Without `exportar`, the list's `exports.own` permission allows an export of own rows. Raises 403 without either, and
 * SCOPES_DIFFER (403) if neither scope contains the other.
 */
export function exporter(
  staff: Staff,
  { access, exports }: Pick<ExportableList, 'access' | 'exports'>,
): Staff {
  const grants = new Map<Permission, Scope>(staff.grants);
  const held = staff.grants.get(exports.permission);
  if (!held) {
    if (!exports.own || !grants.has(exports.own.permission)) throw forbidden();
    for (const permission of exports.own.without) grants.delete(permission);
    return { ...staff, grants };
  }
  for (const way of typeof access === 'string' ? [access] : access) {
    const seen = isPermission(way) ? staff.grants.get(way) : undefined;
    if (!isPermission(way) || !seen) continue;
    if (covers(held, seen)) continue;
    if (!covers(seen, held))
      throw new Refused(
        403,
        'SCOPES_DIFFER',
        'Tu permiso de exportar alcanza otras filas que el de ver. Pide que los igualen en tu rol.',
      );
    grants.set(way, held);
  }
  return { ...staff, grants };
}

const hasId = (row: unknown, ids: ReadonlySet<string>) =>
  typeof row === 'object' && row !== null && 'id' in row && ids.has(String(row.id));

/** Rows parsed by the list's answer schema, so an export holds no field that the list does not show. */
async function* declared(
  ctx: Context,
  { spec, batches }: ExportedList,
  { ids, params, query }: Wanted,
): AsyncGenerator<readonly unknown[]> {
  const answer = spec.answer instanceof z.ZodObject ? (spec.answer.shape['data'] as z.ZodType) : undefined;
  if (!answer) throw new Error(`${spec.path} answers no list`);
  const only = ids && new Set(ids);
  let left = only?.size ?? Infinity;
  for await (const batch of batches(ctx, { params, query })) {
    const rows = answer.parse(batch) as unknown[];
    const wanted = only ? rows.filter((row) => hasId(row, only)) : rows;
    left -= only ? wanted.length : 0;
    yield wanted;
    if (left <= 0) return;
  }
}

/**
 * Writes a list to its own file in the data folder, in one snapshot of the database. Leaves no file on failure. With
 * `most`, raises 422 TOO_MANY_ROWS for a longer list. The caller deletes the file.
 */
export async function produce(
  ctx: Context,
  list: ExportedList,
  wanted: Wanted,
  { head, most }: { head: ExportHead; most?: number },
): Promise<Written & { file: string }> {
  const staff = exporter(staffOf(ctx), list.spec);
  const folder = path.resolve(ctx.config.DATA_DIR, 'tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${randomUUID()}.${wanted.format}`);
  try {
    const written = await ctx.db.transaction(
      async (tx) => {
        const read = declared({ ...ctx, staff, db: tx }, list, wanted);
        const batches = most === undefined ? read : atMost(read, most);
        const table = { head, columns: columnsFor(list.spec.exports, wanted.columns), batches };
        return wanted.format === 'xlsx' ? writeSheet(file, table) : writePaper(file, table);
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    return { ...written, file };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function* atMost(batches: AsyncIterable<readonly unknown[]>, most: number) {
  let seen = 0;
  for await (const batch of batches) {
    seen += batch.length;
    if (seen > most)
      throw new Refused(
        422,
        'TOO_MANY_ROWS',
        `Son más de ${most.toLocaleString('en-US')} filas: pide que el archivo se prepare aparte, o filtra la lista.`,
      );
    yield batch;
  }
}
