import { and, asc, inArray, isNull, sql, type AnyColumn } from 'drizzle-orm';
import { choiceCell } from '#contract/overview/imports/cells.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import type { ImportColumn, PlannedRow, RowValues } from './kind.ts';

// Shared by the import kinds that write into projects.

/** The projects that the caller may change and so may name in a file. */
export async function ownProjects(ctx: Context): Promise<{ id: number; name: string }[]> {
  const reach = scopeOf(ctx, 'proyectos.editar');
  if (!reach) return [];
  return ctx.db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(
      and(
        isNull(projects.archivedAt),
        reach.scope === 'todo' ? undefined : inArray(projects.id, [...reach.projectIds, 0]),
      ),
    )
    .orderBy(asc(projects.name));
}

/** The column with the project of a row. */
export const projectColumn: ImportColumn<{ projects: { id: number; name: string }[] }> = {
  key: 'proyecto',
  title: 'Proyecto',
  aliases: ['project', 'nombre del proyecto'],
  required: true,
  example: 'Valle Sereno',
  hint: 'El nombre del proyecto, o su número.',
  read: ({ projects }) => choiceCell(projects),
  choices: ({ projects }) => projects.map(({ name }) => name),
};

/** Whether a sale claims the lot now. */
export const claimedLot = (lotId: AnyColumn) =>
  sql<boolean>`exists (select from lot_claims c where c.lot_id = ${lotId} and c.released_at is null)`;

type Changes = PlannedRow['changes'];

/** Whether the imported values were changed after the import. */
export const changedSince = (values: RowValues, changes: Changes): boolean =>
  Object.entries(changes).some(([key, [, after]]) => values[key] !== after);

/** The values before an import changed them. */
export const valuesBefore = (values: RowValues, changes: Changes): RowValues => ({
  ...values,
  ...Object.fromEntries(Object.entries(changes).map(([key, [before]]) => [key, before])),
});
