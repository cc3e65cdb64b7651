import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { cellText } from '#contract/overview/imports/cells.ts';
import type { CheckedRow, ImportRow } from '#contract/overview/imports/model.ts';
import type { Ordering } from '#contract/paging.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { inOrder } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { nameOf } from '#server/modules/company/staff/names.service.ts';
import { importRows, imports } from './imports.table.ts';
import { IMPORT_KINDS, kindNamed } from './kinds.ts';

/** Imports in the caller's scope: of the kinds that they may see, all with the scope `todo`, otherwise only their own. */
export function importsInReach(ctx: Pick<Context, 'staff'>): SQL {
  const seen = IMPORT_KINDS.flatMap(({ name, seenBy }) => {
    const reach = scopeOf(ctx, seenBy);
    return reach ? [{ name, reach }] : [];
  });
  const all = seen.filter(({ reach }) => reach.scope === 'todo').map(({ name }) => name);
  const names = seen.map(({ name }) => name);
  const [first] = seen;
  return first
    ? sql`(${imports.kind} = any(${sql.param(all)}::text[]) or (${imports.kind} = any(${sql.param(names)}::text[]) and ${eq(imports.createdBy, first.reach.userId)}))`
    : sql`false`;
}

const ORDER = {
  id: imports.id,
  archivo: imports.fileName,
  quien: nameOf(sql`coalesce(${imports.confirmedBy}, ${imports.createdBy})`),
  cuando: sql`coalesce(${imports.confirmedAt}, ${imports.createdAt})`,
};
const ROW_ORDER = { row: importRows.row, label: importRows.label };

/** Imports, latest first. */
export async function findImports(
  ctx: Context,
  where: SQL | undefined,
  { limit, offset, ...asked }: { limit: number; offset: number } & Ordering<keyof typeof ORDER>,
): Promise<ImportRow[]> {
  const found = await ctx.db
    .select({
      one: imports,
      size: files.size,
      by: nameOf(imports.createdBy),
      confirmedBy: nameOf(imports.confirmedBy),
      undoneBy: nameOf(imports.undoneBy),
    })
    .from(imports)
    .leftJoin(files, eq(files.id, imports.fileId))
    .where(where)
    .orderBy(inOrder(asked, ORDER, imports.id, ['id', 'desc']))
    .limit(limit)
    .offset(offset);
  return found.map(({ one, size, by, confirmedBy, undoneBy }) => ({
    id: one.id,
    kind: { name: one.kind, title: kindNamed(one.kind)?.title ?? one.kind },
    state: one.state as ImportRow['state'],
    file: {
      name: one.fileName,
      size: size ?? 0,
      url: one.fileId === null ? null : fileUrl(ctx, one.fileId),
    },
    sha256: one.sha256,
    plan: one.planHash,
    counts: { new: one.newRows, changed: one.changedRows, same: one.sameRows, bad: one.badRows },
    only_good: one.onlyGood,
    unknown_headings: one.unknownHeadings,
    by: by ?? '',
    at: one.createdAt.toISOString(),
    confirmed_by: confirmedBy,
    confirmed_at: one.confirmedAt?.toISOString() ?? null,
    undone_by: undoneBy,
    undone_at: one.undoneAt?.toISOString() ?? null,
    why_not_undo:
      one.state === 'imported'
        ? one.newRows + one.changedRows === 0
          ? 'Esta importación no cambió nada.'
          : null
        : 'Solo se deshace lo importado.',
  }));
}

/** Rows of an import, by default those with errors first, then by row number. */
export async function pageOfRows(
  ctx: Context,
  of: { id: number; kind: string },
  filter: { status?: CheckedRow['status'] | undefined; limit: number; offset: number } & Ordering<
    keyof typeof ROW_ORDER
  >,
): Promise<{ list: CheckedRow[]; total: number }> {
  const where = and(
    eq(importRows.importId, of.id),
    filter.status === undefined ? undefined : eq(importRows.status, filter.status),
  );
  const found = await ctx.db
    .select()
    .from(importRows)
    .where(where)
    .orderBy(
      inOrder(
        filter,
        ROW_ORDER,
        importRows.row,
        ['row', 'asc'],
        [
          sql`array_position(array['bad', 'changed', 'new', 'same'], ${importRows.status})`,
          asc(importRows.row),
        ],
      ),
    )
    .limit(filter.limit)
    .offset(filter.offset);
  const columns = kindNamed(of.kind)?.columns ?? [];
  const list = found.map(({ row, status, label, cells, faults, changes }): CheckedRow => ({
    row,
    status: status as CheckedRow['status'],
    label,
    // In the order of the columns: jsonb does not keep the key order.
    cells: Object.fromEntries(
      columns.flatMap(({ key, lines }) => (key in cells ? [[key, cellText(cells[key]!, lines)]] : [])),
    ),
    faults,
    changes:
      status === 'changed'
        ? Object.entries(changes).map(([key, [before, after]]) => {
            const column = columns.find((one) => one.key === key);
            const text = (value: typeof before) => column?.show?.(value) ?? cellText(value);
            return { column: column?.title ?? key, before: text(before), after: text(after) };
          })
        : [],
  }));
  return { list, total: await ctx.db.$count(importRows, where) };
}
